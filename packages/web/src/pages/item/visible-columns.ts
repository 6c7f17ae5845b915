// Which columns of a very wide table are drawn at a place of its scroll bar.
import type { WireField } from '@graticule/contract/services/layer';

/** Tables with more columns have columns of one width, and draw those in sight. */
const MANY = 40;
const AROUND = 4;
/** Width of each column of a very wide table. @units pixels */
export const COLUMN_WIDTH = 180;

/** The columns to draw, and the empty space before and after them, in pixels. */
export interface VisibleColumns {
  columns: readonly WireField[];
  /** Of the first of them, from 0. */
  first: number;
  before: number;
  after: number;
  isWide: boolean;
}

/** `scrolled` is how far from the beginning of the lines, whichever side that is. */
export function visibleColumns(all: readonly WireField[], scrolled: number, viewWidth: number): VisibleColumns {
  if (all.length <= MANY) return { columns: all, first: 0, before: 0, after: 0, isWide: false };
  const inSight = Math.ceil(Math.max(viewWidth, COLUMN_WIDTH * 8) / COLUMN_WIDTH);
  const first = Math.max(0, Math.min(Math.floor(scrolled / COLUMN_WIDTH), all.length - inSight) - AROUND);
  const end = Math.min(all.length, first + inSight + 2 * AROUND);
  return {
    columns: all.slice(first, end),
    first,
    before: first * COLUMN_WIDTH,
    after: (all.length - end) * COLUMN_WIDTH,
    isWide: true,
  };
}
