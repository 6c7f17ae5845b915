// The searches that a person keeps: listed, added, renamed, deleted by that person alone.
import { type deleteSavedSearch, MAX_SAVED_SEARCHES } from '@graticule/contract/community/saved-searches';
import type { ServerInput } from '@graticule/contract/endpoint';
import { fail } from '@graticule/contract/errors';
import { newId } from '../content/index.ts';
import { requireSelf } from '../notifications/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import type { SavedSearchRow } from '../schema/search.ts';
import { parseQuery } from './grammar.ts';
import {
  countForAddition,
  deleteSavedSearchRow,
  insertSavedSearch,
  type SavedSearchFields,
  savedSearchesOf,
  savedSearchOf,
  updateSavedSearchRow,
} from './saved.store.ts';

const MAX_NAME = 128;
/** Characters of the filters as JSON. */
const MAX_FILTERS = 10_000;

/** What a form brings; what is left out stays as it is. */
export interface SavedSearchInput {
  name?: string;
  query?: string;
  filters?: unknown;
}

/** The caller's saved searches by name. @throws FORBIDDEN nobody sees those of others, administrators neither */
export function listSavedSearches(portal: Portal, caller: Caller, username: string): Promise<SavedSearchRow[]> {
  return savedSearchesOf(portal.db, requireSelf(caller, username));
}

/**
 * Keeps a search.
 * @throws SAVED_SEARCH_LIMIT, SAVED_SEARCH_NAME_TAKEN, INVALID_PARAMETER, LEADING_WILDCARD, QUERY_TOO_COMPLEX
 */
export async function keepSearch(
  portal: Portal,
  caller: Caller,
  input: SavedSearchInput & { username: string; name: string },
): Promise<SavedSearchRow> {
  const owner = requireSelf(caller, input.username);
  const fields = checked({ query: '', filters: {}, ...input });
  return portal.db
    .transaction()
    .execute(async (db) => {
      if ((await countForAddition(db, owner)) >= MAX_SAVED_SEARCHES)
        throw fail('SAVED_SEARCH_LIMIT', { values: [String(MAX_SAVED_SEARCHES)] });
      return insertSavedSearch(db, { id: newId(), owner, name: '', query: '', filters: {}, ...fields }, portal.clock.now());
    })
    .catch((error: unknown) => refuseTakenName(error, fields.name));
}

/** Renames a saved search or changes what it finds. @throws SAVED_SEARCH_NOT_FOUND, SAVED_SEARCH_NAME_TAKEN, INVALID_PARAMETER */
export async function changeSavedSearch(
  portal: Portal,
  caller: Caller,
  input: SavedSearchInput & ServerInput<typeof deleteSavedSearch>,
): Promise<SavedSearchRow> {
  const owner = requireSelf(caller, input.username);
  if ((await savedSearchOf(portal.db, owner, input.savedSearchId)) === undefined) throw fail('SAVED_SEARCH_NOT_FOUND');
  const change = { ...checked(input), modified: portal.clock.now() };
  const row = await updateSavedSearchRow(portal.db, owner, input.savedSearchId, change).catch((error: unknown) =>
    refuseTakenName(error, change.name),
  );
  if (row === undefined) throw fail('SAVED_SEARCH_NOT_FOUND');
  return row;
}

/** Deletes a saved search. @throws SAVED_SEARCH_NOT_FOUND */
export async function dropSavedSearch(portal: Portal, caller: Caller, input: ServerInput<typeof deleteSavedSearch>): Promise<void> {
  const owner = requireSelf(caller, input.username);
  if (!(await deleteSavedSearchRow(portal.db, owner, input.savedSearchId))) throw fail('SAVED_SEARCH_NOT_FOUND');
}

function refuseTakenName(error: unknown, name: string | undefined): never {
  if (violatedUnique(error) === 'saved_search_name') throw fail('SAVED_SEARCH_NAME_TAKEN', { values: [name ?? ''], cause: error });
  throw error;
}

/** The given fields, ready to be stored. */
function checked(input: SavedSearchInput): Partial<SavedSearchFields> {
  return {
    ...(input.name === undefined ? {} : { name: checkedName(input.name) }),
    ...(input.query === undefined ? {} : { query: checkedQuery(input.query) }),
    ...(input.filters === undefined ? {} : { filters: checkedFilters(input.filters) }),
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const CONTROLS = /[\u0000-\u001f\u007f]/g;

function checkedName(value: string): string {
  const name = value.replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim();
  if (name === '') throw fail('INVALID_PARAMETER', { values: ['name', 'must not be empty'] });
  if (name.length > MAX_NAME) throw fail('INVALID_PARAMETER', { values: ['name', `may have at most ${MAX_NAME} characters`] });
  return name;
}

/** Words that cannot be searched are refused now, not when the person comes back for them. */
function checkedQuery(value: string): string {
  const query = value.replaceAll('\0', ' ').trim();
  if (query !== '') parseQuery(query);
  return query;
}

function checkedFilters(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw fail('INVALID_PARAMETER', { values: ['filters', 'must be a JSON object'] });
  const text = JSON.stringify(value);
  if (text.length > MAX_FILTERS) throw fail('INVALID_PARAMETER', { values: ['filters', `may have at most ${MAX_FILTERS} characters`] });
  if (text.includes('\\u0000')) throw fail('INVALID_PARAMETER', { values: ['filters', 'holds a character that cannot be stored'] });
  return value as Record<string, unknown>;
}
