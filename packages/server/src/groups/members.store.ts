// SQL of membership, applications and invitations.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { StoredMemberType } from '../schema/groups.ts';

/** A member as stored, with the name shown. */
export interface MemberRow {
  username: string;
  full_name: string;
  org_id: string | null;
  thumbnail: string | null;
  member_type: StoredMemberType;
  joined: Date;
}

/** Which members are asked for. */
export interface MemberQuery {
  groupId: string;
  name: string | undefined;
  memberTypes: readonly StoredMemberType[];
  joinedAfter: Date | undefined;
  joinedBefore: Date | undefined;
  sort: 'username' | 'fullname' | 'joined' | 'membertype';
  descending: boolean;
  limit: number;
  offset: number;
}

const ORDER: Readonly<Record<MemberQuery['sort'], RawBuilder<unknown>>> = {
  username: sql`lower(m.username)`,
  fullname: sql`lower(a.full_name)`,
  joined: sql`m.joined`,
  membertype: sql`case m.member_type when 'owner' then 0 when 'admin' then 1 else 2 end`,
};

/** A page of members, the owner first unless sorted otherwise, and how many match. */
export async function membersOf(db: Db, query: MemberQuery): Promise<{ rows: MemberRow[]; total: number }> {
  const conditions: RawBuilder<unknown>[] = [sql`m.group_id = ${query.groupId}`];
  if (query.name !== undefined) {
    const pattern = `%${query.name.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    conditions.push(sql`(lower(m.username) like ${pattern} or lower(a.full_name) like ${pattern})`);
  }
  if (query.memberTypes.length > 0) conditions.push(sql`m.member_type = any(${[...query.memberTypes]})`);
  if (query.joinedAfter !== undefined) conditions.push(sql`m.joined >= ${query.joinedAfter}`);
  if (query.joinedBefore !== undefined) conditions.push(sql`m.joined <= ${query.joinedBefore}`);
  const from = sql`from group_member m join account a on a.username = m.username where ${sql.join(conditions, sql` and `)}`;
  const order = query.descending ? sql`${ORDER[query.sort]} desc` : ORDER[query.sort];
  const rows = await sql<MemberRow>`
    select m.username, a.full_name, a.org_id, a.thumbnail, m.member_type, m.joined ${from}
    order by ${order}, m.username limit ${query.limit} offset ${query.offset}`.execute(db);
  const total = await sql<{ n: number }>`select count(*) as n ${from}`.execute(db);
  return { rows: rows.rows, total: Number(total.rows[0]?.n ?? 0) };
}

/** Names and kinds of all members. */
export async function memberNames(db: Db, groupId: string): Promise<{ username: string; member_type: StoredMemberType }[]> {
  return db
    .selectFrom('group_member')
    .select(['username', 'member_type'])
    .where('group_id', '=', groupId)
    .orderBy('joined')
    .orderBy('username')
    .execute();
}

/** Accounts of these names (any case) that may be members, with what they are in the group. */
export async function candidates(
  db: Db,
  groupId: string,
  names: readonly string[],
): Promise<{ username: string; org_id: string | null; disabled: boolean; member_type: StoredMemberType | null }[]> {
  const lower = names.map((name) => name.toLowerCase());
  const result = await sql<{ username: string; org_id: string | null; disabled: boolean; member_type: StoredMemberType | null }>`
    select a.username, a.org_id, a.disabled, m.member_type
    from account a left join group_member m on m.username = a.username and m.group_id = ${groupId}
    where lower(a.username) = any(${lower})`.execute(db);
  return result.rows;
}

/** Adds members; those who are in already stay as they are. Their applications are settled. */
export async function insertMembers(
  db: Db,
  groupId: string,
  members: readonly { username: string; member_type: 'admin' | 'member' }[],
  now: Date,
): Promise<void> {
  if (members.length === 0) return;
  await db
    .insertInto('group_member')
    .values(members.map((member) => ({ ...member, group_id: groupId, joined: now })))
    .onConflict((oc) => oc.doNothing())
    .execute();
  await deleteApplications(
    db,
    groupId,
    members.map((member) => member.username),
  );
}

/** Those of the groups that belong to the organisation and that the person is not in yet. */
export async function groupsToJoin(
  db: Db,
  who: { orgId: string; groupIds: readonly string[]; username: string },
): Promise<{ id: string; title: string }[]> {
  const result = await sql<{ id: string; title: string }>`
    select g.id, g.title from user_group g
    where g.id = any(${[...who.groupIds]}) and g.org_id = ${who.orgId} and not g.favourites
      and not exists (select 1 from group_member m where m.group_id = g.id and m.username = ${who.username})
    order by g.id`.execute(db);
  return result.rows;
}

/** Makes members managers or managers members; never the owner. */
export async function setMemberType(db: Db, groupId: string, usernames: readonly string[], type: 'admin' | 'member'): Promise<void> {
  await sql`
    update group_member set member_type = ${type}
    where group_id = ${groupId} and username = any(${[...usernames]}) and member_type <> 'owner'`.execute(db);
}

/** Removes members; never the owner. */
export async function deleteMembers(db: Db, groupId: string, usernames: readonly string[]): Promise<void> {
  await sql`delete from group_member where group_id = ${groupId} and username = any(${[...usernames]}) and member_type <> 'owner'`.execute(
    db,
  );
}

/** Owner and managers, who are told about applications. */
export async function managersOf(db: Db, groupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('group_member')
    .select('username')
    .where('group_id', '=', groupId)
    .where('member_type', '!=', 'member')
    .execute();
  return rows.map((row) => row.username);
}

/** Somebody who asked to join. */
export interface ApplicationRow {
  username: string;
  full_name: string;
  email: string | null;
  comments: string | null;
  received: Date;
}

/** Files an application; of one that waits already the newer words are kept, if there are any. Whether it is the first. */
export async function putApplication(db: Db, groupId: string, username: string, comments: string | null, now: Date): Promise<boolean> {
  const result = await sql<{ first: boolean }>`
    insert into group_application as a (group_id, username, comments, received) values (${groupId}, ${username}, ${comments}, ${now})
    on conflict (group_id, username) do update set comments = coalesce(excluded.comments, a.comments)
    returning xmax = 0 as first`.execute(db);
  return result.rows[0]?.first ?? false;
}

/** Applications of a group, oldest first. */
export async function applicationsOf(db: Db, groupId: string): Promise<ApplicationRow[]> {
  const result = await sql<ApplicationRow>`
    select p.username, a.full_name, a.email, p.comments, p.received
    from group_application p join account a on a.username = p.username
    where p.group_id = ${groupId} order by p.received, p.username limit 1000`.execute(db);
  return result.rows;
}

/** Settles applications. */
export async function deleteApplications(db: Db, groupId: string, usernames: readonly string[]): Promise<void> {
  await sql`delete from group_application where group_id = ${groupId} and username = any(${[...usernames]})`.execute(db);
}

/** An invitation with its people. */
export interface InvitationRow {
  id: string;
  group_id: string;
  username: string;
  invited_by: string;
  invited_by_name: string;
  member_type: 'admin' | 'member';
  state: 'open' | 'accepted' | 'declined';
  created: Date;
  expires: Date;
}

const INVITATION = sql`
  select i.id, i.group_id, i.username, i.invited_by, a.full_name as invited_by_name, i.member_type, i.state, i.created, i.expires
  from group_invitation i join account a on a.username = i.invited_by`;

/** Adds an invitation. */
export async function insertInvitation(db: Db, row: Omit<InvitationRow, 'invited_by_name' | 'state'>): Promise<void> {
  await db.insertInto('group_invitation').values(row).execute();
}

/** Open invitations of a group or of a person. */
export async function openInvitations(db: Db, of: { groupId: string } | { username: string }, now: Date): Promise<InvitationRow[]> {
  const whose = 'groupId' in of ? sql`i.group_id = ${of.groupId}` : sql`i.username = ${of.username}`;
  const result =
    await sql<InvitationRow>`${INVITATION} where ${whose} and i.state = 'open' and i.expires > ${now} order by i.created, i.id limit 1000`.execute(
      db,
    );
  return result.rows;
}

/** One invitation. */
export async function invitationById(db: Db, id: string): Promise<InvitationRow | undefined> {
  return (await sql<InvitationRow>`${INVITATION} where i.id = ${id}`.execute(db)).rows[0];
}

/** Settles an open invitation; false when another request was faster. */
export async function settleInvitation(db: Db, id: string, state: 'accepted' | 'declined'): Promise<boolean> {
  const result = await db
    .updateTable('group_invitation')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Takes an invitation back; false when there is none. */
export async function deleteInvitationRow(db: Db, groupId: string, id: string): Promise<boolean> {
  const result = await db.deleteFrom('group_invitation').where('id', '=', id).where('group_id', '=', groupId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
