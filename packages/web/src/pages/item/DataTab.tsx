// The rows of a hosted layer, layer by layer.
import type { Item } from '@graticule/contract/content/item';
import { Select, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from '../../language/use-language.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { DataActions } from './DataActions.tsx';
import { DataTable } from './DataTable.tsx';
import { layersQuery } from './hosted-service.ts';

/** Loaded when the tab is opened. */
export function DataTab({ item, service }: { item: Item; service: string }) {
  const t = useTranslate();
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(layersQuery(item.id, service));
  if (error) return <ErrorState isInline error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} mt="md" />;
  const layers = [...data.layers, ...data.tables];
  const layer = layers.find(({ id }) => String(id) === chosen) ?? layers[0];
  if (!layer) return null;
  return (
    <>
      <DataActions item={item} service={service} layers={layers} />
      {layers.length > 1 && (
        <Select
          label={t('item.data.layer')}
          allowDeselect={false}
          maw={320}
          mb="md"
          value={String(layer.id)}
          onChange={setChosen}
          data={layers.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <DataTable key={layer.id} item={item} service={service} layer={layer} />
    </>
  );
}
