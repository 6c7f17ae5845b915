// What the fields of an item query compare.
import { type RawBuilder, sql } from 'kysely';
import { maySeeGroup } from '../groups/visibility.sql.ts';
import type { Caller } from '../platform/caller.ts';
import type { Field, SearchTarget } from './compile-query.sql.ts';

const column = (name: string): RawBuilder<unknown> => sql.ref(`item.${name}`);
const date = (name: string): Field => ({ kind: 'date', column: column(name) });
const number = (name: string): Field => ({ kind: 'number', column: column(name) });
const text = (name: string): Field => ({ kind: 'text', column: column(name) });
const words = (name: string): Field => ({ kind: 'words', name });
const wholeOrWords = (name: string): Field => ({ kind: 'whole-or-words', name });

const ORGANISATION: Field = { kind: 'text', column: column('org_id'), equals: (value) => sql`item.org_id = ${value.toUpperCase()}` };

/** Fields that are the same for every caller. @source contract G3 */
const FIELDS: Readonly<Record<string, Field>> = {
  id: { kind: 'special', matches: (value) => sql`item.id = ${value}` },
  orgid: ORGANISATION,
  accountid: ORGANISATION,
  // Through the accounts, whose names are unique without regard to case and indexed so.
  owner: {
    kind: 'text',
    column: column('owner'),
    equals: (value) => sql`item.owner in (select username from account where lower(username) = ${value})`,
  },
  // `/` is the root, where items lie that are in no folder
  ownerfolder: {
    kind: 'special',
    matches: (value) => (value === '/' ? sql`item.folder_id is null` : sql`item.folder_id = ${value}`),
  },
  itemtype: { kind: 'special', matches: itemTypeIs },
  type: wholeOrWords('type'),
  typekeywords: wholeOrWords('typekeywords'),
  tags: wholeOrWords('tags'),
  title: words('title'),
  snippet: words('snippet'),
  description: words('description'),
  name: wholeOrWords('name'),
  accessinformation: words('accessinformation'),
  licenseinfo: words('licenseinfo'),
  access: { kind: 'special', matches: accessIs },
  culture: {
    kind: 'special',
    matches: (value) => sql`(lower(item.culture) = ${value} or starts_with(lower(item.culture), ${`${value}-`}))`,
  },
  spatialreference: text('spatial_reference'),
  url: text('url'),
  contentstatus: text('content_status'),
  categories: { kind: 'special', matches: categoryIs },
  created: date('created'),
  modified: date('modified'),
  uploaded: date('uploaded'),
  lastviewed: date('last_viewed'),
  numviews: number('num_views'),
  numratings: number('num_ratings'),
  numcomments: number('num_comments'),
  avgrating: number('avg_rating'),
  size: { kind: 'number', column: sql`(case when item.data_bytes < 0 then -1 else item.data_bytes + item.resource_bytes end)` },
  scorecompleteness: number('score_completeness'),
};

/** The target of item searches for a caller; `forgiving` also finds misspelt words. */
export function itemTarget(caller: Caller, forgiving: boolean): SearchTarget {
  return {
    search: column('search'),
    field: (name) => (name === 'group' ? groupField(caller) : Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined),
    ...(forgiving ? { similarTo: column('title_words') } : {}),
  };
}

/** Items of a group, only for those who may see the group's content. */
function groupField(caller: Caller): Field {
  return {
    kind: 'special',
    matches: (value) => sql`item.id in (
      select s.item_id from item_share s join user_group on user_group.id = s.group_id
      where s.group_id = ${value} and ${maySeeGroup(caller)})`,
  };
}

function itemTypeIs(value: string): RawBuilder<boolean> {
  if (value === 'url') return sql`item.url is not null`;
  return value === 'text' || value === 'file' ? sql`item.data_kind = ${value}` : sql`false`;
}

function accessIs(value: string): RawBuilder<boolean> {
  if (value === 'shared') return sql`(item.access = 'private' and item.group_count > 0)`;
  if (value === 'private') return sql`(item.access = 'private' and item.group_count = 0)`;
  return value === 'org' || value === 'public' ? sql`item.access = ${value}` : sql`false`;
}

/** Whether the item has the category or one below it. */
export function categoryIs(value: string): RawBuilder<boolean> {
  const path = value.toLowerCase().replace(/\/+$/, '');
  return sql`exists (select 1 from unnest(item.categories) c where lower(c) = ${path} or starts_with(lower(c), ${`${path}/`}))`;
}
