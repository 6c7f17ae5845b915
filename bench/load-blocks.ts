// A thread that fills the tables of items with some blocks of the made-up catalogue.
import { parentPort, workerData } from 'node:worker_threads';
import { automaticKeywords } from '@graticule/contract/item-types/classify';
import pg from 'pg';
import { completenessOf, documentOf } from '../packages/server/src/content/item-document.sql.ts';
import { BLOCK, type CatalogueItem, catalogueBlock, groupIdOf } from './catalogue.ts';
import { arrayText, fillTable } from './copy-in.ts';

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

/** What a thread is asked to do. */
export interface BlocksToLoad {
  connection: pg.ClientConfig;
  orgId: string;
  /** Whether the database understands COPY. */
  copies: boolean;
  /** Numbers of the blocks. */
  blocks: readonly number[];
  /** Items in all. */
  count: number;
}

/** Rows of a block's items; their shares and ids are put aside on the way. */
function* itemRows(block: number, count: number, orgId: string, aside: { shares: string[][]; ids: string[] }): Generator<Value[]> {
  for (const item of catalogueBlock(block, Math.min(BLOCK, count - block * BLOCK))) {
    aside.ids.push(item.id);
    for (const group of item.groups) aside.shares.push([item.id, groupIdOf(group), item.owner]);
    yield rowOf(item, orgId);
  }
}

/** Loads the blocks one after the other. */
export async function loadBlocks({ connection, orgId, copies, blocks, count }: BlocksToLoad): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const block of blocks) {
      const shares: string[][] = [];
      const ids: string[] = [];
      await fillTable(client, { table: 'item', columns: COLUMNS, copies }, itemRows(block, count, orgId, { shares, ids }));
      await fillTable(client, { table: 'item_share', columns: ['item_id', 'group_id', 'shared_by'], copies }, shares);
      await client.query(
        `with found as materialized (select * from item_to_search where item_id = any ($1)), short as (
          insert into item_word (modified, standing, reach, item_id, org_id, named, words, type, access, content_status, owner, tags, categories)
          select modified, standing, reach, item_id, case when reach <> 'e' then org_id end, case when reach <> 'e' then named end, words,
            type, access, content_status, owner, in_one_text(tags), in_one_text(categories) from found)
        insert into item_search select item_id, org_id, reach, named, access, content_status, type, owner, title_key, tags, categories, created,
          modified, uploaded, last_viewed, num_views, num_comments, num_ratings, avg_rating, score_completeness, data_bytes, standing, ground,
          headline from found`,
        [ids],
      );
    }
  } finally {
    await client.end();
  }
}

if (parentPort !== null) {
  await loadBlocks(workerData as BlocksToLoad);
  parentPort.postMessage('loaded');
}
