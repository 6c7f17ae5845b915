// Before a row: choose it, show it on the map, its files.
import type { Item } from '@graticule/contract/content/item';
import { queryLayer } from '@graticule/contract/services/feature-server';
import type { LayerInfo, WireExtent } from '@graticule/contract/services/layer';
import { ActionIcon } from '@mantine/core';
import { IconMapPin, IconPaperclip } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import classes from './DataTable.module.css';

const AttachmentsDialog = lazy(async () => ({ default: (await import('./AttachmentsDialog.tsx')).AttachmentsDialog }));

interface Props {
  item: Item;
  service: string;
  layer: LayerInfo;
  objectId: number;
  isEditable: boolean;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

/** Only what the layer has and the person may do. */
export function RowTools({ item, service, layer, objectId, isEditable, isChosen, onChoose }: Props) {
  const t = useTranslate();
  const navigate = useNavigate();
  const [showsFiles, setShowsFiles] = useState(false);
  const zoom = async () => {
    const query = { service, layer: String(layer.id), objectIds: String(objectId), returnExtentOnly: true, outSR: '4326' };
    const reply: unknown = await call(queryLayer, query);
    void navigate(paths.mapViewer({ layers: item.id, extent: boxAround((reply as { extent: WireExtent }).extent) }));
  };
  const button = { variant: 'subtle', color: 'gray', size: 32 } as const;
  return (
    <>
      {isEditable && (
        <input
          type="checkbox"
          className={classes.choose}
          aria-label={t('item.data.choose-row', { id: objectId })}
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      )}
      {layer.geometryType && (
        <ActionIcon {...button} aria-label={t('item.data.zoom', { id: objectId })} onClick={() => void zoom()}>
          <IconMapPin size={16} aria-hidden />
        </ActionIcon>
      )}
      {layer.hasAttachments === true && (
        <ActionIcon {...button} aria-label={t('item.data.files-of', { id: objectId })} onClick={() => setShowsFiles(true)}>
          <IconPaperclip size={16} aria-hidden />
        </ActionIcon>
      )}
      {showsFiles && (
        <Suspense>
          <AttachmentsDialog
            item={item}
            service={service}
            layer={layer}
            objectId={objectId}
            isEditable={isEditable}
            onClose={() => setShowsFiles(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** A point gets some ground around it. */
function boxAround({ xmin, ymin, xmax, ymax }: WireExtent): string | undefined {
  const [west, south, east, north] = [xmin, ymin, xmax, ymax].map(Number);
  if (west === undefined || south === undefined || east === undefined || north === undefined || Number.isNaN(west)) return undefined;
  const edge = east - west < 0.002 && north - south < 0.002 ? 0.1 : 0;
  const box = [Math.max(-180, west - edge), Math.max(-90, south - edge), Math.min(180, east + edge), Math.min(90, north + edge)];
  return box.map((value) => value.toFixed(6)).join(',');
}
