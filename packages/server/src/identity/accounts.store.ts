// SQL of accounts.
import { BUILT_IN_ROLES } from '@graticule/contract/privileges';
import { sql, type Updateable } from 'kysely';
import type { Condition } from '../platform/condition.rules.ts';
import type { Portal } from '../platform/context.ts';
import { writtenOnce } from '../platform/db/bind-message.ts';
import type { Db } from '../platform/db/database.ts';
import { lookUp } from '../platform/db/prepared.ts';
import type { AccountRow, AccountTable } from '../schema/identity.ts';
import type { SessionFacts } from './companion-cookie.rules.ts';

/** The account of a name, without regard to case. */
export async function accountByName(db: Db, username: string): Promise<AccountRow | undefined> {
  const row = await db.selectFrom('account').selectAll().where(sql`lower(username)`, '=', username.toLowerCase()).executeTakeFirst();
  return row as AccountRow | undefined;
}

/** The accounts of an organisation that have one of these lower-case names, held until the transaction ends. */
export async function holdMembers(db: Db, orgId: string, lowerNames: readonly string[]): Promise<AccountRow[]> {
  const result = await sql<AccountRow>`
    select * from account where org_id = ${orgId} and lower(username) = any(${lowerNames}) order by username for no key update`.execute(db);
  return result.rows;
}

/** What authentication needs of an account, in one statement with its role and the revocation of the token. */
export interface CallerRow {
  username: string;
  org_id: string | null;
  role: string;
  disabled: boolean;
  token_epoch: number;
  /** Privileges of a custom role; null for built-in ones. */
  privileges: string[] | null;
  revoked: boolean;
  /** Where the row of the account was, and who made it: nothing of it has changed while the same is there. */
  place: string;
  maker: string;
}

const CALLER = `select a.username, a.org_id, a.role, a.disabled, a.token_epoch, a.ctid::text as place, a.xmin::text as maker, r.privileges,
    exists (select 1 from revoked_token t where t.id = $1) as revoked
  from account a left join role r on r.id = a.role and r.org_id = a.org_id
  where a.username = $2`;

/**
 * What holds while an account is just as this row says, which was found for a token before that still counted: for statements that change something
 * only then. Whoever makes a token invalid changes the row of its account.
 */
export function stillCaller({ place, maker, username, role, org_id, privileges }: Readonly<CallerRow>): Condition {
  const row = [place, maker, username];
  if (privileges === null && isBuiltIn(role)) return { text: STILL_CALLER, values: writtenOnce(row) };
  return { text: STILL_CALLER_OF_OWN_ROLE, values: writtenOnce([...row, role, org_id, privileges]) };
}

const BUILT_IN: ReadonlySet<string> = new Set(BUILT_IN_ROLES);
const isBuiltIn = (role: string): boolean => BUILT_IN.has(role);

// At its place, without an index. Rewriting a table puts other rows there, so the name is compared too.
// Roles of organisations are numbered at random: none has the name of a built-in one, whose privileges are in no row.
const STILL_CALLER = 'exists (select 1 from account where ctid = $1::tid and xmin = $2::xid and username = $3)';

const STILL_CALLER_OF_OWN_ROLE = `${STILL_CALLER}
    and (select privileges from role where id = $4 and org_id = $5) is not distinct from $6::text[]`;

/** Looks up the account behind a token. */
export async function callerRow({ database }: Pick<Portal, 'database'>, username: string, tokenId: string): Promise<CallerRow | undefined> {
  return (await lookUp<CallerRow>(database, { text: CALLER, values: [tokenId, username], stands: true }))[0];
}

/** The account of somebody who is signed in, by the stored spelling of the name. */
export async function ownAccount({ database }: Pick<Portal, 'database'>, username: string): Promise<AccountRow | undefined> {
  const [row] = await lookUp<AccountRow>(database, { text: 'select * from account where username = $1', values: [username] });
  return row === undefined ? undefined : { ...row };
}

/** What the pages are told about a session: the account, with the language and address of its organisation. */
export async function sessionFacts(db: Db, username: string): Promise<SessionFacts> {
  const result = await sql<SessionFacts>`
    select a.username, a.access, a.org_id, a.role, coalesce(a.culture, o.culture) as culture, coalesce(a.region, o.region) as region, o.url_key
    from account a left join organisation o on o.id = a.org_id where a.username = ${username}`.execute(db);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the account that has just signed in is gone');
  return row;
}

/** The language of a person, as the account or its organisation has it. */
export async function cultureOf(db: Db, username: string): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .leftJoin('organisation', 'organisation.id', 'account.org_id')
    .select((on) => on.fn.coalesce('account.culture', 'organisation.culture').as('culture'))
    .where('account.username', '=', username)
    .executeTakeFirst();
  return row?.culture ?? null;
}

/** What a new account needs; everything else has a default. */
export interface NewAccount {
  username: string;
  orgId: string | null;
  role: string;
  passwordHash: string | null;
  fullName: string;
  firstName: string;
  lastName: string;
  email: string | null;
  description: string | null;
}

/** Adds an account; a name that exists in any spelling violates `account_username_key`. */
export async function insertAccount(db: Db, account: NewAccount): Promise<void> {
  await db
    .insertInto('account')
    .values({
      username: account.username,
      org_id: account.orgId,
      role: account.role,
      password_hash: account.passwordHash,
      full_name: account.fullName,
      first_name: account.firstName,
      last_name: account.lastName,
      email: account.email,
      description: account.description,
    })
    .execute();
}

/** Changes the given columns; `modified` follows. */
export async function updateAccount(db: Db, username: string, change: Updateable<AccountTable>): Promise<void> {
  await db
    .updateTable('account')
    .set({ ...change, modified: new Date() })
    .where('username', '=', username)
    .execute();
}

/** Changes the given columns of several accounts; `endsSessions` makes their tokens invalid. */
export async function updateAccounts(
  db: Db,
  usernames: readonly string[],
  change: Pick<Updateable<AccountTable>, 'role' | 'disabled'>,
  { endsSessions = false } = {},
): Promise<void> {
  if (usernames.length === 0) return;
  await db
    .updateTable('account')
    .set((eb) => ({ ...change, modified: new Date(), ...(endsSessions ? { token_epoch: eb('token_epoch', '+', 1) } : {}) }))
    .where(sql<boolean>`username = any(${usernames})`)
    .execute();
}

/** Sets the picture's key and returns the one before, which is nobody else's to remove: the row is locked meanwhile. */
export async function replaceThumbnail(db: Db, username: string, key: string): Promise<string | null> {
  const before = await db.selectFrom('account').select('thumbnail').where('username', '=', username).forUpdate().executeTakeFirst();
  await updateAccount(db, username, { thumbnail: key });
  return before?.thumbnail ?? null;
}

/** Makes an account without an organisation a member of one; false when it belongs to one already. */
export async function giveOrganisation(db: Db, username: string, to: { orgId: string; role: string }): Promise<boolean> {
  const result = await db
    .updateTable('account')
    .set({ org_id: to.orgId, role: to.role, modified: new Date() })
    .where('username', '=', username)
    .where('org_id', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Makes every token of the account invalid. */
export async function raiseTokenEpoch(db: Db, username: string): Promise<void> {
  await db
    .updateTable('account')
    .set((eb) => ({ token_epoch: eb('token_epoch', '+', 1) }))
    .where('username', '=', username)
    .execute();
}

/** Records a successful sign-in. */
export async function touchLastLogin(db: Db, username: string, at: Date): Promise<void> {
  await db.updateTable('account').set({ last_login: at }).where('username', '=', username).execute();
}

/** Removes an account; content or groups that it owns violate their foreign keys. */
export async function deleteAccount(db: Db, username: string): Promise<void> {
  await db.deleteFrom('account').where('username', '=', username).execute();
}

/** Which of the lower-case names are taken. */
export async function takenNames(db: Db, lowerNames: readonly string[]): Promise<Set<string>> {
  const result = await sql<{ key: string }>`select lower(username) as key from account where lower(username) = any(${lowerNames})`.execute(
    db,
  );
  return new Set(result.rows.map((row) => row.key));
}

/**
 * Administrators who can sign in, held until the transaction ends: two of them cannot take the role from each other at once. The last one is kept.
 */
export async function holdAdministrators(db: Db, orgId: string): Promise<Set<string>> {
  const result = await sql<{ username: string }>`
    select username from account where org_id = ${orgId} and role = 'admin' and not disabled order by username for no key update`.execute(
    db,
  );
  return new Set(result.rows.map((row) => row.username));
}

/** Locks every account of an organisation; all tokens end. */
export async function lockMembers(db: Db, orgId: string): Promise<void> {
  await db
    .updateTable('account')
    .set((eb) => ({ disabled: true, token_epoch: eb('token_epoch', '+', 1) }))
    .where('org_id', '=', orgId)
    .execute();
}

/** Some user names of an organisation. */
export async function membersOf(db: Db, orgId: string, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('account').select('username').where('org_id', '=', orgId).orderBy('username').limit(limit).execute();
  return rows.map((row) => row.username);
}

/** Names of administrators who can sign in; of very many the first. */
export async function administratorsOf(db: Db, orgId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('username')
    .where('org_id', '=', orgId)
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .orderBy('username')
    .limit(50)
    .execute();
  return rows.map((row) => row.username);
}

/** Whether any organisation has an administrator. */
export async function anyAdministrator(db: Db): Promise<boolean> {
  const row = await db.selectFrom('account').select('username').where('role', '=', 'admin').limit(1).executeTakeFirst();
  return row !== undefined;
}
