// SQL of groups.
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db/database.ts';
import { searchDocument } from '../platform/db/search-text.ts';
import type { GroupForCaller, GroupRow } from '../schema/groups.ts';
import { groupColumns, membershipColumns } from './group-columns.sql.ts';

export type { GroupForCaller };

import { maySeeGroup } from './visibility.sql.ts';

/** One group with the caller's membership and right to see it. */
export async function groupForCaller(db: Db, caller: Caller, id: string): Promise<GroupForCaller | undefined> {
  const result = await sql<GroupForCaller>`
    select ${groupColumns}, ${membershipColumns(caller)}, ${maySeeGroup(caller)} as visible
    from user_group where user_group.id = ${id}`.execute(db);
  return result.rows[0];
}

/** Groups of these ids with the caller's membership and right to see them; unknown ids are missing. */
export async function groupsForCaller(db: Db, caller: Caller, ids: readonly string[]): Promise<GroupForCaller[]> {
  const result = await sql<GroupForCaller>`
    select ${groupColumns}, ${membershipColumns(caller)}, ${maySeeGroup(caller)} as visible
    from user_group where user_group.id = any(${[...ids]}) order by lower(user_group.title), user_group.id`.execute(db);
  return result.rows;
}

/** Groups that a person is in and the caller may see; favourites are left out. */
export async function groupsOfPerson(db: Db, caller: Caller, username: string): Promise<GroupForCaller[]> {
  const result = await sql<GroupForCaller>`
    select ${groupColumns}, ${membershipColumns(caller)}, true as visible
    from user_group join group_member p on p.group_id = user_group.id and p.username = ${username}
    where not user_group.favourites and ${maySeeGroup(caller)}
    order by lower(user_group.title), user_group.id limit 512`.execute(db);
  return result.rows;
}

/** What a new group needs. */
export type NewGroup = Pick<GroupRow, 'id' | 'org_id' | 'owner' | 'title'> & GroupChange & { capabilities?: string[] };

/** Columns that an update may change. */
export type GroupChange = Partial<Omit<GroupRow, 'id' | 'org_id' | 'owner' | 'created' | 'favourites' | 'capabilities'>>;

/** Adds a group with its owner as first member; a title the owner uses already violates `user_group_title`. */
export async function insertGroup(db: Db, group: NewGroup, now: Date): Promise<void> {
  const blank = {
    description: null,
    snippet: null,
    phone: null,
    thumbnail_key: null,
    thumbnail_name: null,
    membership_access: null,
    sort_field: 'title',
    sort_order: 'asc',
    properties: null,
    display_settings: null,
    tags: [] as string[],
  };
  const row = { ...blank, ...group };
  const { properties: _properties, display_settings: _displaySettings, ...columns } = row;
  await db
    .insertInto('user_group')
    .values({ ...columns, ...asJson(row), search: documentOf({ ...row, tags: row.tags }), created: now, modified: now })
    .execute();
  await db.insertInto('group_member').values({ group_id: group.id, username: group.owner, member_type: 'owner', joined: now }).execute();
}

/** Changes a group together with its words; returns it as it was. */
export async function updateGroupRow(db: Db, id: string, change: GroupChange, now: Date): Promise<GroupRow | undefined> {
  const before = (await sql<GroupRow>`select ${groupColumns} from user_group where id = ${id} for update`.execute(db)).rows[0];
  if (before === undefined) return undefined;
  const { properties: _properties, display_settings: _displaySettings, ...columns } = change;
  await db
    .updateTable('user_group')
    .set({ ...columns, ...asJson(change), search: documentOf({ ...before, ...change }), modified: now })
    .where('id', '=', id)
    .execute();
  return before;
}

function asJson(change: GroupChange): { properties?: string | null; display_settings?: string | null } {
  const text = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  return {
    ...(change.properties === undefined ? {} : { properties: text(change.properties) }),
    ...(change.display_settings === undefined ? {} : { display_settings: text(change.display_settings) }),
  };
}

type Described = Pick<GroupRow, 'id' | 'title' | 'owner' | 'tags' | 'snippet' | 'description'> & {
  type_keywords?: string[];
  capabilities?: string[];
  phone?: string | null;
};

function documentOf(group: Described): RawBuilder<string> {
  const plain = (html: string | null): string | null => html?.replace(/<[^>]*>/g, ' ') ?? null;
  const document = searchDocument([
    { name: 'title', values: [group.title], weight: 'A', general: true, exact: true },
    { name: 'tags', values: group.tags, weight: 'B', general: true, exact: true },
    { name: 'snippet', values: [plain(group.snippet)], weight: 'C', general: true },
    { name: 'description', values: [plain(group.description)], weight: 'D', general: true },
    { name: 'owner', values: [group.owner], weight: 'D', general: true },
    { name: 'id', values: [group.id], weight: 'D', general: true },
    { name: 'typekeywords', values: group.type_keywords ?? [], weight: 'D', general: false, exact: true },
    { name: 'capabilities', values: group.capabilities ?? [], weight: 'D', general: false, exact: true },
    { name: 'phone', values: [group.phone ?? null], weight: 'D', general: false, exact: true },
  ]);
  return sql`${document}::tsvector`;
}

/** Whether the group is protected; it is locked until the end of the transaction. */
export async function isProtectedNow(db: Db, id: string): Promise<boolean> {
  const result = await sql<{ protected: boolean }>`select protected from user_group where id = ${id} for update`.execute(db);
  return result.rows[0]?.protected ?? false;
}

/** Removes a group; members, applications and invitations go with it. */
export async function deleteGroupRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('user_group').where('id', '=', id).execute();
}

/** Makes another person the owner; the old one stays as manager. */
export async function setGroupOwner(db: Db, id: string, owner: string, orgId: string | null, now: Date): Promise<void> {
  await sql`update group_member set member_type = 'admin' where group_id = ${id} and member_type = 'owner'`.execute(db);
  await sql`
    insert into group_member (group_id, username, member_type, joined) values (${id}, ${owner}, 'owner', ${now})
    on conflict (group_id, username) do update set member_type = 'owner'`.execute(db);
  await sql`update user_group set owner = ${owner}, org_id = ${orgId}, modified = ${now} where id = ${id}`.execute(db);
}

/** Groups that a person owns, without the favourites. */
export async function groupsOwnedBy(db: Db, owner: string): Promise<Pick<GroupRow, 'id' | 'title' | 'org_id'>[]> {
  return db.selectFrom('user_group').select(['id', 'title', 'org_id']).where('owner', '=', owner).where('favourites', '=', false).execute();
}

/** Puts every group that a person owns, the favourites included, into an organisation. */
export async function moveGroupsOf(db: Db, owner: string, orgId: string): Promise<void> {
  await db.updateTable('user_group').set({ org_id: orgId }).where('owner', '=', owner).execute();
}

/** Takes delete protection from every group of an organisation. */
export async function unprotectGroups(db: Db, orgId: string): Promise<void> {
  await db.updateTable('user_group').set({ protected: false }).where('org_id', '=', orgId).where('protected', '=', true).execute();
}

/** Some groups of an organisation, favourites left out. */
export async function someGroupsOf(db: Db, orgId: string, limit: number): Promise<GroupForCaller[]> {
  const result = await sql<GroupForCaller>`
    select ${groupColumns}, null as member_type, true as visible, 0 as applications
    from user_group where org_id = ${orgId} and not favourites order by id limit ${limit}`.execute(db);
  return result.rows;
}
