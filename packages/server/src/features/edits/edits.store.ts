// The statements of edits.
import { CompiledQuery } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { StoredField } from '../../schema/features.ts';
import { GUID_TEXT, guidText } from '../guid-text.rules.ts';
import { columnType, qualified, run } from '../hosted-table.store.ts';
import type { Box } from '../layer-facts.store.ts';
import { baseTable, type HostedLayer } from '../layers.rules.ts';
import type { RecordFilter } from '../query/layer-query.rules.ts';
import { amongShown, whereClause } from '../query/record-filter.sql.ts';
import { identifier, SqlText, type Statement } from '../sql-text.rules.ts';
import { momentSql } from '../where/moments.rules.ts';
import { type Moment, writeExpression } from '../where/write.rules.ts';
import {
  alone,
  deleteSql,
  type FeatureChange,
  insertSql,
  type Key,
  keySql,
  lostSql,
  type NewFeature,
  type OwnedBy,
  returning,
  sidesSql,
  updateSql,
  type Value,
  valueSql,
} from './edit.sql.ts';

export type { OwnedBy } from './edit.sql.ts';

/** A feature after an edit: its ids, its box, and the box it had before. */
export interface EditedRow {
  objectid: number;
  globalid: string;
  box: Box | null;
  was: Box | null;
  /** From which zoom level on a point was drawn where it is drawn no more. */
  stood: number | null;
}

type RawSide = number | null | undefined;

/** A row as the statements give it; boxes of points are their two coordinates. */
export interface RawRow {
  objectid: number;
  globalid: string;
  box1?: RawSide;
  box2?: RawSide;
  box3?: RawSide;
  box4?: RawSide;
  was1?: RawSide;
  was2?: RawSide;
  was3?: RawSide;
  was4?: RawSide;
  stood?: number | null;
}

/** Of a point there are two sides. */
function boxOf(xmin: RawSide, ymin: RawSide, xmax: RawSide = xmin, ymax: RawSide = ymin): Box | null {
  const isWhole = typeof xmin === 'number' && typeof ymin === 'number' && typeof xmax === 'number' && typeof ymax === 'number';
  return isWhole ? [xmin, ymin, xmax, ymax] : null;
}

/** Reads a row. */
export function edited(row: RawRow): EditedRow {
  return {
    objectid: Number(row.objectid),
    globalid: row.globalid,
    box: boxOf(row.box1, row.box2, row.box3, row.box4),
    was: boxOf(row.was1, row.was2, row.was3, row.was4),
    stood: row.stood ?? null,
  };
}

async function one(db: Db, statement: Statement): Promise<EditedRow | undefined> {
  const row = (await run<RawRow>(db, statement)).rows[0];
  return row === undefined ? undefined : edited(row);
}

/** Adds a feature. */
export async function insertFeature(db: Db, layer: HostedLayer, feature: NewFeature): Promise<EditedRow | undefined> {
  const { sql, text } = insertSql(alone(), layer, feature);
  return one(db, sql.statement(text));
}

/** Changes a feature; undefined when there is none, or none that may be changed. */
export async function updateFeature(
  db: Db,
  layer: HostedLayer,
  feature: FeatureChange,
  owned: OwnedBy | null,
): Promise<EditedRow | undefined> {
  const change = updateSql(alone(), layer, feature, { owned });
  if (change !== undefined) return one(db, change.sql.statement(change.text));
  const sql = new SqlText();
  return one(
    db,
    sql.statement(`select "objectid", "globalid" from ${qualified(layer.table)} where ${keySql(sql, layer, feature.key, owned)}`),
  );
}

/** Deletes a feature; undefined when there is none, or none that may be deleted. */
export async function deleteFeature(db: Db, layer: HostedLayer, key: Key, owned: OwnedBy | null): Promise<EditedRow | undefined> {
  const gone = deleteSql(alone(), layer, key, { owned });
  return gone && one(db, gone.sql.statement(gone.text));
}

/** Whether nothing is left of a polygon once it is mended, so that no edit stores it. */
export async function isLost(db: Db, layer: HostedLayer, geometry: FeatureChange['geometry']): Promise<boolean> {
  const sql = new SqlText();
  const text = geometry && lostSql(sql, layer, geometry);
  return text ? (await run<{ lost: boolean }>(db, sql.statement(text))).rows[0]?.lost === true : false;
}

/** Keeps features from others until the transaction ends, in the order of their ids. Those that are not there are left out. */
export async function holdFeatures(db: Db, layer: HostedLayer, keys: readonly Key[]): Promise<void> {
  const sql = new SqlText();
  const ids = keys.flatMap((key) => ('objectId' in key ? [key.objectId] : []));
  const globalIds = keys.flatMap((key) => ('globalId' in key ? [key.globalId] : []));
  const chosen = [
    ...(ids.length > 0 ? [`"objectid" = any(${sql.bind(ids, 'bigint[]')})`] : []),
    ...(globalIds.length > 0 ? [`"globalid" = any(${sql.bind(globalIds, 'uuid[]')})`] : []),
  ];
  const text = `select 1 from ${qualified(baseTable(layer))} where ${chosen.join(' or ')} order by "objectid" for update`;
  await run(db, sql.statement(text));
}

/** Deletes what a filter chooses. */
export async function deleteWhere(db: Db, layer: HostedLayer, filter: RecordFilter, moment: Moment): Promise<EditedRow[]> {
  const sql = new SqlText();
  const where = whereClause(layer, filter, sql, moment);
  const stood = layer.geometryType === 'esriGeometryPoint' ? { stood: '"draw_zoom"' } : {};
  const back = returning(layer.geometryType === null ? {} : { was: sidesSql(layer, '"shape"'), ...stood });
  const { rows } = await run<RawRow>(db, sql.statement(`delete from ${qualified(layer.table)}${where}${back}`));
  return rows.map(edited);
}

/** A field and the checked expression that gives its new value. */
export interface Calculation {
  field: StoredField;
  expression: NonNullable<RecordFilter['condition']>;
}

/** What becomes of the features that a filter chooses. */
export interface Change {
  filter: RecordFilter;
  values: readonly Value[];
  expressions: readonly Calculation[];
}

/** SQL that is true where the text of an expression is none that a field of ids, or of moments with offsets, can hold; null for other types. */
function misformed({ type }: StoredField, value: () => string): string | null {
  const among = (test: string): string => `(select ${test} from (select (${value()})::text as v) given where v is not null)`;
  if (type === 'esriFieldTypeGUID') return among(`${guidText('v')} !~ '${GUID_TEXT}'`);
  return type === 'esriFieldTypeTimestampOffset' ? among(`${momentSql('v')} is null`) : null;
}

/** Whether an expression gives what its field cannot hold: too long a text, one of another form, or nothing where something must be. */
export async function isUnfit(db: Db, layer: HostedLayer, change: Change, moment: Moment): Promise<boolean> {
  const sql = new SqlText();
  const where = whereClause(layer, change.filter, sql, moment);
  const tests = change.expressions.flatMap(({ field, expression }) => {
    const value = (): string => writeExpression(expression, sql, moment);
    return [
      ...(field.nullable ? [] : [`(${value()}) is null`]),
      ...(field.length === undefined ? [] : [`char_length((${value()})::text) > ${sql.bind(field.length, 'integer')}`]),
      ...[misformed(field, value)].filter((test) => test !== null),
    ];
  });
  if (tests.length === 0) return false;
  const text = `select exists (select 1 from ${qualified(layer.table)}${where}${where === '' ? ' where' : ' and'} ${amongShown(layer, `(${tests.join(' or ')})`)}) as found`;
  return (await run<{ found: boolean }>(db, sql.statement(text))).rows[0]?.found === true;
}

/** Sets fields of the features that a filter chooses; gives their number. */
export async function calculateWhere(db: Db, layer: HostedLayer, change: Change, moment: Moment): Promise<number> {
  const sql = new SqlText();
  const sets = [
    ...change.values.map((value) => `${identifier(value.field.column)} = ${valueSql(sql, value)}`),
    ...change.expressions.map(({ field, expression }) => {
      const value = writeExpression(expression, sql, moment);
      return `${identifier(field.column)} = (${value})::${columnType(field.type)}`;
    }),
  ];
  const where = whereClause(layer, change.filter, sql, moment);
  return (await run(db, sql.statement(`update ${qualified(layer.table)} set ${sets.join(', ')}${where}`))).count;
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
