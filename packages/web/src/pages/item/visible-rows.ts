// Which rows of a very long table are drawn at a place of its scroll bar.

/** Browsers cannot scroll through boxes much taller than this. */
const TALLEST = 12_000_000;

/** The rows to draw, and the empty space above and below them, in pixels. */
export interface VisibleRows {
  first: number;
  /** One past the last. */
  end: number;
  before: number;
  after: number;
}

/**
 * Rows that are in sight, and some around them. Tables too tall for the browser scroll faster than their rows, so that the last one can be reached.
 */
export function visibleRows(count: number, rowHeight: number, scrollTop: number, viewHeight: number): VisibleRows {
  const around = 8;
  const inSight = Math.ceil(viewHeight / rowHeight);
  const height = Math.min(count * rowHeight, TALLEST);
  const share = height > viewHeight ? Math.min(1, Math.max(0, scrollTop / (height - viewHeight))) : 0;
  const isTall = count * rowHeight > TALLEST;
  const top = isTall ? Math.round(share * (count - inSight)) : Math.floor(Math.max(0, scrollTop) / rowHeight);
  const first = Math.max(0, Math.min(top, count - inSight) - around);
  const end = Math.min(count, first + inSight + 2 * around + 1);
  const drawn = (end - first) * rowHeight;
  const wanted = isTall ? scrollTop - (Math.min(top, count - inSight) - first) * rowHeight : first * rowHeight;
  const before = Math.max(0, Math.min(wanted, height - drawn));
  return { first, end, before, after: Math.max(0, height - drawn - before) };
}

/** Where the scroll bar stands when the row at a place, from 0, is the first in sight. @units pixels */
export function scrollOf(place: number, count: number, rowHeight: number, viewHeight: number): number {
  if (count * rowHeight <= TALLEST) return place * rowHeight;
  const inSight = Math.ceil(viewHeight / rowHeight);
  return Math.min(1, place / Math.max(1, count - inSight)) * (TALLEST - viewHeight);
}
