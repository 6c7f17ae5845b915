// Asks for conditions on rows: a line for each with its field, its comparison and its value, all or any of which must hold.
import type { WireField } from '@graticule/contract/services/layer';
import { ActionIcon, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { useFormat, useTranslate } from '../language/use-language.ts';
import classes from './Conditions.module.css';
import { kindOf } from './field-kinds.ts';
import type { Conditions } from './use-conditions.ts';
import { type Condition, conditionsOf, type RowCondition } from './where-clause.ts';

interface Props {
  fields: readonly WireField[];
  conditions: Conditions;
  /** The last field was taken away. */
  onEmpty: () => void;
}

/** How the conditions are joined is asked once there are two. */
export function ConditionRows({ fields, conditions, onEmpty }: Props) {
  const t = useTranslate();
  const { drafts, joined, wrong, setJoined, change, remove } = conditions;
  return (
    <>
      {drafts.length > 1 && (
        <SegmentedControl
          className={classes.joined}
          aria-label={t('item.data.joined')}
          value={joined}
          onChange={(value) => setJoined(value === 'or' ? 'or' : 'and')}
          data={[
            { value: 'and', label: t('item.data.joined-and') },
            { value: 'or', label: t('item.data.joined-or') },
          ]}
        />
      )}
      {drafts.map((draft, index) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other name, and two may be the same
          key={index}
          number={index + 1}
          fields={fields}
          draft={draft}
          isWrong={wrong.has(index)}
          onChange={(next) => (next ? change(index, next) : onEmpty())}
          onRemove={drafts.length > 1 ? () => remove(index) : undefined}
        />
      ))}
    </>
  );
}

interface RowProps {
  /** From 1 on. */
  number: number;
  fields: readonly WireField[];
  draft: RowCondition;
  isWrong: boolean;
  /** Undefined where the only field was taken away. */
  onChange: (draft: RowCondition | undefined) => void;
  onRemove: (() => void) | undefined;
}

function ConditionRow({ number, fields, draft, isWrong, onChange, onRemove }: RowProps) {
  const t = useTranslate();
  const format = useFormat();
  const field = fields.find((each) => each.name === draft.field);
  // the first one has the plain names
  const named = (label: string) => (number === 1 ? label : t('item.data.of-condition', { label, number: format.number(number) }));
  const choose = (name: string | null) => {
    const next = fields.find((each) => each.name === name);
    onChange(next && { field: next.name, condition: conditionsOf(next)[0] ?? 'is', value: '' });
  };
  const value = { field, isWrong, onChange: (text: string) => onChange({ ...draft, value: text }) };
  return (
    <div className={classes.condition}>
      <Select
        aria-label={named(t('item.data.field'))}
        placeholder={t('item.data.filter')}
        leftSection={<IconFilter size={16} aria-hidden />}
        searchable
        // Choosing the same field again takes away the only condition; others have a cross.
        allowDeselect={onRemove === undefined}
        className={classes.field}
        value={draft.field || null}
        onChange={choose}
        data={fields.map(({ name, alias }) => ({ value: name, label: alias }))}
      />
      {field && (
        <>
          <Select
            aria-label={named(t('item.data.condition'))}
            allowDeselect={false}
            className={classes.comparison}
            value={draft.condition}
            onChange={(next) => onChange({ ...draft, condition: (next ?? 'is') as Condition })}
            data={conditionsOf(field).map((each) => ({ value: each, label: t(`item.data.${each}`) }))}
          />
          {draft.condition !== 'empty' && draft.condition !== 'not-empty' && (
            <ValueInput {...value} field={field} label={named(t('item.data.value'))} text={draft.value} />
          )}
          {draft.condition === 'between' && (
            <ValueInput
              field={field}
              isWrong={isWrong}
              label={named(t('item.data.until'))}
              text={draft.until ?? ''}
              onChange={(until) => onChange({ ...draft, until })}
            />
          )}
        </>
      )}
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          className={classes.remove}
          aria-label={t('item.data.remove-condition', { number: format.number(number) })}
          onClick={onRemove}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

const INPUTS: Readonly<Partial<Record<ReturnType<typeof kindOf>, string>>> = { date: 'date', day: 'date', time: 'time' };

interface ValueProps {
  field: WireField;
  label: string;
  text: string;
  isWrong: boolean;
  onChange: (text: string) => void;
}

function ValueInput({ field, label, text, isWrong, onChange }: ValueProps) {
  const t = useTranslate();
  const kind = kindOf(field);
  if (field.domain?.type === 'codedValue') {
    return (
      <Select
        aria-label={label}
        className={classes.value}
        searchable
        error={isWrong}
        value={text || null}
        onChange={(code) => onChange(code ?? '')}
        data={field.domain.codedValues.map(({ code, name }) => ({ value: String(code), label: name }))}
      />
    );
  }
  return (
    <TextInput
      aria-label={label}
      className={classes.value}
      type={INPUTS[kind] ?? 'text'}
      step={kind === 'time' ? 1 : undefined}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      value={text}
      error={isWrong && kind === 'number' ? t('item.data.bad-number') : isWrong}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
