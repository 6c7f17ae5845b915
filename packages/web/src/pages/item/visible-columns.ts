// Which columns of a very wide table are drawn at a place of its scroll bar.
import type { WireField } from '@graticule/contract/services/layer';
import type { ColumnWidths } from './column-widths.ts';

/** Tables with more columns have columns of one width until people change it, and draw those in sight. */
export const MANY = 40;
const AROUND = 4;
/** Width of each column of a very wide table, and of columns that come to those with widths of their own. @units pixels */
export const COLUMN_WIDTH = 180;

/** The columns to draw, and the empty space before and after them, in pixels. */
export interface VisibleColumns {
  columns: readonly WireField[];
  /** Of the first of them, from 0. */
  first: number;
  before: number;
  after: number;
  isWide: boolean;
  /** People gave columns their widths: what they leave of the table stays empty. */
  isSized: boolean;
}

/** `scrolled` is how far from the beginning of the lines, whichever side that is. */
export function visibleColumns(all: readonly WireField[], scrolled: number, viewWidth: number, widths?: ColumnWidths): VisibleColumns {
  const isSized = widths !== undefined;
  if (all.length <= MANY) return { columns: all, first: 0, before: 0, after: 0, isWide: false, isSized };
  // where each column begins, and where the last one ends
  const edges = [0];
  for (const { name } of all) edges.push((edges.at(-1) ?? 0) + (widths?.[name] ?? COLUMN_WIDTH));
  const edge = (index: number) => edges[index] ?? 0;
  const total = edge(all.length);
  const view = Math.ceil(Math.max(viewWidth, COLUMN_WIDTH * 8) / COLUMN_WIDTH) * COLUMN_WIDTH;
  const start = Math.max(0, Math.min(scrolled, total - view));
  const inSight = all.findIndex((_, i) => edge(i + 1) > start);
  const behind = all.findIndex((_, i) => edge(i) >= start + view);
  const first = Math.max(0, inSight - AROUND);
  const end = Math.min(all.length, (behind < 0 ? all.length : behind) + AROUND);
  return { columns: all.slice(first, end), first, before: edge(first), after: total - edge(end), isWide: true, isSized };
}
