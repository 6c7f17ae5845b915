// What is told at the status of an item about jobs: those that it has, those that it does not have, and those that leave it as it is.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { loadScene, type TestLayer, TREES } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let layer: TestLayer;
const { layerOf, load } = loadScene(() => t);

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', otto: 'publisher' } });
  layer = await layerOf();
});
afterAll(() => t.close());

const status = (itemId: string, params: Record<string, string> = {}, who = 'petra'): Promise<AnyReply> =>
  t.as(who).get(`content/users/${t.as(who).username}/items/${itemId}/status`, params);
const publish = async (text: string, name: string, who = 'petra'): Promise<{ jobId: string; serviceItemId: string }> => {
  const publishParameters = { name, locationType: 'coordinates', latitudeFieldName: 'lat', longitudeFieldName: 'lon' };
  return (await t.as(who).post(`content/users/${t.as(who).username}/publish`, { text, fileType: 'csv', publishParameters })).services[0];
};

describe('the status of a job that an item does not have', () => {
  it.each([
    ['guessed', '0123456789abcdef0123456789abcdef'],
    ['of another form', 'ff07c87a-dccd-46b4-9597-446dcda248ff'],
    ['no id at all', "x' or '1'='1"],
  ])('is not told, and nobody takes it for done: %s', async (_what, jobId) => {
    for (const jobType of ['publish', 'export', 'PublishImageService']) {
      const reply = await status(layer.itemId, { jobId, jobType });
      expect([reply.status, reply.error.code, reply.error.message]).toEqual([undefined, 400, `The job '${jobId}' does not exist.`]);
    }
  });

  it('is not told of the jobs of other items and other people either, while they run and afterwards', async () => {
    const own = await publish(TREES, 'own_trees');
    const others = await publish(TREES, 'trees_of_otto', 'otto');
    const unknown = async (): Promise<void> => {
      for (const { jobId } of [own, others]) {
        expect((await status(layer.itemId, { jobId })).error.message).toBe(`The job '${jobId}' does not exist.`);
      }
      expect((await status(own.serviceItemId, { jobId: others.jobId })).error.code).toBe(400);
    };
    await unknown();
    await t.runJobs();
    await unknown();
    expect(await status(own.serviceItemId, { jobId: own.jobId })).toMatchObject({ status: 'completed', jobId: own.jobId });
    expect((await status(own.serviceItemId, { jobId: own.jobId }, 'otto')).error).toBeDefined();
  });

  it('is that of the item where the call answered the id of the item, since it was ready at once', async () => {
    const { services } = await t.as('petra').post(`content/users/${t.as('petra').username}/publish`, {
      itemId: layer.itemId,
      fileType: 'featureService',
      outputType: 'VectorTiles',
      publishParameters: { name: 'tiles_of_trees' },
    });
    const [{ jobId, serviceItemId }] = services;
    expect(await status(serviceItemId, { jobId })).toMatchObject({ status: 'completed', jobId, itemId: serviceItemId });
  });
});

describe('the status of an item', () => {
  it('is not that of a load or a change of its layer that failed', async () => {
    const other = await layerOf();
    expect(await load(other, { name: 'more.csv', bytes: 'PK\u0003\u0004 nothing' })).toMatchObject({ status: 'Failed' });
    const deleteFromDefinition = { fields: [{ name: 'no_such_field' }] };
    const { statusURL } = await t.as('petra').post(`${other.admin}/deleteFromDefinition`, { deleteFromDefinition, async: true });
    await t.runJobs();
    expect(await t.as('petra').get(new URL(statusURL).pathname)).toMatchObject({ status: 'Failed' });
    expect(await status(other.itemId)).toMatchObject({ status: 'completed', statusMessage: '' });
  });

  it('is that of an overwrite that failed, however many loads into its layer came after it', async () => {
    const petra = t.as('petra');
    const name = 'written_over';
    const target = await layerOf(TREES, { name });
    const text = 'name,lat,lon\na,north,west\n';
    const publishParameters = { name, locationType: 'coordinates', latitudeFieldName: 'lat', longitudeFieldName: 'lon' };
    const overwriting = { text, fileType: 'csv', overwrite: true, publishParameters };
    const { services } = await petra.post(`content/users/${petra.username}/publish`, overwriting);
    await t.runJobs();
    const failed = { status: 'failed', jobId: services[0].jobId, statusMessage: expect.stringMatching(/\w/) };
    expect(await status(target.itemId)).toMatchObject(failed);
    for (let n = 0; n < 21; n++) expect(await load(target, { name: 'more.csv', bytes: TREES })).toMatchObject({ status: 'Completed' });
    expect(new Set((await t.portal.queue.about(target.itemId, 21)).map((job) => job.name))).toEqual(new Set(['append-rows']));
    expect(await status(target.itemId)).toMatchObject(failed);
  });

  it('is that of its publication, as long as that lasts and when it failed', async () => {
    const { serviceItemId, jobId } = await publish('name,lat,lon\na,north,west\n', 'nowhere');
    expect(await status(serviceItemId)).toMatchObject({ status: 'processing', jobId });
    await t.runJobs();
    expect(await status(serviceItemId)).toMatchObject({ status: 'failed', jobId, statusMessage: expect.stringMatching(/\w/) });
  });
});
