// Offering items in the marketplace, and finding what is offered.
import type { ServerInput } from '@graticule/contract/endpoint';
import { fail } from '@graticule/contract/errors';
import type { listItem } from '@graticule/contract/marketplace/listings';
import { type PageRequest, pageRequest } from '@graticule/contract/paging';
import { requireItem } from '../content/index.ts';
import { organisationOf } from '../organisation/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { violatedForeignKey } from '../platform/db/errors.ts';
import type { ListingDetail } from '../schema/marketplace.ts';
import { mayBeListed, termsAfter } from './listings.rules.ts';
import { closeListing, insertListing, listingFor, listingsFor, lockListing, updateListingRow } from './listings.store.ts';

type Terms = ServerInput<typeof listItem>;

/**
 * Offers an item of the caller's organisation.
 * @throws FORBIDDEN for items of others, and where the organisation does not offer such items
 * @throws ALREADY_LISTED, INVALID_PARAMETER
 * @source CO-199
 */
export async function offerItem(portal: Portal, caller: Caller, input: Terms): Promise<void> {
  const item = await requireItem(portal, caller, input.itemId);
  if (caller.orgId === null || item.org_id !== caller.orgId) throw fail('FORBIDDEN');
  const { settings } = await organisationOf(portal, caller);
  if (!mayBeListed(item.type, settings)) throw fail('FORBIDDEN');
  const listing = { itemId: item.id, orgId: caller.orgId, listedBy: caller.username ?? '', now: portal.clock.now() };
  const terms = termsAfter(input);
  const isNew = await insertListing(portal.db, listing, terms).catch((error: unknown) => {
    throw violatedForeignKey(error) === 'listing_item_id_fkey' ? fail('ITEM_NOT_FOUND', { cause: error }) : error;
  });
  if (!isNew) throw fail('ALREADY_LISTED');
}

/** A listing of the caller's organisation. @throws LISTING_NOT_FOUND also for those of others */
async function requireOwnListing(portal: Portal, caller: Caller, itemId: string): Promise<ListingDetail> {
  const listing = await requireListing(portal, caller, itemId);
  if (listing.org_id !== caller.orgId || !listing.open) throw fail('LISTING_NOT_FOUND');
  return listing;
}

/** Changes the terms of a listing; what organisations hold already stays as it was granted. */
export async function changeListing(portal: Portal, caller: Caller, input: Terms): Promise<void> {
  await requireOwnListing(portal, caller, input.itemId);
  await portal.db.transaction().execute(async (db) => {
    const listing = await lockedListing(db, caller, input.itemId);
    const terms = termsAfter(input, listing);
    // Whole organisations hold it: their members would lose it without a word.
    if (terms.license_by !== listing.license_by)
      throw fail('INVALID_PARAMETER', {
        values: ['licenseBy', 'cannot be changed. Take the item from the marketplace and offer it again'],
      });
    await updateListingRow(db, listing.item_id, terms, portal.clock.now());
  });
}

/** Takes an item from the marketplace; who holds it keeps it until its end. */
export async function takeBack(portal: Portal, caller: Caller, itemId: string): Promise<void> {
  const listing = await requireOwnListing(portal, caller, itemId);
  await portal.db.transaction().execute((db) => closeListing(db, listing.item_id, portal.clock.now()));
}

/** A listing that the caller may see. @throws LISTING_NOT_FOUND */
export async function requireListing(portal: Portal, caller: Caller, itemId: string): Promise<ListingDetail> {
  return found(await listingFor(portal.db, caller, itemId));
}

/** The listing with the terms of this moment, which stay until the end of the transaction. @throws LISTING_NOT_FOUND */
export async function lockedListing(db: Db, caller: Caller, itemId: string): Promise<ListingDetail> {
  // In a statement of its own: one that waits in the middle would read the terms from before.
  await lockListing(db, itemId);
  return found(await listingFor(db, caller, itemId));
}

function found(listing: ListingDetail | undefined): ListingDetail {
  if (listing === undefined) throw fail('LISTING_NOT_FOUND');
  return listing;
}

/** A page of the marketplace, newest first. */
export async function listingPage(
  portal: Portal,
  caller: Caller,
  input: { start?: number; num?: number; mylistings?: boolean; q?: string },
): Promise<{ page: PageRequest; rows: ListingDetail[]; total: number }> {
  const page = pageRequest(input);
  const filter = { mine: input.mylistings === true, words: input.q, limit: page.num, offset: page.start - 1 };
  return { page, ...(await listingsFor(portal.db, caller, filter)) };
}
