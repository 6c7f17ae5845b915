// The layers and tables of a hosted feature service, with their fields.
import type { Item } from '@graticule/contract/content/item';
import { queryLayer } from '@graticule/contract/services/feature-server';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Skeleton, Table, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { fieldTypeKey, geometryKey } from '../../items/layer-words.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { layersQuery, serviceOf } from './hosted-service.ts';
import classes from './ItemPage.module.css';

/** Nothing for items that are no hosted service. */
export function ServiceLayers({ item }: { item: Item }) {
  const service = serviceOf(item);
  if (!service) return null;
  return <Layers itemId={item.id} service={service} />;
}

function Layers({ itemId, service }: { itemId: string; service: string }) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(layersQuery(itemId, service));
  if (error) return <ErrorState isInline error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={90} />;
  const layers = [...data.layers, ...data.tables];
  return (
    <section>
      <Title order={2} className={classes.heading}>
        {t('item.layers')}
      </Title>
      {layers.map((layer) => (
        <LayerEntry key={layer.id} itemId={itemId} service={service} layer={layer} isOpen={layers.length === 1} />
      ))}
    </section>
  );
}

function LayerEntry({ itemId, service, layer, isOpen }: { itemId: string; service: string; layer: LayerInfo; isOpen: boolean }) {
  const t = useTranslate();
  const format = useFormat();
  const count = useQuery({
    queryKey: keys.itemPart(itemId, `count-${layer.id}`),
    queryFn: async () => {
      const reply: unknown = await call(
        queryLayer,
        { service, layer: String(layer.id), where: '1=1', returnCountOnly: true },
        { quiet: true },
      );
      return (reply as { count: number }).count;
    },
  });
  // names that say everything need no second column
  const hasAliases = layer.fields.some(({ alias, name }) => alias !== name);
  return (
    <details className={classes.layer} open={isOpen}>
      <summary>
        {layer.name}
        <small>
          {t(geometryKey(layer.geometryType))}
          {count.data !== undefined && ` · ${t('item.features', { count: count.data, shown: format.number(count.data) })}`}
        </small>
      </summary>
      <div className={classes.fields}>
        <Table verticalSpacing={6} fz={14}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('item.field.name')}</Table.Th>
              {hasAliases && <Table.Th>{t('item.field.alias')}</Table.Th>}
              <Table.Th>{t('item.field.type')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {layer.fields.map((field) => (
              <Table.Tr key={field.name}>
                <Table.Td>
                  <bdi>{field.name}</bdi>
                </Table.Td>
                {hasAliases && <Table.Td>{field.alias === field.name ? '' : field.alias}</Table.Td>}
                <Table.Td>{t(fieldTypeKey(field.type))}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </details>
  );
}
