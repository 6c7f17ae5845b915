// Tables of the search domain.
import type { ColumnType, Selectable } from 'kysely';

export interface SavedSearchTable {
  id: string;
  owner: string;
  name: string;
  query: string;
  filters: ColumnType<Record<string, unknown>, string, string>;
  created: Date;
  modified: Date;
}

/** A saved search as read. */
export type SavedSearchRow = Selectable<SavedSearchTable>;

export interface SearchTables {
  saved_search: SavedSearchTable;
}
