// Endpoints of saved searches.
import {
  addSavedSearch,
  deleteSavedSearch,
  getSavedSearches,
  type SavedSearch,
  updateSavedSearch,
} from '@graticule/contract/community/saved-searches';
import type { Routes } from '../platform/http/routes.ts';
import type { SavedSearchRow } from '../schema/search.ts';
import { changeSavedSearch, dropSavedSearch, keepSearch, listSavedSearches } from './saved.ts';

/** Binds the endpoints of this file. */
export function savedSearchRoutes(routes: Routes): void {
  routes.bind(getSavedSearches).to(async (portal, caller, input) => {
    const rows = await listSavedSearches(portal, caller, input.username);
    return { total: rows.length, savedSearches: rows.map(view) };
  });
  routes
    .bind(addSavedSearch)
    .to(async (portal, caller, input) => ({ success: true, savedSearch: view(await keepSearch(portal, caller, input)) }));
  routes
    .bind(updateSavedSearch)
    .to(async (portal, caller, input) => ({ success: true, savedSearch: view(await changeSavedSearch(portal, caller, input)) }));
  routes.bind(deleteSavedSearch).to(async (portal, caller, input) => {
    await dropSavedSearch(portal, caller, input);
    return { success: true, savedSearchId: input.savedSearchId };
  });
}

function view({ id, name, query, filters, created, modified }: SavedSearchRow): SavedSearch {
  return { id, name, query, filters, created: created.getTime(), modified: modified.getTime() };
}
