// Above the table: how many rows, which columns, which rows.
import type { WireField } from '@graticule/contract/services/layer';
import { Checkbox, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RowFilter } from '../../features/where-clause.ts';
import { useTranslate } from '../../language/use-language.ts';
import classes from './DataTable.module.css';
import { FilterForm } from './FilterForm.tsx';
import { ToolButton } from './ToolButton.tsx';

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
