// Tables of the marketplace domain.
import type { Generated, Selectable } from 'kysely';

export interface ListingTable {
  item_id: string;
  org_id: string;
  listed_by: string;
  price_desc: string | null;
  credits_per_transaction: number | null;
  license_type: Generated<'free' | 'paid'>;
  license_by: Generated<'organization' | 'user'>;
  trial_days: number | null;
  access: Generated<'private' | 'public'>;
  system_requirements: string | null;
  terms: string | null;
  version: Generated<string>;
  banner: string | null;
  large_thumbnail: string | null;
  screenshots: Generated<string[]>;
  open: Generated<boolean>;
  created: Generated<Date>;
  modified: Generated<Date>;
}

export type ListingRow = Selectable<ListingTable>;

export interface ProvisionTable {
  id: string;
  item_id: string;
  customer_org: string;
  kind: 'purchase' | 'trial';
  state: 'requested' | 'active' | 'ended' | 'declined';
  requested_by: string;
  created: Generated<Date>;
  start_date: Date | null;
  end_date: Date | null;
}

export type ProvisionRow = Selectable<ProvisionTable>;

export interface ProvisionUserTable {
  provision_id: string;
  username: string;
}

/** A listing with what is shown of its item and its vendor. */
export interface ListingDetail extends ListingRow {
  title: string;
  type: string;
  keywords: string[];
  owner: string;
  tags: string[];
  snippet: string | null;
  description: string | null;
  thumbnail_name: string | null;
  avg_rating: number;
  num_ratings: number;
  num_comments: number;
  vendor_name: string;
  vendor_thumbnail: string | null;
}

/** A provision with its listing. */
export interface ProvisionDetail {
  provision: ProvisionRow;
  listing: ListingDetail;
  /** Holders, where it is licensed by user. */
  users: string[];
}

/** A provision as its vendor sees it. */
export interface CustomerRow extends ProvisionRow {
  title: string;
  customer_name: string;
}

export interface MarketplaceTables {
  listing: ListingTable;
  provision: ProvisionTable;
  provision_user: ProvisionUserTable;
}
