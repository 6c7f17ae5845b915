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
  /** A row at a place is on its way. */
  isComing: (place: number) => boolean;
  /** The columns that are drawn. */
  shown: unknown;
  goTo: (place: number) => void;
  /** The sides where columns begin and end: one of those that are not drawn is there. */
  sideOf: (field: string) => 'start' | 'end';
}

/** A row or cell gets the focus once it is there, unless somebody went elsewhere meanwhile; a value that is not saved says so itself. */
export function useGoal({ element, rows, isComing, shown, goTo, sideOf }: Table) {
  const [goal, setGoal] = useState<Goal>();
  const [sought, setSought] = useState<CellEdit>();
  const isThere = goal !== undefined && rows.has(goal.place);
  // its page failed or has fewer rows by now, or the table was scrolled away from it
  const isMissed = goal !== undefined && !isThere && !isComing(goal.place);
  // another goal may have been set since
  const drop = useCallback((missed: Goal) => setGoal((now) => (now === missed ? undefined : now)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns are drawn once the table is scrolled to their side
  useEffect(() => {
    if (isMissed) drop(goal);
    if (!isThere) return;
    const row = rowAt(element.current, goal.place);
    const found = row && stopIn(row, goal.stop);
    if (found === undefined) return;
    found?.focus();
    drop(goal);
  }, [isThere, isMissed, goal, element, shown, drop]);
  const isSeeking = goal !== undefined || sought !== undefined;
  useEffect(() => {
    if (!isSeeking) return;
    // letters that somebody types elsewhere shall not end in a cell
    const leave = ({ target }: FocusEvent) => {
      if (target === element.current) return;
      setGoal(undefined);
      setSought(undefined);
    };
    document.addEventListener('focusin', leave);
    return () => document.removeEventListener('focusin', leave);
  }, [isSeeking, element]);
  const goToCell = (place: number, stop: Stop) => {
    if (rowAt(element.current, place) === null) goTo(place);
    setGoal({ place, stop });
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
      // keys go on from there at once, instead of in the box where its number was typed
      element.current?.focus({ preventScroll: true });
      goTo(place);
      setGoal({ place, stop: undefined });
    },
    goToEdit: (place: number, edit: CellEdit) => {
      setSought(edit);
      goTo(place);
    },
  };
}
