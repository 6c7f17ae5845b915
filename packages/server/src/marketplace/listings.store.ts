// SQL of listings, read together with the item and the organisation that offer them.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Caller, may } from '../platform/caller.ts';
import type { Db } from '../platform/db/database.ts';
import type { ListingDetail } from '../schema/marketplace.ts';
import type { ListingTerms } from './listings.rules.ts';

/** Columns of `ListingDetail`, from `LISTED`. */
export const DETAIL = sql`l.*, i.title, i.type, i.auto_keywords || i.given_keywords as keywords, i.owner, i.tags, i.snippet, i.description,
  i.thumbnail_name, i.avg_rating, i.num_ratings, i.num_comments, o.name as vendor_name, o.settings ->> 'thumbnail' as vendor_thumbnail`;

/** Listings `l` with item `i` and organisation `o`. */
export const LISTED = sql`listing l join item i on i.id = l.item_id join organisation o on o.id = l.org_id`;

/**
 * Whether the caller may see the listing `l`: the vendor's members who manage the marketplace; whoever holds it or asked for it;
 * with its address those who may take it; in lists only public ones.
 */
function maySeeListing(caller: Caller, how: 'listed' | 'by address'): RawBuilder<SqlBool> {
  if (caller.orgId === null) return sql`(l.open and l.access = 'public')`;
  const own = may(caller, 'marketplace:admin:manage') ? sql`l.org_id = ${caller.orgId}` : sql`false`;
  const held = sql`exists (select 1 from provision p
    where p.item_id = l.item_id and p.customer_org = ${caller.orgId} and p.state in ('requested', 'active'))`;
  const mayTake = may(caller, 'marketplace:admin:purchase') || may(caller, 'marketplace:admin:startTrial');
  const offered = how === 'by address' && mayTake ? sql`l.open` : sql`(l.open and l.access = 'public')`;
  return sql`(${own} or ${held} or ${offered})`;
}

/** Adds a listing, or opens one that was taken back. False when the item is listed already. */
export async function insertListing(
  db: Db,
  listing: { itemId: string; orgId: string; listedBy: string; now: Date },
  terms: ListingTerms,
): Promise<boolean> {
  const row = { org_id: listing.orgId, listed_by: listing.listedBy, modified: listing.now, open: true, ...terms };
  const done = await db
    .insertInto('listing')
    .values({ item_id: listing.itemId, created: listing.now, ...row })
    .onConflict((oc) => oc.column('item_id').doUpdateSet(row).where('listing.open', '=', false))
    .executeTakeFirst();
  return Number(done.numInsertedOrUpdatedRows ?? 0n) > 0;
}

/** Changes the terms of a listing. */
export async function updateListingRow(db: Db, itemId: string, terms: ListingTerms, now: Date): Promise<void> {
  await db
    .updateTable('listing')
    .set({ ...terms, modified: now })
    .where('item_id', '=', itemId)
    .execute();
}

/** Takes a listing from the marketplace; one that nobody ever took goes altogether. */
export async function closeListing(db: Db, itemId: string, now: Date): Promise<void> {
  // In a statement of its own: one that waits in the middle would not see what was taken meanwhile, and would delete it too.
  await sql`select 1 from listing where item_id = ${itemId} for update`.execute(db);
  await sql`delete from listing l where item_id = ${itemId} and not exists (select 1 from provision p where p.item_id = l.item_id)`.execute(
    db,
  );
  await db.updateTable('listing').set({ open: false, modified: now }).where('item_id', '=', itemId).execute();
}

/** Locks a listing until the end of the transaction: its terms stay, and others who take it wait. */
export async function lockListing(db: Db, itemId: string): Promise<void> {
  await sql`select 1 from listing where item_id = ${itemId} for no key update`.execute(db);
}

/** One listing that the caller may see by its address. */
export async function listingFor(db: Db, caller: Caller, itemId: string): Promise<ListingDetail | undefined> {
  const { rows } = await sql<ListingDetail>`
    select ${DETAIL} from ${LISTED} where l.item_id = ${itemId} and i.binned is null and ${maySeeListing(caller, 'by address')}`.execute(
    db,
  );
  return rows[0];
}

/** Which listings are asked for. */
export interface ListingFilter {
  /** Only what the caller's organisation offers. */
  mine: boolean;
  /** Words of the title. */
  words: string | undefined;
  limit: number;
  offset: number;
}

/** A page of listings, newest first, and how many there are. */
export async function listingsFor(db: Db, caller: Caller, filter: ListingFilter): Promise<{ rows: ListingDetail[]; total: number }> {
  const conditions = [sql`i.binned is null`, maySeeListing(caller, 'listed')];
  if (filter.mine) conditions.push(sql`l.org_id = ${caller.orgId ?? ''} and l.open`);
  const { words } = filter;
  if (words !== undefined && words.trim() !== '') conditions.push(sql`strpos(lower(i.title), lower(${words.trim()})) > 0`);
  const where = sql.join(conditions, sql` and `);
  const { rows } = await sql<ListingDetail>`
    select ${DETAIL} from ${LISTED} where ${where} order by l.created desc, l.item_id limit ${filter.limit} offset ${filter.offset}`.execute(
    db,
  );
  const total = await sql<{ n: number }>`select count(*)::int as n from ${LISTED} where ${where}`.execute(db);
  return { rows, total: total.rows[0]?.n ?? 0 };
}
