// Pages of a layer by object id, for exports: each page begins where the last one ended, however many there are.
import type { DatabaseHandle } from '../platform/db/database.ts';
import type { StoredField } from '../schema/features.ts';
import { qualified } from './hosted-table.store.ts';
import { wireValue } from './layer-scope.ts';
import { type HostedLayer, STORED_SRID } from './layers.rules.ts';
import type { RecordFilter } from './query/layer-query.rules.ts';
import { translateQueryError } from './query/query-fault.rules.ts';
import { whereClause } from './query/record-filter.sql.ts';
import { identifier, SqlText } from './sql-text.rules.ts';
import type { Moment } from './where/write.rules.ts';

/** One page of an export. */
export interface ExportPage {
  fields: readonly StoredField[];
  filter: RecordFilter;
  moment: Moment;
  srid: number;
  /** Object id of the last row of the page before. */
  after: number;
  limit: number;
}

/** Rows in the order of their object ids. @shape object id, ...fields, then WKB where the layer has geometry */
export async function exportPage(database: DatabaseHandle, layer: HostedLayer, page: ExportPage): Promise<unknown[][]> {
  const sql = new SqlText();
  const columns = ['"objectid"', ...page.fields.map((field) => wireValue(field.type, identifier(field.column)))];
  if (layer.geometryType !== null) {
    const shape = page.srid === STORED_SRID ? '"shape"' : `ST_Transform("shape", ${sql.bind(page.srid, 'integer')})`;
    columns.push(`ST_AsBinary(${shape}, 'NDR')`);
  }
  const where = whereClause(layer, page.filter, sql, page.moment);
  const next = `"objectid" > ${sql.bind(page.after, 'bigint')}`;
  const { text, values } = sql.statement(
    `select ${columns.map((column, i) => `${column} as c${i}`).join(', ')} from ${qualified(layer.table)}${where === '' ? ` where ${next}` : `${where} and ${next}`} ` +
      `order by "objectid" limit ${sql.bind(page.limit, 'bigint')}`,
  );
  try {
    return (await database.pool.query<unknown[]>({ text, values: values as unknown[], rowMode: 'array' as const })).rows;
  } catch (error) {
    return translateQueryError(error);
  }
}

/** The text of a reference system as the database has it. */
export async function referenceText(database: DatabaseHandle, srid: number): Promise<string | null> {
  const found = await database.pool.query<{ srtext: string }>('select srtext from spatial_ref_sys where srid = $1::integer', [srid]);
  return found.rows[0]?.srtext ?? null;
}
