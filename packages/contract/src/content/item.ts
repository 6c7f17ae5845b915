// The item and the folder as clients see them.
import type { ItemExtent } from './extent.ts';

/** Who may see an item; `shared` is a private item shared with at least one group. */
export type ItemAccess = 'private' | 'shared' | 'org' | 'public';

/** What the caller may do with an item: everything, change it, or look. */
export type ItemControl = 'admin' | 'update' | 'view';

/** An item on the wire. Times are epoch milliseconds. */
export interface Item {
  id: string;
  owner: string;
  orgId: string;
  created: number;
  modified: number;
  uploaded: number;
  isOrgItem: boolean;
  guid: null;
  /** File name of uploaded data, or the service name. */
  name: string | null;
  title: string;
  type: string;
  typeKeywords: string[];
  description: string | null;
  tags: string[];
  snippet: string | null;
  /** Relative path, read at `content/items/{id}/info/{thumbnail}`. */
  thumbnail: string | null;
  documentation: string | null;
  extent: ItemExtent;
  categories: string[];
  spatialReference: string | null;
  accessInformation: string | null;
  licenseInfo: string | null;
  culture: string;
  properties: Record<string, unknown> | null;
  advancedSettings: null;
  url: string | null;
  proxyFilter: null;
  access: ItemAccess;
  /** Bytes of data and resources; -1 without data of its own. */
  size: number;
  subInfo: number;
  appCategories: string[];
  industries: string[];
  languages: string[];
  largeThumbnail: null;
  banner: null;
  screenshots: string[];
  listed: boolean;
  contentOrigin: 'self';
  contentStatus: string;
  groupDesignations: null;
  apps: string[];
  numComments: number;
  numRatings: number;
  avgRating: number;
  numViews: number;
  scoreCompleteness: number;
  /** Only in the owner's and an administrator's listings and on the item itself. */
  protected?: boolean;
  ownerFolder?: string | null;
  /** Beside those: what keeps the item from being whole, and why it failed. A failed one without data can only be deleted. */
  status?: 'partial' | 'processing' | 'failed';
  statusMessage?: string;
  /** Always on `content/items/{id}`; never in search results. */
  itemControl?: ItemControl;
  commentsEnabled?: boolean;
  lastViewed?: number;
}

/** An item in the recycle bin. */
export interface BinnedItem extends Item {
  inRecycleBin: true;
  /** When it was deleted, in epoch milliseconds. */
  recycled: number;
  recycledBy: string | null;
  /** When it goes for good, in epoch milliseconds. */
  expires: number;
  /** Title of the folder it returns to; null for the root. */
  recycledFrom: string | null;
}

/** A folder of a person; the root has none and is written `/`. */
export interface Folder {
  username: string;
  id: string;
  title: string;
  created: number;
  /** How many items lie in it; told where all folders of a person are listed. */
  numItems?: number;
}

/** How an item is shared. */
export interface Sharing {
  access: ItemAccess;
  groups: string[];
}
