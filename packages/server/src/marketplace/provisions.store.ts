// SQL of what organisations hold of others' listings.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { CustomerRow, ListingDetail, ProvisionDetail, ProvisionRow } from '../schema/marketplace.ts';
import { DETAIL, LISTED } from './listings.store.ts';

const PROVISION = sql`p.id as p_id, p.customer_org, p.kind, p.state, p.requested_by, p.created as p_created, p.start_date, p.end_date,
  array(select u.username from provision_user u where u.provision_id = p.id order by u.username) as users`;

interface Joined extends ListingDetail {
  p_id: string;
  customer_org: string;
  kind: ProvisionRow['kind'];
  state: ProvisionRow['state'];
  requested_by: string;
  p_created: Date;
  start_date: Date | null;
  end_date: Date | null;
  users: string[];
}

function detail(row: Joined): ProvisionDetail {
  const { p_id: id, p_created: created, customer_org, kind, state, requested_by, start_date, end_date, users, ...listing } = row;
  return {
    provision: { id, item_id: listing.item_id, customer_org, kind, state, requested_by, created, start_date, end_date },
    listing,
    users,
  };
}

/** What an organisation holds, held or asked for, newest first. */
export async function provisionsOf(db: Db, orgId: string): Promise<ProvisionDetail[]> {
  const { rows } = await sql<Joined>`
    select ${DETAIL}, ${PROVISION} from provision p join ${LISTED} on l.item_id = p.item_id
    where p.customer_org = ${orgId} and i.binned is null order by p.created desc, p.id limit 1000`.execute(db);
  return rows.map(detail);
}

/** A page of what a member may use: what the organisation holds as a whole, and the member's own licences. */
export async function provisionsFor(
  db: Db,
  holder: { username: string; orgId: string },
  page: { limit: number; offset: number },
): Promise<{ rows: ProvisionDetail[]; total: number }> {
  const where = sql`i.binned is null and p.customer_org = ${holder.orgId} and p.state = 'active' and (l.license_by = 'organization'
    or exists (select 1 from provision_user u where u.provision_id = p.id and u.username = ${holder.username}))`;
  const { rows } = await sql<Joined>`
    select ${DETAIL}, ${PROVISION} from provision p join ${LISTED} on l.item_id = p.item_id
    where ${where} order by p.created desc, p.id limit ${page.limit} offset ${page.offset}`.execute(db);
  const total = await sql<{ n: number }>`
    select count(*)::int as n from provision p join ${LISTED} on l.item_id = p.item_id where ${where}`.execute(db);
  return { rows: rows.map(detail), total: total.rows[0]?.n ?? 0 };
}

/** One provision, locked until the end of the transaction, seen from the customer's or the vendor's side. */
export async function lockedProvision(
  db: Db,
  id: string,
  side: { customer: string } | { vendor: string } | 'any',
): Promise<ProvisionDetail | undefined> {
  // In a statement of its own: one that waits in the middle would not see licences that were given meanwhile.
  await sql`select 1 from provision where id = ${id} for update`.execute(db);
  const whose = side === 'any' ? sql`true` : 'customer' in side ? sql`p.customer_org = ${side.customer}` : sql`l.org_id = ${side.vendor}`;
  const { rows } = await sql<Joined>`
    select ${DETAIL}, ${PROVISION} from provision p join ${LISTED} on l.item_id = p.item_id
    where p.id = ${id} and ${whose}`.execute(db);
  return rows[0] === undefined ? undefined : detail(rows[0]);
}

/** Adds a provision; a second open one of the same kind and organisation violates `provision_open`. */
export async function insertProvision(db: Db, row: ProvisionRow): Promise<void> {
  await db.insertInto('provision').values(row).execute();
}

/** What an organisation holds, held or asked for of one listing. */
export async function provisionsOfListing(db: Db, itemId: string, orgId: string): Promise<Pick<ProvisionRow, 'id' | 'kind' | 'state'>[]> {
  return db
    .selectFrom('provision')
    .select(['id', 'kind', 'state'])
    .where('item_id', '=', itemId)
    .where('customer_org', '=', orgId)
    .execute();
}

/** Moves a provision on. */
export async function setProvisionState(
  db: Db,
  id: string,
  change: Pick<ProvisionRow, 'state'> & Partial<Pick<ProvisionRow, 'start_date' | 'end_date'>>,
): Promise<void> {
  await db.updateTable('provision').set(change).where('id', '=', id).execute();
}

/** Who holds, asked for or held the listings of an organisation, newest first. */
export async function customersOf(db: Db, vendor: string, state: string | undefined): Promise<CustomerRow[]> {
  const { rows } = await sql<CustomerRow>`
    select p.*, i.title, c.name as customer_name
    from provision p join ${LISTED} on l.item_id = p.item_id join organisation c on c.id = p.customer_org
    where l.org_id = ${vendor} ${state === undefined ? sql`` : sql`and p.state = ${state}`}
    order by p.created desc, p.id limit 1000`.execute(db);
  return rows;
}

/** Members of an organisation among the names, in their stored spelling. */
export async function membersNamed(db: Db, orgId: string, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`
    select username from account where org_id = ${orgId} and lower(username) = any(${names.map((name) => name.toLowerCase())})`.execute(db);
  return rows.map((row) => row.username);
}

/** Members of an organisation who manage its marketplace, for what they are told. */
export async function marketplaceManagers(db: Db, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`
    select a.username from account a left join role r on r.id = a.role and r.org_id = a.org_id
    where a.org_id = ${orgId} and not a.disabled and (a.role = 'admin' or 'marketplace:admin:manage' = any(r.privileges)) limit 100`.execute(
    db,
  );
  return rows.map((row) => row.username);
}

/** Gives licences; those who hold one keep it. */
export async function insertLicences(db: Db, provisionId: string, usernames: readonly string[]): Promise<void> {
  if (usernames.length === 0) return;
  await db
    .insertInto('provision_user')
    .values(usernames.map((username) => ({ provision_id: provisionId, username })))
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** Items of which a person holds licences. */
export async function itemsLicensedTo(db: Db, username: string): Promise<string[]> {
  const { rows } = await sql<{ item_id: string }>`
    select distinct p.item_id from provision_user u join provision p on p.id = u.provision_id where u.username = ${username} order by 1`.execute(
    db,
  );
  return rows.map((row) => row.item_id);
}

/** Takes licences. */
export async function deleteLicences(db: Db, provisionId: string, usernames: readonly string[]): Promise<void> {
  await sql`delete from provision_user where provision_id = ${provisionId} and username = any(${[...usernames]})`.execute(db);
}
