// Listings, provisions and customers as clients see them.
import type { Customer, Listing, Provision } from '@graticule/contract/marketplace/listings';
import type { CustomerRow, ListingDetail, ProvisionDetail } from '../schema/marketplace.ts';

/** @source CO-078, CO-079, CO-080 */
export function listingView(row: ListingDetail): Listing {
  return {
    itemId: row.item_id,
    title: row.title,
    type: row.type,
    typeKeywords: row.keywords,
    owner: row.owner,
    tags: row.tags,
    snippet: row.snippet,
    description: row.description,
    vendor: { id: row.org_id, name: row.vendor_name, thumbnail: row.vendor_thumbnail },
    banner: row.banner,
    thumbnail: row.thumbnail_name === null ? null : `thumbnail/${row.thumbnail_name}`,
    largeThumbnail: row.large_thumbnail,
    screenshots: row.screenshots,
    avgRating: row.avg_rating,
    numRatings: row.num_ratings,
    numComments: row.num_comments,
    licenseBy: row.license_by,
    listingProperties: {
      priceDesc: row.price_desc,
      creditsPerTransaction: row.credits_per_transaction,
      licenseType: row.license_type,
      licenseBy: row.license_by,
      trialSupported: row.trial_days !== null,
      trialDuration: row.trial_days ?? 0,
      listingAccess: row.access,
    },
    properties: { systemRequirements: row.system_requirements, termsAndConditions: row.terms, version: row.version },
    created: row.created.getTime(),
    modified: row.modified.getTime(),
  };
}

/** `withUsers` names the holders, for those who manage licences. @source CO-081 */
export function provisionView({ provision, listing, users }: ProvisionDetail, withUsers: boolean): Provision {
  return {
    id: provision.id,
    itemId: provision.item_id,
    type: provision.kind,
    status: provision.state,
    created: provision.created.getTime(),
    startDate: provision.start_date?.getTime() ?? -1,
    endDate: provision.end_date?.getTime() ?? -1,
    listing: listingView(listing),
    ...(withUsers && listing.license_by === 'user' ? { users } : {}),
  };
}

/** A customer of the caller's organisation. */
export function customerView(row: CustomerRow): Customer {
  return {
    id: row.id,
    orgId: row.customer_org,
    name: row.customer_name,
    itemId: row.item_id,
    title: row.title,
    type: row.kind,
    status: row.state,
    requestedBy: row.requested_by,
    created: row.created.getTime(),
    startDate: row.start_date?.getTime() ?? -1,
    endDate: row.end_date?.getTime() ?? -1,
  };
}
