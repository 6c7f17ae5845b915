// The columns of the content table, and which of them are shown.
import type { SortField } from './content-query.ts';

/** A column; the title is always shown. */
export type Column =
  | 'type'
  | 'access'
  | 'modified'
  | 'created'
  | 'size'
  | 'numviews'
  | 'avgrating'
  | 'folder'
  | 'tags'
  | 'recycled'
  | 'expires';

/** In the order in which they stand. `width` is a track of a CSS grid: all can shrink, so that the menu at the end stays in sight. */
export const COLUMNS: readonly { name: Column; width: string; sort?: SortField; isNumber?: boolean; isOfBin?: boolean }[] = [
  { name: 'type', width: 'minmax(100px, 1fr)', sort: 'type' },
  { name: 'access', width: 'minmax(0, 112px)', sort: 'access' },
  { name: 'folder', width: 'minmax(0, 0.8fr)' },
  { name: 'tags', width: 'minmax(0, 1fr)' },
  { name: 'modified', width: 'minmax(0, 120px)', sort: 'modified' },
  { name: 'created', width: 'minmax(0, 116px)', sort: 'created' },
  { name: 'size', width: 'minmax(0, 88px)', sort: 'size', isNumber: true },
  { name: 'numviews', width: 'minmax(0, 76px)', sort: 'numviews', isNumber: true },
  { name: 'avgrating', width: 'minmax(0, 84px)', sort: 'avgrating', isNumber: true },
  { name: 'recycled', width: 'minmax(0, 128px)', isOfBin: true },
  { name: 'expires', width: 'minmax(0, 120px)', isOfBin: true },
];

/** What the recycle bin shows. */
export const BIN_COLUMNS: readonly Column[] = ['type', 'folder', 'recycled', 'expires'];

export const COLUMNS_KEY = 'graticule-content-columns';
export const USUAL_COLUMNS: readonly Column[] = ['type', 'access', 'modified', 'numviews'];

/** Reads what was kept; names that no longer exist are dropped. */
export function readColumns(kept: string | null): readonly Column[] {
  if (kept === null) return USUAL_COLUMNS;
  const names = kept.split(',');
  return COLUMNS.filter(({ name, isOfBin }) => !isOfBin && names.includes(name)).map(({ name }) => name);
}

/** Tracks of the grid: checkbox, title, the columns, menu. */
export function gridTemplate(shown: readonly Column[]): string {
  const tracks = COLUMNS.filter((column) => shown.includes(column.name)).map((column) => column.width);
  return ['44px', 'minmax(140px, 2.4fr)', ...tracks, '48px'].join(' ');
}
