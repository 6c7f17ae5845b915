// Above the table: how many rows, which rows, which columns.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Checkbox, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FieldFinder, useFoundFields } from '../../features/FieldFinder.tsx';
import { fieldInAnyType } from '../../features/subtypes.ts';
import type { RowFilter } from '../../features/where-clause.ts';
import { useTranslate } from '../../language/use-language.ts';
import classes from './DataTable.module.css';
import { FilterForm } from './FilterForm.tsx';
import type { LeftOut } from './row-search.ts';
import { SearchBox } from './SearchBox.tsx';
import { ToolButton } from './ToolButton.tsx';

interface Props {
  layer: LayerInfo;
  hidden: readonly string[];
  onHidden: (names: readonly string[]) => void;
  filter: RowFilter | undefined;
  onFilter: (filter: RowFilter | undefined) => void;
  count: string;
  /** What the search does not look through, if anything. */
  leavesOut: LeftOut | undefined;
  onSearch: (text: string) => void;
  /** More that can be done with the rows. */
  children?: ReactNode;
}

/** One column always stays. */
export function DataTools({ layer, hidden, onHidden, filter, onFilter, count, leavesOut, onSearch, children }: Props) {
  const t = useTranslate();
  const { fields } = layer;
  const { found, finder } = useFoundFields(fields);
  const names = found.map(({ name }) => name);
  const shown = fields.filter(({ name }) => !hidden.includes(name));
  const hideFound = () => {
    const left = [...new Set([...hidden, ...names])];
    // names of columns that are gone may be among them
    const isNoneLeft = fields.every(({ name }) => left.includes(name));
    onHidden(isNoneLeft ? left.filter((name) => name !== fields[0]?.name) : left);
  };
  const toggle = (name: string) => onHidden(hidden.includes(name) ? hidden.filter((each) => each !== name) : [...hidden, name]);
  return (
    <div className={classes.tools}>
      {/* first, so that it stays where it is while tools come and go with the number of rows */}
      <SearchBox leavesOut={leavesOut} onSearch={onSearch} />
      <span role="status" className={classes.count}>
        {count}
      </span>
      <FilterForm fields={fields.map((field) => fieldInAnyType(layer, field))} filter={filter} onFilter={onFilter} />
      <Popover position="bottom-end" width={260} trapFocus>
        <Popover.Target>
          <ToolButton icon={IconColumns3} label={t('item.data.columns')} />
        </Popover.Target>
        <Popover.Dropdown className={classes.columns}>
          <FieldFinder finder={finder} onAll={() => onHidden(hidden.filter((name) => !names.includes(name)))} onNone={hideFound} />
          {found.map((field) => (
            <Checkbox
              key={field.name}
              label={<bdi>{field.alias}</bdi>}
              checked={!hidden.includes(field.name)}
              disabled={shown.length === 1 && shown[0] === field}
              onChange={() => toggle(field.name)}
            />
          ))}
        </Popover.Dropdown>
      </Popover>
      {children}
    </div>
  );
}
