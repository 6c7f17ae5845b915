// The tables of hosted layers: made, filled, indexed and dropped here and nowhere else.
import { createHash } from 'node:crypto';
import type { FieldType } from '@graticule/contract/services/layer';
import { CompiledQuery } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { StoredField } from '../schema/features.ts';
import { comparedColumn } from './guid-text.rules.ts';
import { type HostedLayer, keyFieldOf } from './layers.rules.ts';
import { identifier, quoted, SqlText, type Statement } from './sql-text.rules.ts';
import { DRAWN_INDEX_ZOOMS, drawnCell, simplifiedColumns, standsForOthers } from './tile-columns.rules.ts';

/** Column types by field type. Dates are UTC without a zone, so that no session setting can shift them. */
const COLUMN_TYPES: Readonly<Record<FieldType, string>> = {
  esriFieldTypeOID: 'bigint',
  esriFieldTypeSmallInteger: 'smallint',
  esriFieldTypeInteger: 'integer',
  esriFieldTypeBigInteger: 'bigint',
  esriFieldTypeSingle: 'real',
  esriFieldTypeDouble: 'double precision',
  esriFieldTypeString: 'text',
  esriFieldTypeDate: 'timestamp(3)',
  esriFieldTypeDateOnly: 'date',
  esriFieldTypeTimeOnly: 'time',
  esriFieldTypeTimestampOffset: 'text',
  esriFieldTypeGUID: 'text',
  esriFieldTypeGlobalID: 'uuid',
  esriFieldTypeXML: 'text',
};

/** The quoted name of a hosted table. */
export function qualified(table: string): string {
  return `hosted.${identifier(table)}`;
}

/** The column type of a field. */
export function columnType(type: FieldType): string {
  return COLUMN_TYPES[type];
}

/** Runs a statement that was written by hand, in or out of a transaction. */
export async function run<Row>(db: Db, statement: Statement): Promise<{ rows: Row[]; count: number }> {
  const result = await db.executeQuery<Row>(CompiledQuery.raw(statement.text, statement.values));
  return { rows: result.rows, count: Number(result.numAffectedRows ?? result.rows.length) };
}

const plain = (db: Db, text: string): Promise<unknown> => run(db, { text, values: [] });

/** Makes the table of a layer, without indexes. `objectId` is SQL of another way to number the features. */
export async function createTable(db: Db, layer: HostedLayer, objectId = 'generated always as identity primary key'): Promise<void> {
  const columns = layer.fields.map((field) => {
    if (field.type === 'esriFieldTypeOID') return `${identifier(field.column)} bigint ${objectId}`;
    if (field.type === 'esriFieldTypeGlobalID') return `${identifier(field.column)} uuid not null default gen_random_uuid()`;
    return `${identifier(field.column)} ${columnType(field.type)}`;
  });
  if (layer.geometryType !== null) {
    columns.push('"shape" geometry');
    if (layer.geometryType === 'esriGeometryPoint') columns.push('"draw_zoom" smallint not null default 0');
    for (const { column, expression } of simplifiedColumns(layer.geometryType)) {
      columns.push(`${identifier(column)} geometry generated always as (${expression}) stored`);
    }
  }
  await plain(db, `create table ${qualified(layer.table)} (${columns.join(', ')})`);
  const changes = simplifiedColumns(layer.geometryType).flatMap(({ column, isLarge }) => {
    // Nobody asks where simplified geometries lie, so the planner need not know.
    const quiet = `alter ${identifier(column)} set statistics 0`;
    // The finer ones are often nearly as large as the shape: kept apart, they do not stand between the rows that queries read.
    return isLarge ? [quiet, `alter ${identifier(column)} set storage external`] : [quiet];
  });
  // Coordinates hardly get smaller; this way of trying takes a tenth of the time of the usual one.
  if (changes.length > 0 && (await compressesQuickly(db))) changes.push('alter "shape" set compression lz4');
  if (changes.length > 0) await plain(db, `alter table ${qualified(layer.table)} ${changes.join(', ')}`);
}

/** Whether the database was built with lz4. */
async function compressesQuickly(db: Db): Promise<boolean> {
  const { rows } = await run<{ quick: boolean | null }>(db, {
    text: "select 'lz4' = any(enumvals) as quick from pg_settings where name = 'default_toast_compression'",
    values: [],
  });
  return rows[0]?.quick === true;
}

/** Drops the table of a layer, or the view that stands for one, if it is there. */
export async function dropTable(db: Db, table: string): Promise<void> {
  const { rows } = await run<{ kind: string }>(db, {
    text: "select c.relkind::text as kind from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'hosted' and c.relname = $1::text",
    values: [table],
  });
  await plain(db, `drop ${rows[0]?.kind === 'v' ? 'view' : 'table'} if exists ${qualified(table)}`);
}

/** How a table numbers its features while it has no primary key yet: `createKeyIndex` and `takeKeyIndex` make it after the rows. */
export const NUMBERED_WITHOUT_KEY = 'generated always as identity';

/** Name of the sequence that numbers the features of a table. */
export async function sequenceOf(db: Db, table: string): Promise<string> {
  const sql = new SqlText();
  const text = `select pg_get_serial_sequence(${sql.bind(`hosted.${table}`, 'text')}, 'objectid') as name`;
  const name = (await run<{ name: string | null }>(db, sql.statement(text))).rows[0]?.name;
  if (!name) throw new Error(`The table ${table} numbers no features.`);
  return name;
}

/** The highest object id that a table has ever given; 0 where it has given none. */
export async function lastObjectId(db: Db, table: string): Promise<number> {
  const text = `select case when is_called then last_value else last_value - 1 end as n from ${await sequenceOf(db, table)}`;
  return Number((await run<{ n: number }>(db, { text, values: [] })).rows[0]?.n ?? 0);
}

/** The lowest object id of a table; undefined where it has no features. */
export async function firstObjectId(db: Db, table: string): Promise<number | undefined> {
  const { rows } = await run<{ n: number | null }>(db, { text: `select min("objectid") as n from ${qualified(table)}`, values: [] });
  return rows[0]?.n == null ? undefined : Number(rows[0].n);
}

const keyIndexOf = (layer: HostedLayer): string => identifier(`p_${layer.table.slice(2, 26)}`);

/** Makes the index of a primary key that a table has not got yet. */
export async function createKeyIndex(db: Db, layer: HostedLayer): Promise<void> {
  await plain(db, `create unique index ${keyIndexOf(layer)} on ${qualified(layer.table)} ("objectid")`);
}

/** Makes it the primary key; until then nobody may wait to read the table. */
export async function takeKeyIndex(db: Db, layer: HostedLayer): Promise<void> {
  const name = identifier(`${layer.table}_pkey`);
  await plain(db, `alter table ${qualified(layer.table)} add constraint ${name} primary key using index ${keyIndexOf(layer)}`);
}

/**
 * Adds the indexes, after the rows: that is several times faster than the other way round. Outside a transaction they are made side by side, unless they are
 * to be made `inTurn`: an engine that does one thing at a time answers others between two of them then. `drawnZooms` are the zoom levels whose points get an
 * index of their own.
 */
export async function createIndexes(
  db: Db,
  layer: HostedLayer,
  { drawnZooms = DRAWN_INDEX_ZOOMS, inTurn = false }: { drawnZooms?: readonly number[] | undefined; inTurn?: boolean } = {},
): Promise<void> {
  const table = qualified(layer.table);
  const stem = layer.table.slice(2, 26);
  const statements = [`create unique index ${identifier(`g_${stem}`)} on ${table} ("globalid")`];
  if (layer.geometryType !== null) statements.push(`create index ${identifier(`s_${stem}`)} on ${table} using gist ("shape")`);
  if (layer.geometryType === 'esriGeometryPoint') {
    statements.push(
      `create index ${identifier(`d_${stem}`)} on ${table} (${drawnCell('"shape"')}) where ${standsForOthers('"draw_zoom"')}`,
    );
    for (const zoom of drawnZooms) {
      statements.push(`create index ${identifier(`z${zoom}_${stem}`)} on ${table} using gist ("shape") where "draw_zoom" <= ${zoom}`);
    }
  }
  const key = keyFieldOf(layer);
  if (key !== undefined) statements.push(`create index ${identifier(`k_${stem}`)} on ${table} (${indexedColumn(key)})`);
  if (inTurn) for (const text of statements) await plain(db, text);
  else await Promise.all(statements.map((text) => plain(db, text)));
}

/** A column as indexes hold it: as its values are compared. */
export function indexedColumn(field: StoredField): string {
  return field.type === 'esriFieldTypeGUID' ? `(${comparedColumn(field)})` : comparedColumn(field);
}

/** The name of an index in the database: made of the client's, whatever letters that has. */
export function indexName({ table }: Pick<HostedLayer, 'table'>, name: string): string {
  const key = createHash('sha256').update(name.toLowerCase()).digest('hex').slice(0, 16);
  return `x${key}_${table.slice(2, 26)}`;
}

/** Takes a column away. */
export async function dropColumn(db: Db, table: string, column: string): Promise<void> {
  await plain(db, `alter table ${qualified(table)} drop column ${identifier(column)}`);
}

/** Brings the planner's statistics up to date. */
export async function analyzeTable(db: Db, table: string): Promise<void> {
  await plain(db, `analyze ${qualified(table)}`);
}

/** Extent and number of rows as they are now. */
export async function tableFacts(db: Db, layer: HostedLayer): Promise<{ extent: number[] | null; rowCount: number }> {
  const box = layer.geometryType === null ? '' : ', ST_XMin(e) as xmin, ST_YMin(e) as ymin, ST_XMax(e) as xmax, ST_YMax(e) as ymax';
  const extent = layer.geometryType === null ? '' : ', ST_Extent("shape") as e';
  const { rows } = await run<{ n: number; xmin?: number | null; ymin?: number; xmax?: number; ymax?: number }>(db, {
    text: `select n${box} from (select count(*) as n${extent} from ${qualified(layer.table)}) facts`,
    values: [],
  });
  const row = rows[0];
  const { xmin, ymin, xmax, ymax } = row ?? {};
  const known = typeof xmin === 'number' && ymin !== undefined && xmax !== undefined && ymax !== undefined;
  return { rowCount: row?.n ?? 0, extent: known ? [xmin, ymin, xmax, ymax] : null };
}

/** Deletes all rows; object ids go on growing. */
export async function truncateTable(db: Db, table: string): Promise<void> {
  await plain(db, `truncate ${qualified(table)}`);
}

/** SQL of a value that was checked against its field, where nothing can be bound: in the default of a column. */
export function literal(field: StoredField, value: string | number | null): string {
  if (value === null) return 'null';
  if (field.type === 'esriFieldTypeDate') return `(timestamp 'epoch' + ${Number(value)} * interval '1 millisecond')`;
  return typeof value === 'number' ? String(value) : `${quoted(value)}::${columnType(field.type)}`;
}
