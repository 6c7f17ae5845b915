// Changes of very many rows of a table, some of them by each statement. An update that changes nothing of what generated columns are computed from makes them
// ready for each row anew (seen on the embedded engine, PostgreSQL 18), and keeps what that took until the statement ends: a million areas are too many for it.
import type { Db } from '../platform/db/database.ts';
import { qualified, run } from './hosted-table.store.ts';
import { identifier, type Statement } from './sql-text.rules.ts';

/** So many rows are changed by one statement: some 150 MB while it lasts. */
export const ROWS_OF_PART = 50_000;

/**
 * Runs a statement for all rows that a table has now, about `rowsOfPart` at a time in the order in which they lie, or whole where that is null; gives the
 * number of rows that the statements tell of. Each gets a condition on the `ctid` of the table, which stands in it as `place`. A row that a statement writes
 * may lie where a later one looks: it must not matter to that.
 */
export async function inParts(
  db: Db,
  { table, place, rowsOfPart = ROWS_OF_PART }: { table: string; place: string; rowsOfPart?: number | null },
  statement: (part: string) => Statement,
): Promise<number> {
  if (rowsOfPart === null) return (await run(db, statement('true'))).count;
  const size = `pg_relation_size('${qualified(table)}') / current_setting('block_size')::bigint`;
  const { rows } = await run<{ pages: number; n: number }>(db, {
    text: `select ${size} as pages, count(*) as n from ${qualified(table)}`,
    values: [],
  });
  const [pages, all] = [Number(rows[0]?.pages ?? 0), Number(rows[0]?.n ?? 0)];
  const pagesOfPart = Math.max(1, Math.floor((rowsOfPart * pages) / Math.max(1, all)));
  let count = 0;
  for (let from = 0; from < pages; from += pagesOfPart) {
    const part = `${place} >= '(${from},0)'::tid and ${place} < '(${from + pagesOfPart},0)'::tid`;
    count += (await run(db, statement(part))).count;
  }
  return count;
}

/**
 * Gives rows of a table new values, about `rowsOfPart` at a time; gives their number. All values are read before the first of them is written. `values` is a
 * query for the `ctid` of each row as `place`, and for the columns under their names. Nobody else may write to the table meanwhile, and `db` has to be one
 * connection.
 */
export async function giveValues(
  db: Db,
  { table, columns, rowsOfPart }: { table: string; columns: readonly string[]; rowsOfPart?: number },
  values: string,
): Promise<number> {
  const given = identifier(`given_${table}`);
  const plain = (text: string): Promise<{ count: number }> => run(db, { text, values: [] });
  await plain(`create temporary table ${given} as ${values}`);
  try {
    await plain(`create index on ${given} (place)`);
    await plain(`analyze ${given}`);
    const sets = columns.map((column) => `${column} = g.${column}`).join(', ');
    const text = `update ${qualified(table)} t set ${sets} from ${given} g where t.ctid = g.place`;
    return await inParts(db, { table, place: 'g.place', ...(rowsOfPart === undefined ? {} : { rowsOfPart }) }, (part) => ({
      text: `${text} and ${part}`,
      values: [],
    }));
  } finally {
    // A transaction that failed has none any more.
    await plain(`drop table ${given}`).catch(() => undefined);
  }
}
