// The statements of edits.
import { CompiledQuery } from 'kysely';
import type { DatabaseHandle, Db } from '../../platform/db/database.ts';
import { runOnce } from '../../platform/db/prepared.ts';
import type { StoredField } from '../../schema/features.ts';
import { columnType, qualified, run } from '../hosted-table.store.ts';
import { noteEdits } from '../layer-edits.sql.ts';
import { type Box, EDGE } from '../layer-facts.store.ts';
import { baseTable, type HostedLayer, STORED_SRID } from '../layers.rules.ts';
import type { RecordFilter } from '../query/layer-query.rules.ts';
import { amongShown, whereClause } from '../query/record-filter.sql.ts';
import { identifier, SqlText, type Statement } from '../sql-text.rules.ts';
import { type Moment, writeExpression } from '../where/write.rules.ts';

/** A feature after an edit: its ids, its box, and the box it had before. */
export interface EditedRow {
  objectid: number;
  globalid: string;
  box: Box | null;
  was: Box | null;
}

interface RawRow {
  objectid: number;
  globalid: string;
  box?: (number | null)[];
  was?: (number | null)[];
}

/** What is asked back of an edited row. `box` and `was` are SQL of geometries. */
function returning(from: { box?: string; was?: string }, table = ''): string {
  const sides = (shape: string): string => `array[ST_XMin(${shape}), ST_YMin(${shape}), ST_XMax(${shape}), ST_YMax(${shape})]`;
  const boxes = [...(from.box ? [`${sides(from.box)} as box`] : []), ...(from.was ? [`${sides(from.was)} as was`] : [])];
  return ` returning ${[`${table}"objectid"`, `${table}"globalid"`, ...boxes].join(', ')}`;
}

function edited(row: RawRow): EditedRow {
  const box = (sides: (number | null)[] | undefined): Box | null =>
    sides?.every((side) => typeof side === 'number') ? (sides as Box) : null;
  return { objectid: Number(row.objectid), globalid: row.globalid, box: box(row.box), was: box(row.was) };
}

async function one(db: Db, statement: Statement): Promise<EditedRow | undefined> {
  const row = (await run<RawRow>(db, statement)).rows[0];
  return row === undefined ? undefined : edited(row);
}

/** One checked edit. */
type OneEdit = ({ kind: 'add' } & NewFeature) | ({ kind: 'update' } & FeatureChange) | { kind: 'delete'; key: Key };

/** SQL of one edit, before it runs, and which boxes it gives back. */
interface EditSql {
  sql: SqlText;
  text: string;
  gives: { box?: true; was?: true };
}

/**
 * Applies an edit that is the whole call in one statement, which also notes it: one way to the database and back, and no wait for others who
 * edit the layer. Undefined when it met no row, or one at the edge of the extent: the ordinary way says why, or looks for the new edge.
 */
export async function editAtOnce(
  database: DatabaseHandle,
  layer: HostedLayer,
  edit: OneEdit,
  owned: OwnedBy | null,
): Promise<EditedRow | undefined> {
  const inner =
    edit.kind === 'add'
      ? insertSql(layer, edit)
      : edit.kind === 'update'
        ? updateSql(layer, edit, owned, true)
        : deleteSql(layer, edit.key, owned, true);
  if (inner === undefined) return undefined;
  const features = edit.kind === 'add' ? '1' : edit.kind === 'delete' ? '-1' : '0';
  const box = inner.gives.box ? { box: ['edit.box[1]', 'edit.box[2]', 'edit.box[3]', 'edit.box[4]'] as const } : {};
  // Before the note, as in transactions, whose first edit takes it by a trigger: otherwise one could hold the note and wait for the other.
  const turn = `select count(*) from (select 1 from feature_tracking where table_name = ${inner.sql.bind(baseTable(layer), 'text')} for update) kept`;
  const note = noteEdits(inner.sql, baseTable(layer), { features, ...box }, ' from edit, turn');
  const text = `with edit as (${inner.text}), turn as (${turn}), noted as (${note}) select "objectid", "globalid"${inner.gives.was ? ', was' : ''} from edit`;
  const [row] = await runOnce<RawRow>(database, inner.sql.statement(text));
  return row === undefined ? undefined : edited(row);
}

/** A value for a field; dates as milliseconds. */
export interface Value {
  field: StoredField;
  value: string | number | null;
}

type Geometry = { wkb: Uint8Array; srid: number } | null;

/** SQL of a bound value in the form of its column. */
export function valueSql(sql: SqlText, { field, value }: Value): string {
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

interface NewFeature {
  values: readonly Value[];
  geometry: Geometry;
  globalId: string | null;
}

/** Adds a feature. */
export async function insertFeature(db: Db, layer: HostedLayer, feature: NewFeature): Promise<EditedRow | undefined> {
  const { sql, text } = insertSql(layer, feature);
  return one(db, sql.statement(text));
}

function insertSql(layer: HostedLayer, feature: NewFeature): EditSql {
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
  const back = returning(layer.geometryType === null ? {} : { box: '"shape"' });
  const text = `insert into ${qualified(layer.table)} ${row} on conflict ("globalid") do nothing${back}`;
  return { sql, text, gives: layer.geometryType === null ? {} : { box: true } };
}

type Key = { objectId: number } | { globalId: string };

/** Whose features an edit may touch: those with this name in the field. */
export interface OwnedBy {
  field: StoredField;
  username: string;
}

function keySql(sql: SqlText, layer: HostedLayer, key: Key, owned: OwnedBy | null): string {
  const own = [owned, layer.onlyOf]
    .map((one) => (one ? ` and ${identifier(one.field.column)} = ${sql.bind(one.username, 'text')}` : ''))
    .join('');
  const chosen = 'objectId' in key ? `"objectid" = ${sql.bind(key.objectId, 'bigint')}` : `"globalid" = ${sql.bind(key.globalId, 'uuid')}`;
  return `${chosen}${own}`;
}

/** Changes a feature; undefined when there is none, or none that may be changed. */
export async function updateFeature(
  db: Db,
  layer: HostedLayer,
  feature: FeatureChange,
  owned: OwnedBy | null,
): Promise<EditedRow | undefined> {
  const change = updateSql(layer, feature, owned);
  if (change !== undefined) return one(db, change.sql.statement(change.text));
  const sql = new SqlText();
  return one(
    db,
    sql.statement(`select "objectid", "globalid" from ${qualified(layer.table)} where ${keySql(sql, layer, feature.key, owned)}`),
  );
}

interface FeatureChange {
  key: Key;
  values: readonly Value[];
  geometry: Geometry | undefined;
}

/** Undefined when there is nothing to change. `inside` leaves out what is at the edge of the extent. */
function updateSql(layer: HostedLayer, feature: FeatureChange, owned: OwnedBy | null, inside = false): EditSql | undefined {
  const sql = new SqlText();
  const sets = feature.values.map((value) => `${identifier(value.field.column)} = ${valueSql(sql, value)}`);
  const table = qualified(layer.table);
  const moves = layer.geometryType !== null && feature.geometry !== undefined;
  if (moves) {
    sets.push(`"shape" = ${geometrySql(sql, layer, feature.geometry ?? null)}`);
    // A point that moved is drawn at every zoom level: what it may hide behind is not known any more.
    if (layer.geometryType === 'esriGeometryPoint') sets.push('"draw_zoom" = 0');
  }
  const key = keySql(sql, layer, feature.key, owned);
  if (sets.length === 0) return undefined;
  if (!moves) return { sql, text: `update ${table} set ${sets.join(', ')} where ${key}${returning({})}`, gives: {} };
  const within = inside ? insideSql(sql, layer, 'old.shape') : '';
  if (within === undefined) return undefined;
  const before = `(select "objectid" as id, "shape" as shape from ${table} where ${key} for update) as old`;
  const back = returning({ box: 'now."shape"', was: 'old.shape' }, 'now.');
  const text = `update ${table} as now set ${sets.join(', ')} from ${before} where now."objectid" = old.id${within}${back}`;
  return { sql, text, gives: { box: true, was: true } };
}

/** The condition that a geometry lies inside the extent, away from its sides; undefined where the extent is not known. */
function insideSql(sql: SqlText, layer: HostedLayer, shape: string): string | undefined {
  if (layer.extent === null || layer.view !== undefined) return undefined;
  const [xmin, ymin, xmax, ymax] = layer.extent;
  const side = (measure: string, than: string, value: number): string => `${measure}(${shape}) ${than} ${sql.bind(value, 'float8')}`;
  const sides = [
    side('ST_XMin', '>', xmin + EDGE),
    side('ST_YMin', '>', ymin + EDGE),
    side('ST_XMax', '<', xmax - EDGE),
    side('ST_YMax', '<', ymax - EDGE),
  ];
  return ` and (${shape} is null or (${sides.join(' and ')}))`;
}

/** Deletes a feature; undefined when there is none, or none that may be deleted. */
export async function deleteFeature(db: Db, layer: HostedLayer, key: Key, owned: OwnedBy | null): Promise<EditedRow | undefined> {
  const gone = deleteSql(layer, key, owned);
  return gone && one(db, gone.sql.statement(gone.text));
}

function deleteSql(layer: HostedLayer, key: Key, owned: OwnedBy | null, inside = false): EditSql | undefined {
  const sql = new SqlText();
  const back = returning(layer.geometryType === null ? {} : { was: '"shape"' });
  const chosen = keySql(sql, layer, key, owned);
  const within = inside && layer.geometryType !== null ? insideSql(sql, layer, '"shape"') : '';
  if (within === undefined) return undefined;
  return {
    sql,
    text: `delete from ${qualified(layer.table)} where ${chosen}${within}${back}`,
    gives: layer.geometryType === null ? {} : { was: true },
  };
}

/** Deletes what a filter chooses. */
export async function deleteWhere(db: Db, layer: HostedLayer, filter: RecordFilter, moment: Moment): Promise<EditedRow[]> {
  const sql = new SqlText();
  const where = whereClause(layer, filter, sql, moment);
  const back = returning(layer.geometryType === null ? {} : { was: '"shape"' });
  const { rows } = await run<RawRow>(db, sql.statement(`delete from ${qualified(layer.table)}${where}${back}`));
  return rows.map(edited);
}

/** A field and the checked expression that gives its new value. */
export interface Calculation {
  field: StoredField;
  expression: NonNullable<RecordFilter['condition']>;
}

interface Change {
  filter: RecordFilter;
  values: readonly Value[];
  expressions: readonly Calculation[];
}

/** Whether an expression gives what its field cannot hold: too long a text, or nothing where something must be. */
export async function isUnfit(db: Db, layer: HostedLayer, change: Change, moment: Moment): Promise<boolean> {
  const sql = new SqlText();
  const where = whereClause(layer, change.filter, sql, moment);
  const tests = change.expressions.flatMap(({ field, expression }) => {
    const value = (): string => writeExpression(expression, sql, moment);
    return [
      ...(field.nullable ? [] : [`(${value()}) is null`]),
      ...(field.length === undefined ? [] : [`char_length((${value()})::text) > ${sql.bind(field.length, 'integer')}`]),
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
