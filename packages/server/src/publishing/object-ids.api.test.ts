// What object ids are called: the name that the publisher wishes, in everything that answers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import type { JobRun } from '../platform/queue/queue.ts';
import type { PublishPayload } from './publish.ts';
import { publishFeaturesJob } from './publish-features.job.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const csv = (text: string): { file: { name: string; bytes: Buffer } } => ({ file: { name: 'a.csv', bytes: Buffer.from(text) } });

async function publish(text: string, params: Record<string, object | string | boolean>): Promise<{ path: string; itemId: string }> {
  const petra = t.as('petra');
  const reply = await petra.upload(`content/users/${petra.username}/publish`, { fileType: 'csv', ...params }, csv(text));
  const [{ serviceurl, serviceItemId }] = reply.services;
  await t.runJobs();
  const status = await petra.get(`content/users/${petra.username}/items/${serviceItemId}/status`);
  expect(status).toMatchObject({ status: 'completed' });
  return { path: new URL(serviceurl).pathname, itemId: serviceItemId };
}

const names = async (path: string): Promise<string[]> => (await t.as('petra').get(`${path}/0`)).fields.map((one: AnyReply) => one.name);

describe('layerInfo.objectIdField', () => {
  it('names the object ids in the description, queries, edits, appended rows and statistics', async () => {
    const publishParameters = { name: 'Fids', capabilities: 'Query,Editing', layerInfo: { objectIdField: 'FID' } };
    const { path } = await publish('name,lat,lon\na,1,2\nb,3,4\n', { publishParameters });
    const petra = t.as('petra');
    expect(await petra.get(`${path}/0`)).toMatchObject({ objectIdField: 'FID', uniqueIdField: { name: 'FID' } });
    expect(await names(path)).toEqual(['FID', 'GlobalID', 'name', 'lat', 'lon']);
    const found = await petra.get(`${path}/0/query`, { where: 'fid > 1', outFields: '*', orderByFields: 'FID DESC' });
    expect(found).toMatchObject({ objectIdFieldName: 'FID', features: [{ attributes: { FID: 2, name: 'b' } }] });
    expect((await petra.get(`${path}/0/query`, { where: 'OBJECTID > 1' })).error.details[0]).toContain('OBJECTID');
    const ids = await petra.get(`${path}/0/query`, { where: '1=1', returnIdsOnly: true });
    expect(ids).toEqual({ objectIdFieldName: 'FID', objectIds: [1, 2] });
    const { updateResults, addResults } = await petra.post(`${path}/0/applyEdits`, {
      updates: [{ attributes: { FID: 2, name: 'changed' } }],
      adds: [{ attributes: { FID: 9, name: 'c' }, geometry: { x: 0, y: 0 } }],
    });
    expect([updateResults, addResults]).toMatchObject([[{ objectId: 2, success: true }], [{ objectId: 3, success: true }]]);
    const { item } = await petra.upload(`${path}/uploads/upload`, {}, csv('FID,name\n3,merged\n'));
    const how = { appendUploadId: item.itemID, appendUploadFormat: 'csv', upsert: true, upsertMatchingField: 'FID' };
    const { statusUrl } = await petra.post(`${path}/0/append`, how);
    await t.runJobs();
    expect(await petra.get(new URL(statusUrl).pathname)).toMatchObject({ updatedCount: 1, insertedCount: 0 });
    const max = [{ statisticType: 'max', onStatisticField: 'FID', outStatisticFieldName: 'most' }];
    expect((await petra.get(`${path}/0/query`, { outStatistics: max })).features).toMatchObject([{ attributes: { most: 3 } }]);
    expect((await petra.get(`${path}/0/3`)).feature.attributes).toMatchObject({ FID: 3, name: 'merged' });
  });

  it('stays when the file is published again, and leaves a column of that name alone', async () => {
    const { path, itemId } = await publish('name,lat,lon\na,1,2\n', {
      publishParameters: { name: 'Again', layerInfo: { objectIdField: 'oid_1' } },
    });
    expect((await publish('name,lat,lon\nb,1,2\n', { publishParameters: { name: 'Again' }, overwrite: true })).itemId).toBe(itemId);
    expect(await names(path)).toEqual(['oid_1', 'GlobalID', 'name', 'lat', 'lon']);
    const own = await publish('FID,lat,lon\n7,1,2\n', { publishParameters: { name: 'Taken', layerInfo: { objectIdField: 'fid' } } });
    expect(await names(own.path)).toEqual(['OBJECTID', 'GlobalID', 'FID', 'lat', 'lon']);
    const { features } = await t.as('petra').get(`${own.path}/0/query`, { where: 'FID = 7', outFields: 'FID' });
    expect(features).toMatchObject([{ attributes: { FID: 7 } }]);
    const sent = { fileType: 'csv', publishParameters: { name: 'Wrong', layerInfo: { objectIdField: 'a; drop' } } };
    const wrong = await t.as('petra').upload(`content/users/${t.as('petra').username}/publish`, sent, csv('a,lat,lon\n1,1,2\n'));
    expect(wrong.error ?? wrong.services[0].error).toMatchObject({ code: 400, message: expect.stringContaining('objectIdField') });
  });
});

describe('publishing a file again', () => {
  const idsOf = async (path: string): Promise<number[]> =>
    (await t.as('petra').get(`${path}/0/query`, { where: '1=1', returnIdsOnly: true })).objectIds;
  const add = async (path: string): Promise<number> => {
    const { addResults } = await t.as('petra').post(`${path}/0/addFeatures`, { features: [{ attributes: { name: 'new' } }] });
    return addResults[0].objectId;
  };

  it.each([
    ['points', 'name,lat,lon\na,1,2\nb,3,4\n'],
    ['tables', 'name\na\nb\n'],
    ['keyed', 'name,lat,lon\na,1,2\nb,3,4\n'],
  ])('gives no number that a feature of the layer has had, also one that is gone: %s', async (kind, text) => {
    const name = `Again_${kind}`;
    const key = kind === 'keyed' ? { keyField: 'name' } : {};
    const { path } = await publish(text, { publishParameters: { name, capabilities: 'Query,Editing', ...key } });
    expect(await add(path)).toBe(3);
    await t.as('petra').post(`${path}/0/deleteFeatures`, { objectIds: '3' });
    await publish(text, { publishParameters: { name, ...key }, overwrite: true });
    expect(await idsOf(path)).toEqual([4, 5]);
    await publish(text, { publishParameters: { name, ...key }, overwrite: true });
    expect(await idsOf(path)).toEqual([6, 7]);
    expect(await add(path)).toBe(8);
  });

  it('goes beyond the numbers of features that are added while the file is read', async () => {
    const petra = t.as('petra');
    const { path } = await publish('name\na\n', { publishParameters: { name: 'Meanwhile', capabilities: 'Query,Editing' } });
    const sent = { fileType: 'csv', publishParameters: { name: 'Meanwhile' }, overwrite: true };
    const reply = await petra.upload(`content/users/${petra.username}/publish`, sent, csv('name\nb\nc\n'));
    const [{ jobId }] = reply.services;
    const { payload } = await t.portal.db.selectFrom('job').select('payload').where('id', '=', jobId).executeTakeFirstOrThrow();
    const added: number[] = [];
    const progress = async (): Promise<void> => {
      if (added.length === 0) added.push(await add(path));
    };
    const run = { id: jobId, signal: new AbortController().signal, progress } as unknown as JobRun;
    await publishFeaturesJob.run(t.portal, payload as PublishPayload, run);
    expect([added, await idsOf(path)]).toEqual([[2], [10_003, 10_004]]);
    expect(await add(path)).toBe(10_005);
    await t.runJobs();
    expect(await idsOf(path)).toHaveLength(3);
  });
});
