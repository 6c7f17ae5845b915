// Opens the calculation of a field: above the table for the rows that it shows, and beside a field of the layer.
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { ActionIcon } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { isWritable } from '../../features/edit-rights.ts';
import { useTranslate } from '../../language/use-language.ts';
import { ToolButton } from './ToolButton.tsx';

const CalculateDialog = lazy(async () => ({ default: (await import('./CalculateDialog.tsx')).CalculateDialog }));

interface Props {
  itemId: string;
  service: string;
  layer: LayerInfo;
  /** The clause of the rows that the person may change, where that is not all. */
  own?: string | undefined;
  /** The clause of the rows that the table shows. */
  shown: string;
}

/** For people who may change rows. Nothing where a layer has no field that is typed. */
export function CalculateTool({ itemId, service, layer, own, shown }: Props) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const field = layer.fields.find(isWritable);
  if (!field) return null;
  const address = { itemId, service, layer, own };
  return (
    <>
      <ToolButton icon={IconCalculator} label={t('item.calculate.open')} onClick={() => setOpen(true)} />
      <Suspense>{isOpen && <CalculateDialog {...address} field={field} shown={shown} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

/** The same for one field. */
export function CalculateField({ itemId, service, layer, own, field }: Omit<Props, 'shown'> & { field: WireField }) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  if (!isWritable(field)) return null;
  const address = { itemId, service, layer, own };
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('item.calculate.of', { name: field.name })}
        onClick={() => setOpen(true)}
      >
        <IconCalculator size={18} aria-hidden />
      </ActionIcon>
      <Suspense>{isOpen && <CalculateDialog {...address} field={field} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
