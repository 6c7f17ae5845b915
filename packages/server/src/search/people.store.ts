// SQL of searches for people. Members are thousands at most: their few words are folded in the statement.
import { storedRole } from '@graticule/contract/privileges';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Caller, may } from '../platform/caller.ts';
import type { Db } from '../platform/db/database.ts';
import { wordsOf } from '../platform/db/search-text.ts';
import { ANY_ONE, ANY_RUN, type QueryNode, type TermNode } from './grammar.ts';
import { compilePlain, type PlainTarget } from './plain-query.sql.ts';

/** What others may know of a person. */
export interface PersonRow {
  username: string;
  org_id: string | null;
  role: string;
  full_name: string;
  first_name: string;
  last_name: string;
  description: string | null;
  tags: string[];
  culture: string | null;
  region: string | null;
  units: string;
  thumbnail: string | null;
  access: 'private' | 'org' | 'public';
  provider: string;
  created: Date;
  modified: Date;
}

/** What is searched for, and which page of it. */
export interface PeopleSearch {
  query: QueryNode | undefined;
  filter: QueryNode | undefined;
  /** Members of this organisation only, whatever the filter says. */
  orgId: string | undefined;
  sort: 'username' | 'fullname' | 'created' | 'modified';
  descending: boolean;
  limit: number;
  offset: number;
}

/** Who may be found. @source ACC-8 */
function maySeePerson(caller: Caller): RawBuilder<SqlBool> {
  const ways: RawBuilder<unknown>[] = [sql`(account.access = 'public' and not account.disabled)`];
  if (caller.orgId !== null && may(caller, 'portal:user:viewOrgUsers')) {
    ways.push(sql`(account.access = 'org' and account.org_id = ${caller.orgId} and not account.disabled)`);
  }
  if (caller.orgId !== null && may(caller, 'portal:admin:viewUsers')) ways.push(sql`account.org_id = ${caller.orgId}`);
  if (caller.username !== null) ways.push(sql`account.username = ${caller.username}`);
  return sql`(${sql.join(ways, sql` or `)})`;
}

const ORDER: Readonly<Record<PeopleSearch['sort'], RawBuilder<unknown>>> = {
  username: sql`lower(account.username)`,
  fullname: sql`lower(account.full_name)`,
  created: sql`account.created`,
  modified: sql`account.modified`,
};

/** One page of the people that match and the caller may see, and how many there are. */
export async function pageOfPeople(db: Db, caller: Caller, search: PeopleSearch): Promise<{ rows: PersonRow[]; total: number }> {
  const target = peopleTarget(caller);
  const conditions: RawBuilder<unknown>[] = [maySeePerson(caller)];
  if (search.orgId !== undefined) conditions.push(sql`account.org_id = ${search.orgId}`);
  for (const tree of [search.query, search.filter]) if (tree !== undefined) conditions.push(compilePlain(tree, target));
  const where = sql`from account where ${sql.join(conditions, sql` and `)}`;
  const direction = search.descending ? sql`desc` : sql`asc`;
  const rows = await sql<PersonRow>`
    select account.username, account.org_id, account.role, account.full_name, account.first_name, account.last_name, account.description,
      account.tags, account.culture, account.region, account.units, account.thumbnail, account.access, account.provider, account.created,
      account.modified ${where}
    order by ${ORDER[search.sort]} ${direction}, account.username limit ${search.limit} offset ${search.offset}`.execute(db);
  const total = await sql<{ n: number }>`select count(*) as n ${where}`.execute(db);
  return { rows: rows.rows, total: Number(total.rows[0]?.n ?? 0) };
}

const NAMES = sql`folded_words(account.username || ' ' || account.full_name || ' ' || account.first_name || ' ' || account.last_name || ' ' || array_to_string(account.tags, ' '))`;

const WORD_FIELDS: Readonly<Record<string, RawBuilder<unknown>>> = {
  fullname: sql`folded_words(account.full_name)`,
  firstname: sql`folded_words(account.first_name)`,
  lastname: sql`folded_words(account.last_name)`,
  tags: sql`folded_words(array_to_string(account.tags, ' '))`,
  description: sql`folded_words(account.description)`,
};

function peopleTarget(caller: Caller): PlainTarget {
  const isAdmin = may(caller, 'portal:admin:viewUsers');
  const inOrganisation = caller.orgId === null ? sql<SqlBool>`false` : sql<SqlBool>`account.org_id = ${caller.orgId}`;
  return {
    term: (term) => {
      if (term.field === undefined) return wordsIn(NAMES, term);
      const words = Object.hasOwn(WORD_FIELDS, term.field) ? WORD_FIELDS[term.field] : undefined;
      if (words !== undefined) return wordsIn(words, term);
      const value = term.text.toLowerCase();
      switch (term.field) {
        case 'username':
          return like(sql`account.username`, value);
        case 'orgid':
        case 'accountid':
          return like(sql`account.org_id`, value);
        case 'access':
          return sql`account.access = ${value}`;
        case 'provider':
          return like(sql`account.provider`, value);
        case 'role':
          return sql`(${inOrganisation} and lower(account.role) = ${storedRole(term.text).toLowerCase()})`;
        case 'userlicensetype':
          return sql`(${inOrganisation} and lower(case when account.role = 'viewer' then 'viewerUT' else 'creatorUT' end) = ${value})`;
        case 'email':
          return isAdmin ? sql`(${inOrganisation} and ${like(sql`coalesce(account.email, '')`, value)})` : sql`false`;
        case 'disabled':
          return isAdmin && (value === 'true' || value === 'false')
            ? sql`(${inOrganisation} and account.disabled = ${value === 'true'})`
            : sql`false`;
        default:
          return sql`false`;
      }
    },
    time: (field) => {
      if (field === 'created') return sql`account.created`;
      if (field === 'modified') return sql`account.modified`;
      // Of people of other organisations nothing is told, so that a range finds none of them.
      return field === 'lastlogin' && isAdmin ? sql`(case when ${inOrganisation} then account.last_login end)` : undefined;
    },
  };
}

/** Whole words in order; a word with `*` matches by its parts. */
function wordsIn(text: RawBuilder<unknown>, term: TermNode): RawBuilder<SqlBool> | undefined {
  const marked = term.quoted ? term.text : term.text.replaceAll(ANY_RUN, 'xxanyrunxx').replaceAll(ANY_ONE, 'xxanyonexx');
  const words = wordsOf(marked);
  if (words.length === 0) return undefined;
  const pattern = words.join(' ').replaceAll('xxanyrunxx', '%').replaceAll('xxanyonexx', '_');
  return sql`${text} like ${`% ${pattern} %`}`;
}

function like(column: RawBuilder<unknown>, value: string): RawBuilder<SqlBool> {
  return sql`lower(${column}) like ${value
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll(ANY_RUN, '%')
    .replaceAll(ANY_ONE, '_')}`;
}
