// Tables in which rows are gathered, and the statements that bring them into a layer: all in one transaction.
import type { PublishProblem } from '@graticule/contract/content/publishing';
import { refuse } from '@graticule/contract/refusals/refusal';
import { type Sentence, sentence } from '@graticule/geo/sentence';
import type { Db } from '../../platform/db/database.ts';
import type { StoredField } from '../../schema/features.ts';
import { type Value, valueSql } from '../edits/edit.sql.ts';
import { comparedColumn } from '../guid-text.rules.ts';
import { columnType, createTable, literal, qualified, run, sequenceOf } from '../hosted-table.store.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { noteMovingSql } from '../points-gone.store.ts';
import { inParts, ROWS_OF_PART } from '../row-parts.store.ts';
import { identifier, quoted, SqlText } from '../sql-text.rules.ts';
import { simplifiedColumns } from '../tile-columns.rules.ts';

/** Columns of a stage that are no fields of the layer. */
export const ROW_NUMBER = 'row_number';
export const OBJECT_ID_KEY = 'objectid_key';

/** The column that holds the numbers of the rows. */
export function numberedColumn(): StoredField {
  return { name: ROW_NUMBER, alias: ROW_NUMBER, column: ROW_NUMBER, type: 'esriFieldTypeBigInteger', nullable: true, editable: true };
}

const plain = (db: Db, text: string): Promise<{ rows: unknown[]; count: number }> => run(db, { text, values: [] });

/** Makes the table that rows are gathered in before they are merged. Its rows are lost with the database's process, and gathered anew. */
export async function createStage(db: Db, stage: HostedLayer): Promise<void> {
  const columns = stage.fields.map((field) => `${identifier(field.column)} ${columnType(field.type)}`);
  if (stage.geometryType !== null) columns.push('"shape" geometry');
  if (stage.geometryType === 'esriGeometryPoint') columns.push('"draw_zoom" smallint not null default 0');
  await plain(db, `create unlogged table ${qualified(stage.table)} (${columns.join(', ')})`);
}

/** Makes the table that is to take the place of a layer's. Its object ids come from the numbers of the old one, so that none is used twice. */
export async function createReplacement(db: Db, layer: HostedLayer, stage: HostedLayer, own: readonly Value[]): Promise<void> {
  const table = qualified(stage.table);
  const sequence = await sequenceOf(db, layer.table);
  await db.transaction().execute(async (within) => {
    // The name is looked up for each row: a layer that is deleted meanwhile is not held by it.
    await createTable(within, { ...layer, table: stage.table }, `not null default nextval(${quoted(sequence)}::text::regclass)`);
    await plain(within, `alter table ${table} alter column "globalid" drop not null`);
    for (const { field, value } of own) {
      await plain(within, `alter table ${table} alter column ${identifier(field.column)} set default ${literal(field, value)}`);
    }
    if (stage.fields.some((field) => field.column === OBJECT_ID_KEY)) {
      await plain(within, `alter table ${table} add column ${identifier(OBJECT_ID_KEY)} bigint`);
    }
  });
}

/** Rows of a stage. */
export async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await run<{ n: number }>(db, { text: `select count(*) as n from ${qualified(table)}`, values: [] });
  return Number(rows[0]?.n ?? 0);
}

/** The fields that the rows of a stage fill. */
export function filledFields(stage: HostedLayer): StoredField[] {
  return stage.fields.filter(
    (field) => field.column !== ROW_NUMBER && field.column !== OBJECT_ID_KEY && field.type !== 'esriFieldTypeGlobalID',
  );
}

/** The condition that a row of the stage `s` is about a feature `t`. */
export function matchSql(stage: HostedLayer, key: StoredField): string {
  const column = key.type === 'esriFieldTypeOID' ? OBJECT_ID_KEY : key.column;
  if (!stage.fields.some((field) => field.column === column)) throw new Error(`The stage has no column ${column}.`);
  return `${comparedColumn(key, 't')} = ${comparedColumn({ ...key, column }, 's')}`;
}

/** Rows that cannot be merged. */
export interface RefusedRows {
  count: number;
  told: PublishProblem[];
}

/** Those of rows that are to be added; `taken` have what a feature of the layer has. */
export interface DoubtfulRows extends RefusedRows {
  taken: number;
}

/** Rows told about one by one, about as many as the file of them has room for; the others are only counted. */
export const MAX_TOLD = 250_000;

/** Removes rows of a stage that a condition on `s` chooses. */
async function refuseRows(db: Db, stage: HostedLayer, condition: string, said: Sentence): Promise<RefusedRows> {
  const { rows } = await run<{ n: number; told: number[] | null }>(db, {
    text:
      `with gone as (delete from ${qualified(stage.table)} s where ${condition} returning s.${ROW_NUMBER} as r) ` +
      `select count(*) as n, (array_agg(r order by r))[1:${MAX_TOLD}] as told from gone`,
    values: [],
  });
  return { count: Number(rows[0]?.n ?? 0), told: (rows[0]?.told ?? []).map((row) => ({ row: Number(row), reason: said.text, said })) };
}

/** Removes rows without a key, and all but the last row of each key. */
export async function refuseUnclearKeys(db: Db, stage: HostedLayer, key: StoredField): Promise<RefusedRows> {
  const name = key.type === 'esriFieldTypeOID' ? OBJECT_ID_KEY : key.column;
  const column = identifier(name);
  const empty = await refuseRows(db, stage, `s.${column} is null`, sentence('key-empty', { field: key.name }));
  if (stage.geometryType === 'esriGeometryPoint') await drawAsFar(db, stage, comparedColumn({ ...key, column: name }));
  const later = `select s2.ctid, row_number() over (partition by ${comparedColumn({ ...key, column: name }, 's2')} order by s2.${ROW_NUMBER} desc) as n from ${qualified(stage.table)} s2`;
  const twice = await refuseRows(
    db,
    stage,
    `s.ctid in (select ctid from (${later}) numbered where n > 1)`,
    sentence('key-later', { field: key.name }),
  );
  return { count: empty.count + twice.count, told: [...empty.told, ...twice.told] };
}

/** The row that stays of each key is drawn from as far as the first of them: the others, which often lie at the same place, hid it. */
async function drawAsFar(db: Db, stage: HostedLayer, key: string): Promise<void> {
  const table = qualified(stage.table);
  const first = `select ${key} as k, min("draw_zoom") as z from ${table} where ${key} is not null group by 1 having count(*) > 1`;
  await plain(db, `update ${table} s set "draw_zoom" = first.z from (${first}) first where ${key} = first.k and s."draw_zoom" > first.z`);
}

/** Removes rows without a key, all but the last row of each key, and those whose key a feature of the layer has. */
export async function refuseUsedKeys(db: Db, layer: HostedLayer, stage: HostedLayer, key: StoredField): Promise<DoubtfulRows> {
  const unclear = await refuseUnclearKeys(db, stage, key);
  const used = await refuseRows(
    db,
    stage,
    `exists (select 1 from ${qualified(layer.table)} t where ${matchSql(stage, key)})`,
    sentence('key-used', { field: key.name }),
  );
  return { count: unclear.count + used.count, told: [...unclear.told, ...used.told], taken: used.count };
}

/** Removes rows whose global id a feature or a row before has already. */
export async function refuseUsedGlobalIds(db: Db, layer: HostedLayer, stage: HostedLayer): Promise<DoubtfulRows> {
  const reason = sentence('global-id-used');
  const used = await refuseRows(
    db,
    stage,
    `s."globalid" is not null and exists (select 1 from ${qualified(layer.table)} t where t."globalid" = s."globalid")`,
    reason,
  );
  const first = `select s2.ctid, row_number() over (partition by s2."globalid" order by s2.${ROW_NUMBER}) as n from ${qualified(stage.table)} s2 where s2."globalid" is not null`;
  const twice = await refuseRows(db, stage, `s.ctid in (select ctid from (${first}) numbered where n > 1)`, reason);
  return { count: used.count + twice.count, told: [...used.told, ...twice.told], taken: used.count };
}

/** A key that more than one feature has; undefined when each is clear. */
export async function ambiguousKey(db: Db, layer: HostedLayer, stage: HostedLayer, key: StoredField): Promise<string | undefined> {
  const twice =
    `select min(t.${identifier(key.column)}::text) as k from ${qualified(layer.table)} t join ${qualified(stage.table)} s on ${matchSql(stage, key)} ` +
    `group by ${comparedColumn(key, 't')} having count(*) > 1`;
  // Not the first that is found: the planner would count on finding one soon, and there is none as a rule.
  const { rows } = await run<{ k: string | null }>(db, { text: `select min(k) as k from (${twice}) twice`, values: [] });
  return rows[0]?.k ?? undefined;
}

const partsOf = (stage: HostedLayer, { rowsOfPart }: { rowsOfPart: number | null }): Parameters<typeof inParts>[1] => ({
  table: stage.table,
  place: 's.ctid',
  rowsOfPart,
});

/** Changes the features that rows are about, where wanted so many rows of the stage at a time, and unasked where the shapes of areas stay; gives their number. */
export async function updateFromStage(
  db: Db,
  layer: HostedLayer,
  stage: HostedLayer,
  how: { key: StoredField; withGeometry: boolean; own: readonly Value[]; rowsOfPart: number | null },
): Promise<number> {
  const sql = new SqlText();
  const moves = how.withGeometry && stage.geometryType !== null;
  const sets = [
    ...filledFields(stage)
      .filter((field) => field.column !== how.key.column)
      .map((field) => `${identifier(field.column)} = s.${identifier(field.column)}`),
    ...how.own.map((value) => `${identifier(value.field.column)} = ${valueSql(sql, value)}`),
    ...(moves ? ['"shape" = s."shape"'] : []),
    ...(moves && stage.geometryType === 'esriGeometryPoint' ? ['"draw_zoom" = s."draw_zoom"'] : []),
  ];
  // A row that brings nothing but its key changes nothing; it is counted all the same.
  const set = sets.length === 0 ? `${identifier(how.key.column)} = t.${identifier(how.key.column)}` : sets.join(', ');
  if (sets.length === 0 && how.key.type === 'esriFieldTypeOID') throw refuse('load-key-alone');
  if (moves && stage.geometryType === 'esriGeometryPoint')
    await inParts(db, partsOf(stage, how), (part) => noteMovingSql(layer.table, stage.table, `${matchSql(stage, how.key)} and ${part}`));
  const text = `update ${qualified(layer.table)} t set ${set} from ${qualified(stage.table)} s where ${matchSql(stage, how.key)}`;
  // Where shapes stay as they are, the simplified ones beside them cost memory for each row.
  const keepsMemory = !moves && simplifiedColumns(layer.geometryType).length > 0;
  const rowsOfPart = how.rowsOfPart ?? (keepsMemory ? ROWS_OF_PART : null);
  return inParts(db, partsOf(stage, { rowsOfPart }), (part) => sql.statement(`${text} and ${part}`));
}

/** Rows of a stage that no feature matches. */
export async function countUnmatched(db: Db, layer: HostedLayer, stage: HostedLayer, key: StoredField): Promise<number> {
  const text =
    `select count(*) as n from ${qualified(stage.table)} s ` +
    `where not exists (select 1 from ${qualified(layer.table)} t where ${matchSql(stage, key)})`;
  return Number((await run<{ n: number }>(db, { text, values: [] })).rows[0]?.n ?? 0);
}

/** Makes features of rows in the order of the file, of those that match none where there is a key, where wanted so many rows of the stage at a time; gives their number. */
export async function insertFromStage(
  db: Db,
  layer: HostedLayer,
  stage: HostedLayer,
  how: { key: StoredField | null; own: readonly Value[]; rowsOfPart: number | null },
): Promise<number> {
  const sql = new SqlText();
  const targets: string[] = [];
  const sources: string[] = [];
  const add = (column: string, source: string): void => {
    targets.push(column);
    sources.push(source);
  };
  for (const field of filledFields(stage)) add(identifier(field.column), `s.${identifier(field.column)}`);
  for (const value of how.own) add(identifier(value.field.column), valueSql(sql, value));
  if (stage.fields.some((field) => field.type === 'esriFieldTypeGlobalID')) add('"globalid"', 'coalesce(s."globalid", gen_random_uuid())');
  if (stage.geometryType !== null) add('"shape"', 's."shape"');
  if (stage.geometryType === 'esriGeometryPoint') add('"draw_zoom"', 's."draw_zoom"');
  const open = how.key === null ? '' : ` and not exists (select 1 from ${qualified(layer.table)} t where ${matchSql(stage, how.key)})`;
  const text = `insert into ${qualified(layer.table)} (${targets.join(', ')}) select ${sources.join(', ')} from ${qualified(stage.table)} s`;
  return inParts(db, partsOf(stage, how), (part) => sql.statement(`${text} where ${part}${open} order by s.${ROW_NUMBER}`));
}

/** The box of all geometries of a stage. */
export async function stageBox(db: Db, stage: HostedLayer): Promise<[number, number, number, number] | null> {
  if (stage.geometryType === null) return null;
  const text = `select ST_XMin(e) as a, ST_YMin(e) as b, ST_XMax(e) as c, ST_YMax(e) as d from (select ST_Extent("shape") as e from ${qualified(stage.table)}) box`;
  const row = (await run<Record<'a' | 'b' | 'c' | 'd', number | null>>(db, { text, values: [] })).rows[0];
  const { a, b, c, d } = row ?? {};
  return typeof a === 'number' && typeof b === 'number' && typeof c === 'number' && typeof d === 'number' ? [a, b, c, d] : null;
}
