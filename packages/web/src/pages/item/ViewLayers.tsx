// The layers of a view: others of its source are added whole, and those that are there taken out.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Button, Stack, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useTranslate } from '../../language/use-language.ts';
import { useFocusAfter } from '../../ui/focus-after.ts';
import { layersQuery } from './hosted-service.ts';
import { deletePart, PartLines } from './PartLines.tsx';

const AddViewLayersDialog = lazy(async () => ({ default: (await import('./AddViewLayersDialog.tsx')).AddViewLayersDialog }));

/** For people who administer the view. The last layer stays: a view of nothing would not even know its source. */
export function ViewLayers({ item, service }: { item: Item; service: string }) {
  const t = useTranslate();
  const { data } = useQuery(layersQuery(item.id, service));
  const [open, setOpen] = useState<'add' | LayerInfo>();
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const focusAfter = useFocusAfter();
  const why = useId();
  if (!data) return null;
  const layers = [...data.layers, ...data.tables];
  const isLast = layers.length === 1;
  // the line went with the button that the dialog was opened with
  const close = (isGone: boolean) => {
    if (isGone) focusAfter(() => fieldset.current?.querySelector('button:not([disabled])'));
    setOpen(undefined);
  };
  return (
    <fieldset ref={fieldset}>
      <legend>{t('item.layers')}</legend>
      <Text size="sm" c="dimmed">
        {t('item.part.view')}
      </Text>
      <PartLines
        layers={layers}
        icon={IconX}
        labelOf={({ name }) => t('item.part.take-out', { name })}
        whyNot={isLast ? why : undefined}
        onOpen={setOpen}
      />
      {isLast && (
        <Text id={why} size="sm">
          {t('item.part.last')}
        </Text>
      )}
      <div>
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('add')}>
          {t('item.part.add-more')}
        </Button>
      </div>
      {open === 'add' && (
        <Suspense>
          <AddViewLayersDialog item={item} service={service} onClose={() => close(false)} />
        </Suspense>
      )}
      {open !== undefined && open !== 'add' && <TakeOutDialog service={service} layer={open} onClose={close} />}
    </fieldset>
  );
}

function TakeOutDialog({ service, layer, onClose }: { service: string; layer: LayerInfo; onClose: (isGone: boolean) => void }) {
  const t = useTranslate();
  const { name } = layer;
  const removing = useItemChange(() => deletePart(service, layer), {
    isQuiet: true,
    success: t('item.part.taken-out', { name }),
    onDone: () => onClose(true),
  });
  return (
    <ActionDialog
      title={t('item.part.take-out', { name })}
      submit={t('item.part.take-out-submit')}
      isDestructive
      isBusy={removing.isPending}
      error={removing.error}
      onSubmit={() => removing.mutate(undefined)}
      onClose={() => onClose(false)}
    >
      <Stack gap="md">
        <Text size="sm">{t('item.part.stays')}</Text>
        <Text size="sm">{t('item.part.forgets')}</Text>
        <Text size="sm">{t('item.part.loses')}</Text>
      </Stack>
    </ActionDialog>
  );
}
