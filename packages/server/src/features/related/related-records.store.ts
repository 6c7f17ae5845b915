// The statements that join the records of two layers.
import type { DatabaseHandle } from '../../platform/db/database.ts';
import { qualified } from '../hosted-table.store.ts';
import type { HostedLayer } from '../layers.rules.ts';
import type { LayerQuery } from '../query/layer-query.rules.ts';
import { pageClause } from '../query/page.sql.ts';
import { rowsOf } from '../query/query.store.ts';
import { whereClause } from '../query/record-filter.sql.ts';
import { orderTerms } from '../query/sort-order.sql.ts';
import { SqlText } from '../sql-text.rules.ts';
import type { Moment } from '../where/write.rules.ts';
import type { Pair } from './related-page.rules.ts';

/** Two layers and what joins them: SQL of a text of each. */
export interface RelationEnds {
  layer: HostedLayer;
  from: string;
  other: HostedLayer;
  to: string;
  objectIds: readonly number[];
}

/** The page of pairs of object ids, and one more: by the first, then in the order of the query. */
export async function relatedPairs(database: DatabaseHandle, ends: RelationEnds, query: LayerQuery, moment: Moment): Promise<Pair[]> {
  const sql = new SqlText();
  const order = query.order.map((term, index) => `related.o${index}${term.descending ? ' desc' : ''}, `).join('');
  const text = `select origin."objectid", related.id from ${joined(ends, query, sql, moment)} order by 1, ${order}2${pageClause(query, sql)}`;
  return (await rowsOf(database, sql.statement(text))).map(([origin, related]) => ({ origin: Number(origin), related: Number(related) }));
}

/** The number of related records of each record that has some. */
export async function relatedCounts(
  database: DatabaseHandle,
  ends: RelationEnds,
  query: LayerQuery,
  moment: Moment,
): Promise<{ objectId: number; count: number }[]> {
  const sql = new SqlText();
  const text = `select origin."objectid", count(*) from ${joined(ends, { ...query, order: [] }, sql, moment)} group by 1 order by 1`;
  return (await rowsOf(database, sql.statement(text))).map(([objectId, count]) => ({ objectId: Number(objectId), count: Number(count) }));
}

/** The two tables, joined. */
function joined({ layer, from, other, to, objectIds }: RelationEnds, query: LayerQuery, sql: SqlText, moment: Moment): string {
  const where = whereClause(other, query, sql, moment);
  const extra = orderTerms(other, query, sql, moment).map((term, index) => `, ${term} as o${index}`);
  const chosen = `select "objectid" as id, ${to} as k${extra.join('')} from ${qualified(other.table)}${where}`;
  return (
    `(select "objectid", ${from} as k from ${qualified(layer.table)}${whereClause(layer, { condition: null, objectIds: [...objectIds], spatial: null }, sql, moment)}) origin ` +
    `join (${chosen}) related on related.k = origin.k`
  );
}
