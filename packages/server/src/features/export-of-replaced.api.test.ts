// Direct downloads of layers whose rows are replaced meanwhile: the whole file comes, or its end is seen to be missing.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { withFence } from '../platform/db/work-fence.ts';
import type { HostedLayer } from './layers.rules.ts';
import { dropTablesLater, serviceWithAllLayers, sweepHostedTables } from './lifecycle.ts';
import { keepTables } from './table-readings.ts';

let t: TestPortal;
let itemId: string;
let table: string;
let path: string;

/** More bytes than lie between a server and a client that stands still. */
const ROWS = 3_000;
const PARTS = 160;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());

const tables = async (): Promise<string[]> =>
  (
    await sql<{
      name: string;
    }>`select relname as name from pg_class c join pg_namespace n on n.oid = relnamespace where nspname = 'hosted' and relkind = 'r'`.execute(
      t.portal.db,
    )
  ).rows.map(({ name }) => name);

async function publish(name: string, text: string, overwrite = false): Promise<AnyReply> {
  const petra = t.as('petra');
  const reply = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType: 'csv', publishParameters: { name, capabilities: 'Query,Editing' }, overwrite },
    { file: { name: 'towns.csv', bytes: text } },
  );
  await t.runJobs();
  return reply.services[0];
}

/** A layer with many bytes, and a download of it that has begun and stands still. */
async function begun(headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const { port } = t.app.server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/sharing/rest/content/items/${itemId}/export?exportFormat=csv`;
  // A connection of its own: one that has carried a file already takes all of the next one into its buffers.
  const request = get(address, { agent: false, headers: { 'x-esri-authorization': `Bearer ${t.as('petra').token}`, ...headers } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.pause();
  return response;
}

async function read(response: IncomingMessage): Promise<{ text: string; isWhole: boolean }> {
  let text = '';
  response.setEncoding('utf8');
  try {
    for await (const piece of response) text += piece;
  } catch {
    return { text, isWhole: false };
  }
  return { text, isWhole: response.complete };
}

let count = 0;
beforeEach(async () => {
  const made = await publish(`towns_${++count}`, `name,lat,lon\n${'a,1,2\n'.repeat(ROWS)}`);
  itemId = made.serviceItemId;
  path = new URL(made.serviceurl).pathname;
  const layer = await t.portal.db.selectFrom('feature_layer').select('table_name').where('item_id', '=', itemId).executeTakeFirstOrThrow();
  table = layer.table_name;
  await sql`update ${sql.table(`hosted.${table}`)} set ${sql.ref('f1_name')} = (select string_agg(md5((objectid * 1000 + i)::text), '') from generate_series(1, ${PARTS}) i)`.execute(
    t.portal.db,
  );
});

describe('a download', () => {
  it.each(['identity', 'gzip'])('whose rows are gone is broken off, and never ends like a whole file: %s', async (encoding) => {
    const response = await begun({ 'accept-encoding': encoding });
    await sql`drop table ${sql.table(`hosted.${table}`)}`.execute(t.portal.db);
    const { isWhole } = await read(response);
    expect([response.statusCode, isWhole]).toEqual([200, false]);
  });

  it('whose layer is published again brings the rows that it began with, and their table goes once it has ended', async () => {
    const response = await begun();
    await publish(`towns_${count}`, 'name,lat,lon\nnew,1,2\n', true);
    await sweepHostedTables(t.portal);
    dropTablesLater(t.portal, [table], 1);
    const { text, isWhole } = await read(response);
    expect([isWhole, text.trim().split('\r\n').length, text.includes('new')]).toEqual([true, ROWS + 1, false]);
    await vi.waitFor(async () => expect(await tables()).not.toContain(table));
    const { rows } = await sql`select * from table_reading`.execute(t.portal.db);
    expect(rows).toEqual([]);
  });

  it('leaves a table to nobody when the job that replaced its rows is over', async () => {
    await publish(`towns_${count}`, 'name,lat,lon\nnew,1,2\n', true);
    expect(await tables()).toContain(table);
    let isOver = false;
    const fence = (): Promise<void> | undefined => (isOver ? Promise.reject(new Error('The job is over.')) : undefined);
    await withFence(fence, async () => dropTablesLater(t.portal, [table], 20));
    isOver = true;
    await vi.waitFor(async () => expect(await tables()).not.toContain(table));
  });

  it('keeps a table for as long as it says so, and no longer than it may', async () => {
    const [layer] = (await serviceWithAllLayers(t.portal, itemId))?.layers ?? [];
    const release = await keepTables(t.portal, [layer as HostedLayer], { againMs: 1, mostMs: 0 });
    await publish(`towns_${count}`, 'name,lat,lon\nnew,1,2\n', true);
    await sweepHostedTables(t.portal);
    expect(await tables()).toContain(table);
    // As when its process was killed, or it takes longer than it may.
    await sql`update table_reading set until = now() - interval '1 second'`.execute(t.portal.db);
    await sweepHostedTables(t.portal);
    expect(await tables()).not.toContain(table);
    await release();
  });

  it('through a view is broken off when other rows come into the place of those of its layer', async () => {
    const petra = t.as('petra');
    const created = await petra.post(`content/users/${petra.username}/createService`, {
      isView: true,
      createParameters: { name: `view_${count}`, capabilities: 'Query,Extract' },
    });
    const view = new URL(created.serviceurl).pathname;
    const definition = {
      layers: [{ name: 'seen', adminLayerInfo: { viewLayerDefinition: { sourceServiceName: `towns_${count}`, sourceLayerId: 0 } } }],
    };
    await petra.post(`${view.replace('/rest/', '/rest/admin/')}/addToDefinition`, { addToDefinition: definition });
    itemId = created.itemId;
    const response = await begun();
    const { item } = await petra.upload(`${path}/uploads/upload`, {}, { file: { name: 'a.csv', bytes: 'name,lat,lon\nnew,1,2\n' } });
    await petra.post(`${path.replace('/rest/', '/rest/admin/')}/0/replaceFeatures`, {
      appendUploadId: item.itemID,
      appendUploadFormat: 'csv',
    });
    await t.runJobs();
    const { isWhole } = await read(response);
    expect([response.statusCode, isWhole]).toEqual([200, false]);
  });
});
