// Tables of the content domain.
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';

type Bytes = ColumnType<number, number | undefined, number>;
type Json<T> = ColumnType<T, string | null | undefined, string | null>;

export interface FolderTable {
  id: string;
  owner: string;
  title: string;
  created: Generated<Date>;
}

/** A folder as read. */
export type FolderRow = Selectable<FolderTable>;

export type DataKind = 'none' | 'text' | 'file';

export type UploadStatus = 'partial' | 'processing' | 'completed' | 'failed';

export interface ItemTable {
  id: string;
  org_id: string | null;
  owner: string;
  folder_id: string | null;
  title: string;
  type: string;
  auto_keywords: Generated<string[]>;
  given_keywords: Generated<string[]>;
  tags: Generated<string[]>;
  description: string | null;
  snippet: string | null;
  documentation: string | null;
  access_information: string | null;
  license_info: string | null;
  culture: Generated<string>;
  spatial_reference: string | null;
  categories: Generated<string[]>;
  content_status: Generated<string>;
  properties: Json<Record<string, unknown> | null>;
  url: string | null;
  name: string | null;
  thumbnail_key: string | null;
  thumbnail_name: string | null;
  /** xmin, ymin, xmax, ymax in degrees; xmin > xmax across the date line. */
  extent_box: number[] | null;
  /** Only for the spatial index; written from `extent_box`. */
  extent: string | null;
  data_kind: Generated<DataKind>;
  data_key: string | null;
  data_type: string | null;
  /** Bytes of the data; -1 without. */
  data_bytes: Bytes;
  resource_bytes: Bytes;
  /** Bytes that other domains keep for the item: rows of its layers, and their files. */
  hosted_bytes: Bytes;
  /** Not everybody who sees the item may know how much they keep. */
  hides_size: Generated<boolean>;
  /** What the item says of its size: made of the columns above; -1 for an item that has nothing of its own. */
  size_bytes: GeneratedAlways<number>;
  access: Generated<'private' | 'org' | 'public'>;
  group_count: Generated<number>;
  /** Keys of those who may see the item; see `visibility.sql.ts`. */
  scopes: Generated<string[]>;
  protected: Generated<boolean>;
  comments_enabled: Generated<boolean>;
  num_views: Bytes;
  num_comments: Generated<number>;
  num_ratings: Generated<number>;
  avg_rating: Generated<number>;
  score_completeness: Generated<number>;
  status: Generated<UploadStatus>;
  status_message: Generated<string>;
  search: Generated<string>;
  created: Generated<Date>;
  modified: Generated<Date>;
  uploaded: Generated<Date>;
  last_viewed: Date | null;
  /** When the item was put into the recycle bin. */
  binned: Date | null;
  binned_by: string | null;
  /** Title of the folder it lay in, once that was deleted too. */
  bin_folder: string | null;
  /** False where references were not kept yet when the item was written. */
  references_read: Generated<boolean>;
}

/** An item as read, without the columns that only serve indexes. */
export type ItemRow = Omit<
  Selectable<ItemTable>,
  'search' | 'scopes' | 'extent' | 'hosted_bytes' | 'hides_size' | 'binned' | 'binned_by' | 'bin_folder' | 'references_read'
> & {
  /** How the item is offered in the marketplace; null when it is not. */
  listed_as: 'private' | 'public' | null;
};

/** An item in the recycle bin. */
export type BinnedItemRow = ItemRow & {
  binned: Date;
  binned_by: string | null;
  /** Title of the folder it returns to. */
  folder_title: string | null;
};

/** An item with what the caller may do by visibility and by groups. */
export type ItemWithRight = ItemRow & { visible: boolean; group_update: boolean };

/** One sort key of a list of items; never text of a request. */
export interface ItemSortKey {
  column:
    | 'title'
    | 'owner'
    | 'type'
    | 'access'
    | 'data_bytes'
    | 'avg_rating'
    | 'num_ratings'
    | 'num_comments'
    | 'num_views'
    | 'score_completeness'
    | 'created'
    | 'modified'
    | 'uploaded';
  descending: boolean;
}

export interface ItemShareTable {
  item_id: string;
  group_id: string;
  shared_by: string;
  shared: Generated<Date>;
}

/** An item that a group shows first. */
export interface GroupFeaturedItemTable {
  group_id: string;
  item_id: string;
  place: number;
}

export interface ItemReferenceTable {
  item_id: string;
  source: 'data' | 'url';
  /** `item:<id>` or `service:<lower-case name>`. */
  target: string;
}

export interface ItemResourceTable {
  item_id: string;
  kind: 'resource' | 'info';
  path: string;
  key: string;
  size_bytes: number;
  access: Generated<'inherit' | 'private'>;
  created: Generated<Date>;
}

export interface ItemPartTable {
  item_id: string;
  number: number;
  key: string;
  size_bytes: number;
}

export interface ItemRelationshipTable {
  origin_id: string;
  destination_id: string;
  type: string;
  created: Generated<Date>;
}

/** Looks at an item on one day, UTC; the day is read as text. */
export interface ItemDailyViewTable {
  item_id: string;
  day: string;
  views: number;
}

export interface ItemCommentTable {
  id: string;
  item_id: string;
  owner: string;
  comment: string;
  created: Generated<Date>;
  parent_id: string | null;
  edited: Date | null;
  removed: Generated<boolean>;
}

export interface ItemRatingTable {
  item_id: string;
  username: string;
  rating: number;
  created: Generated<Date>;
}

export interface ItemGrantTable {
  item_id: string;
  /** A visibility key: org:<id> or user:<name>. */
  scope: string;
  until: Date | null;
}

export interface ContentTables {
  item_grant: ItemGrantTable;
  folder: FolderTable;
  item: ItemTable;
  item_share: ItemShareTable;
  group_featured_item: GroupFeaturedItemTable;
  item_reference: ItemReferenceTable;
  item_resource: ItemResourceTable;
  item_part: ItemPartTable;
  item_relationship: ItemRelationshipTable;
  item_comment: ItemCommentTable;
  item_daily_view: ItemDailyViewTable;
  item_rating: ItemRatingTable;
}
