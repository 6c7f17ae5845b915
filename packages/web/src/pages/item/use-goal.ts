// What somebody wants to see of a table that is scrolled there.
import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { CellEdit } from './cell-edits.ts';
import { rowAt, type Stop, stopIn } from './cell-keys.ts';

/** A row, and what in it. */
export interface Goal {
  place: number;
  stop: Stop;
}

interface Table {
  element: RefObject<HTMLElement | null>;
  rows: ReadonlyMap<number, unknown>;
  /** The columns that are drawn. */
  shown: unknown;
  goTo: (place: number) => void;
  /** The sides where columns begin and end: one of those that are not drawn is there. */
  sideOf: (field: string) => 'start' | 'end';
}

/** A row or cell gets the focus once it is there; a value that is not saved says so itself. */
export function useGoal({ element, rows, shown, goTo, sideOf }: Table) {
  const [goal, setGoal] = useState<Goal>();
  const [sought, setSought] = useState<CellEdit>();
  const isThere = goal !== undefined && rows.has(goal.place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns are drawn once the table is scrolled to their side
  useEffect(() => {
    if (!isThere) return;
    const row = rowAt(element.current, goal.place);
    const found = row && stopIn(row, goal.stop);
    if (found === undefined) return;
    found?.focus();
    setGoal(undefined);
  }, [isThere, goal, element, shown]);
  const goToCell = (place: number, stop: Stop) => {
    setGoal({ place, stop });
    if (rowAt(element.current, place) === null) goTo(place);
    if (typeof stop !== 'string' || !element.current) return;
    const row = rowAt(element.current, place);
    if (row && stopIn(row, stop)) return;
    const { scrollWidth, clientWidth } = element.current;
    const far = sideOf(stop) === 'end' ? scrollWidth - clientWidth : 0;
    element.current.scrollLeft = getComputedStyle(element.current).direction === 'rtl' ? -far : far;
  };
  return {
    goal,
    sought,
    found: useCallback(() => setSought(undefined), []),
    goToCell,
    goToRow: (place: number) => {
      setGoal({ place, stop: undefined });
      goTo(place);
    },
    goToEdit: (place: number, edit: CellEdit) => {
      setSought(edit);
      goTo(place);
    },
  };
}
