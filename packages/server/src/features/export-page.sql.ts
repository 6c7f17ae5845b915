// The statement of one page of an export: it begins behind the last object id of the page before.
import type { StoredField } from '../schema/features.ts';
import { qualified } from './hosted-table.store.ts';
import { binaryValue, wireValue } from './layer-scope.ts';
import { type HostedLayer, STORED_SRID } from './layers.rules.ts';
import type { RecordFilter } from './query/layer-query.rules.ts';
import { whereClause } from './query/record-filter.sql.ts';
import { identifier, SqlText, type Statement } from './sql-text.rules.ts';
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

/** Rows in the order of their object ids. @shape object id, ...fields, then WKB where the layer has geometry; `isBinary` for the encoders of rows */
export function exportStatement(layer: HostedLayer, page: ExportPage, isBinary = false): Statement {
  const sql = new SqlText();
  const value = isBinary ? binaryValue : wireValue;
  const columns = ['"objectid"', ...page.fields.map((field) => value(field.type, identifier(field.column)))];
  if (layer.geometryType !== null) {
    const shape = page.srid === STORED_SRID ? '"shape"' : `ST_Transform("shape", ${sql.bind(page.srid, 'integer')})`;
    columns.push(`ST_AsBinary(${shape}, 'NDR')`);
  }
  const where = whereClause(layer, page.filter, sql, page.moment);
  const next = `"objectid" > ${sql.bind(page.after, 'bigint')}`;
  return sql.statement(
    `select ${columns.map((column, i) => `${column} as c${i}`).join(', ')} from ${qualified(layer.table)}${where === '' ? ` where ${next}` : `${where} and ${next}`} ` +
      `order by "objectid" limit ${sql.bind(page.limit, 'bigint')}`,
  );
}
