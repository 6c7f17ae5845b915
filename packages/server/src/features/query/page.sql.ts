// The statement of one page of features: by its offset, or behind the last feature of the page before.
import { qualified } from '../hosted-table.store.ts';
import type { HostedLayer } from '../layers.rules.ts';
import type { SqlText } from '../sql-text.rules.ts';
import type { Moment } from '../where/write.rules.ts';
import type { LayerQuery } from './layer-query.rules.ts';
import { whereClause } from './record-filter.sql.ts';
import { behindConditions, orderText, type SortOrder, sortOrder } from './sort-order.sql.ts';

/** Limit and offset; one more record than the page tells whether another page follows. */
export function pageClause(query: LayerQuery, sql: SqlText): string {
  const limit = query.limit === null ? '' : ` limit ${sql.bind(query.limit + 1, 'bigint')}`;
  return query.offset === 0 || query.behind !== undefined ? limit : `${limit} offset ${sql.bind(query.offset, 'bigint')}`;
}

/** Which features a page is taken from, one clause for each stretch of the order that it may lie in; the first begins where the page does. */
export function pageWheres(layer: HostedLayer, query: LayerQuery, order: SortOrder, { sql, moment }: Writing): [string, string?] {
  const where = whereClause(layer, query, sql, moment);
  if (query.behind === undefined) return [where];
  const [near, far] = behindConditions(order, query.behind, sql).map((one) => `${where === '' ? ' where' : `${where} and`} ${one}`);
  return [near as string, far];
}

interface Writing {
  sql: SqlText;
  moment: Moment;
}

/**
 * The rows of a page: the columns, then the keys of its order where they are wanted, as text. While rows are put in order they are kept with all that they
 * have, and `ids` with nothing but what they are put in order by: there may be millions of those.
 */
export function pageText(layer: HostedLayer, query: LayerQuery, columns: string, writing: Writing, keeps: 'rows' | 'ids' = 'rows'): string {
  const { sql, moment } = writing;
  const order = sortOrder(layer, query, sql, moment);
  const [near, far] = pageWheres(layer, query, order, writing);
  const page = pageClause(query, sql);
  const rows = (select: string, where: string): string =>
    `select ${select} from ${qualified(layer.table)}${where} order by ${orderText(order)}${page}`;
  // Under names of their own, which no column has: by the name of a column it would be the text that rows are put in order by.
  const told = ({ keys }: SortOrder): string =>
    [columns, ...keys.slice(0, query.toldKeys ?? 0).map((key, at) => `${key.sql}::text as t${at}`)].join(', ');
  if (far === undefined) return rows(told(order), near);
  const named = { ...order, keys: order.keys.map((key, at) => ({ ...key, sql: `k${at}` })) };
  const [kept, found] =
    keeps === 'rows' ? ['*', order] : [['"objectid"', ...order.keys.map((key, at) => `${key.sql} as k${at}`)].join(', '), named];
  const isOpen = `(select count(*) from near) < ${sql.bind((query.limit ?? 0) + 1, 'bigint')}`;
  const stretches = `near as materialized (${rows(kept, near)}), far as (${rows(kept, `${far} and ${isOpen}`)})`;
  const both = 'select * from near union all select * from far';
  return `with ${stretches} select ${told(found)} from (${both}) as found order by ${orderText(found)}${page}`;
}
