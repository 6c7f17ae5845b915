// SQL that settles the rows of a layer once they are loaded: by their numbers in the file, and by the global ids they brought.
import type { Db } from '../platform/db/database.ts';
import type { StoredField } from '../schema/features.ts';
import { ROW_NUMBER } from './append/staging.store.ts';
import { columnType, qualified, run } from './hosted-table.store.ts';
import type { HostedLayer } from './layers.rules.ts';
import { giveValues, inParts } from './row-parts.store.ts';
import { identifier } from './sql-text.rules.ts';

const GUID = '^\\{?[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}\\}?$';

/** Makes the texts of a field the global ids of the rows, if all are such and none stands twice; gives whether they are. */
export async function takeGlobalIds(db: Db, layer: HostedLayer, field: StoredField): Promise<boolean> {
  const [table, column] = [qualified(layer.table), identifier(field.column)];
  const { rows } = await run<{ usable: boolean }>(db, {
    text:
      `select count(${column}) = count(distinct upper(trim(both '{}' from ${column}))) ` +
      `and count(*) filter (where ${column} !~* $1::text) = 0 as usable from ${table}`,
    values: [GUID],
  });
  if (rows[0]?.usable !== true) return false;
  const text = `update ${table} t set "globalid" = ${column}::uuid where ${column} is not null`;
  await inParts(db, { table: layer.table, place: 't.ctid' }, (part) => ({ text: `${text} and ${part}`, values: [] }));
  return true;
}

/** Makes it quick to find rows by their numbers; the index goes with the column. */
export async function indexRowNumbers(db: Db, layer: HostedLayer): Promise<void> {
  await run(db, { text: `create index on ${qualified(layer.table)} (${identifier(ROW_NUMBER)})`, values: [] });
}

/** Object ids by the numbers of rows. */
export async function objectIdsOfRows(db: Db, layer: HostedLayer, rows: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const found = await run<{ row: number; id: number }>(db, {
    text: `select ${identifier(ROW_NUMBER)} as row, "objectid" as id from ${qualified(layer.table)} where ${identifier(ROW_NUMBER)} = any($1::bigint[])`,
    values: [[...rows]],
  });
  return new Map(found.rows.map(({ row, id }) => [Number(row), Number(id)]));
}

/** Where a field names rows of another layer by their numbers in the file, it names them by their object ids afterwards. */
export async function nameByObjectIds(db: Db, layer: HostedLayer, field: StoredField, named: HostedLayer): Promise<void> {
  const [table, other, number] = [qualified(layer.table), qualified(named.table), identifier(ROW_NUMBER)];
  const { rows } = await run<{ moved: boolean }>(db, {
    text: `select exists (select 1 from ${other} where "objectid" <> ${number}) as moved`,
    values: [],
  });
  if (rows[0]?.moved !== true) return;
  const column = identifier(field.column);
  // What names a row that is not there names none: its number belongs to another one now.
  const values =
    `select s.ctid as place, o."objectid"::${columnType(field.type)} as ${column} from ${table} s left join ${other} o on o.${number}::text = s.${column}::text ` +
    `where s.${column} is not null and o."objectid"::text is distinct from s.${column}::text`;
  await giveValues(db, { table: layer.table, columns: [column] }, values);
}
