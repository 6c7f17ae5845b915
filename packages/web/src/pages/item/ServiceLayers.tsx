// The layers and tables of a hosted feature service, with their fields.

import type { Item } from '@graticule/contract/content/item';
import { queryLayer } from '@graticule/contract/services/feature-server';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { administers } from '../../api/administers.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { changeDefinition, isDefinitionChanged } from '../../features/change-definition.ts';
import { asHtml } from '../../html/as-html.ts';
import { isOwner } from '../../item-actions/item-rights.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { geometryKey } from '../../items/layer-words.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import fold from '../../ui/Fold.module.css';
import { SafeHtml } from '../../ui/SafeHtml.tsx';
import { layerAddress, layersQuery, serviceOf } from './hosted-service.ts';
import classes from './ItemPage.module.css';
import { LayerFields } from './LayerFields.tsx';
import { LayerTypes } from './LayerTypes.tsx';
import { TextInPlace } from './TextInPlace.tsx';
import { TileAddresses } from './TileAddresses.tsx';

/** Nothing for items that are no hosted service. */
export function ServiceLayers({ item }: { item: Item }) {
  const service = serviceOf(item);
  if (!service) return null;
  return <Layers item={item} service={service} />;
}

function Layers({ item, service }: { item: Item; service: string }) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(layersQuery(item.id, service));
  if (error) return <ErrorState isInline error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={90} />;
  const layers = [...data.layers, ...data.tables];
  return (
    <section>
      <Title order={2} className={classes.heading}>
        {t('item.layers')}
      </Title>
      {layers.map((layer) => (
        <LayerEntry key={`${item.id}/${layer.id}`} item={item} service={service} layer={layer} isOpen={layers.length === 1} />
      ))}
    </section>
  );
}

function LayerEntry({ item, service, layer, isOpen }: { item: Item; service: string; layer: LayerInfo; isOpen: boolean }) {
  const t = useTranslate();
  const format = useFormat();
  const address = layerAddress(item, layer.id);
  const count = useQuery({
    queryKey: keys.itemPart(item.id, `count-${layer.id}`),
    queryFn: async () => {
      const reply: unknown = await call(
        queryLayer,
        { service, layer: String(layer.id), where: '1=1', returnCountOnly: true },
        { quiet: true },
      );
      return (reply as { count: number }).count;
    },
  });
  return (
    <details className={`${fold.fold} ${classes.layer}`} open={isOpen}>
      <summary>
        <bdi className={classes.layerName}>{layer.name}</bdi>
        <small>
          {t(geometryKey(layer.geometryType))}
          {count.data !== undefined &&
            ` · ${t(layer.type === 'Table' ? 'item.data.rows' : 'item.features', { count: count.data, shown: format.number(count.data) })}`}
        </small>
      </summary>
      <LayerDescription item={item} service={service} layer={layer} />
      <LayerFields item={item} service={service} layer={layer} />
      <LayerTypes item={item} service={service} layer={layer} />
      {address !== undefined && layer.type !== 'Table' && (
        <TileAddresses name={layer.name} tiles={`${address}/tiles/{z}/{x}/{y}.pbf`} tileJson={`${address}/tiles.json`} />
      )}
    </details>
  );
}

/** What the layer itself says, which clients show beside it; whoever may change the item changes it in place. */
function LayerDescription({ item, service, layer }: { item: Item; service: string; layer: LayerInfo }) {
  const t = useTranslate();
  const session = useSession();
  const mayChange = isOwner(item, session) || administers(item, 'portal:admin:updateItems', session);
  const saving = useItemChange(
    ({ description, seen }: { description: string; seen: LayerInfo }) =>
      changeDefinition({ service, layer: seen }, { description }, (now) => now.description),
    { success: t('item.saved'), isQuiet: isDefinitionChanged },
  );
  const text = descriptionOf(layer);
  const show = (shown: string) => <SafeHtml html={asHtml(shown)} />;
  if (!mayChange) return text === '' ? null : <div className={classes.layerDescription}>{show(text)}</div>;
  return (
    <div className={classes.layerDescription}>
      {text === '' && !saving.isPending && (
        <Text span size="sm" c="dimmed" aria-hidden>
          {t('item.field.description')}{' '}
        </Text>
      )}
      <TextInPlace
        layer={layer}
        textOf={descriptionOf}
        label={t('item.field.describe-layer', { name: layer.name })}
        maxLength={10_000}
        mayBeEmpty
        hasLines
        pending={saving.isPending ? saving.variables.description : undefined}
        shownAs={show}
        onSave={(description, seen) => saving.mutateAsync({ description, seen })}
      />
    </div>
  );
}

const descriptionOf = ({ description }: LayerInfo): string => (typeof description === 'string' ? description : '');
