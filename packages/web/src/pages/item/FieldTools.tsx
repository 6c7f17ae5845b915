// What the owner of a layer does with one of its fields: say which values it may have, delete it.
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { deleteFromLayerDefinition } from '@graticule/contract/services/service-admin';
import { ActionIcon, Text } from '@mantine/core';
import { IconListDetails, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useTranslate } from '../../language/use-language.ts';
import { mayHaveDomain } from './domain-draft.ts';
import { FieldValuesDialog } from './FieldValuesDialog.tsx';

interface Props {
  service: string;
  layer: LayerInfo;
  field: WireField;
}

/** Nothing for the fields that every layer has. */
export function FieldTools({ service, layer, field }: Props) {
  const t = useTranslate();
  const [open, setOpen] = useState<'values' | 'delete'>();
  const close = () => setOpen(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const heir = useRef<HTMLElement>(undefined);
  const done = () => {
    close();
    // the line went with the button that the dialog was opened with, and so does not get the focus back
    setTimeout(() => {
      if (button.current !== null) return;
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost) (heir.current?.isConnected ? heir.current : document.getElementById('content'))?.focus();
    });
  };
  const removal = useItemChange(
    () => call(deleteFromLayerDefinition, { service, layer: String(layer.id), deleteFromDefinition: { fields: [{ name: field.name }] } }),
    { isQuiet: true, success: t('item.field.deleted', { name: field.alias }), onDone: done },
  );
  if (/OID|GlobalID/.test(field.type)) return null;
  const { name } = field;
  return (
    <>
      {mayHaveDomain(field) && (
        <ActionIcon {...BUTTON} aria-label={t('item.field.edit-values', { name })} onClick={() => setOpen('values')}>
          <IconListDetails size={18} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        {...BUTTON}
        ref={button}
        data-delete-field
        aria-label={t('item.field.delete', { name })}
        onClick={() => setOpen('delete')}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
      {open === 'values' && <FieldValuesDialog service={service} layer={layer} field={field} onClose={close} />}
      {open === 'delete' && (
        <ActionDialog
          title={t('item.field.delete', { name })}
          submit={t('shell.delete')}
          isDestructive
          isBusy={removal.isPending}
          error={removal.error}
          onSubmit={() => {
            heir.current = neighbourOf(button.current);
            removal.mutate(undefined);
          }}
          onClose={close}
        >
          <Text size="sm">{t('item.field.delete-text')}</Text>
        </ActionDialog>
      )}
    </>
  );
}

const BUTTON = { variant: 'subtle', color: 'gray', size: 36 } as const;

/** The same button of the field below or above; the one that adds fields where there is no other. */
function neighbourOf(button: HTMLElement | null): HTMLElement | undefined {
  const table = button?.closest('table');
  if (!button || !table) return undefined;
  const all = [...table.querySelectorAll<HTMLElement>('tr:not([hidden]) [data-delete-field]')];
  const at = all.indexOf(button);
  return all[at + 1] ?? all[at - 1] ?? table.parentElement?.querySelector<HTMLElement>('[data-add-field]') ?? undefined;
}
