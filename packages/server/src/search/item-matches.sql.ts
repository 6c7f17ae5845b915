// Which items a search matches, written so that each part can be answered from an index.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Sight, sightOf, waysToSee } from '../content/visibility.sql.ts';
import { anonymous, type Caller } from '../platform/caller.ts';
import { quoteLexeme } from '../platform/db/search-text.ts';
import { compileQuery, type Measure } from './compile-query.sql.ts';
import type { QueryNode } from './grammar.ts';
import { categoryLexeme, itemTarget } from './item-fields.sql.ts';

/** What is searched for. */
export interface ItemSearch {
  query: QueryNode | undefined;
  filter: QueryNode | undefined;
  /** xmin, ymin, xmax, ymax in degrees. */
  bbox: readonly [number, number, number, number] | undefined;
  /** All of the groups, any of the paths in each. */
  categories: readonly (readonly string[])[];
  /** Limits the search to one organisation. */
  orgId: string | undefined;
  /** Limits the search to one group that the caller may see. */
  groupId: string | undefined;
}

/** What to look for, ready to be written into statements. */
export interface Matches {
  /** Conditions on rows of `item_search` called `s`, one for each way to see an item. */
  ways: RawBuilder<SqlBool>[];
  /** The same for the statements that the database holds. */
  sight: Sight;
  /** Text of a `tsquery`; undefined when an index of words is of no use. */
  words: string | undefined;
  /** What must all be there, in one order, when nothing else is asked for: how many hold it may be known. */
  lexemes: readonly string[] | undefined;
  /** The same with words in the title; undefined when that is no narrower. */
  titleWords: string | undefined;
  others: RawBuilder<SqlBool>[];
  measures: Measure[];
  /** Every match holds all the measured words, and none of them counts more than another. */
  areAlike: boolean;
}

/** @throws INVALID_PARAMETER for a range on a field that has none */
export function matchesOf(caller: Caller, search: ItemSearch): Matches {
  const target = itemTarget(caller);
  const query = search.query === undefined ? undefined : compileQuery(search.query, target);
  const filter = search.filter === undefined ? undefined : compileQuery(search.filter, target, { wholeValues: true });
  const categories = search.categories.map((group) => group.map((path) => quoteLexeme(categoryLexeme(path))).join(' | '));
  const shared = [filter?.words, ...categories].filter((words) => words !== undefined);
  const others = [...(query?.others ?? []), ...(filter?.others ?? [])];
  if (search.bbox !== undefined) others.push(overlaps(search.bbox));
  if (search.orgId !== undefined) others.push(sql`s.org_id = ${search.orgId}`);
  if (search.groupId !== undefined) others.push(sql`s.item_id in (select item_id from item_share where group_id = ${search.groupId})`);
  const words = allOf([query?.words, ...shared]);
  const isPublic = [search.query, search.filter].some((tree) => tree !== undefined && asksForPublic(tree));
  return {
    // What everybody sees is in an index of its own.
    ...sightFor(isPublic ? STRANGER : caller),
    words,
    lexemes: others.length === 0 && words !== undefined ? lexemesOf(words) : undefined,
    titleWords: query?.titleWords === undefined ? undefined : allOf([query.titleWords, ...shared]),
    others,
    measures: query?.measures ?? [],
    areAlike: query?.areAlike ?? true,
  };
}

/** The ways to see an item, for every kind of statement. */
export function sightFor(caller: Caller): Pick<Matches, 'ways' | 'sight'> {
  return { ways: waysToSee(caller), sight: sightOf(caller) };
}

/** Whether only what is shared with everybody can match. */
function asksForPublic(node: QueryNode): boolean {
  if (node.kind === 'and') return node.clauses.some(asksForPublic);
  return node.kind === 'term' && node.field === 'access' && node.text.toLowerCase() === 'public';
}

const STRANGER = anonymous('', '');

/** More are as rare as they are dear to compare. */
const MOST_COUNTED_TOGETHER = 5;

/** The lexemes of a query that asks for all of some and nothing else, in one order; those that go with a page's cut are never asked for. */
function lexemesOf(words: string): string[] | undefined {
  const bare = words.replace(/'((?:[^'\\]|''|\\\\)*)'/g, '');
  if (!/^[()& ]*$/.test(bare)) return undefined;
  const quoted = words.match(/'((?:[^'\\]|''|\\\\)*)'/g) ?? [];
  const lexemes = new Set(quoted.map((each) => each.slice(1, -1).replaceAll("''", "'").replaceAll('\\\\', '\\')));
  return lexemes.size > MOST_COUNTED_TOGETHER ? undefined : [...lexemes].sort();
}

function allOf(parts: readonly (string | undefined)[]): string | undefined {
  const present = parts.filter((part) => part !== undefined);
  return present.length === 0 ? undefined : present.map((part) => `(${part})`).join(' & ');
}

/** Share of the globe above which a box is tested row by row: the index would give most of the table. */
const WIDE_BOX = 0.03;

function overlaps([xmin, ymin, xmax, ymax]: readonly [number, number, number, number]): RawBuilder<SqlBool> {
  const east = xmin <= xmax ? xmax : xmax + 360;
  const box = (shift: number): RawBuilder<unknown> =>
    sql`box(point(${xmin + shift}::float8, ${ymin}::float8), point(${east + shift}::float8, ${ymax}::float8))`;
  // Stored boxes reach beyond 180 across the date line.
  const shifts = [0, ...(east >= 180 ? [-360] : []), ...(xmin <= 180 ? [360] : [])];
  const any = sql<SqlBool>`(${sql.join(
    shifts.map((shift) => sql`s.ground && ${box(shift)}`),
    sql` or `,
  )})`;
  return ((east - xmin) * (ymax - ymin)) / (360 * 180) > WIDE_BOX ? sql`(${any}) is true` : any;
}

/**
 * Rows that match, as a query of its own.
 * @param columns of `item_search`, called `s`
 * @param more a further condition on `s`
 * @param most of the rows that hold the words, only so many are looked at
 */
export function matchingRows(
  columns: RawBuilder<unknown>,
  matches: Matches,
  options: { words?: string; more?: RawBuilder<SqlBool>; most?: number } = {},
): RawBuilder<unknown> {
  const { ways, others } = matches;
  const words = options.words ?? matches.words;
  const rest = options.more === undefined ? others : [...others, options.more];
  if (words === undefined) {
    const seen = sql<SqlBool>`(${sql.join(
      ways.map((way) => sql`(${way})`),
      sql` or `,
    )})`;
    return sql`select ${columns} from item_search s where ${sql.join([seen, ...rest], sql` and `)}`;
  }
  const { own, seesAll, holds } = matches.sight;
  const conditions = rest.length === 0 ? sql`` : sql`where ${sql.join(rest, sql` and `)}`;
  return sql`select ${columns}
    from word_matches_apart(${words}::tsquery, ${own}::text, ${seesAll}::boolean, ${holds}, ${options.most ?? null}::int) w(item_id)
    join item_search s on s.item_id = w.item_id ${conditions}`;
}
