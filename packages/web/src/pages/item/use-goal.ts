// What somebody wants to see of a table that is scrolled there.
import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { CellEdit } from './cell-edits.ts';

/** A row gets the focus once it is there; a value that is not saved says so itself. */
export function useGoal(table: RefObject<HTMLElement | null>, rows: ReadonlyMap<number, unknown>, goTo: (place: number) => void) {
  const [goal, setGoal] = useState<number>();
  const [sought, setSought] = useState<CellEdit>();
  const isThere = goal !== undefined && rows.has(goal);
  useEffect(() => {
    if (!isThere) return;
    table.current?.querySelector<HTMLElement>(`tr[aria-rowindex="${goal + 2}"]`)?.focus();
    setGoal(undefined);
  }, [isThere, goal, table]);
  return {
    sought,
    found: useCallback(() => setSought(undefined), []),
    goToRow: (place: number) => {
      setGoal(place);
      goTo(place);
    },
    goToEdit: (place: number, edit: CellEdit) => {
      setSought(edit);
      goTo(place);
    },
  };
}
