// Adds an empty layer or table to a service: its name, what it is of, and its first fields.
import { addToServiceDefinition } from '@graticule/contract/services/service-admin';
import { ActionIcon, Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { call } from '../../api/call.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { geometryKey, typeChoiceKey } from '../../items/layer-words.ts';
import { useTranslate } from '../../language/use-language.ts';
import { useFocusAfter } from '../../ui/focus-after.ts';
import classes from './ItemTabs.module.css';
import { definitionOf, type FieldWish, KINDS, type LayerKind, TYPES } from './new-layer.ts';

/** As long as the portal takes. */
const LONGEST_NAME = 250;
/** More are added on the page of the layer. */
const MOST_FIELDS = 20;

interface Props {
  service: string;
  /** Names of the layers that are there. */
  taken: readonly string[];
  onClose: () => void;
}

/** Begins with one field of text. */
export function AddLayerDialog({ service, taken, onClose }: Props) {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState<LayerKind>('esriGeometryPoint');
  const [fields, setFields] = useState<readonly FieldWish[]>([{ key: 0, words: '', type: 'esriFieldTypeString' }]);
  const name = typed.trim();
  const isTaken = taken.some((one) => one.trim().toLowerCase() === name.toLowerCase());
  const adding = useItemChange(() => call(addToServiceDefinition, { service, addToDefinition: definitionOf(name, kind, fields) }), {
    isQuiet: true,
    success: t('item.part.added', { name }),
    onDone: onClose,
  });
  return (
    <ActionDialog
      title={t('item.part.add')}
      submit={t('item.part.add')}
      size={560}
      isBusy={adding.isPending}
      isDisabled={name === '' || isTaken}
      why={name === '' || isTaken ? t('item.part.name-first') : undefined}
      error={adding.error}
      onSubmit={() => name !== '' && !isTaken && adding.mutate(undefined)}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextInput
          label={t('item.part.name')}
          dir="auto"
          autoComplete="off"
          data-autofocus
          required
          maxLength={LONGEST_NAME}
          value={typed}
          error={isTaken && t('item.part.name-taken')}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Select
          label={t('item.part.kind')}
          allowDeselect={false}
          value={kind}
          onChange={(value) => setKind(KINDS.find((each) => each === value) ?? kind)}
          data={KINDS.map((value) => ({ value, label: t(geometryKey(value)) }))}
        />
        <FieldWishes fields={fields} onChange={setFields} />
      </Stack>
    </ActionDialog>
  );
}

function FieldWishes({ fields, onChange }: { fields: readonly FieldWish[]; onChange: (fields: readonly FieldWish[]) => void }) {
  const t = useTranslate();
  const label = useId();
  const focusAfter = useFocusAfter();
  const change = (key: number, part: Partial<FieldWish>) =>
    onChange(fields.map((field) => (field.key === key ? { ...field, ...part } : field)));
  const inputOf = (key: number) => () => document.getElementById(`${label}-${key}`);
  const add = () => {
    const key = Math.max(-1, ...fields.map((field) => field.key)) + 1;
    focusAfter(inputOf(key));
    onChange([...fields, { key, words: '', type: 'esriFieldTypeString' }]);
  };
  const remove = (key: number) => {
    const left = fields.filter((field) => field.key !== key);
    const next = left.at(-1);
    focusAfter(next === undefined ? () => document.getElementById(`${label}-add`) : inputOf(next.key));
    onChange(left);
  };
  return (
    <fieldset aria-labelledby={label} className={classes.wishes}>
      <Text id={label} fw={600} size="sm">
        {t('item.view.fields')}
      </Text>
      <Text size="xs" c="dimmed">
        {t('item.part.fields-hint')}
      </Text>
      {fields.map(({ key, words, type }, at) => (
        <div key={key} className={classes.wish}>
          <TextInput
            id={`${label}-${key}`}
            aria-label={t('item.part.field', { number: at + 1 })}
            placeholder={t('item.field.name')}
            dir="auto"
            maxLength={LONGEST_NAME}
            value={words}
            onChange={(event) => change(key, { words: event.currentTarget.value })}
          />
          <Select
            aria-label={t('item.part.type', { number: at + 1 })}
            allowDeselect={false}
            value={type}
            onChange={(value) => change(key, { type: TYPES.find((each) => each === value) ?? type })}
            data={TYPES.map((value) => ({ value, label: t(typeChoiceKey(value)) }))}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={40}
            aria-label={t('item.part.remove', { number: at + 1 })}
            onClick={() => remove(key)}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {fields.length < MOST_FIELDS && (
        <div>
          <Button id={`${label}-add`} variant="default" size="compact-sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            {t('item.field.add')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
