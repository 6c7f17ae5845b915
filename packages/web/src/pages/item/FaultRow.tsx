// Below a row of the table: a value of it that was not saved.
import { useEffect, useRef } from 'react';
import { useFocusHeir } from '../../ui/focus-heir.ts';
import type { CellEdit } from './cell-edits.ts';
import classes from './DataTable.module.css';
import { RowFault } from './RowFault.tsx';
import unsaved from './UnsavedValues.module.css';
import type { EditActions } from './use-cell-edits.ts';

interface Props {
  edit: CellEdit;
  actions: EditActions;
  columns: number;
  /** The column of its field is drawn. */
  isInSight: boolean;
  /** Somebody wants to see it. */
  isSought: boolean;
  onFound: () => void;
}

/** Whoever dealt with it goes on from the cell. */
export function FaultRow({ edit, actions, columns, isInSight, isSought, onFound }: Props) {
  const { objectId, typed } = edit;
  const cell = useRef<HTMLTableCellElement>(null);
  const ref = useFocusHeir<HTMLTableRowElement>((going) => editorOf(going, typed.field.name));
  // as a key does that is pressed on the cell
  const type = () => {
    const own = cell.current?.closest('tr');
    if (own) editorOf(own, typed.field.name)?.click();
  };
  useEffect(() => {
    if (!isSought) return;
    cell.current?.focus();
    onFound();
  }, [isSought, onFound]);
  return (
    <tr ref={ref}>
      <td ref={cell} tabIndex={-1} colSpan={columns} className={classes.failed} role="alert">
        <div className={unsaved.fault}>
          <RowFault
            edit={edit}
            onSave={(next) => actions.change(objectId, next)}
            onGiveUp={() => actions.discard(objectId, typed.field.name)}
            onType={isInSight ? type : undefined}
          />
        </div>
      </td>
    </tr>
  );
}

/** The cell of a field in the row that a fault stands below. */
function editorOf(fault: HTMLElement, name: string): HTMLElement | null {
  let row = fault.previousElementSibling;
  while (row !== null && !row.hasAttribute('aria-rowindex')) row = row.previousElementSibling;
  const cells = [...(row?.querySelectorAll<HTMLElement>('td[data-field]') ?? [])];
  return cells.find(({ dataset }) => dataset.field === name)?.querySelector('button') ?? fault.closest<HTMLElement>('[data-rows]');
}
