// Publishes the layers of a hosted service as a vector tile service: an item of its own, drawn from the layers as they are.
import type { Item } from '@graticule/contract/content/item';
import { publishItem } from '@graticule/contract/content/publishing';
import { TILE_ZOOMS } from '@graticule/contract/services/vector-tiles';
import { Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { ownServiceName } from './publish-layer.ts';
import { useItemChange } from './use-item-change.ts';

/** Nothing is made in advance, so the service is ready at once. */
export function TilesDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const [title, setTitle] = useState(t('item.tiles.title-of', { title: item.title }));
  const [minZoom, setMinZoom] = useState<number | string>(TILE_ZOOMS.min);
  const [maxZoom, setMaxZoom] = useState<number | string>(TILE_ZOOMS.max);
  const zooms = [minZoom, maxZoom].map(Number);
  const isOrdered = typeof minZoom === 'number' && typeof maxZoom === 'number' && minZoom <= maxZoom;
  const making = useItemChange(() => makeTiles(item, { title: title.trim(), minZoom: zooms[0] ?? 0, maxZoom: zooms[1] ?? 0 }), {
    isQuiet: true,
    success: t('item.tiles.done'),
    onDone: (id) => void navigate(paths.item(id)),
  });
  const common = { ...TILE_ZOOMS, clampBehavior: 'strict', allowDecimal: false } as const;
  return (
    <ActionDialog
      title={t('item.tiles.new')}
      submit={t('item.tiles.submit')}
      isBusy={making.isPending}
      isDisabled={title.trim() === '' || !isOrdered}
      error={making.error}
      onSubmit={() => making.mutate(undefined)}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm">{t('item.tiles.hint')}</Text>
        <TextInput label={t('item.title')} maxLength={120} value={title} onChange={(event) => setTitle(event.currentTarget.value)} />
        <Group grow align="flex-start">
          <NumberInput label={t('item.tiles.from')} value={minZoom} onChange={setMinZoom} {...common} />
          <NumberInput
            label={t('item.tiles.to')}
            value={maxZoom}
            onChange={setMaxZoom}
            error={isOrdered ? undefined : t('item.tiles.order', TILE_ZOOMS)}
            {...common}
          />
        </Group>
        <Text size="sm" c="dimmed">
          {t('item.tiles.zooms', { max: TILE_ZOOMS.max })}
        </Text>
      </Stack>
    </ActionDialog>
  );
}

/** Gives the id of the new item. @throws ApiError */
async function makeTiles(item: Item, wishes: { title: string; minZoom: number; maxZoom: number }): Promise<string> {
  const { services } = await call(publishItem, {
    username: item.owner,
    itemId: item.id,
    fileType: 'featureService',
    outputType: 'vectorTiles',
    publishParameters: { ...wishes, name: ownServiceName(wishes.title, 'tiles') },
  });
  const [service] = services;
  if (!service) throw new ApiError(500, '');
  if ('error' in service) throw new ApiError(service.error.code, service.error.message, undefined, { reasons: service.error.reasons });
  return service.serviceItemId;
}
