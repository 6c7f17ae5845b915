// Searching items: reading the request, the first and the forgiving try, counts.
import { type ItemExtent, readExtent } from '@graticule/contract/content/extent';
import { fail } from '@graticule/contract/errors';
import { notJson } from '@graticule/contract/not-json';
import { type PageRequest, pageRequest } from '@graticule/contract/paging';
import { ParamError } from '@graticule/contract/param';
import type { FieldCount } from '@graticule/contract/search';
import { itemSortKeys } from '../content/index.ts';
import { organisationOf } from '../organisation/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { isUnreadableValue } from '../platform/db/errors.ts';
import type { ItemRow } from '../schema/content.ts';
import { isByWords } from './by-words.store.ts';
import { fingerprintOf, foreignCursor, readCursor, writeCursor } from './cursor.rules.ts';
import { rowsAfter } from './cursor.store.ts';
import { COUNTED_FIELDS, countValues } from './facets.store.ts';
import { parseQuery } from './grammar.ts';
import { type ItemSearch, matchesOf, pageOfItems } from './items.store.ts';
import { knownMany, learnMany } from './many.ts';
import { forgivingQuery } from './misspelt.ts';
import { quantilesOf } from './quantiles.ts';
import { tendWordCounts } from './word-counts.ts';
import { writeQuery } from './write-query.ts';

/** What a client asks for. */
export interface SearchInput {
  q?: string;
  filter?: string;
  bbox?: string;
  /** Every value of the parameter: repeated ones must all hold. */
  categories?: readonly string[];
  categoryFilters?: string;
  start?: number;
  num?: number;
  sortField?: string;
  sortOrder?: string;
  countFields?: readonly string[];
  countSize?: number;
  /** Goes on after a page instead of at a number; see `cursor.rules.ts`. */
  cursor?: string;
}

/** What was found. */
export interface FoundItems {
  query: string;
  page: PageRequest;
  rows: ItemRow[];
  total: number;
  /** More match than are counted. */
  isCapped: boolean;
  counts: FieldCount[] | undefined;
  /** Among how many matches values were counted, when not among all. */
  countedAmong: number | undefined;
  /** Where the next page begins, when pages are asked for by cursor and there is one. */
  nextCursor?: string | undefined;
}

/**
 * Searches items that the caller may see; within one group when `groupId` is given.
 * @throws SEARCH_NEEDS_QUERY, LEADING_WILDCARD, QUERY_TOO_COMPLEX, INVALID_PARAMETER
 */
export async function findItems(portal: Portal, caller: Caller, input: SearchInput, groupId?: string): Promise<FoundItems> {
  const asked = input.q?.trim() ?? '';
  const given = asked !== '' || input.filter !== undefined || input.bbox !== undefined || (input.categories ?? []).length > 0;
  if (!given && groupId === undefined) throw fail('SEARCH_NEEDS_QUERY');
  const page = pageRequest(input);
  const sort = itemSortKeys(input.sortField, input.sortOrder);
  const countFields = checkedCountFields(input);
  const parsed = asked === '' ? undefined : parseQuery(asked);
  const search: ItemSearch = {
    query: parsed?.tree,
    filter: input.filter === undefined ? undefined : parseQuery(input.filter).tree,
    bbox: input.bbox === undefined ? undefined : readBbox(input.bbox),
    categories: readCategories(input.categories ?? [], input.categoryFilters),
    orgId: await onlyOrganisation(portal, caller),
    groupId,
  };
  const wish: Wish = { caller, page, sort, countFields, countSize: input.countSize ?? 10 };
  if (input.cursor !== undefined) return { query: asked, page, ...(await goOn(portal, search, wish, input.cursor)) };
  let found = await run(portal, search, wish);
  if (found.total === 0 && parsed !== undefined) {
    const forgiving = await forgivingQuery(portal.db, parsed.tree);
    if (forgiving !== undefined) found = await run(portal, { ...search, query: forgiving }, wish);
  }
  return { query: parsed?.repaired ? writeQuery(parsed.tree) : asked, page, ...found };
}

/** What is wanted of the matches. */
interface Wish {
  caller: Caller;
  page: PageRequest;
  sort: ReturnType<typeof itemSortKeys>;
  countFields: string[] | undefined;
  countSize: number;
}

async function run(
  portal: Portal,
  search: ItemSearch,
  { caller, page, sort, countFields, countSize }: Wish,
): Promise<Omit<FoundItems, 'query' | 'page'>> {
  const matches = matchesOf(caller, search);
  const hints = {
    quantiles: await quantilesOf(portal),
    manyBefore: matches.lexemes === undefined ? knownMany(portal, matches) : undefined,
  };
  const { waiting, ...found } = await pageOfItems(portal, matches, { sort, limit: page.num, offset: page.start - 1 }, hints);
  if (waiting !== undefined) void tendWordCounts(portal, matches, { total: found.total, waiting });
  if (found.isCapped && matches.lexemes === undefined && isByWords(matches, sort)) void learnMany(portal, matches);
  if (countFields === undefined) return { ...found, counts: undefined, countedAmong: undefined };
  const wanted = { names: countFields, size: countSize, ...found, quantiles: hints.quantiles };
  const { counted, values } = await countValues(portal, matches, wanted);
  const counts = countFields.map((fieldName, at) => ({ fieldName, fieldValues: values[at] ?? [] }));
  return { ...found, counts, countedAmong: counted < found.total || found.isCapped ? counted : undefined };
}

/**
 * The page after a cursor. Without a sort field items come in the order of their ids, which never change: nothing is met twice
 * and nothing is missed. Misspelt words are not guessed, because a guess could change from page to page.
 * @throws INVALID_PARAMETER for a cursor of another search
 */
async function goOn(portal: Portal, search: ItemSearch, wish: Wish, cursor: string): Promise<Omit<FoundItems, 'query' | 'page'>> {
  const { caller, page, sort } = wish;
  const fingerprint = fingerprintOf([search, sort]);
  const after = readCursor(cursor, fingerprint, sort.length + 1);
  const counted = await run(portal, search, { ...wish, page: { start: 1, num: 0 } });
  const { rows, lastKeys, hasMore } = await rowsAfter(portal.db, matchesOf(caller, search), { sort, after, limit: page.num }).catch(
    (error: unknown) => {
      // The keys come back from the client, which may have changed them.
      throw isUnreadableValue(error) ? foreignCursor(error) : error;
    },
  );
  return { ...counted, rows, nextCursor: hasMore ? writeCursor(fingerprint, lastKeys) : undefined };
}

/** @source CO-164 the organisation may keep searches to itself */
async function onlyOrganisation(portal: Portal, caller: Caller): Promise<string | undefined> {
  const organisation = await organisationOf(portal, caller);
  return organisation.settings.canSearchPublic === false ? organisation.id : undefined;
}

function checkedCountFields(input: SearchInput): string[] | undefined {
  if (input.countFields === undefined) return undefined;
  const names = input.countFields.map((name) => name.toLowerCase());
  if (names.length > 3) throw fail('INVALID_PARAMETER', { values: ['countFields', 'may name at most three fields'] });
  const unknown = names.find((name) => !COUNTED_FIELDS.includes(name));
  if (unknown !== undefined) throw fail('INVALID_PARAMETER', { values: ['countFields', `must be among ${COUNTED_FIELDS.join(', ')}`] });
  if (input.countSize !== undefined && (input.countSize < 1 || input.countSize > 200))
    throw fail('INVALID_PARAMETER', { values: ['countSize', 'must be from 1 to 200'] });
  return names.length === 0 ? undefined : names;
}

function readBbox(raw: string): readonly [number, number, number, number] {
  let extent: ItemExtent;
  try {
    extent = readExtent(raw);
  } catch (error) {
    if (error instanceof ParamError) throw fail('INVALID_PARAMETER', { values: ['bbox', error.message] });
    throw error;
  }
  if (extent.length === 0) throw fail('INVALID_PARAMETER', { values: ['bbox', 'must be four numbers: xmin, ymin, xmax, ymax'] });
  const [[xmin, ymin], [xmax, ymax]] = extent;
  return [xmin, ymin, xmax, ymax];
}

/** Each value of the parameter is a list of alternatives, as commas or as JSON. */
function readCategories(values: readonly string[], filters: string | undefined): string[][] {
  const groups = values.map(readCategoryList).filter((group) => group.length > 0);
  if (groups.flat().length > 8) throw fail('INVALID_PARAMETER', { values: ['categories', 'may name at most eight categories'] });
  const wanted = (filters ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (wanted.length > 3) throw fail('INVALID_PARAMETER', { values: ['categoryFilters', 'may name at most three categories'] });
  if (wanted.length > 0) groups.push(wanted);
  return groups;
}

function readCategoryList(value: string): string[] {
  const trimmed = value.trim();
  if (!trimmed.startsWith('['))
    return trimmed
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  let words = 'must be a list';
  try {
    const list: unknown = JSON.parse(trimmed);
    if (Array.isArray(list)) return list.flat(3).filter((part): part is string => typeof part === 'string' && part !== '');
  } catch (error) {
    words = notJson(trimmed, error);
  }
  throw fail('INVALID_PARAMETER', { values: ['categories', words] });
}
