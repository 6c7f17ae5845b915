// Endpoints of the marketplace: what organisations offer one another, and what they hold.
import { endpoint } from '../endpoint.ts';
import { type Page, paging } from '../paging.ts';
import { csv, flag, json, required, text } from '../param.ts';

/** On what terms an item is offered. @source CO-079 */
export interface ListingProperties {
  priceDesc: string | null;
  creditsPerTransaction: number | null;
  licenseType: 'free' | 'paid';
  /** Whether the whole organisation or named members hold it. */
  licenseBy: 'organization' | 'user';
  trialSupported: boolean;
  /** Days; 0 where there is no trial. */
  trialDuration: number;
  listingAccess: 'private' | 'public';
}

/** An item in the marketplace. @source CO-078 */
export interface Listing {
  itemId: string;
  title: string;
  type: string;
  typeKeywords: string[];
  owner: string;
  tags: string[];
  snippet: string | null;
  description: string | null;
  vendor: { id: string; name: string; thumbnail: string | null };
  banner: string | null;
  thumbnail: string | null;
  largeThumbnail: string | null;
  screenshots: string[];
  avgRating: number;
  numRatings: number;
  numComments: number;
  licenseBy: ListingProperties['licenseBy'];
  listingProperties: ListingProperties;
  properties: { systemRequirements: string | null; termsAndConditions: string | null; version: string };
  created: number;
  modified: number;
}

export type ProvisionState = 'requested' | 'active' | 'ended' | 'declined';

/** What an organisation holds of a listing. @source CO-081 */
export interface Provision {
  id: string;
  itemId: string;
  type: 'purchase' | 'trial';
  status: ProvisionState;
  created: number;
  /** Milliseconds; -1 while it has not begun. */
  startDate: number;
  /** Milliseconds; -1 where it has no end. */
  endDate: number;
  listing: Listing;
  /** Who holds it, where it is licensed by user and the caller manages it. */
  users?: string[];
}

/** An organisation that holds, or asked for, a listing of the caller's. */
export interface Customer {
  id: string;
  orgId: string;
  name: string;
  itemId: string;
  title: string;
  type: 'purchase' | 'trial';
  status: ProvisionState;
  requestedBy: string;
  created: number;
  startDate: number;
  endDate: number;
}

const TERMS = { listingProperties: json(), properties: json(), banner: text(), largeThumbnail: text(), screenshots: csv() } as const;

export const getListings = endpoint<Page & { listings: Listing[] }>()(
  '/sharing/rest/content/listings',
  { ...paging, mylistings: flag(), q: text() },
  { needs: 'user', summary: 'Items in the marketplace, newest first' },
);

export const getListing = endpoint<Listing>()(
  '/sharing/rest/content/listings/:itemId',
  {},
  { needs: 'user', summary: 'One item in the marketplace' },
);

export interface ListingReply {
  success: true;
  itemId: string;
}

export const listItem = endpoint<ListingReply>()('/sharing/rest/content/items/:itemId/list', TERMS, {
  method: 'change',
  needs: 'marketplace:admin:manage',
  summary: 'Offers an item in the marketplace',
});

export const updateListing = endpoint<ListingReply>()('/sharing/rest/content/listings/:itemId/update', TERMS, {
  method: 'change',
  needs: 'marketplace:admin:manage',
  summary: 'Changes the terms of a listing',
});

export const unlistItem = endpoint<ListingReply>()(
  '/sharing/rest/content/items/:itemId/unlist',
  {},
  { method: 'change', needs: 'marketplace:admin:manage', summary: 'Takes an item from the marketplace' },
);

export interface ProvisionReply {
  success: true;
  provisionId: string;
  status: ProvisionState;
}

export const purchaseListing = endpoint<ProvisionReply>()(
  '/sharing/rest/content/listings/:itemId/purchase',
  {},
  { method: 'change', needs: 'marketplace:admin:purchase', summary: 'Takes a free listing, or asks the vendor for a paid one' },
);

export const startTrial = endpoint<ProvisionReply>()(
  '/sharing/rest/content/listings/:itemId/startTrial',
  {},
  { method: 'change', needs: 'marketplace:admin:startTrial', summary: 'Starts the trial of a listing' },
);

export const getPurchases = endpoint<{ purchases: Provision[]; trials: Provision[] }>()(
  '/sharing/rest/portals/:portal/purchases',
  {},
  { needs: 'user', summary: "The organisation's purchases and trials" },
);

const purchase = '/sharing/rest/portals/:portal/purchases/:provisionId' as const;

export const cancelPurchase = endpoint<ProvisionReply>()(
  `${purchase}/cancel`,
  {},
  { method: 'change', needs: 'marketplace:admin:purchase', summary: 'Gives back a purchase or trial' },
);

export interface LicencesReply {
  success: true;
  /** Names that are not members of the organisation. */
  notProvisioned: string[];
}

export const provisionUsers = endpoint<LicencesReply>()(
  `${purchase}/provisionUsers`,
  { users: required(csv()) },
  { method: 'change', needs: 'portal:admin:manageLicenses', summary: 'Gives members a licence of what is licensed by user' },
);

export const unprovisionUsers = endpoint<LicencesReply>()(
  `${purchase}/unprovisionUsers`,
  { users: required(csv()) },
  { method: 'change', needs: 'portal:admin:manageLicenses', summary: 'Takes licences from members' },
);

export const getCustomers = endpoint<{ customers: Customer[] }>()(
  '/sharing/rest/portals/:portal/customers',
  { status: text() },
  { needs: 'marketplace:admin:manage', summary: 'Who holds, or asked for, the listings of the organisation' },
);

export const getCustomersList = endpoint<{ customers: { id: string; name: string }[] }>()(
  '/sharing/rest/portals/:portal/customersList',
  {},
  { needs: 'marketplace:admin:manage', summary: 'Organisations that hold listings of the organisation' },
);

const customer = '/sharing/rest/portals/:portal/customers/:provisionId' as const;

export const approveCustomer = endpoint<ProvisionReply>()(
  `${customer}/approve`,
  {},
  { method: 'change', needs: 'marketplace:admin:manage', summary: 'Grants what another organisation asked for' },
);

export const declineCustomer = endpoint<ProvisionReply>()(
  `${customer}/decline`,
  {},
  { method: 'change', needs: 'marketplace:admin:manage', summary: 'Declines what another organisation asked for' },
);

export const endCustomer = endpoint<ProvisionReply>()(
  `${customer}/end`,
  {},
  { method: 'change', needs: 'marketplace:admin:manage', summary: 'Ends what another organisation holds' },
);

export const getProvisionedListings = endpoint<Page & { provisionedListings: Provision[] }>()(
  '/sharing/rest/community/users/:username/provisionedListings',
  paging,
  { needs: 'user', summary: 'What the caller may use from the marketplace' },
);
