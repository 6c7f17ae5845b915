// Which rows and columns of a layer its table shows, and in which order.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { useMemo, useState } from 'react';
import { whereClause } from '../../features/where-clause.ts';
import { useFormat } from '../../language/use-language.ts';
import { type ColumnWidths, useColumnWidths } from './column-widths.ts';
import { type RowScope, scopeClause } from './related-rows.ts';
import { useRowFilter } from './row-filter.ts';
import { rowSearch } from './row-search.ts';
import type { RowsRequest } from './use-rows.ts';
import { COLUMN_WIDTH, MANY, visibleColumns } from './visible-columns.ts';

/** What people chose above the table, and the request for its rows. */
export function useTableView(itemId: string, service: string, layer: LayerInfo, scope: RowScope | undefined) {
  const { tag } = useFormat();
  const [sort, onSort] = useState<RowsRequest['sort']>();
  const [filter, setFilter] = useRowFilter(layer, scope !== undefined);
  const [search, setSearch] = useState('');
  const [hidden, onHidden] = useState<readonly string[]>(() =>
    layer.fields.filter((field) => field.type === 'esriFieldTypeGlobalID').map((field) => field.name),
  );
  const looked = useMemo(() => layer.fields.filter((field) => !hidden.includes(field.name)), [layer, hidden]);
  const { clause, leavesOut } = useMemo(() => rowSearch(search, layer, looked, tag), [search, layer, looked, tag]);
  const where = joined(scope && scopeClause(scope), filter && (whereClause(filter, layer.fields) ?? '1=0'), clause);
  const request: RowsRequest = { itemId, service, layer, where, sort };
  return { request, sort, onSort, filter, setFilter, search, setSearch, leavesOut, hidden, onHidden };
}

/** Rows for which all of them hold, those that somebody chose within those that are shown at all; every row where there is none. */
function joined(scope: string | undefined, ...chosen: readonly (string | undefined)[]): string {
  const own = chosen.filter((clause) => clause !== undefined);
  if (scope === undefined && own.length < 2) return own[0] ?? '1=1';
  return [...(scope === undefined ? [] : [scope]), ...own.map((clause) => `(${clause})`)].join(' AND ');
}

const NO_WIDTHS: ColumnWidths = {};

/** The columns in sight of a table that is scrolled so far from the beginning of the lines, and how wide people made them. */
export function useColumns(itemId: string, layer: LayerInfo, hidden: readonly string[], scrolled: number, width: number) {
  const [widths, onWidths] = useColumnWidths(itemId, layer.id);
  const columns = useMemo(() => layer.fields.filter((field) => !hidden.includes(field.name)), [layer, hidden]);
  // rows are drawn again only when other columns come into sight
  const step = Math.floor(scrolled / COLUMN_WIDTH) * COLUMN_WIDTH;
  // tables of usual width draw the same columns whatever their widths
  const asked = widths && columns.length <= MANY ? NO_WIDTHS : widths;
  const shown = useMemo(() => visibleColumns(columns, step, width, asked), [columns, step, width, asked]);
  return { columns, shown, widths, onWidths };
}
