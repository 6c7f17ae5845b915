// SQL of revoked tokens, failed sign-ins and the signing key.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** The value of a secret, stored now if there is none; two processes agree on the first one. */
export async function secretValue(db: Db, name: string, fresh: string): Promise<string> {
  await sql`insert into secret (name, value) values (${name}, ${fresh}) on conflict (name) do nothing`.execute(db);
  const row = await db.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return row.value;
}

/** Replaces a secret. */
export async function putSecret(db: Db, name: string, value: string): Promise<void> {
  await sql`insert into secret (name, value) values (${name}, ${value}) on conflict (name) do update set value = excluded.value`.execute(
    db,
  );
}

/** A secret, or undefined. */
export async function readSecret(db: Db, name: string): Promise<string | undefined> {
  return (await db.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

/** Removes a secret. */
export async function deleteSecret(db: Db, name: string): Promise<void> {
  await db.deleteFrom('secret').where('name', '=', name).execute();
}

/** Kept longer than needed: a clock that was ahead for a while must not bring tokens back to life once it is right again. */
const REVOKED_KEPT_MS = 7 * 24 * 3_600_000;

/**
 * Makes a token invalid until it would have expired anyway. In the same statement the row of its account is written anew: what was to hold only while
 * nothing of that has changed (`stillCaller`) holds no more.
 */
export async function insertRevokedToken(
  db: Db,
  { id, username, expires }: { id: string; username: string; expires: Date },
): Promise<void> {
  await sql`with revoked as (insert into revoked_token (id, expires) values (${id}, ${expires}) on conflict (id) do nothing)
    update account set token_epoch = token_epoch where username = ${username}`.execute(db);
  await db
    .deleteFrom('revoked_token')
    .where('expires', '<', new Date(Date.now() - REVOKED_KEPT_MS))
    .execute();
}

/** Failures within a time: of the name, and of the address. What is noted for later, by a clock that was ahead, does not count. */
export async function countFailures(
  db: Db,
  usernameKey: string,
  address: string,
  [since, until]: readonly [Date, Date],
): Promise<{ ofName: number; ofAddress: number }> {
  const result = await sql<{ of_name: number; of_address: number }>`
    select count(*) filter (where username_key = ${usernameKey}) as of_name, count(*) filter (where address = ${address}) as of_address
    from sign_in_failure where at >= ${since} and at <= ${until} and (username_key = ${usernameKey} or address = ${address})`.execute(db);
  const row = result.rows[0];
  return { ofName: row?.of_name ?? 0, ofAddress: row?.of_address ?? 0 };
}

/** Records a failed sign-in. */
export async function insertFailure(db: Db, usernameKey: string, address: string, at: Date): Promise<void> {
  await db.insertInto('sign_in_failure').values({ username_key: usernameKey, address, at }).execute();
}

/** Forgets the failures of a name after a success, and everybody's old ones. */
export async function clearFailures(db: Db, usernameKey: string, before: Date): Promise<void> {
  await sql`delete from sign_in_failure where username_key = ${usernameKey} or at < ${before}`.execute(db);
}
