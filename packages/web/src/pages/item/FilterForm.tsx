// Asks which rows are shown: one condition after another, all of which or any of which must hold.
import type { WireField } from '@graticule/contract/services/layer';
import { ActionIcon, Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconFilter, IconPlus, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { kindOf } from '../../features/field-kinds.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import classes from './DataTable.module.css';
import { type Condition, conditionClause, conditionsOf, type RowCondition, type RowFilter } from './where-clause.ts';

interface Props {
  fields: readonly WireField[];
  filter: RowFilter | undefined;
  onFilter: (filter: RowFilter | undefined) => void;
}

const BLANK: RowCondition = { field: '', condition: 'is', value: '' };
const MOST = 20;

/** What was chosen counts once it is applied; conditions without a field are left out. */
export function FilterForm({ fields, filter, onFilter }: Props) {
  const t = useTranslate();
  const [drafts, setDrafts] = useState<readonly RowCondition[]>(filter?.conditions ?? [BLANK]);
  const [joined, setJoined] = useState<RowFilter['joined']>(filter?.joined ?? 'and');
  const [wrong, setWrong] = useState<ReadonlySet<number>>(new Set());
  const chosen = drafts.filter(({ field }) => field !== '');
  const change = (index: number, next: RowCondition) => {
    setDrafts(drafts.map((each, i) => (i === index ? next : each)));
    setWrong(new Set());
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const faults = drafts.flatMap((each, i) => (each.field !== '' && conditionClause(each, fields) === undefined ? [i] : []));
    setWrong(new Set(faults));
    if (faults.length === 0 && chosen.length > 0) onFilter({ joined, conditions: chosen });
  };
  const clear = () => {
    setDrafts([BLANK]);
    setWrong(new Set());
    onFilter(undefined);
  };
  const remove = (index: number) => {
    setDrafts(drafts.filter((_, i) => i !== index));
    setWrong(new Set());
  };
  return (
    <form className={classes.filter} onSubmit={apply} aria-label={t('item.data.filter')}>
      {drafts.length > 1 && (
        <SegmentedControl
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
          onChange={(next) => (next ? change(index, next) : clear())}
          onRemove={drafts.length > 1 ? () => remove(index) : undefined}
        />
      ))}
      {chosen.length > 0 && (
        <div className={classes.condition}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={drafts.length >= MOST || chosen.length < drafts.length}
            onClick={() => setDrafts([...drafts, BLANK])}
          >
            {t('item.data.add-condition')}
          </Button>
          <Button type="submit">{t('item.data.apply')}</Button>
          <Button variant="default" onClick={clear} leftSection={<IconX size={16} aria-hidden />}>
            {t('shell.clear')}
          </Button>
        </div>
      )}
    </form>
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
        w={190}
        value={draft.field || null}
        onChange={choose}
        data={fields.map(({ name, alias }) => ({ value: name, label: alias }))}
      />
      {field && (
        <>
          <Select
            aria-label={named(t('item.data.condition'))}
            allowDeselect={false}
            w={150}
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
        w={170}
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
      w={170}
      type={INPUTS[kind] ?? 'text'}
      step={kind === 'time' ? 1 : undefined}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      value={text}
      error={isWrong && kind === 'number' ? t('item.data.bad-number') : isWrong}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
