// Which rows the layers of a view show, and a way to change that.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { describeLayerAdmin } from '@graticule/contract/services/service-admin';
import { Button, Code, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import type { ViewSource } from '../../item-actions/ChangeViewDialog.tsx';
import { useTranslate } from '../../language/use-language.ts';

const ChangeViewDialog = lazy(async () => ({ default: (await import('../../item-actions/ChangeViewDialog.tsx')).ChangeViewDialog }));

interface Props {
  item: Item;
  service: string;
  layers: readonly LayerInfo[];
}

/** A line for each layer of the view. */
export function ViewConditions({ item, service, layers }: Props) {
  const t = useTranslate();
  return (
    <fieldset>
      <legend>{t('item.view.shows')}</legend>
      {layers.map((layer) => (
        <ViewCondition key={layer.id} item={item} service={service} layer={layer} />
      ))}
    </fieldset>
  );
}

function ViewCondition({ item, service, layer }: { item: Item; service: string; layer: LayerInfo }) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  // another dialog for every look at the layer
  const [looks, setLooks] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: keys.itemPart(item.id, `view-${layer.id}`),
    queryFn: async () => {
      const described = await call(describeLayerAdmin, { service, layer: String(layer.id) }, { quiet: true });
      return { ...sourceIn(described), layer: described as LayerInfo };
    },
    retry: false,
  });
  if (error) return null;
  if (!data) return <Skeleton height={60} />;
  return (
    <div>
      <Text size="sm">
        <bdi>{layer.name}</bdi>
      </Text>
      {data.where === '' ? data.area === null && <Text size="sm">{t('item.view.all-rows')}</Text> : <Code dir="ltr">{data.where}</Code>}
      {data.area !== null && <Text size="sm">{t('item.view.in-area')}</Text>}
      <div>
        <Button variant="default" mt={8} aria-label={t('item.view.change-of', { name: layer.name })} onClick={() => setOpen(true)}>
          {t('item.view.change')}
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <ChangeViewDialog
            key={looks}
            service={service}
            layer={data.layer}
            source={data}
            onReload={() => void refetch().then(() => setLooks(looks + 1))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

interface Filter {
  operator?: string;
  value?: { geometry?: Record<string, unknown> };
}

/** What a layer of a view says of where its rows come from. */
function sourceIn(described: Record<string, unknown>): ViewSource {
  const { viewDefinitionQuery, adminLayerInfo } = described as {
    viewDefinitionQuery?: string;
    adminLayerInfo?: { viewLayerDefinition?: { sourceServiceItemId?: string; sourceLayerId?: number; filter?: Filter } };
  };
  const source = adminLayerInfo?.viewLayerDefinition;
  const { operator = 'esriSpatialRelIntersects', value } = source?.filter ?? {};
  return {
    where: viewDefinitionQuery ?? '',
    itemId: source?.sourceServiceItemId ?? '',
    layerId: source?.sourceLayerId ?? 0,
    area: value?.geometry ? { operator, geometry: value.geometry } : null,
  };
}
