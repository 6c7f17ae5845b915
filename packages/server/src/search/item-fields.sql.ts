// What the fields of an item query compare; the rows of `item_search` are called `s`.
import { type RawBuilder, sql } from 'kysely';
import { maySeeGroup } from '../groups/visibility.sql.ts';
import { type Caller, may } from '../platform/caller.ts';
import type { Field, SearchTarget } from './compile-query.sql.ts';
import { wordsInText } from './text-terms.sql.ts';

const column = (name: string): RawBuilder<unknown> => sql.ref(`s.${name}`);
const date = (name: string): Field => ({ kind: 'date', column: column(name) });
const number = (name: string): Field => ({ kind: 'number', column: column(name) });
const ofItem = (test: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (select from item where item.id = s.item_id and ${test})`;
const words = (name: string): Field => ({ kind: 'words', name });
const wholeOrWords = (name: string): Field => ({ kind: 'whole-or-words', name });

const ORGANISATION: Field = { kind: 'special', matches: (value) => sql`s.org_id = ${value.toUpperCase()}` };

/** Columns that hold their text in lower case. */
const lowered = (name: string): { name: string; column: RawBuilder<unknown> } => ({ name: name.replace('_', ''), column: column(name) });

/** Fields that are the same for every caller. @source contract G3 */
const FIELDS: Readonly<Record<string, Field>> = {
  id: { kind: 'special', matches: (value) => sql`s.item_id = ${value}` },
  orgid: ORGANISATION,
  accountid: ORGANISATION,
  owner: { kind: 'exact', ...lowered('owner') },
  itemtype: { kind: 'exact', name: 'itemtype' },
  type: { kind: 'whole-or-words', ...lowered('type') },
  typekeywords: wholeOrWords('typekeywords'),
  tags: wholeOrWords('tags'),
  title: { kind: 'words', name: 'title', whole: column('title_key') },
  snippet: { kind: 'words', name: 'snippet', weight: 'C' },
  description: { kind: 'prose', matches: (value, quoted) => ofItem(wordsInText(sql`item.description`, value, quoted)) },
  name: wholeOrWords('name'),
  accessinformation: words('accessinformation'),
  licenseinfo: words('licenseinfo'),
  access: { kind: 'special', matches: (value) => sql`s.access = ${value}` },
  culture: { kind: 'exact', name: 'culture' },
  spatialreference: { kind: 'special', matches: (value) => ofItem(sql`lower(item.spatial_reference) = ${value}`) },
  url: { kind: 'special', matches: (value) => ofItem(sql`lower(item.url) = ${value}`) },
  contentstatus: { kind: 'exact', ...lowered('content_status') },
  categories: { kind: 'exact', name: 'categories', lexeme: categoryLexeme },
  created: date('created'),
  modified: date('modified'),
  uploaded: date('uploaded'),
  lastviewed: date('last_viewed'),
  numviews: number('num_views'),
  numratings: number('num_ratings'),
  numcomments: number('num_comments'),
  avgrating: number('avg_rating'),
  size: number('data_bytes'),
  scorecompleteness: number('score_completeness'),
};

/** `/` is the root, where items lie that are in no folder. Where an item lies is told to its owner and to administrators alone. */
function folderField(caller: Caller): Field {
  const isAdmin = caller.orgId !== null && may(caller, 'portal:admin:viewItems');
  const own = sql`s.owner = ${caller.username?.toLowerCase() ?? ''}`;
  const told = isAdmin ? sql`(${own} or s.org_id = ${caller.orgId})` : own;
  return {
    kind: 'special',
    matches: (id) =>
      id === '/'
        ? sql`(${told} and ${ofItem(sql`item.folder_id is null`)})`
        : sql`(${told} and s.item_id in (select id from item where folder_id = ${id}))`,
  };
}

/** The target of item searches for a caller. */
export function itemTarget(caller: Caller): SearchTarget {
  return {
    // Of rows that other conditions have found: the words lie apart.
    search: sql`(select each.words from item_word each where each.item_id = s.item_id and each.reach = s.reach)`,
    field: (name) => {
      if (name === 'group') return groupField(caller);
      if (name === 'ownerfolder') return folderField(caller);
      return Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    },
  };
}

/** Items of a group, only for those who may see the group's content. */
function groupField(caller: Caller): Field {
  return {
    kind: 'special',
    matches: (value) => sql`s.item_id in (
      select share.item_id from item_share share join user_group on user_group.id = share.group_id
      where share.group_id = ${value} and ${maySeeGroup(caller)})`,
  };
}

/** The lexeme of a category; items hold one for each part of their paths. */
export function categoryLexeme(path: string): string {
  return `categories=${path.trim().toLowerCase().slice(0, 300).replace(/\/+$/, '')}`;
}
