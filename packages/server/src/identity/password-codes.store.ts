// SQL of the codes by which people who forgot their password choose a new one.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** Keeps a code of an account; those of anybody that came to their end go. */
export async function insertPasswordCode(db: Db, code: { hash: string; username: string; expires: Date; now: Date }): Promise<void> {
  await db.deleteFrom('password_code').where('expires', '<=', code.now).execute();
  await db.insertInto('password_code').values({ code_hash: code.hash, username: code.username, expires: code.expires }).execute();
}

/** The account of a code that is still good, if it is the account of this name; locked ones have none. */
export async function accountOfCode(db: Db, hash: string, username: string, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ username: string }>`
    select a.username from password_code c join account a on a.username = c.username
    where c.code_hash = ${hash} and c.expires > ${now} and lower(a.username) = ${username.toLowerCase()} and not a.disabled`.execute(db);
  return rows[0]?.username;
}

/** Takes a code away; false when it was gone, so that of two that come together one may use it. */
export async function takePasswordCode(db: Db, hash: string, now: Date): Promise<boolean> {
  const result = await db.deleteFrom('password_code').where('code_hash', '=', hash).where('expires', '>', now).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Ends every code of an account. */
export async function deletePasswordCodes(db: Db, username: string): Promise<void> {
  await db.deleteFrom('password_code').where('username', '=', username).execute();
}
