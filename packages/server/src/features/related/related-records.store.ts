// The statement that joins the records of two layers.
import type { DatabaseHandle } from '../../platform/db/database.ts';
import { qualified } from '../hosted-table.store.ts';
import type { HostedLayer } from '../layers.rules.ts';
import type { LayerQuery } from '../query/layer-query.rules.ts';
import { rowsOf } from '../query/query.store.ts';
import { whereClause } from '../query/record-filter.sql.ts';
import { orderTerms } from '../query/statements.sql.ts';
import { SqlText } from '../sql-text.rules.ts';
import type { Moment } from '../where/write.rules.ts';

/** Two layers and the quoted columns that join them. */
export interface RelationEnds {
  layer: HostedLayer;
  from: string;
  other: HostedLayer;
  to: string;
  objectIds: readonly number[];
}

/** Pairs of object ids, by the first, then in the order of the query. Keys are compared as text: their types may differ. */
export async function relatedPairs(
  database: DatabaseHandle,
  { layer, from, other, to, objectIds }: RelationEnds,
  query: LayerQuery,
  moment: Moment,
): Promise<{ origin: number; related: number }[]> {
  const sql = new SqlText();
  const where = whereClause(other, query, sql, moment);
  const order = orderTerms(other, query)
    .map((_, index) => `related.o${index}${query.order[index]?.descending ? ' desc' : ''}`)
    .join(', ');
  const extra = orderTerms(other, query).map((term, index) => `, ${term} as o${index}`);
  const chosen = `select "objectid" as id, ${to}::text as k${extra.join('')} from ${qualified(other.table)}${where}`;
  const text =
    `select origin."objectid", related.id from ${qualified(layer.table)} origin join (${chosen}) related on related.k = origin.${from}::text ` +
    `where origin."objectid" = any(${sql.bind(objectIds, 'bigint[]')}) order by 1, ${order === '' ? '' : `${order}, `}2`;
  return (await rowsOf(database, sql.statement(text))).map(([origin, related]) => ({ origin: Number(origin), related: Number(related) }));
}
