// Fills the tables of a portal with the made-up catalogue: the same rows that the API would have written.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { BLOCK, GROUPS, groupIdOf, groupsOfMember, OWNERS, ownerNamed } from './catalogue.ts';
import { fillTable } from './copy-in.ts';
import type { BlocksToLoad } from './load-blocks.ts';

const TABLES = ['item', 'item_search', 'item_word_e', 'item_word_o', 'item_word_n', 'search_word'];

/** Runs a task in a thread of its own. */
function inThread(task: BlocksToLoad): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./load-blocks.ts', import.meta.url), { workerData: task });
    worker.once('message', () => resolve());
    worker.once('error', reject);
  });
}

/**
 * Loads accounts, groups, members, items and shares into a fresh portal's database, with as many threads as it may.
 * The embedded engine has one session for all and no COPY.
 * The search rows are made at the end in one go, from the view from which the triggers make them.
 */
export async function loadCatalogue(connection: pg.ClientConfig, count: number, isEmbedded = false): Promise<void> {
  const copies = !isEmbedded;
  const threads = isEmbedded ? 1 : availableParallelism();
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('select id from organisation order by created limit 1');
    const orgId = rows[0]?.id ?? '';
    const owners = Array.from({ length: OWNERS }, (_, n) => [ownerNamed(n), orgId, 'user', `Member ${n}`]);
    await fillTable(client, { table: 'account', columns: ['username', 'org_id', 'role', 'full_name'], copies }, owners);
    const groups = Array.from({ length: GROUPS }, (_, n) => [groupIdOf(n), orgId, ownerNamed(n), `Group ${n}`, 'org']);
    await fillTable(client, { table: 'user_group', columns: ['id', 'org_id', 'owner', 'title', 'access'], copies }, groups);
    const members = Array.from({ length: OWNERS }, (_, n) => groupsOfMember(n).map((group) => [groupIdOf(group), ownerNamed(n), 'member']));
    await fillTable(client, { table: 'group_member', columns: ['group_id', 'username', 'member_type'], copies }, members.flat());
    await client.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '64MB'");
    // Those that belong to an index of all partitions cannot be dropped alone; there is one, of the few rows that are not filled yet.
    const indexes = await client.query<{ name: string; definition: string }>(
      `select i.indexname as name, i.indexdef as definition from pg_indexes i
      where i.schemaname = 'public' and i.tablename = any($1) and i.indexname not in (select conname from pg_constraint)
        and i.indexname::regclass not in (select inhrelid from pg_inherits) order by 1`,
      [TABLES],
    );
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
    const blocks = Array.from({ length: Math.ceil(count / BLOCK) }, (_, block) => block);
    const parts = Array.from({ length: threads }, (_, at) => blocks.filter((block) => block % threads === at));
    await Promise.all(parts.map((part) => inThread({ connection, orgId, count, copies, blocks: part })));
    await client.query(`insert into search_word select distinct w from item_search, unnest(tsvector_to_array(headline)) w
      where length(w) between 4 and 40 and w !~ '[0-9]' on conflict do nothing`);
    for (const { definition } of indexes.rows) await client.query(definition);
    for (const table of [...TABLES, 'item_share', 'account', 'user_group', 'group_member']) await client.query(`vacuum analyze ${table}`);
  } finally {
    await client.query('set session_replication_role = origin');
    await client.end();
  }
}
