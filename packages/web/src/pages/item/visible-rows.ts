// Which rows of a very long table are drawn at a place of its scroll bar.

/** Browsers cannot scroll through boxes much taller than this. */
const TALLEST = 12_000_000;
/** So far from either end a pixel of the scroll bar is a pixel of the rows, whatever the table. */
const EXACT = 1_200_000;
/** What a wheel, a key or a finger moves at once, in heights of the view; what moves more drags the bar. */
const STEP = 1.5;

/** How large the table is. @units rows, pixels */
export interface TableSize {
  count: number;
  rowHeight: number;
  viewHeight: number;
}

/** The rows to draw, and the empty space above and below them, in pixels. */
export interface VisibleRows {
  first: number;
  /** One past the last. */
  end: number;
  before: number;
  after: number;
}

/** How far the scroll bar is, and how far the rows are: the same in tables that the browser can scroll. @units pixels */
export interface Scrolled {
  top: number;
  at: number;
}

/** How far the rows, and the bar, can go. */
function ends({ count, rowHeight, viewHeight }: TableSize): { rows: number; bar: number } {
  const rows = Math.max(0, count * rowHeight - viewHeight);
  return { rows, bar: Math.min(rows, TALLEST - viewHeight) };
}

/** Both ways between the bar and the rows: exact at the ends, stretched between them. */
function stretched(value: number, from: number, to: number): number {
  if (from === to || value <= EXACT) return Math.max(0, Math.min(value, to));
  if (value >= from - EXACT) return Math.max(0, to - Math.max(0, from - value));
  return EXACT + ((value - EXACT) * (to - 2 * EXACT)) / (from - 2 * EXACT);
}

/** How far the rows are when the bar is dragged to a place. */
export function rowsAt(top: number, size: TableSize): number {
  const { rows, bar } = ends(size);
  return stretched(top, bar, rows);
}

/** Where the bar belongs when the rows are so far. */
export function barAt(at: number, size: TableSize): number {
  const { rows, bar } = ends(size);
  return stretched(at, rows, bar);
}

/** A step of wheel, key or finger moves the rows as far as the bar, so that none is skipped; a drag of the bar leads to its share of them. */
export function scrolledTo(top: number, before: Scrolled, size: TableSize): Scrolled {
  const { rows, bar } = ends(size);
  const step = top - before.top;
  const isDrag = rows === bar || top <= 0 || top >= bar || Math.abs(step) > size.viewHeight * STEP;
  return { top, at: isDrag ? rowsAt(top, size) : Math.max(0, Math.min(before.at + step, rows)) };
}

/** Rows that are in sight, and some around them. */
export function visibleRows(size: TableSize, { top, at }: Scrolled): VisibleRows {
  const { count, rowHeight, viewHeight } = size;
  const around = 8;
  const inSight = Math.ceil(viewHeight / rowHeight);
  const height = Math.min(count * rowHeight, TALLEST);
  const first = Math.max(0, Math.min(Math.floor(Math.max(0, at) / rowHeight), count - inSight) - around);
  const end = Math.min(count, first + inSight + 2 * around + 1);
  const drawn = (end - first) * rowHeight;
  const before = Math.max(0, Math.min(Math.max(0, top) - at + first * rowHeight, height - drawn));
  return { first, end, before, after: Math.max(0, height - drawn - before) };
}
