// Deletes all rows of a layer at once; asks for its name before.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { truncateLayer } from '@graticule/contract/services/service-admin';
import { Button, Stack, Text } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { layersQuery } from './hosted-service.ts';
import classes from './ItemTabs.module.css';
import { NameToConfirm, useTypedName } from './NameToConfirm.tsx';
import { useRowCount } from './use-rows.ts';

/** For people who administer the service. Layers whose rows belong to others say so. */
export function EmptyLayers({ item, service }: { item: Item; service: string }) {
  const t = useTranslate();
  const { data } = useQuery(layersQuery(item.id, service));
  const [opened, setOpened] = useState<LayerInfo>();
  if (!data) return null;
  const layers = [...data.layers, ...data.tables];
  const emptied = layers.filter(({ supportsTruncate }) => supportsTruncate === true);
  return (
    <fieldset>
      <legend>{t('item.empty.legend')}</legend>
      <Text size="sm" c="dimmed">
        {t(emptied.length === 0 && layers.length > 0 ? 'item.empty.view' : 'item.empty.hint')}
      </Text>
      <div className={classes.choices}>
        {emptied.map((layer) => (
          <div key={layer.id} className={classes.named}>
            <bdi>{layer.name}</bdi>
            <Button
              variant="default"
              c="vermilion"
              leftSection={<IconEraser size={18} aria-hidden />}
              aria-label={t('item.empty.open', { name: layer.name })}
              onClick={() => setOpened(layer)}
            >
              {t('item.empty.submit')}
            </Button>
          </div>
        ))}
      </div>
      {opened && <EmptyDialog item={item} service={service} layer={opened} onClose={() => setOpened(undefined)} />}
    </fieldset>
  );
}

interface Props {
  item: Item;
  service: string;
  layer: LayerInfo;
  onClose: () => void;
}

function EmptyDialog({ item, service, layer, onClose }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const confirmed = useTypedName(layer.name);
  const { isNamed } = confirmed;
  const { data: count } = useRowCount({ itemId: item.id, service, layer, where: '1=1', sort: undefined });
  const emptying = useItemChange(() => call(truncateLayer, { service, layer: String(layer.id) }), {
    isQuiet: true,
    success: t('item.empty.done', { name: layer.name }),
    onDone: onClose,
  });
  return (
    <ActionDialog
      title={t('item.empty.open', { name: layer.name })}
      submit={t('item.empty.submit')}
      isDestructive
      isBusy={emptying.isPending}
      isDisabled={!isNamed}
      error={emptying.error}
      onSubmit={() => isNamed && emptying.mutate(undefined)}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm" role="status">
          {count !== undefined && t('item.empty.rows', { count, shown: format.number(count) })}
        </Text>
        <Text size="sm">{t('item.empty.stays')}</Text>
        <NameToConfirm {...confirmed} />
      </Stack>
    </ActionDialog>
  );
}
