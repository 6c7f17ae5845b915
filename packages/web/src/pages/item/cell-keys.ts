// Which key leads where from a cell of the table.

/** Up and down, within the row, or to its ends or those of the table. */
export type KeyMove =
  | { kind: 'rows'; rows: number }
  | { kind: 'along'; step: 1 | -1 }
  | { kind: 'end'; isLast: boolean; isOfTable: boolean };

interface Pressed {
  key: string;
  /** The key that makes more of others is held. */
  isControlled: boolean;
  /** Lines run from right to left. */
  isMirrored: boolean;
  /** How many rows are in sight. */
  perPage: number;
}

/** As in spreadsheets; undefined for keys that lead nowhere. */
export function keyMove({ key, isControlled, isMirrored, perPage }: Pressed): KeyMove | undefined {
  if (key === 'Home' || key === 'End') return { kind: 'end', isLast: key === 'End', isOfTable: isControlled };
  if (isControlled) return undefined;
  if (key === 'ArrowDown' || key === 'ArrowUp') return { kind: 'rows', rows: key === 'ArrowDown' ? 1 : -1 };
  if (key === 'PageDown' || key === 'PageUp') return { kind: 'rows', rows: Math.max(1, perPage - 1) * (key === 'PageDown' ? 1 : -1) };
  if (key === 'ArrowRight' || key === 'ArrowLeft') return { kind: 'along', step: (key === 'ArrowRight') === isMirrored ? -1 : 1 };
  return undefined;
}

/** A place within a row: the field of a cell, the number of a tool before the cells, or the row itself. */
export type Stop = string | number | undefined;

/** What keys reach in a row, in its order: the tools, and the cells, each with its button where it is edited. */
export function stopsOf(row: Element): HTMLElement[] {
  const all = [...row.querySelectorAll<HTMLElement>(':scope > td[data-tools] :is(button, input):enabled, :scope > td[data-field]')];
  return all.map((each) => (each.matches('td') ? (each.querySelector('button') ?? each) : each));
}

/** Which of them something is. */
export function stopAt(row: Element, element: Element): Stop {
  const field = element.closest<HTMLElement>('td[data-field]')?.dataset.field;
  if (field !== undefined) return field;
  const at = stopsOf(row).findIndex((stop) => stop.contains(element));
  return at < 0 ? undefined : at;
}

/** The same of another row; undefined where its column is not drawn. */
export function stopIn(row: HTMLElement, stop: Stop): HTMLElement | undefined {
  if (stop === undefined) return row;
  const stops = stopsOf(row);
  if (typeof stop === 'number') return stops[stop] ?? stops[0] ?? row;
  return stops.find((each) => each.closest<HTMLElement>('td')?.dataset.field === stop);
}

/** The row at a place, from 0. */
export function rowAt(table: HTMLElement | null, place: number): HTMLElement | null {
  return table?.querySelector<HTMLElement>(`tbody tr[aria-rowindex="${place + 2}"]`) ?? null;
}
