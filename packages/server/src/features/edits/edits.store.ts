// The statements of edits.
import { CompiledQuery } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { StoredField } from '../../schema/features.ts';
import { columnType, qualified, run } from '../hosted-table.store.ts';
import { type HostedLayer, STORED_SRID } from '../layers.rules.ts';
import type { RecordFilter } from '../query/layer-query.rules.ts';
import { whereClause } from '../query/record-filter.sql.ts';
import { identifier, SqlText } from '../sql-text.rules.ts';
import type { Moment } from '../where/write.rules.ts';

/** A feature after an edit. */
export interface EditedRow {
  objectid: number;
  globalid: string;
}

interface Value {
  field: StoredField;
  value: string | number | null;
}

type Geometry = { wkb: Uint8Array; srid: number } | null;

function valueSql(sql: SqlText, { field, value }: Value): string {
  if (field.type !== 'esriFieldTypeDate') return sql.bind(value, columnType(field.type));
  return `timestamp 'epoch' + ${sql.bind(value, 'double precision')} * interval '1 millisecond'`;
}

function geometrySql(sql: SqlText, layer: HostedLayer, geometry: Geometry): string {
  if (geometry === null) return 'null';
  const given = `ST_SetSRID(${sql.bind(geometry.wkb, 'bytea')}::geometry, ${sql.bind(geometry.srid, 'integer')})`;
  const placed = geometry.srid === STORED_SRID ? given : `ST_Transform(${given}, ${STORED_SRID})`;
  const flat = `${layer.hasZ ? 'ST_Force3DZ' : 'ST_Force2D'}(${placed})`;
  return layer.geometryType === 'esriGeometryPolygon' ? `ST_CollectionExtract(ST_MakeValid(${flat}), 3)` : flat;
}

/** Adds a feature. */
export async function insertFeature(
  db: Db,
  layer: HostedLayer,
  feature: { values: readonly Value[]; geometry: Geometry; globalId: string | null },
): Promise<EditedRow | undefined> {
  const sql = new SqlText();
  const columns = feature.values.map(({ field }) => identifier(field.column));
  const values = feature.values.map((value) => valueSql(sql, value));
  if (layer.geometryType !== null) {
    columns.push('"shape"');
    values.push(geometrySql(sql, layer, feature.geometry));
  }
  if (feature.globalId !== null) {
    columns.push('"globalid"');
    values.push(sql.bind(feature.globalId, 'uuid'));
  }
  const row = columns.length === 0 ? 'default values' : `(${columns.join(', ')}) values (${values.join(', ')})`;
  const { rows } = await run<EditedRow>(
    db,
    sql.statement(`insert into ${qualified(layer.table)} ${row} on conflict ("globalid") do nothing returning "objectid", "globalid"`),
  );
  return rows[0];
}

type Key = { objectId: number } | { globalId: string };

function keySql(sql: SqlText, key: Key): string {
  return 'objectId' in key ? `"objectid" = ${sql.bind(key.objectId, 'bigint')}` : `"globalid" = ${sql.bind(key.globalId, 'uuid')}`;
}

/** Changes a feature; undefined when there is none. */
export async function updateFeature(
  db: Db,
  layer: HostedLayer,
  feature: { key: Key; values: readonly Value[]; geometry: Geometry | undefined },
): Promise<EditedRow | undefined> {
  const sql = new SqlText();
  const sets = feature.values.map((value) => `${identifier(value.field.column)} = ${valueSql(sql, value)}`);
  if (layer.geometryType !== null && feature.geometry !== undefined) {
    sets.push(`"shape" = ${geometrySql(sql, layer, feature.geometry)}`);
    // A point that moved is drawn at every zoom level: what it may hide behind is not known any more.
    if (layer.geometryType === 'esriGeometryPoint') sets.push('"draw_zoom" = 0');
  }

  const text =
    sets.length === 0
      ? `select "objectid", "globalid" from ${qualified(layer.table)} where ${keySql(sql, feature.key)}`
      : `update ${qualified(layer.table)} set ${sets.join(', ')} where ${keySql(sql, feature.key)} returning "objectid", "globalid"`;
  return (await run<EditedRow>(db, sql.statement(text))).rows[0];
}

/** Deletes a feature; undefined when there is none. */
export async function deleteFeature(db: Db, layer: HostedLayer, key: Key): Promise<EditedRow | undefined> {
  const sql = new SqlText();
  const text = `delete from ${qualified(layer.table)} where ${keySql(sql, key)} returning "objectid", "globalid"`;
  return (await run<EditedRow>(db, sql.statement(text))).rows[0];
}

/** Deletes what a filter chooses. */
export async function deleteWhere(db: Db, layer: HostedLayer, filter: RecordFilter, moment: Moment): Promise<EditedRow[]> {
  const sql = new SqlText();
  const where = whereClause(layer, filter, sql, moment);
  return (await run<EditedRow>(db, sql.statement(`delete from ${qualified(layer.table)}${where} returning "objectid", "globalid"`))).rows;
}

/** Runs one edit so that its failure leaves the transaction usable. */
export async function inSavepoint<T>(db: Db, act: () => Promise<T>): Promise<T> {
  const say = (text: string): Promise<unknown> => db.executeQuery(CompiledQuery.raw(text));
  await say('savepoint edit');
  try {
    const result = await act();
    await say('release savepoint edit');
    return result;
  } catch (error) {
    await say('rollback to savepoint edit');
    throw error;
  }
}
