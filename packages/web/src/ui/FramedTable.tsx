// A table on a sheet of its own, whose rows end in what can be done with them.
import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './FramedTable.module.css';

interface Column {
  label: string;
  /** Left out on phones. */
  isWide?: boolean;
  /** The head is read out only: the column holds buttons. */
  isActions?: boolean;
  /** Stands in the head in place of the words, such as a box that chooses all rows. */
  head?: ReactNode;
}

interface Props {
  columns: readonly Column[];
  /** A class of the table's own. */
  className?: string | undefined;
  /** Rows of `Table.Tr`, with `WideCell` and `ActionsCell` for such columns. */
  children: ReactNode;
}

/** Scrolls within its frame where it is too wide. */
export function FramedTable({ columns, className, children }: Props) {
  return (
    <div className={classes.frame}>
      <Table verticalSpacing="xs" className={[classes.table, className].filter(Boolean).join(' ')}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ label, isWide, isActions, head }) => (
              <Table.Th key={label} className={isWide ? classes.wide : undefined}>
                {head ?? (isActions ? <VisuallyHidden>{label}</VisuallyHidden> : label)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  );
}

/** A cell of a column that phones leave out. */
export function WideCell({ children }: { children: ReactNode }) {
  return <Table.Td className={classes.wide}>{children}</Table.Td>;
}

/** The cell with the buttons of a row. */
export function ActionsCell({ children }: { children: ReactNode }) {
  return <Table.Td ta="end">{children}</Table.Td>;
}

/** A name, with `small` words below it. */
export function NameWords({ children }: { children: ReactNode }) {
  return <div className={classes.name}>{children}</div>;
}
