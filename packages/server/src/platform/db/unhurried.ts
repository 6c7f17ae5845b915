// Work that looks at every row of a large table.
import { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

/** Runs a transaction without the time limit of requests, for jobs: a look at every row of a large layer takes longer. */
export function unhurried<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await takeTime(transaction);
    return work(transaction);
  });
}

/** Takes the time limit from what is left of a transaction. */
export async function takeTime(transaction: Db): Promise<void> {
  await transaction.executeQuery(CompiledQuery.raw('set local statement_timeout = 0'));
}
