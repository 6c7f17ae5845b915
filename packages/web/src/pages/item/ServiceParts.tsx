// The layers and tables of a service: empty ones are added, and those that are there deleted. A view is given others of its source.
import type { Item } from '@graticule/contract/content/item';
import { hasKeyword, TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Button, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { useFocusAfter } from '../../ui/focus-after.ts';
import { layersQuery } from './hosted-service.ts';
import { NameToConfirm, useTypedName } from './NameToConfirm.tsx';
import { deletePart, PartLines } from './PartLines.tsx';
import { useRowCount } from './use-rows.ts';
import { ViewLayers } from './ViewLayers.tsx';

const AddLayerDialog = lazy(async () => ({ default: (await import('./AddLayerDialog.tsx')).AddLayerDialog }));

/** For people who administer the service. */
export function ServiceParts({ item, service }: { item: Item; service: string }) {
  const isView = hasKeyword(item, TYPE_KEYWORDS.viewService);
  return isView ? <ViewLayers item={item} service={service} /> : <OwnLayers item={item} service={service} />;
}

function OwnLayers({ item, service }: { item: Item; service: string }) {
  const t = useTranslate();
  const { data } = useQuery(layersQuery(item.id, service));
  const [open, setOpen] = useState<'add' | LayerInfo>();
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const focusAfter = useFocusAfter();
  if (!data) return null;
  const layers = [...data.layers, ...data.tables];
  // the line went with the button that the dialog was opened with
  const close = (isGone: boolean) => {
    if (isGone) focusAfter(() => fieldset.current?.querySelector('button'));
    setOpen(undefined);
  };
  return (
    <fieldset ref={fieldset}>
      <legend>{t('item.layers')}</legend>
      <Text size="sm" c="dimmed">
        {t('item.part.hint')}
      </Text>
      <PartLines layers={layers} icon={IconTrash} labelOf={({ name }) => t('item.part.delete', { name })} onOpen={setOpen} />
      <div>
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('add')}>
          {t('item.part.add')}
        </Button>
      </div>
      {open === 'add' && (
        <Suspense>
          <AddLayerDialog service={service} taken={layers.map(({ name }) => name)} onClose={() => close(false)} />
        </Suspense>
      )}
      {open !== undefined && open !== 'add' && <DeleteDialog item={item} service={service} layer={open} onClose={close} />}
    </fieldset>
  );
}

interface Props {
  item: Item;
  service: string;
  layer: LayerInfo;
  onClose: (isGone: boolean) => void;
}

function DeleteDialog({ item, service, layer, onClose }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const confirmed = useTypedName(layer.name);
  const { data: count } = useRowCount({ itemId: item.id, service, layer, where: '1=1', sort: undefined });
  const removing = useItemChange(() => deletePart(service, layer), {
    isQuiet: true,
    success: t('item.part.deleted', { name: layer.name }),
    onDone: () => onClose(true),
  });
  return (
    <ActionDialog
      title={t('item.part.delete', { name: layer.name })}
      submit={t('shell.delete')}
      isDestructive
      isBusy={removing.isPending}
      isDisabled={!confirmed.isNamed}
      error={removing.error}
      onSubmit={() => confirmed.isNamed && removing.mutate(undefined)}
      onClose={() => onClose(false)}
    >
      <Stack gap="md">
        <Text size="sm" role="status">
          {count !== undefined && t('item.empty.rows', { count, shown: format.number(count) })}
        </Text>
        <Text size="sm">{t('item.part.loses')}</Text>
        <NameToConfirm {...confirmed} />
      </Stack>
    </ActionDialog>
  );
}
