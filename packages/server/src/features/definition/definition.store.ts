// Changes to the tables of hosted layers after they were made, and the rows that describe them.
import { refuse } from '@graticule/contract/refusals/refusal';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { isTableFull } from '../../platform/db/errors.ts';
import { takeTime } from '../../platform/db/unhurried.ts';
import type { LayerDefinition, StoredField, StoredIndex, TimeInfo } from '../../schema/features.ts';
import { columnType, indexedColumn, literal, qualified, run } from '../hosted-table.store.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { identifier, SqlText } from '../sql-text.rules.ts';

/** Makes the changes of a service wait for each other until the transaction ends. */
export async function lockService(db: Db, itemId: string): Promise<void> {
  await db.selectFrom('feature_service').select('item_id').where('item_id', '=', itemId).forNoKeyUpdate().execute();
}

/** Adds the column of a field; rows that exist get the default where the field may not be empty. @throws INVALID_PARAMETER where the table has no place for it */
export async function addColumn(db: Db, layer: HostedLayer, field: StoredField): Promise<void> {
  const [table, column] = [qualified(layer.table), identifier(field.column)];
  const { defaultValue = null } = field;
  const fill = !field.nullable && defaultValue !== null;
  // The database keeps a default beside the rows that are there: none of them is written anew, however many they are.
  const text = `alter table ${table} add column ${column} ${columnType(field.type)}${fill ? ` default ${literal(field, defaultValue)}` : ''}`;
  await run(db, { text, values: [] }).catch((error: unknown) => {
    if (!isTableFull(error)) throw error;
    throw refuse('fields-no-room', { name: field.name });
  });
  if (fill) await run(db, { text: `alter table ${table} alter column ${column} drop default`, values: [] });
}

/** Drops the column of a field with its values. */
export async function dropColumn(db: Db, layer: HostedLayer, field: StoredField): Promise<void> {
  await run(db, { text: `alter table ${qualified(layer.table)} drop column ${identifier(field.column)}`, values: [] });
}

/** Adds an index on columns of a layer. */
export async function addIndex(
  db: Db,
  layer: Pick<HostedLayer, 'table'>,
  name: string,
  fields: readonly StoredField[],
  { isUnique, isDescending = false }: Pick<StoredIndex, 'isUnique' | 'isDescending'>,
): Promise<void> {
  const columns = fields.map((field) => `${indexedColumn(field)}${isDescending ? ' desc' : ''}`).join(', ');
  // Making it takes as long as the layer is large.
  await takeTime(db);
  const text = `create ${isUnique ? 'unique ' : ''}index ${identifier(name)} on ${qualified(layer.table)} (${columns})`;
  await run(db, { text, values: [] });
}

/** Whether an index of that name is there. */
export async function hasIndex(db: Db, name: string): Promise<boolean> {
  const sql = new SqlText();
  const text = `select to_regclass(${sql.bind(`hosted.${identifier(name)}`, 'text')}) is not null as found`;
  return (await run<{ found: boolean }>(db, sql.statement(text))).rows[0]?.found === true;
}

/** Drops an index of a layer. */
export async function dropIndex(db: Db, name: string): Promise<void> {
  await run(db, { text: `drop index hosted.${identifier(name)}`, values: [] });
}

/** Whether a field is empty anywhere. */
export async function hasNulls(db: Db, layer: HostedLayer, field: StoredField): Promise<boolean> {
  const text = `select exists (select 1 from ${qualified(layer.table)} where ${identifier(field.column)} is null) as found`;
  return (await run<{ found: boolean }>(db, { text, values: [] })).rows[0]?.found === true;
}

/**
 * First and last moment of two date fields, as milliseconds; null without any. What has no end counts by its beginning, and what has no beginning by its
 * end: an open end is no moment.
 */
export async function timeExtent(db: Db, layer: HostedLayer, start: StoredField, end: StoredField): Promise<[number, number] | null> {
  const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;
  const [first, last] = [identifier(start.column), identifier(end.column)];
  const table = qualified(layer.table);
  // Least and greatest of a column each by itself, which an index knows.
  const beginning = first === last ? `min(${first})` : `least(min(${first}), (select min(${last}) from ${table} where ${first} is null))`;
  const ended = first === last ? `max(${last})` : `greatest(max(${last}), (select max(${first}) from ${table} where ${last} is null))`;
  const text = `select ${ms(beginning)} as low, ${ms(ended)} as high from ${table}`;
  const row = (await run<{ low: number | null; high: number | null }>(db, { text, values: [] })).rows[0];
  return row?.low === null || row?.high === null || row === undefined ? null : [Number(row.low), Number(row.high)];
}

/** Stores from when to when the features of a layer are, which changes nothing else. */
export async function storeTimeInfo(db: Db, layer: HostedLayer, timeInfo: TimeInfo): Promise<void> {
  await sql`update feature_layer set definition = jsonb_set(definition, '{timeInfo}', ${JSON.stringify(timeInfo)}::jsonb)
    where table_name = ${layer.table} and definition ? 'timeInfo'`.execute(db);
}

/** Stores what a layer is and says; its version rises, so that cached drawings are made anew. */
export async function updateLayerSchema(
  db: Db,
  layer: Pick<HostedLayer, 'table' | 'name' | 'fields' | 'definition'>,
  change: { name?: string; fields?: readonly StoredField[]; definition?: LayerDefinition },
): Promise<void> {
  await db
    .updateTable('feature_layer')
    .set({
      name: change.name ?? layer.name,
      fields: JSON.stringify(change.fields ?? layer.fields),
      definition: JSON.stringify(change.definition ?? layer.definition),
      // two changes within a millisecond are two all the same
      schema_edited: sql`greatest(${new Date()}, schema_edited + interval '1 millisecond')`,
      version: sql`version + 1`,
    })
    .where('table_name', '=', layer.table)
    .execute();
}
