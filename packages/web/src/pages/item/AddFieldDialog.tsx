// Adds a field to a layer: its words, its name, its type, the longest text and the value of new rows.
import type { FieldType, LayerInfo, WireField } from '@graticule/contract/services/layer';
import { addToLayerDefinition } from '@graticule/contract/services/service-admin';
import { NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { fieldFault } from '../../features/field-fault.ts';
import { RowField } from '../../features/RowField.tsx';
import { typedValue } from '../../features/typed-value.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { fieldNameOf, isFieldName, LONGEST_FIELD_NAME } from '../../item-actions/column-faults.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { typeChoiceKey } from '../../items/layer-words.ts';
import { useTranslate } from '../../language/use-language.ts';
import { TEXT_LENGTH } from './new-layer.ts';

/** All that layers take; ids of their own they have already. */
const TYPES = [
  'esriFieldTypeString',
  'esriFieldTypeInteger',
  'esriFieldTypeSmallInteger',
  'esriFieldTypeBigInteger',
  'esriFieldTypeDouble',
  'esriFieldTypeSingle',
  'esriFieldTypeDate',
  'esriFieldTypeDateOnly',
  'esriFieldTypeTimeOnly',
  'esriFieldTypeTimestampOffset',
  'esriFieldTypeGUID',
  'esriFieldTypeXML',
] as const satisfies readonly FieldType[];

interface Props {
  service: string;
  layer: LayerInfo;
  /** The dialog closes then. */
  onAdded: () => void;
  onClose: () => void;
}

/** The name follows the words until it is typed. */
export function AddFieldDialog({ service, layer, onAdded, onClose }: Props) {
  const t = useTranslate();
  const [alias, setAlias] = useState('');
  const [typedName, setName] = useState<string>();
  const [type, setType] = useState<(typeof TYPES)[number]>('esriFieldTypeString');
  const [length, setLength] = useState<number | string>(TEXT_LENGTH);
  const name = typedName ?? fieldNameOf(alias);
  const isTaken = layer.fields.some((field) => field.name.toLowerCase() === name.toLowerCase());
  const isText = type === 'esriFieldTypeString';
  const hasLength = !isText || (typeof length === 'number' && length >= 1);
  const [typedDefault, setDefault] = useState('');
  const longest = isText && typeof length === 'number' ? { length } : {};
  const asked: WireField = {
    name,
    type,
    alias: t('item.field.default'),
    sqlType: 'sqlTypeOther',
    domain: null,
    defaultValue: null,
    ...longest,
  };
  const hasDefault = fieldFault(typedDefault, asked, false) === undefined;
  const adding = useItemChange(
    () => {
      const defaultValue = typedValue(typedDefault, asked) ?? undefined;
      const field = { name, type, alias: alias.trim() || name, ...longest, ...(defaultValue === undefined ? {} : { defaultValue }) };
      return call(addToLayerDefinition, { service, layer: String(layer.id), addToDefinition: { fields: [field] } });
    },
    {
      isQuiet: true,
      success: t('item.field.added', { name: alias.trim() || name }),
      onDone: () => {
        onAdded();
        onClose();
      },
    },
  );
  return (
    <ActionDialog
      title={t('item.field.add')}
      submit={t('item.field.add')}
      isBusy={adding.isPending}
      isDisabled={!isFieldName(name) || isTaken || !hasLength || !hasDefault}
      why={name === '' ? t('item.field.name-first') : hasLength ? undefined : t('item.field.length-first')}
      error={adding.error}
      onSubmit={() => adding.mutate(undefined)}
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput label={t('item.field.alias')} maxLength={250} value={alias} onChange={(event) => setAlias(event.currentTarget.value)} />
        <TextInput
          label={t('item.field.name')}
          description={t('item.field.name-hint')}
          dir="ltr"
          maxLength={LONGEST_FIELD_NAME}
          required
          value={name}
          error={isTaken ? t('item.field.name-taken') : name !== '' && !isFieldName(name) && t('item.publish.column-name-wrong')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label={t('item.field.type')}
          allowDeselect={false}
          value={type}
          onChange={(value) => {
            setType(TYPES.find((each) => each === value) ?? type);
            setDefault('');
          }}
          data={TYPES.map((value) => ({ value, label: t(typeChoiceKey(value)) }))}
        />
        {isText && (
          <NumberInput label={t('item.field.length')} min={1} max={32_000} allowDecimal={false} value={length} onChange={setLength} />
        )}
        <RowField field={asked} isRequired={false} value={typedDefault} onChange={setDefault} />
        {typedDefault !== '' && (
          <Text size="xs" c="dimmed">
            {t('item.field.default-hint')}
          </Text>
        )}
      </Stack>
    </ActionDialog>
  );
}
