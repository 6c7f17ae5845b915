// SQL of the answers that are kept for calls that come again.
import { sql } from 'kysely';
import type { Db } from './db/database.ts';

/** Nobody asks again after so long. */
const KEPT_HOURS = 24;

/** What a person was answered for a key. */
export async function answerOf(db: Db, username: string, key: string): Promise<{ call: string; answer: object } | undefined> {
  return db
    .selectFrom('answered_call')
    .select(['call', 'answer'])
    .where('username', '=', username)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Keeps an answer; waits for another call with the same key, and fails where that was done. Old ones go, those that another call removes left to it. */
export async function keepAnswer(db: Db, row: { username: string; key: string; call: string; answer: string }): Promise<void> {
  await sql`delete from answered_call where ctid = any(array(
    select ctid from answered_call where created < now() - make_interval(hours => ${KEPT_HOURS}::int) for update skip locked))`.execute(db);
  await db.insertInto('answered_call').values(row).execute();
}
