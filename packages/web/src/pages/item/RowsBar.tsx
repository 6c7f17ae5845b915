// Adds rows to a layer and deletes the chosen ones.
import type { Item } from '@graticule/contract/content/item';
import { addFeatures, deleteFeatures } from '@graticule/contract/services/feature-server';
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { dateTyped } from './date-values.ts';
import { isTypedField } from './edit-rights.ts';
import { kindOf, numberIn } from './where-clause.ts';

interface Props {
  item: Item;
  service: string;
  layer: LayerInfo;
  chosen: ReadonlySet<number>;
  onDeleted: () => void;
}

/** Rows with a place are added on the map; tables get them here. */
export function RowsBar({ item, service, layer, chosen, onDeleted }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const [open, setOpen] = useState<'add' | 'delete'>();
  const close = () => setOpen(undefined);
  const address = { service, layer: String(layer.id) };
  const removal = useItemChange(
    async () => {
      const { deleteResults } = await call(deleteFeatures, { ...address, objectIds: [...chosen].join(',') });
      const refused = deleteResults.find((result) => !result.success);
      if (refused) throw new ApiError(refused.error?.code ?? 400, refused.error?.description ?? '');
    },
    {
      isQuiet: true,
      success: t('item.data.rows-deleted', { count: chosen.size }),
      onDone: () => {
        close();
        onDeleted();
      },
    },
  );
  const may = (word: string) => item.itemControl === 'admin' || item.itemControl === 'update' || layer.capabilities.includes(word);
  return (
    <>
      {may('Create') && (
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('add')}>
          {t('item.data.add-row')}
        </Button>
      )}
      {chosen.size > 0 && may('Delete') && (
        <Button color="vermilion" leftSection={<IconTrash size={18} aria-hidden />} onClick={() => setOpen('delete')}>
          {t('item.data.delete-rows', { count: chosen.size, shown: format.number(chosen.size) })}
        </Button>
      )}
      {open === 'add' && <AddRowDialog service={service} layer={layer} onClose={close} />}
      {open === 'delete' && (
        <ActionDialog
          title={t('item.data.delete-rows', { count: chosen.size, shown: format.number(chosen.size) })}
          submit={t('shell.delete')}
          isDestructive
          isBusy={removal.isPending}
          error={removal.error}
          onSubmit={() => removal.mutate(undefined)}
          onClose={close}
        >
          <Text size="sm">{t('item.data.delete-rows-text')}</Text>
        </ActionDialog>
      )}
    </>
  );
}

function AddRowDialog({ service, layer, onClose }: { service: string; layer: LayerInfo; onClose: () => void }) {
  const t = useTranslate();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [place, setPlace] = useState({ x: '', y: '' });
  const fields = layer.fields.filter(isTypedField);
  const isPoint = layer.geometryType === 'esriGeometryPoint';
  const x = numberIn(place.x);
  const y = numberIn(place.y);
  const hasPlace = x !== undefined && y !== undefined && Math.abs(x) <= 180 && Math.abs(y) <= 90;
  const isBlank = place.x === '' && place.y === '';
  const wrong = fields.filter(
    (field) => kindOf(field) === 'number' && values[field.name] && numberIn(values[field.name] ?? '') === undefined,
  );
  const adding = useItemChange(
    async () => {
      const attributes = Object.fromEntries(
        fields.flatMap((field) => {
          const typed = values[field.name] ?? '';
          return typed === '' ? [] : [[field.name, typedAs(typed, field)]];
        }),
      );
      const geometry = isPoint && hasPlace ? { geometry: { x, y, spatialReference: { wkid: 4326 } } } : {};
      const { addResults } = await call(addFeatures, { service, layer: String(layer.id), features: [{ attributes, ...geometry }] });
      const [result] = addResults;
      if (!result?.success) throw new ApiError(result?.error?.code ?? 400, result?.error?.description ?? '');
    },
    { isQuiet: true, success: t('item.data.row-added'), onDone: onClose },
  );
  return (
    <ActionDialog
      title={t('item.data.add-row')}
      submit={t('item.data.add-row')}
      isBusy={adding.isPending}
      isDisabled={wrong.length > 0 || (isPoint && !hasPlace && !isBlank)}
      error={adding.error}
      onSubmit={() => adding.mutate(undefined)}
      onClose={onClose}
    >
      <Stack gap="sm">
        {isPoint && (
          <>
            <TextInput
              label={t('item.data.longitude')}
              dir="ltr"
              inputMode="decimal"
              value={place.x}
              onChange={(event) => setPlace({ ...place, x: event.currentTarget.value })}
            />
            <TextInput
              label={t('item.data.latitude')}
              dir="ltr"
              inputMode="decimal"
              value={place.y}
              error={!isBlank && !hasPlace && t('item.data.bad-place')}
              onChange={(event) => setPlace({ ...place, y: event.currentTarget.value })}
            />
          </>
        )}
        {layer.geometryType && !isPoint && (
          <Text size="sm" c="dimmed">
            {t('item.data.no-shape')}
          </Text>
        )}
        {fields.map((field) => (
          <TextInput
            key={field.name}
            label={field.alias}
            maxLength={field.length}
            type={kindOf(field) === 'date' || kindOf(field) === 'day' ? 'date' : 'text'}
            inputMode={kindOf(field) === 'number' ? 'decimal' : undefined}
            error={wrong.includes(field) && t('item.data.bad-number')}
            value={values[field.name] ?? ''}
            onChange={(event) => setValues({ ...values, [field.name]: event.currentTarget.value })}
          />
        ))}
      </Stack>
    </ActionDialog>
  );
}

/** What was typed, as the layer keeps it. */
function typedAs(typed: string, field: WireField): string | number | undefined {
  const kind = kindOf(field);
  if (kind === 'number') return numberIn(typed);
  return kind === 'date' ? dateTyped(typed) : typed;
}
