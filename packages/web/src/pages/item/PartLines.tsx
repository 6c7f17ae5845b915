// A line for each layer of a service, with a button to have it gone, and the call that takes it away.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { deleteFromServiceDefinition } from '@graticule/contract/services/service-admin';
import { ActionIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { call } from '../../api/call.ts';
import { geometryKey } from '../../items/layer-words.ts';
import { useTranslate } from '../../language/use-language.ts';
import classes from './ItemTabs.module.css';

interface Props {
  layers: readonly LayerInfo[];
  icon: Icon;
  /** What the button of a layer does. */
  labelOf: (layer: LayerInfo) => string;
  /** Id of the text that says why none may go; the buttons are off then. */
  whyNot?: string | undefined;
  onOpen: (layer: LayerInfo) => void;
}

/** What the button does is asked about first. */
export function PartLines({ layers, icon: Picture, labelOf, whyNot, onOpen }: Props) {
  const t = useTranslate();
  return (
    <div className={classes.parts}>
      {layers.map((layer) => (
        <div key={layer.id} className={classes.named}>
          <span>
            <bdi>{layer.name}</bdi> <small>{t(geometryKey(layer.geometryType))}</small>
          </span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={40}
            disabled={whyNot !== undefined}
            aria-label={labelOf(layer)}
            aria-describedby={whyNot}
            onClick={() => onOpen(layer)}
          >
            <Picture size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
    </div>
  );
}

/** Takes a layer or table out of its service. @throws ApiError */
export function deletePart(service: string, { id, type }: LayerInfo) {
  const gone = [{ id }];
  return call(deleteFromServiceDefinition, { service, deleteFromDefinition: type === 'Table' ? { tables: gone } : { layers: gone } });
}
