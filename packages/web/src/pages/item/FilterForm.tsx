// Asks which rows are shown: one condition after another, all of which or any of which must hold.
import { Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type FormEvent, useRef } from 'react';
import { ConditionRows } from '../../features/ConditionRows.tsx';
import type { ShownField } from '../../features/field-kinds.ts';
import { useConditions } from '../../features/use-conditions.ts';
import type { RowFilter } from '../../features/where-clause.ts';
import { useTranslate } from '../../language/use-language.ts';
import { useFocusAfter } from '../../ui/focus-after.ts';
import classes from './DataTable.module.css';

interface Props {
  fields: readonly ShownField[];
  filter: RowFilter | undefined;
  onFilter: (filter: RowFilter | undefined) => void;
}

/** What was chosen counts once it is applied. A line of its own below the other tools from the first chosen field on. */
export function FilterForm({ fields, filter, onFilter }: Props) {
  const t = useTranslate();
  const conditions = useConditions(fields, filter);
  const { isBegun } = conditions;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    conditions.showFaults();
    if (conditions.faults.length === 0) onFilter(conditions.filter);
  };
  const form = useRef<HTMLFormElement>(null);
  const focusAfter = useFocusAfter();
  const clear = () => {
    // its button goes with what it clears
    focusAfter(() => form.current?.querySelector('input'));
    conditions.clear();
    onFilter(undefined);
  };
  return (
    <form ref={form} className={classes.filter} data-begun={isBegun || undefined} onSubmit={apply} aria-label={t('item.data.filter')}>
      <ConditionRows fields={fields} conditions={conditions} onEmpty={clear} />
      {isBegun && (
        <div className={classes.filterButtons}>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} disabled={!conditions.canAdd} onClick={conditions.add}>
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
