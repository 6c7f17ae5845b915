// Endpoints of the searches that a person keeps; only that person ever sees them.
import { endpoint } from '../endpoint.ts';
import { json, required, text } from '../param.ts';

const base = '/sharing/rest/community/users/:username/savedSearches';

/** Most searches that one person may keep. */
export const MAX_SAVED_SEARCHES = 100;

/** A search that can be run again. */
export interface SavedSearch {
  id: string;
  name: string;
  /** The words, as the search box takes them. */
  query: string;
  /** What the page adds to the words: kind, filters, box, sort. The portal keeps it as given. */
  filters: Record<string, unknown>;
  created: number;
  modified: number;
}

export const getSavedSearches = endpoint<{ total: number; savedSearches: SavedSearch[] }>()(
  base,
  {},
  { needs: 'user', summary: "The caller's saved searches by name" },
);

export const addSavedSearch = endpoint<{ success: true; savedSearch: SavedSearch }>()(
  `${base}/add`,
  { name: required(text()), query: text(), filters: json<Record<string, unknown>>() },
  { method: 'change', needs: 'user', summary: 'Keeps a search under a name' },
);

export const updateSavedSearch = endpoint<{ success: true; savedSearch: SavedSearch }>()(
  `${base}/:savedSearchId/update`,
  { name: text(), query: text(), filters: json<Record<string, unknown>>() },
  { method: 'change', needs: 'user', summary: 'Renames a saved search or changes what it finds; what is not given stays' },
);

export const deleteSavedSearch = endpoint<{ success: true; savedSearchId: string }>()(
  `${base}/:savedSearchId/delete`,
  {},
  { method: 'change', needs: 'user', summary: 'Deletes a saved search' },
);
