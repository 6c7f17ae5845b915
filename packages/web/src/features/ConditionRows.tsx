// Asks for conditions on rows: a line for each with its field, its comparison and its value, all or any of which must hold.
import type { WireField } from '@graticule/contract/services/layer';
import { ActionIcon, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { type RefCallback, useRef } from 'react';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { useFocusAfter } from '../ui/focus-after.ts';
import classes from './Conditions.module.css';
import { kindOf, numberIn } from './field-kinds.ts';
import { NumberField } from './NumberField.tsx';
import type { Conditions } from './use-conditions.ts';
import { useBadNumber } from './use-number-text.ts';
import { type Condition, conditionsOf, type RowCondition } from './where-clause.ts';

interface Props {
  fields: readonly WireField[];
  conditions: Conditions;
  /** The only condition was taken away. */
  onEmpty: () => void;
}

/** How the conditions are joined is asked once there are two. */
export function ConditionRows({ fields, conditions, onEmpty }: Props) {
  const t = useTranslate();
  const { drafts, joined, wrong, setJoined, change, remove } = conditions;
  const rows = useRef<(HTMLDivElement | null)[]>([]);
  const focusAfter = useFocusAfter();
  // The next condition takes the place of the one that goes; the last one hands on to the one before, the only one to its own empty line.
  const take = (index: number) => {
    const place = Math.max(0, Math.min(index, drafts.length - 2));
    focusAfter(() => {
      const left = rows.current[place];
      return left?.querySelector<HTMLElement>('[data-remove]') ?? left?.querySelector<HTMLElement>('input');
    });
    if (drafts.length > 1) remove(index);
    else onEmpty();
  };
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
          holder={(element) => {
            rows.current[index] = element;
          }}
          number={index + 1}
          fields={fields}
          draft={draft}
          isWrong={wrong.has(index)}
          onChange={(next) => change(index, next)}
          onRemove={drafts.length > 1 || draft.field !== '' ? () => take(index) : undefined}
        />
      ))}
    </>
  );
}

interface RowProps {
  holder: RefCallback<HTMLDivElement>;
  /** From 1 on. */
  number: number;
  fields: readonly WireField[];
  draft: RowCondition;
  isWrong: boolean;
  onChange: (draft: RowCondition) => void;
  /** Undefined where there is nothing to take away. */
  onRemove: (() => void) | undefined;
}

function ConditionRow({ holder, number, fields, draft, isWrong, onChange, onRemove }: RowProps) {
  const t = useTranslate();
  const format = useFormat();
  const field = fields.find((each) => each.name === draft.field);
  // the first one has the plain names
  const named = (label: string) => (number === 1 ? label : t('item.data.of-condition', { label, number: format.number(number) }));
  const choose = (name: string | null) => {
    const next = fields.find((each) => each.name === name);
    // what stands there already keeps its comparison and its value
    if (next && next !== field) onChange({ field: next.name, condition: conditionsOf(next)[0] ?? 'is', value: '' });
  };
  const value = { field, isWrong, onChange: (text: string) => onChange({ ...draft, value: text }) };
  return (
    <div className={classes.condition} ref={holder}>
      <Select
        aria-label={named(t('item.data.field'))}
        placeholder={t('item.data.filter')}
        leftSection={<IconFilter size={16} aria-hidden />}
        searchable
        allowDeselect={false}
        // the focus may come here by itself, and a list over the rest would be in the way then
        openOnFocus={false}
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
          data-remove
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
  const badNumber = useBadNumber();
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
  if (kind === 'number') {
    const isNone = isWrong && numberIn(text) === undefined;
    return <NumberField aria-label={label} className={classes.value} error={isNone && badNumber(text)} value={text} onChange={onChange} />;
  }
  return (
    <TextInput
      aria-label={label}
      className={classes.value}
      type={INPUTS[kind] ?? 'text'}
      step={kind === 'time' ? 1 : undefined}
      value={text}
      error={isWrong}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
