// The rows of a hosted layer, layer by layer, and from a row to those that belong to it in other layers.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo, WireFeature } from '@graticule/contract/services/layer';
import type { Formatter } from '@graticule/i18n/format';
import { Select, Skeleton } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { cellText } from '../../features/cell-text.ts';
import { fieldInRow } from '../../features/subtypes.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { ClosedLayer, isClosedTo } from './ClosedLayer.tsx';
import { DataActions } from './DataActions.tsx';
import classes from './DataTable.module.css';
import { DataTable } from './DataTable.tsx';
import { layersQuery } from './hosted-service.ts';
import { RelatedTrail } from './RelatedTrail.tsx';
import { type RelatedLayer, type RowScope, relatedLayers, scopeOf } from './related-rows.ts';
import { useFilteredLayer } from './row-filter.ts';

/** A layer that is open, and which of its rows; and the row that led there. */
interface Opened {
  layerId: number;
  scope?: RowScope | undefined;
  /** The row that was left, as its layer names it. */
  row?: string;
}

/** Loaded when the tab is opened. */
export function DataTab({ item, service }: { item: Item; service: string }) {
  const t = useTranslate();
  const format = useFormat();
  const session = useSession();
  const filteredLayer = useFilteredLayer();
  const [way, setWay] = useState<readonly Opened[]>(() => (filteredLayer === undefined ? [] : [{ layerId: filteredLayer }]));
  const { data, error, refetch } = useQuery(layersQuery(item.id, service));
  if (error) return <ErrorState isInline error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} mt="md" />;
  const layers = [...data.layers, ...data.tables];
  const here = way.at(-1);
  const layer = layers.find(({ id }) => id === here?.layerId) ?? layers[0];
  if (!layer) return null;
  const nameOf = (id: number) => layers.find((each) => each.id === id)?.name ?? '';
  const open = (related: RelatedLayer, feature: WireFeature) => {
    const scope = scopeOf(related, feature.attributes[related.keyHere.name]);
    if (!scope) return;
    const left = { layerId: layer.id, scope: here?.scope, row: rowName(feature, layer, format) };
    setWay([...way.slice(0, -1), left, { layerId: related.layer.id, scope }]);
  };
  return (
    <>
      <div className={classes.above}>
        {layers.length > 1 && (
          <Select
            aria-label={t('item.data.layer')}
            leftSection={<IconStack2 size={18} aria-hidden />}
            allowDeselect={false}
            className={classes.layer}
            value={String(layer.id)}
            onChange={(id) => setWay([{ layerId: Number(id) }])}
            data={layers.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        {/* what is done with a layer begins with the one that is open */}
        <DataActions
          item={item}
          service={service}
          layers={[layer, ...layers.filter((each) => each !== layer)]}
          isScoped={here?.scope !== undefined}
        />
      </div>
      {way.length > 1 && (
        <RelatedTrail
          steps={way.slice(0, -1).map(({ layerId, row = '' }) => ({ layerName: nameOf(layerId), row }))}
          layerName={layer.name}
          onBack={(index) => setWay(way.slice(0, index + 1))}
        />
      )}
      {isClosedTo(item, layer, session) ? (
        <ClosedLayer item={item} service={service} layer={layer} />
      ) : (
        <DataTable
          key={`${way.length} ${layer.id} ${here?.scope?.value}`}
          item={item}
          service={service}
          layer={layer}
          related={relatedLayers(layer, layers)}
          scope={here?.scope}
          onRelated={open}
        />
      )}
    </>
  );
}

/** What people know a row by, or its number. */
function rowName(feature: WireFeature, layer: LayerInfo, format: Formatter): string {
  const field = layer.fields.find(({ name }) => name === layer.displayField);
  const name = field && cellText(feature.attributes[field.name], fieldInRow(layer, field, feature.attributes), format);
  return name || String(feature.attributes[layer.objectIdField]);
}
