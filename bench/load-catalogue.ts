// Fills the tables of a portal with the made-up catalogue: the same rows that the API would have written.
import { automaticKeywords } from '@graticule/contract/item-types/classify';
import pg from 'pg';
import { completenessOf, documentOf } from '../packages/server/src/content/item-document.sql.ts';
import { type CatalogueItem, catalogue, GROUPS, groupIdOf, groupsOfMember, OWNERS, ownerNamed } from './catalogue.ts';
import { arrayText, copyIn, copyValue } from './copy-in.ts';

type Value = string | number | boolean | null;

/** Columns of an item in the order in which they are written. */
const COLUMNS = [
  'id', 'org_id', 'owner', 'title', 'type', 'auto_keywords', 'tags', 'description', 'snippet', 'extent_box', 'data_kind', 'url',
  'access', 'group_count', 'scopes', 'num_views', 'score_completeness', 'search', 'created', 'modified', 'uploaded',
] as const; // biome-ignore format: one list

const keywords = new Map<string, string[]>();

function keywordsOf(type: string): string[] {
  const known = keywords.get(type) ?? automaticKeywords(type);
  keywords.set(type, known);
  return known;
}

function rowOf(item: CatalogueItem, orgId: string): Value[] {
  const described = {
    title: item.title,
    type: item.type,
    auto_keywords: keywordsOf(item.type),
    given_keywords: [],
    tags: item.tags,
    snippet: item.snippet,
    description: item.description,
    access_information: null,
    license_info: null,
    name: null,
    thumbnail_key: null,
    extent_box: item.box,
  };
  const scopes = [
    `user:${item.owner}`,
    `within:${orgId}`,
    ...(item.access === 'public' ? ['public'] : item.access === 'org' ? [`org:${orgId}`] : []),
    ...item.groups.map((group) => `group:${groupIdOf(group)}`),
  ];
  const [created, modified] = [new Date(item.createdMs).toISOString(), new Date(item.modifiedMs).toISOString()];
  return [
    item.id, orgId, item.owner, item.title, item.type, arrayText(described.auto_keywords), arrayText(item.tags), item.description,
    item.snippet, arrayText(item.box), 'none', 'https://example.org/', item.access, item.groups.length, arrayText(scopes), item.views,
    completenessOf(described), documentOf(described), created, modified, created,
  ]; // biome-ignore format: in the order of the columns
}

function* lines(rows: Iterable<readonly Value[]>): Generator<string> {
  for (const row of rows) yield `${row.map(copyValue).join('\t')}\n`;
}

/** Rows of items; their shares are put aside on the way. */
function* itemRows(count: number, orgId: string, shares: string[][]): Generator<Value[]> {
  for (const item of catalogue(count)) {
    for (const group of item.groups) shares.push([item.id, groupIdOf(group), item.owner]);
    yield rowOf(item, orgId);
  }
}

/**
 * Loads accounts, groups, members, items and shares into a fresh portal's database.
 * The search rows are made at the end in one go, by the statement with which the migration makes them.
 */
export async function loadCatalogue(connection: pg.ClientConfig, count: number): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('select id from organisation order by created limit 1');
    const orgId = rows[0]?.id ?? '';
    const owners = Array.from({ length: OWNERS }, (_, n) => [ownerNamed(n), orgId, 'user', `Member ${n}`]);
    await copyIn(client, 'copy account (username, org_id, role, full_name) from stdin', lines(owners));
    const groups = Array.from({ length: GROUPS }, (_, n) => [groupIdOf(n), orgId, ownerNamed(n), `Group ${n}`, 'org']);
    await copyIn(client, 'copy user_group (id, org_id, owner, title, access) from stdin', lines(groups));
    const members = Array.from({ length: OWNERS }, (_, n) => groupsOfMember(n).map((group) => [groupIdOf(group), ownerNamed(n), 'member']));
    await copyIn(client, 'copy group_member (group_id, username, member_type) from stdin', lines(members.flat()));
    await client.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '64MB'");
    const indexes = await client.query<{ name: string; definition: string }>(`
      select i.indexname as name, i.indexdef as definition from pg_indexes i
      where i.schemaname = 'public' and i.tablename in ('item', 'item_search', 'search_word')
        and i.indexname not in (select conname from pg_constraint) order by 1`);
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
    const shares: string[][] = [];
    await copyIn(client, `copy item (${COLUMNS.join(', ')}) from stdin`, lines(itemRows(count, orgId, shares)));
    await copyIn(client, 'copy item_share (item_id, group_id, shared_by) from stdin', lines(shares));
    await client.query('insert into item_search select r.* from item, item_search_row(item) r');
    await client.query(`insert into search_word select distinct w from item_search, unnest(tsvector_to_array(headline)) w
      where length(w) between 4 and 40 and w !~ '[0-9]' on conflict do nothing`);
    for (const { definition } of indexes.rows) await client.query(definition);
    await client.query('vacuum analyze item, item_search, item_share, search_word, account, user_group, group_member');
  } finally {
    await client.end();
  }
}
