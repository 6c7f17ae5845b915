// SQL of invitations to an organisation.
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { InvitationRow, InvitationWithInviter, OrganisationInvitationTable } from '../schema/invitations.ts';

/** What of an organisation's invitations the caller may see and pass on. */
export interface Reach {
  orgId: string;
  /** Roles that the caller may give. */
  roles: readonly string[];
  /** Who may add people to any group sees invitations with groups; others only their own. */
  allGroups: boolean;
  username: string;
}

/** Which invitations are listed, and how. */
export interface InvitationQuery {
  kind: 'all' | 'pending' | 'expired' | 'waiting' | 'accepted' | 'declined';
  text: string;
  sort: keyof typeof SORTS;
  descending: boolean;
  offset: number;
  limit: number;
  now: Date;
}

const SORTS = {
  created: sql`i.sent`,
  email: sql`lower(i.email)`,
  username: sql`lower(i.username)`,
  fullname: sql`lower(i.full_name)`,
  expiration: sql`i.expires`,
} as const;

/** Whether a sort name is known. */
export function isInvitationSort(name: string): name is keyof typeof SORTS {
  return Object.hasOwn(SORTS, name);
}

function within(reach: Reach): RawBuilder<unknown> {
  return sql`i.org_id = ${reach.orgId} and i.role = any(${[...reach.roles]})
    and (${reach.allGroups}::boolean or i.group_ids = '{}' or i.invited_by = ${reach.username})`;
}

function ofKind(kind: InvitationQuery['kind'], now: Date): RawBuilder<unknown> {
  switch (kind) {
    case 'pending':
      return sql`i.state = 'pending' and i.expires > ${now}`;
    case 'expired':
      return sql`i.state = 'pending' and i.expires <= ${now}`;
    case 'waiting':
      return sql`i.state = 'accepted' and i.must_approve`;
    case 'accepted':
      return sql`(i.state = 'approved' or (i.state = 'accepted' and not i.must_approve))`;
    case 'declined':
      return sql`i.state = 'declined'`;
    default:
      return sql`true`;
  }
}

/** One page of invitations, and how many there are in all. */
export async function invitationsPage(
  db: Db,
  reach: Reach,
  query: InvitationQuery,
): Promise<{ rows: InvitationWithInviter[]; total: number }> {
  const pattern = `%${query.text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const text =
    query.text === ''
      ? sql`true`
      : sql`(lower(coalesce(i.email, '') || ' ' || coalesce(i.username, '') || ' ' || i.full_name) like ${pattern})`;
  const where = sql`${within(reach)} and ${ofKind(query.kind, query.now)} and ${text}`;
  const direction = query.descending ? sql`desc nulls last` : sql`asc nulls last`;
  const rows = await sql<InvitationWithInviter>`
    select i.*, a.full_name as invited_by_name from organisation_invitation i left join account a on a.username = i.invited_by
    where ${where} order by ${SORTS[query.sort]} ${direction}, i.id limit ${query.limit} offset ${query.offset}`.execute(db);
  const count = await sql<{ n: number }>`select count(*) as n from organisation_invitation i where ${where}`.execute(db);
  return { rows: rows.rows, total: Number(count.rows[0]?.n ?? 0) };
}

/** One invitation within reach, locked until the end of the transaction when that is asked for. */
export async function invitationInReach(db: Db, reach: Reach, id: string, lock = false): Promise<InvitationWithInviter | undefined> {
  const result = await sql<InvitationWithInviter>`
    select i.*, (select a.full_name from account a where a.username = i.invited_by) as invited_by_name
    from organisation_invitation i where i.id = ${id} and ${within(reach)} ${lock ? sql`for update of i` : sql``}`.execute(db);
  return result.rows[0];
}

/** Nobody is let into an organisation that is being removed. */
const isOpen = sql`exists (select 1 from organisation o where o.id = i.org_id and o.closing is null)`;

/** Any invitation by its id, for its holder. */
export async function invitationById(db: Db, id: string, lock = false): Promise<InvitationWithInviter | undefined> {
  const result = await sql<InvitationWithInviter>`
    select i.*, (select a.full_name from account a where a.username = i.invited_by) as invited_by_name
    from organisation_invitation i where i.id = ${id} and ${isOpen} ${lock ? sql`for update of i` : sql``}`.execute(db);
  return result.rows[0];
}

/** Open invitations that are for an account. */
export async function invitationsForAccount(db: Db, username: string, now: Date): Promise<InvitationWithInviter[]> {
  const result = await sql<InvitationWithInviter>`
    select i.*, a.full_name as invited_by_name from organisation_invitation i left join account a on a.username = i.invited_by
    where i.username = ${username} and i.for_account and i.state = 'pending' and i.expires > ${now} and ${isOpen}
    order by i.created, i.id limit 100`.execute(db);
  return result.rows;
}

/** Open invitations of an organisation to one of these addresses or names, in lower case. */
export async function openInvitationsTo(
  db: Db,
  orgId: string,
  to: { emails: readonly string[]; usernames: readonly string[] },
): Promise<InvitationRow[]> {
  const result = await sql<InvitationRow>`
    select * from organisation_invitation where org_id = ${orgId} and state = 'pending' and email is not null and lower(email) = any(${[...to.emails]})
    union
    select * from organisation_invitation where org_id = ${orgId} and state = 'pending' and username is not null and lower(username) = any(${[...to.usernames]})`.execute(
    db,
  );
  return result.rows;
}

/** What inviting has to know of accounts that exist: names with their organisation, and which addresses members have. */
export async function knownPeople(
  db: Db,
  orgId: string,
  to: { emails: readonly string[]; usernames: readonly string[] },
): Promise<{ accounts: { username: string; org_id: string | null; disabled: boolean }[]; memberEmails: Set<string> }> {
  const accounts = await sql<{ username: string; org_id: string | null; disabled: boolean }>`
    select username, org_id, disabled from account where lower(username) = any(${[...to.usernames]})`.execute(db);
  const emails = await sql<{ email: string }>`
    select distinct lower(email) as email from account where lower(email) = any(${[...to.emails]}) and org_id = ${orgId}`.execute(db);
  return { accounts: accounts.rows, memberEmails: new Set(emails.rows.map((row) => row.email)) };
}

/** Adds invitations. */
export async function insertInvitations(db: Db, rows: readonly Insertable<OrganisationInvitationTable>[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto('organisation_invitation')
      .values([...rows])
      .execute();
}

/** Changes an invitation. */
export async function updateInvitationRow(db: Db, id: string, change: Updateable<OrganisationInvitationTable>): Promise<void> {
  await db.updateTable('organisation_invitation').set(change).where('id', '=', id).execute();
}

/** Removes invitations. */
export async function deleteInvitationRows(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom('organisation_invitation')
      .where('id', 'in', [...ids])
      .execute();
}

/** Removes what came to an end before a time: addresses of people are not kept for ever. What waits for approval stays. */
export async function forgetSettled(db: Db, orgId: string, before: Date): Promise<void> {
  await sql`
    delete from organisation_invitation
    where org_id = ${orgId} and expires < ${before} and (answered is null or answered < ${before}) and not (state = 'accepted' and must_approve)`.execute(
    db,
  );
}
