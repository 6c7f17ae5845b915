// Going through the cells of a table with keys, and which of its rows the tab key reaches.
import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { keyMove, rowAt, type Stop, stopAt, stopIn, stopsOf } from './cell-keys.ts';
import type { Goal } from './use-goal.ts';
import type { TableSize } from './visible-rows.ts';

interface Table {
  size: TableSize;
  /** The names of all columns, also of those that are not drawn. */
  columns: readonly { name: string }[];
  /** Of the rows that are drawn. */
  visible: { first: number; end: number };
  /** The first row that is wholly in sight. */
  top: number;
  /** What is looked for and not there yet: keys go on from it. */
  goal: Goal | undefined;
  goToCell: (place: number, stop: Stop) => void;
}

/** One row at a time has stops of the tab key, so that the key leaves a table of a million rows; arrows and the other keys of spreadsheets lead to all others. */
export function useCellKeys({ size, columns, visible, top, goal, goToCell }: Table) {
  const { count } = size;
  // less the heads
  const perPage = Math.floor(size.viewHeight / size.rowHeight) - 1;
  const [last, setLast] = useState<number>();
  const isDrawn = last !== undefined && last >= visible.first && last < visible.end;
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const { currentTarget: table, target, key, altKey, shiftKey } = event;
    // menus and dialogs of a row lie elsewhere in the page
    if (!(target instanceof HTMLElement) || !table.contains(target) || altKey || shiftKey) return;
    if (target.matches('input:not([type=checkbox]), select, textarea')) return;
    const row = target.closest<HTMLElement>('tbody tr[aria-rowindex]');
    if (count === 0 || (row === null && target !== table)) return;
    // a row may have no stop of the tab key, as where nothing in it is changed: whoever is on the table comes in at what is in sight
    const isEntering = row === null && goal === undefined;
    const from =
      row === null
        ? (goal ?? { place: top, stop: 0 })
        : { place: Number(row.ariaRowIndex ?? row.getAttribute('aria-rowindex')) - 2, stop: stopAt(row, target) };
    if (key === 'F2' && target.closest('td[data-field]')) target.click();
    const isMirrored = getComputedStyle(table).direction === 'rtl';
    const move = keyMove({ key, isControlled: event.ctrlKey || event.metaKey, isMirrored, perPage });
    if (move === undefined || (isEntering && move.kind === 'along')) return;
    // the table would be scrolled
    event.preventDefault();
    if (move.kind === 'along') {
      if (row === null) return;
      const stops = stopsOf(row);
      stops[stops.indexOf(target) + move.step]?.focus();
      return;
    }
    const rows = move.kind !== 'rows' || (isEntering && Math.abs(move.rows) === 1) ? 0 : move.rows;
    const place = move.kind === 'end' && move.isOfTable ? (move.isLast ? count - 1 : 0) : from.place + rows;
    const stop = move.kind === 'rows' ? from.stop : columns.at(move.isLast ? -1 : 0)?.name;
    const next = Math.max(0, Math.min(place, count - 1));
    const there = Math.abs(next - from.place) <= 1 ? rowAt(table, next) : null;
    const cell = there?.getAttribute('aria-busy') ? undefined : there && stopIn(there, stop);
    if (cell) return cell.focus();
    // the cell that has the focus may go before the other one is there: keys that are pressed meanwhile are heard, and go on from the goal
    table.focus({ preventScroll: true });
    goToCell(next, stop);
  };
  return {
    /** The row that has the stops. */
    tabbed: isDrawn ? last : top,
    onKeyDown: press,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const index = target.closest('tbody tr[aria-rowindex]')?.getAttribute('aria-rowindex');
      if (index) setLast(Number(index) - 2);
    },
  };
}
