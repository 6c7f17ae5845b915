// What the portal keeps of the tiles of a service, and a way to have them made anew.
import type { Item } from '@graticule/contract/content/item';
import { keptTiles, renewTiles } from '@graticule/contract/services/service-admin';
import { Button, Text } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { layersQuery } from './hosted-service.ts';
import classes from './ItemTabs.module.css';

/** For people who administer the service; nothing where no layer is drawn. */
export function TileCache({ item, service }: { item: Item; service: string }) {
  const t = useTranslate();
  const format = useFormat();
  const { data: described } = useQuery(layersQuery(item.id, service));
  const { data, error } = useQuery({
    queryKey: keys.itemPart(item.id, 'tiles'),
    queryFn: () => call(keptTiles, { service }, { quiet: true }),
    retry: false,
    // maps that are looked at meanwhile change it
    refetchOnMount: 'always',
  });
  const renewing = useItemChange(() => call(renewTiles, { service }), { success: t('item.kept-tiles.renewed') });
  if (!described || described.layers.length === 0) return null;
  const nameOf = (id: number): string => described.layers.find((layer) => layer.id === id)?.name ?? '';
  return (
    <fieldset>
      <legend>{t('item.kept-tiles.legend')}</legend>
      <Text size="sm" c="dimmed">
        {t('item.kept-tiles.hint')}
      </Text>
      {error === null && (
        <dl className={classes.kept} aria-live="polite">
          {data?.layers.map(({ id, tiles, sizeBytes, farTiles }) => (
            <div key={id}>
              <dt>
                <bdi>{nameOf(id)}</bdi>
              </dt>
              <dd>
                {tiles === 0
                  ? t('item.kept-tiles.none')
                  : t('item.kept-tiles.some', { count: tiles, shown: format.number(tiles), size: format.size(sizeBytes) })}
                {farTiles > 0 && ` · ${t('item.kept-tiles.far', { count: farTiles, shown: format.number(farTiles) })}`}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div>
        <Button
          variant="default"
          loading={renewing.isPending}
          leftSection={<IconEraser size={18} aria-hidden />}
          onClick={() => renewing.mutate(undefined)}
        >
          {t('item.kept-tiles.renew')}
        </Button>
      </div>
    </fieldset>
  );
}
