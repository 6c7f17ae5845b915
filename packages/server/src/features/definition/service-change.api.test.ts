// Changes of services with `async=true`: they answer at once, and a job makes them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { loadScene, type TestLayer } from '../../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: TestLayer;
let admin: string;
const { layerOf } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', paul: 'publisher', ada: 'admin' } });
  layer = await layerOf();
  admin = layer.admin.replace(/\/0$/, '');
});
afterAll(() => t.close());

type Params = Record<string, string | boolean | object>;
const start = (path: string, params: Params, who = 'petra'): Promise<AnyReply> => t.as(who).post(path, { ...params, async: true });
const state = (started: AnyReply): Promise<AnyReply> => t.as('petra').get(new URL(started.statusURL).pathname);
const count = (): Promise<AnyReply> => t.as('petra').get(`${layer.path}/query`, { where: '1=1', returnCountOnly: true });
const added = { layers: [{ name: 'more', geometryType: 'esriGeometryPoint', fields: [] }], tables: [{ name: 'list', fields: [] }] };

it('makes each kind of change after the call, and tells what the call would have answered', async () => {
  const started = await start(`${admin}/addToDefinition`, { addToDefinition: added });
  expect(started).toEqual({ success: true, statusURL: expect.stringContaining(`${admin}/jobs/`) });
  expect(await state(started)).toMatchObject({ operation: 'change-service', status: 'Pending' });
  expect((await t.as('petra').get(layer.service)).layers).toHaveLength(1);
  await t.runJobs();
  expect(await state(started)).toMatchObject({
    status: 'Completed',
    result: { success: true, layers: [{ name: 'more', id: 1 }], tables: [{ name: 'list', id: 2 }] },
  });
  const changes: [string, Params][] = [
    [`${admin}/updateDefinition`, { updateDefinition: { description: 'later' } }],
    [`${admin}/deleteFromDefinition`, { deleteFromDefinition: { tables: [{ id: 2 }] } }],
    [`${layer.admin}/addToDefinition`, { addToDefinition: { fields: [{ name: 'note', type: 'esriFieldTypeString' }] } }],
    [`${layer.admin}/updateDefinition`, { updateDefinition: { name: 'Woods' } }],
    [`${layer.admin}/deleteFromDefinition`, { deleteFromDefinition: { fields: [{ name: 'code' }] } }],
    [`${layer.admin}/truncate`, { attachmentOnly: false }],
  ];
  const all: AnyReply[] = [];
  for (const [path, params] of changes) all.push(await start(path, params));
  expect(await count()).toEqual({ count: 2 });
  await t.runJobs();
  for (const one of all) expect(await state(one)).toMatchObject({ status: 'Completed', result: { success: true } });
  const [service, described] = [await t.as('petra').get(layer.service), await t.as('petra').get(layer.path)];
  expect(service).toMatchObject({ description: 'later', tables: [] });
  expect(described.name).toBe('Woods');
  const names = described.fields.map((field: AnyReply) => field.name);
  expect(names).toContain('note');
  expect(names).not.toContain('code');
  expect(await count()).toEqual({ count: 0 });
});

it('makes a change once, also when the job was interrupted before it was noted', async () => {
  const started = await start(`${admin}/addToDefinition`, { addToDefinition: { layers: added.layers } });
  await t.runJobs();
  const before = (await t.as('petra').get(layer.service)).layers.length;
  const id = started.statusURL.split('/').at(-1);
  await t.portal.db.updateTable('job').set({ state: 'waiting', attempts: 1, finished: null }).where('id', '=', id).execute();
  await t.runJobs();
  expect((await t.as('petra').get(layer.service)).layers).toHaveLength(before);
  expect((await state(started)).result.layers).toEqual([{ name: 'more', id: 2 }]);
});

it('tells of a change that cannot be made, and leaves the service as it was', async () => {
  const started = await start(`${layer.admin}/deleteFromDefinition`, { deleteFromDefinition: { fields: [{ name: 'OBJECTID' }] } });
  await t.runJobs();
  expect(await state(started)).toMatchObject({ status: 'Failed', statusMessage: expect.stringContaining('OBJECTID') });
});

it('is for those who administer the service, when it is asked for and when it is made', async () => {
  expect((await start(`${layer.admin}/truncate`, {}, 'paul')).error.code).toBe(403);
  expect((await t.stranger.post(`${layer.admin}/truncate`, { async: true })).error.code).toBe(499);
  const petra = t.as('petra');
  const started = await start(`${admin}/updateDefinition`, { updateDefinition: { description: 'not any more' } });
  const handed = await t.as('ada').post(`content/users/${petra.username}/items/${layer.itemId}/reassign`, {
    targetUsername: String(t.as('paul').username),
  });
  expect(handed.error).toBeUndefined();
  await t.runJobs();
  const job = await t.as('ada').get(new URL(started.statusURL).pathname);
  expect(job).toMatchObject({ status: 'Failed' });
  expect((await t.as('ada').get(layer.service)).description).toBe('later');
});
