// SQL of organisations and custom roles.
import { sql, type Updateable } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { OrganisationRow, OrganisationTable } from '../schema/organisation.ts';
import { storedBytes, tellable } from './stored-bytes.sql.ts';

/** The organisation of the main address: the only one of a single-tenant install. */
export async function readHomeOrganisation(db: Db): Promise<OrganisationRow | undefined> {
  return db.selectFrom('organisation').selectAll().where('is_home', '=', true).executeTakeFirst();
}

/** The organisation with an address of its own, by the key in it. */
export async function organisationByUrlKey(db: Db, urlKey: string): Promise<OrganisationRow | undefined> {
  return db.selectFrom('organisation').selectAll().where('url_key', '=', urlKey).executeTakeFirst();
}

/** One organisation. */
export async function organisationById(db: Db, id: string): Promise<OrganisationRow | undefined> {
  return db.selectFrom('organisation').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Whether an organisation is not being removed; it is not until the end of the transaction. */
export async function staysOpen(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('organisation').select('closing').where('id', '=', id).forShare().executeTakeFirst();
  return row !== undefined && row.closing === null;
}

/** The settings of an organisation, locked until the end of the transaction: they are written as a whole. */
export async function lockedSettings(db: Db, id: string): Promise<OrganisationRow['settings'] | undefined> {
  return (await db.selectFrom('organisation').select('settings').where('id', '=', id).forUpdate().executeTakeFirst())?.settings;
}

const BLANK = { description: null, snippet: null, region: null, settings: '{}' };

/** Makes the home organisation unless there is one: of two processes that start at once, one succeeds. */
export async function insertHomeOrganisation(db: Db, id: string, name: string): Promise<void> {
  await db
    .insertInto('organisation')
    .values({ ...BLANK, id, name, url_key: null, is_home: true })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** Adds another organisation; an address in use violates `organisation_url_key_key`. */
export async function insertOrganisation(db: Db, organisation: { id: string; name: string; url_key: string }): Promise<void> {
  await db
    .insertInto('organisation')
    .values({ ...BLANK, ...organisation })
    .execute();
}

/** An organisation with how much it holds. */
export interface OrganisationFacts {
  id: string;
  name: string;
  url_key: string | null;
  access: 'public' | 'private';
  is_home: boolean;
  closing: Date | null;
  created: Date;
  members: number;
}

/** Every organisation of the install, the home first. */
export async function allOrganisations(db: Db): Promise<OrganisationFacts[]> {
  const rows = await db
    .selectFrom('organisation')
    .select((eb) => [
      'id',
      'name',
      'url_key',
      'access',
      'is_home',
      'closing',
      'created',
      eb
        .selectFrom('account')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('account.org_id', '=', 'organisation.id')
        .as('members'),
    ])
    .orderBy('is_home', 'desc')
    .orderBy('created')
    .orderBy('id')
    .limit(1000)
    .execute();
  return rows.map((row) => ({ ...row, members: Number(row.members ?? 0) }));
}

/** Removes an organisation without people and content, with its roles and settings; the keys of its files. */
export async function deleteOrganisation(db: Db, id: string): Promise<string[]> {
  const files = await db.selectFrom('organisation_resource').select('file_key').where('org_id', '=', id).execute();
  await db.deleteFrom('organisation').where('id', '=', id).execute();
  return files.map((row) => row.file_key);
}

/** Changes the given columns; `modified` follows. */
export async function updateOrganisation(db: Db, id: string, change: Updateable<OrganisationTable>): Promise<void> {
  await db
    .updateTable('organisation')
    .set({ ...change, modified: new Date() })
    .where('id', '=', id)
    .execute();
}

/** A custom role as stored. */
export interface RoleRow {
  id: string;
  name: string;
  description: string | null;
  privileges: string[];
  created: Date;
}

/** Custom roles by name. */
export async function rolesOf(db: Db, orgId: string): Promise<RoleRow[]> {
  return db
    .selectFrom('role')
    .select(['id', 'name', 'description', 'privileges', 'created'])
    .where('org_id', '=', orgId)
    .orderBy('name')
    .execute();
}

/** Adds a custom role; a name that exists in any spelling violates `role_name`. */
export async function insertRole(db: Db, role: { id: string; orgId: string; name: string; description: string | null }): Promise<void> {
  await db
    .insertInto('role')
    .values({ id: role.id, org_id: role.orgId, name: role.name, description: role.description, privileges: [], base_role: 'user' })
    .execute();
}

/** Replaces the privileges; false when there is no such role. */
export async function updateRolePrivileges(db: Db, orgId: string, id: string, privileges: string[]): Promise<boolean> {
  const result = await db.updateTable('role').set({ privileges }).where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Changes name and description; false when there is no such role. A name that exists in any spelling violates `role_name`. */
export async function updateRoleTexts(
  db: Db,
  orgId: string,
  id: string,
  change: { name?: string; description?: string | null },
): Promise<boolean> {
  // Without a change it says whether the role is there.
  const result = await db
    .updateTable('role')
    .set((eb) => ({ id: eb.ref('id'), ...change }))
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Removes a role that no member has; false when a member has it or there is none. */
export async function deleteUnusedRole(db: Db, orgId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('role')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('account').select('username').whereRef('account.role', '=', 'role.id').where('account.org_id', '=', orgId)),
      ),
    )
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** What the items of an organisation take, and what its members may store together; `each` is the limit of those without one of their own. */
export async function storageOf(db: Db, orgId: string, each: number): Promise<{ used: number; quota: number }> {
  const result = await sql<{ used: number; quota: number }>`
    select ${storedBytes(sql`item.org_id = ${orgId}`)} as used,
      ${tellable(sql`(select coalesce(sum(coalesce(storage_quota, ${each}::bigint)), 0) from account where org_id = ${orgId})`)} as quota`.execute(
    db,
  );
  return result.rows[0] ?? { used: 0, quota: 0 };
}
