// Above the table: how many rows, which columns, which rows.
import type { WireField } from '@graticule/contract/services/layer';
import { Button, Checkbox, Popover, Select, TextInput } from '@mantine/core';
import { IconColumns3, IconFilter, IconX } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { kindOf } from '../../features/field-kinds.ts';
import { useTranslate } from '../../language/use-language.ts';
import classes from './DataTable.module.css';
import { ToolButton } from './ToolButton.tsx';
import { type Condition, conditionsOf, type RowFilter, whereClause } from './where-clause.ts';

interface Props {
  fields: readonly WireField[];
  hidden: readonly string[];
  onHidden: (names: readonly string[]) => void;
  filter: RowFilter | undefined;
  onFilter: (filter: RowFilter | undefined) => void;
  count: string;
  /** More that can be done with the rows. */
  children?: ReactNode;
}

/** One column always stays. */
export function DataTools({ fields, hidden, onHidden, filter, onFilter, count, children }: Props) {
  const t = useTranslate();
  const toggle = (name: string) => onHidden(hidden.includes(name) ? hidden.filter((each) => each !== name) : [...hidden, name]);
  return (
    <div className={classes.tools}>
      <span role="status" className={classes.count}>
        {count}
      </span>
      <FilterForm fields={fields} filter={filter} onFilter={onFilter} />
      <Popover position="bottom-end" width={260} trapFocus>
        <Popover.Target>
          <ToolButton icon={IconColumns3} label={t('item.data.columns')} />
        </Popover.Target>
        <Popover.Dropdown className={classes.columns}>
          {fields.map((field) => (
            <Checkbox
              key={field.name}
              label={<bdi>{field.alias}</bdi>}
              checked={!hidden.includes(field.name)}
              disabled={!hidden.includes(field.name) && hidden.length === fields.length - 1}
              onChange={() => toggle(field.name)}
            />
          ))}
        </Popover.Dropdown>
      </Popover>
      {children}
    </div>
  );
}

const INPUTS: Readonly<Partial<Record<ReturnType<typeof kindOf>, string>>> = { date: 'date', day: 'date', time: 'time' };

function FilterForm({ fields, filter, onFilter }: Pick<Props, 'fields' | 'filter' | 'onFilter'>) {
  const t = useTranslate();
  const [draft, setDraft] = useState<RowFilter>(filter ?? { field: '', condition: 'is', value: '' });
  const [isWrong, setWrong] = useState(false);
  const field = fields.find((each) => each.name === draft.field);
  const conditions = field ? conditionsOf(field) : [];
  const needsValue = draft.condition !== 'empty' && draft.condition !== 'not-empty';
  const change = (part: Partial<RowFilter>) => {
    setDraft({ ...draft, ...part });
    setWrong(false);
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!field) return;
    if (whereClause(draft, fields) === undefined) setWrong(true);
    else onFilter(draft);
  };
  const clear = () => {
    setDraft({ field: '', condition: 'is', value: '' });
    onFilter(undefined);
  };
  const choose = (name: string | null) => {
    const next = fields.find((each) => each.name === name);
    if (next) change({ field: next.name, condition: conditionsOf(next)[0] ?? 'is', value: '' });
    else clear();
  };
  const codes = field?.domain?.type === 'codedValue' ? field.domain.codedValues : undefined;
  return (
    <form className={classes.filter} onSubmit={apply} aria-label={t('item.data.filter')}>
      <Select
        aria-label={t('item.data.field')}
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
            aria-label={t('item.data.condition')}
            allowDeselect={false}
            w={150}
            value={draft.condition}
            onChange={(value) => change({ condition: (value ?? 'is') as Condition })}
            data={conditions.map((value) => ({ value, label: t(`item.data.${value}`) }))}
          />
          {needsValue &&
            (codes ? (
              <Select
                aria-label={t('item.data.value')}
                w={170}
                value={draft.value || null}
                onChange={(value) => change({ value: value ?? '' })}
                data={codes.map(({ code, name }) => ({ value: String(code), label: name }))}
              />
            ) : (
              <TextInput
                aria-label={t('item.data.value')}
                w={170}
                type={INPUTS[kindOf(field)] ?? 'text'}
                step={kindOf(field) === 'time' ? 1 : undefined}
                inputMode={kindOf(field) === 'number' ? 'decimal' : undefined}
                value={draft.value}
                error={isWrong && kindOf(field) === 'number' ? t('item.data.bad-number') : isWrong}
                onChange={(event) => change({ value: event.currentTarget.value })}
              />
            ))}
          <Button type="submit">{t('item.data.apply')}</Button>
          <Button variant="default" onClick={clear} leftSection={<IconX size={16} aria-hidden />}>
            {t('shell.clear')}
          </Button>
        </>
      )}
    </form>
  );
}
