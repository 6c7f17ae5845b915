// Puts a filled table in the place of a layer's, in one transaction.
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { StoredField } from '../../schema/features.ts';
import { addIndex } from '../definition/definition.store.ts';
import { comparedColumn } from '../guid-text.rules.ts';
import { analyzeTable, createIndexes, indexName, lastObjectId, qualified, run } from '../hosted-table.store.ts';
import { fieldByName, type HostedLayer } from '../layers.rules.ts';
import { giveValues, ROWS_OF_PART } from '../row-parts.store.ts';
import { forgetEdits } from '../services.store.ts';
import { identifier, SqlText } from '../sql-text.rules.ts';
import { OBJECT_ID_KEY } from './staging.store.ts';

const plain = (db: Db, text: string): Promise<{ rows: unknown[]; count: number }> => run(db, { text, values: [] });

/**
 * Features whose key is in both tables keep their ids and who made them; the first of a key is paired with the first, and
 * so on. Gives their number.
 */
export async function keepIdentities(db: Db, layer: HostedLayer, stage: HostedLayer, key: StoredField): Promise<number> {
  const from = comparedColumn({ ...key, column: key.type === 'esriFieldTypeOID' ? OBJECT_ID_KEY : key.column });
  const own = comparedColumn(key);
  const numbered = (column: string): string => `row_number() over (partition by ${column} order by "objectid") as nth`;
  const { editFields } = layer.definition;
  const kept = layer.fields.filter((field) => field.name === editFields?.creatorField || field.name === editFields?.creationDateField);
  const columns = ['"objectid"', '"globalid"', ...kept.map((field) => identifier(field.column))];
  const before = `select ${columns.join(', ')}, ${own} as k, ${numbered(own)} from ${qualified(layer.table)} where ${own} is not null`;
  const after = `select ctid as place, ${from} as k, ${numbered(from)} from ${qualified(stage.table)} where ${from} is not null`;
  const paired = columns.map((column) => `before.${column}`).join(', ');
  const pairs = `select after.place, ${paired} from (${before}) before join (${after}) after on after.k = before.k and after.nth = before.nth`;
  return giveValues(db, { table: stage.table, columns }, pairs);
}

/** Makes the filled table like the layer's own: ids, defaults, indexes. */
export async function finishReplacement(db: Db, layer: HostedLayer, stage: HostedLayer): Promise<void> {
  const table = qualified(stage.table);
  const numbered = `select ctid, "globalid" is null as lacks, row_number() over (partition by "globalid" order by "objectid") as nth from ${table}`;
  const some = `select ctid from (${numbered}) numbered where lacks or nth > 1 limit ${ROWS_OF_PART}`;
  while ((await plain(db, `update ${table} set "globalid" = gen_random_uuid() where ctid in (${some})`)).count === ROWS_OF_PART);
  await plain(db, `alter table ${table} alter column "globalid" set not null`);
  if (stage.fields.some((field) => field.column === OBJECT_ID_KEY))
    await plain(db, `alter table ${table} drop column ${identifier(OBJECT_ID_KEY)}`);
  for (const field of layer.fields) {
    if (field.type === 'esriFieldTypeOID' || field.type === 'esriFieldTypeGlobalID') continue;
    await plain(db, `alter table ${table} alter column ${identifier(field.column)} drop default`);
  }
  await plain(db, `alter table ${table} add primary key ("objectid")`);
  await createIndexes(db, { ...layer, table: stage.table }, { inTurn: true });
  await copyIndexes(db, layer, stage.table);
  await analyzeTable(db, stage.table);
}

/** The indexes that people asked for, under the same names. */
async function copyIndexes(db: Db, layer: HostedLayer, to: string): Promise<void> {
  for (const { name, fields, ...order } of layer.definition.indexes ?? []) {
    const columns = fields.flatMap((field) => fieldByName(layer, field) ?? []);
    if (columns.length === fields.length) await addIndex(db, { table: to }, indexName({ table: to }, name), columns, order);
  }
}

/** Nobody writes to the table until the transaction ends; readers go on. */
export async function holdWriters(db: Db, table: string): Promise<void> {
  await plain(db, `lock table ${qualified(table)} in share row exclusive mode`);
}

/** The new table numbers its features itself from now on, beyond every number that was ever given. */
export async function takeOverNumbers(db: Db, layer: HostedLayer, stage: HostedLayer): Promise<void> {
  const last = await lastObjectId(db, layer.table);
  const table = qualified(stage.table);
  await plain(db, `alter table ${table} alter column "objectid" drop default`);
  await plain(db, `alter table ${table} alter column "objectid" add generated always as identity (start with ${last + 1})`);
}

/** Removes the files of features that are not in the new table; gives their keys. */
export async function removeLostFiles(db: Db, layer: HostedLayer, stage: HostedLayer): Promise<string[]> {
  const statement = new SqlText();
  const text =
    `delete from feature_attachment where table_name = ${statement.bind(layer.table, 'text')} and not exists ` +
    `(select 1 from ${qualified(stage.table)} t where t."objectid" = feature_attachment.object_id) returning key`;
  return (await run<{ key: string }>(db, statement.statement(text))).rows.map((row) => row.key);
}

/** From now on the layer reads the new table. */
export async function exchangeTable(
  db: Db,
  layer: HostedLayer,
  stage: HostedLayer,
  facts: { extent: number[] | null; rowCount: number },
): Promise<void> {
  await db
    .updateTable('feature_layer')
    .set({ table_name: stage.table, extent: facts.extent, row_count: facts.rowCount, version: sql`version + 1`, data_edited: new Date() })
    .where('table_name', '=', layer.table)
    .execute();
  await forgetEdits(db, stage.table);
}
