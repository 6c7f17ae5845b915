// Item and folder rows as clients see them.
import type { BinnedItem, Folder, Item, ItemControl } from '@graticule/contract/content/item';
import type { BinnedItemRow, FolderRow, ItemRow } from '../schema/content.ts';

/** What goes onto the wire beyond what everybody sees. */
export interface ItemViewOptions {
  control?: ItemControl;
  /** For the owner and administrators: folder and protection. */
  forManager?: boolean;
}

/**
 * An item for the wire. Search results carry neither control nor the manager's fields.
 * @param baseUrl public address of the portal; the addresses of its own services are stored without it
 */
export function itemView(row: ItemRow, baseUrl: string, options: ItemViewOptions = {}): Item {
  return {
    id: row.id,
    owner: row.owner,
    orgId: row.org_id ?? '',
    created: row.created.getTime(),
    modified: row.modified.getTime(),
    uploaded: row.uploaded.getTime(),
    isOrgItem: row.org_id !== null,
    guid: null,
    name: row.name,
    title: row.title,
    type: row.type,
    typeKeywords: [...new Set([...row.auto_keywords, ...row.given_keywords])],
    description: row.description,
    tags: row.tags,
    snippet: row.snippet,
    thumbnail: row.thumbnail_name === null ? null : `thumbnail/${row.thumbnail_name}`,
    documentation: row.documentation,
    extent: extentView(row.extent_box),
    categories: row.categories,
    spatialReference: row.spatial_reference,
    accessInformation: row.access_information,
    licenseInfo: row.license_info,
    culture: row.culture,
    properties: row.properties,
    advancedSettings: null,
    url: row.url?.startsWith('/') ? `${baseUrl}${row.url}` : row.url,
    proxyFilter: null,
    access: row.access === 'private' && row.group_count > 0 ? 'shared' : row.access,
    size: row.size_bytes,
    subInfo: 0,
    appCategories: [],
    industries: [],
    languages: [],
    largeThumbnail: null,
    banner: null,
    screenshots: [],
    // An offer by its address alone is told to those who manage the item.
    listed: row.listed_as === 'public' || (row.listed_as === 'private' && options.forManager === true),
    contentOrigin: 'self',
    contentStatus: row.content_status,
    groupDesignations: null,
    apps: [],
    numComments: row.num_comments,
    numRatings: row.num_ratings,
    avgRating: row.avg_rating,
    numViews: Number(row.num_views),
    scoreCompleteness: row.score_completeness,
    commentsEnabled: row.comments_enabled,
    lastViewed: row.last_viewed?.getTime() ?? -1,
    ...(options.forManager ? { protected: row.protected, ownerFolder: row.folder_id } : {}),
    ...(options.forManager && row.status !== 'completed' ? { status: row.status, statusMessage: row.status_message } : {}),
    ...(options.control === undefined ? {} : { itemControl: options.control }),
  };
}

function extentView(box: number[] | null): Item['extent'] {
  const [xmin, ymin, xmax, ymax] = box ?? [];
  if (xmin === undefined || ymin === undefined || xmax === undefined || ymax === undefined) return [];
  return [
    [xmin, ymin],
    [xmax, ymax],
  ];
}

/** A folder for the wire. */
export function folderView(row: FolderRow): Folder {
  return { username: row.owner, id: row.id, title: row.title, created: row.created.getTime() };
}

/** An item in the recycle bin for the wire. */
export function binnedItemView(row: BinnedItemRow, baseUrl: string, expires: Date): BinnedItem {
  return {
    ...itemView(row, baseUrl, { forManager: true }),
    inRecycleBin: true,
    recycled: row.binned.getTime(),
    recycledBy: row.binned_by,
    expires: expires.getTime(),
    recycledFrom: row.folder_title,
  };
}
