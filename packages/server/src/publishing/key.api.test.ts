// The key of a layer: chosen at publishing, kept with the layer, and what later files are merged by.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
});
afterAll(() => t.close());

let count = 0;
const csv = (text: string): { file: { name: string; bytes: Buffer } } => ({ file: { name: 'a.csv', bytes: Buffer.from(text) } });

async function publish(text: string, parameters: object): Promise<{ path: string; itemId: string; status: AnyReply }> {
  const petra = t.as('petra');
  const reply = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType: 'csv', publishParameters: { name: `keyed_${count++}`, ...parameters } },
    csv(text),
  );
  const [{ serviceurl, serviceItemId }] = reply.services;
  await t.runJobs();
  const status = await petra.get(`content/users/${petra.username}/items/${serviceItemId}/status`);
  return { path: new URL(serviceurl).pathname, itemId: serviceItemId, status };
}

async function append(path: string, text: string, parameters: object, who = 'petra'): Promise<AnyReply> {
  const person = t.as(who);
  const { item } = await person.upload(`${path}/uploads/upload`, {}, csv(text));
  const reply = await person.post(`${path}/0/append`, { appendUploadId: item.itemID, appendUploadFormat: 'csv', ...parameters });
  if (reply.error) return reply;
  await t.runJobs();
  return person.get(new URL(reply.statusUrl).pathname);
}

const rows = async (path: string): Promise<unknown[]> =>
  (await t.as('petra').get(`${path}/0/query`, { outFields: '*', orderByFields: 'OBJECTID' })).features.map(
    (one: AnyReply) => one.attributes,
  );

const TREES = 'Code,Height\na,1\n,2\nb,3\na,4\nc,5\na,6\n';

describe('a key that the publisher chooses', () => {
  it('refuses rows without it and all but the last of the same, by number, and is told of the layer', async () => {
    const { path, itemId, status } = await publish(TREES, { keyField: 'code', columns: [{ name: 'Code', newName: 'tree' }] });
    expect(status).toMatchObject({ status: 'completed' });
    expect(await rows(path)).toMatchObject([
      { tree: 'b', Height: 3 },
      { tree: 'c', Height: 5 },
      { tree: 'a', Height: 6 },
    ]);
    const { layers } = await t.as('petra').get(`content/items/${itemId}/info/publishReport.json`);
    expect(layers[0]).toMatchObject({ featuresLoaded: 3, rowsRefused: 3 });
    expect(layers[0].problems).toEqual([
      { row: 3, reason: 'tree, the key, is empty', said: expect.objectContaining({ code: 'key-empty' }) },
      { row: 2, reason: 'a later row has the same tree', said: expect.objectContaining({ code: 'key-later' }) },
      { row: 5, reason: 'a later row has the same tree', said: expect.anything() },
    ]);
    const layer = await t.as('petra').get(`${path}/0`);
    expect(layer).toMatchObject({
      keyField: 'tree',
      indexes: expect.arrayContaining([expect.objectContaining({ name: 'key_tree', fields: 'tree' })]),
    });
    expect(layer.fields.map((field: AnyReply) => field.name)).toEqual(['OBJECTID', 'GlobalID', 'tree', 'Height']);
    const row = await t.portal.db.selectFrom('feature_layer').select('table_name').where('item_id', '=', itemId).executeTakeFirstOrThrow();
    const { rows: columns } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = 'hosted' and table_name = ${row.table_name}`.execute(t.portal.db);
    expect(columns.map(({ name }) => name)).not.toContain('row_number');
  });

  it('draws the row that stays from as far as the rows whose place it takes', async () => {
    const { path } = await publish('Code,lat,lon\na,10,20\na,10,20\nb,40,50\n', { keyField: 'code' });
    const shown = async (zoom: number): Promise<unknown[]> => {
      const row = await t.portal.db
        .selectFrom('feature_layer')
        .select('table_name')
        .orderBy('data_edited', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      const { rows: found } = await sql`select objectid from ${sql.table(`hosted.${row.table_name}`)} where draw_zoom <= ${zoom}`.execute(
        t.portal.db,
      );
      return found;
    };
    expect(await rows(path)).toHaveLength(2);
    expect(await shown(0)).toHaveLength(2);
  });

  it('merges later files where the caller names no other, and stays through an exchange of all rows', async () => {
    const { path } = await publish(TREES, { keyField: 'Code' });
    const merged = await append(path, 'Code,Height\nb,30\nd,40\n', { upsert: true });
    expect(merged).toMatchObject({ status: 'Completed', updatedCount: 1, insertedCount: 1 });
    expect(await rows(path)).toMatchObject([{ Code: 'b', Height: 30 }, { Code: 'c' }, { Code: 'a' }, { Code: 'd', Height: 40 }]);
    const petra = t.as('petra');
    const { item } = await petra.upload(`${path}/uploads/upload`, {}, csv('Code,Height\nx,1\ny,2\n'));
    const admin = path.replace('/rest/services/', '/rest/admin/services/');
    await petra.post(`${admin}/0/replaceFeatures`, { appendUploadId: item.itemID, appendUploadFormat: 'csv' });
    await t.runJobs();
    expect(await append(path, 'Code,Height\ny,20\n', { upsert: true })).toMatchObject({ updatedCount: 1, insertedCount: 0 });
    expect(await rows(path)).toMatchObject([
      { Code: 'x', Height: 1 },
      { Code: 'y', Height: 20 },
    ]);
  });

  it('keeps rows out that would have the key of a feature, when rows are added', async () => {
    const { path } = await publish(TREES, { keyField: 'Code' });
    const added = await append(path, 'Code,Height\nb,30\nd,40\nd,41\n,42\n', {});
    expect(added).toMatchObject({ status: 'CompletedWithErrors', insertedCount: 1, refusedCount: 3 });
    expect(added.problems.map((each: AnyReply) => [each.row, each.said.code]).sort()).toEqual([
      [2, 'key-used'],
      [3, 'key-later'],
      [5, 'key-empty'],
    ]);
    expect(await rows(path)).toMatchObject([{ Code: 'b', Height: 3 }, {}, {}, { Code: 'd', Height: 41 }]);
    // Rows that say nothing of the key are added as they are.
    expect(await append(path, 'Height\n7\n', {})).toMatchObject({ status: 'Completed', insertedCount: 1 });
  });

  it.each([
    { capabilities: 'Create' },
    { capabilities: 'Query,Create', editorTrackingInfo: { enableOwnershipAccessControl: true, allowOthersToQuery: false } },
  ])('is not told of features that people do not see: %j', async (updateDefinition) => {
    const { path, itemId } = await publish(TREES, { keyField: 'Code' });
    const petra = t.as('petra');
    await petra.post(`content/users/${petra.username}/items/${itemId}/share`, { everyone: true });
    await petra.post(`${path.replace('/rest/services/', '/rest/admin/services/')}/updateDefinition`, { updateDefinition });
    const refused = await append(path, 'Code,Height\nb,30\nd,40\n', {}, 'una');
    expect(refused).toMatchObject({ status: 'Failed' });
    expect(JSON.stringify(refused)).toContain('features of the layer have already');
    expect(JSON.stringify(refused)).not.toMatch(/key-used|"row"/);
    expect(await rows(path)).toHaveLength(3);
    const added = await append(path, 'Code,Height\nd,40\nd,41\n', {}, 'una');
    expect(added).toMatchObject({ status: 'CompletedWithErrors', insertedCount: 1, refusedCount: 1, problems: [{ row: 2 }] });
  });

  it('is needed or named where rows are to be merged', async () => {
    const { path } = await publish('Code,Height\na,1\n', {});
    expect((await t.as('petra').get(`${path}/0`)).indexes.map((one: AnyReply) => one.fields)).toEqual(['OBJECTID', 'GlobalID']);
    expect(await append(path, 'Code,Height\na,2\n', { upsert: true })).toMatchObject({ error: { code: 400 } });
    expect(await append(path, 'Code,Height\na,2\n', { upsert: true, upsertMatchingField: 'Code' })).toMatchObject({ updatedCount: 1 });
  });

  it('must be a column that is kept', async () => {
    const missing = await publish(TREES, { keyField: 'nowhere' });
    expect(missing.status).toMatchObject({ status: 'failed', statusMessage: expect.stringContaining('the key nowhere') });
    const skipped = await publish(TREES, { keyField: 'Code', columns: [{ name: 'Code', skip: true }] });
    expect(skipped.status).toMatchObject({ status: 'failed', statusMessage: expect.stringContaining('not among the columns') });
  });
});
