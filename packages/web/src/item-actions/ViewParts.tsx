// Asks which layers of a service a view shows, and which rows and fields of each.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import type { Sentence } from '@graticule/geo/sentence';
import { Checkbox, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { RowFilter } from '../features/where-clause.ts';
import { useTranslate } from '../language/use-language.ts';
import { isTable } from './make-view.ts';
import { offeredFields, ViewFields } from './ViewFields.tsx';
import classes from './ViewParts.module.css';
import { useViewRows, ViewRows } from './ViewRows.tsx';
import type { ViewArea } from './view-area.ts';

/** What is chosen of a layer so far. */
export interface PartChoice {
  /** Undefined while the condition is not finished. */
  where: string | undefined;
  /** The fields that are left out. */
  left: readonly string[];
}

export interface PartsProps {
  item: Item;
  service: string;
  layers: readonly LayerInfo[];
  /** Ids of those that are shown. */
  chosen: readonly number[];
  onChosen: (ids: number[]) => void;
  /** What the first layer shows at the moment; the view begins with it. */
  filter: RowFilter | undefined;
  area: ViewArea | null | undefined;
  /** What the portal found wrong with the condition of the only layer. */
  fault: Sentence | undefined;
  /** Does not change. */
  onChoice: (id: number, choice: PartChoice) => void;
}

/** The only layer of a service is shown without asking. */
export function ViewParts({ layers, chosen, onChosen, ...rest }: PartsProps) {
  const t = useTranslate();
  const [first] = layers;
  if (layers.length === 1 && first) return <Part layer={first} {...rest} />;
  const put = (id: number, isOn: boolean) =>
    onChosen(layers.filter((layer) => (layer.id === id ? isOn : chosen.includes(layer.id))).map((layer) => layer.id));
  return (
    <fieldset className={classes.parts}>
      <legend>{t('item.layers')}</legend>
      {layers.map((layer) => (
        <div key={layer.id} className={classes.part}>
          <Checkbox
            label={<bdi>{layer.name}</bdi>}
            checked={chosen.includes(layer.id)}
            onChange={(event) => put(layer.id, event.currentTarget.checked)}
          />
          {chosen.includes(layer.id) && (
            <details open={layer === first}>
              <summary>{t('item.view.part', { name: layer.name })}</summary>
              <Part layer={layer} {...rest} filter={layer === first ? rest.filter : undefined} />
            </details>
          )}
        </div>
      ))}
    </fieldset>
  );
}

type PartProps = Omit<PartsProps, 'layers' | 'chosen' | 'onChosen'> & { layer: LayerInfo };

/** Tells what is chosen whenever that changes. */
function Part({ item, service, layer, filter, area, fault, onChoice }: PartProps) {
  const rows = useViewRows(layer, filter);
  const { where } = rows;
  const [left, setLeft] = useState<readonly string[]>([]);
  const offered = offeredFields(layer);
  useEffect(() => onChoice(layer.id, { where, left }), [onChoice, layer.id, where, left]);
  return (
    <Stack gap="md">
      <ViewRows itemId={item.id} service={service} layer={layer} rows={rows} fault={fault} area={isTable(layer) ? null : area} />
      <ViewFields
        fields={offered}
        shown={offered.filter(({ name }) => !left.includes(name)).map(({ name }) => name)}
        onChange={(names) => setLeft(offered.filter(({ name }) => !names.includes(name)).map(({ name }) => name))}
      />
    </Stack>
  );
}
