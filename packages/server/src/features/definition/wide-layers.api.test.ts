// Layers with as many columns as files have: more than a definition may list.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { loadScene } from '../../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
const { layerOf, load, values } = loadScene(() => t);

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const columns = (count: number): number[] => [...Array(count).keys()];
const wide = (count: number): string => `code,${columns(count).map((i) => `c${i}`)}\na,${columns(count)}\n`;
const numbers = (count: number): object[] => columns(count).map((i) => ({ name: `n${i}`, type: 'esriFieldTypeInteger' }));
const add = (admin: string, addToDefinition: object): Promise<AnyReply> =>
  t.as('petra').post(`${admin}/addToDefinition`, { addToDefinition });
const track = (admin: string): Promise<AnyReply> =>
  t.as('petra').post(`${admin.replace(/\/0$/, '')}/updateDefinition`, {
    updateDefinition: { editorTrackingInfo: { enableEditorTracking: true } },
  });
const EDITORS = ['CreationDate', 'Creator', 'EditDate', 'Editor'];

it('a layer of 1,500 columns can have its editors tracked, and gets more fields as long as the database has room for them', async () => {
  const { path, admin } = await layerOf(wide(1_499));
  const fieldsOf = async (): Promise<string[]> => (await t.as('petra').get(path)).fields.map((field: AnyReply) => field.name);
  const before = await fieldsOf();
  expect(before).toHaveLength(1_502);
  expect(await track(admin)).toEqual({ success: true });
  expect(await add(admin, { fields: numbers(44) })).toEqual({ success: true });
  expect((await add(admin, { fields: [{ name: 'more', type: 'esriFieldTypeInteger' }] })).error).toMatchObject({
    code: 400,
    message: expect.stringContaining('1550 at most'),
  });
  expect(await fieldsOf()).toEqual([...before, ...EDITORS, ...columns(44).map((i) => `n${i}`)]);
  const { features } = await t.as('petra').get(`${path}/query`, { where: '1=1', outFields: 'c1498,n43' });
  expect(features).toMatchObject([{ attributes: { c1498: 1498, n43: null } }]);
});

it('a wide layer whose fields were deleted and added too often has no room for more, which is told', async () => {
  const { path, admin } = await layerOf(wide(1_499));
  const fields = columns(140).map((i) => ({ name: `c${i}` }));
  expect(await t.as('petra').post(`${admin}/deleteFromDefinition`, { deleteFromDefinition: { fields } })).toEqual({ success: true });
  expect((await add(admin, { fields: numbers(140) })).error).toMatchObject({
    code: 400,
    message: expect.stringContaining('no room in the layer for'),
  });
  expect((await t.as('petra').get(path)).fields).toHaveLength(1_362);
  expect(await add(admin, { fields: numbers(40) })).toEqual({ success: true });
});

it('a definition lists 255 fields at most, with those that every layer has', async () => {
  const { admin } = await layerOf();
  const service = admin.replace(/\/0$/, '');
  expect((await add(service, { tables: [{ name: 'too wide', fields: numbers(254) }] })).error).toMatchObject({
    code: 400,
    details: [expect.stringContaining('255 at most'), 'Leave some out, or put them into another layer.'],
  });
  expect(await add(service, { tables: [{ name: 'wide', fields: numbers(253) }] })).toMatchObject({ success: true });
});

it('a wide file takes the place of a tracked service', async () => {
  const petra = t.as('petra');
  const publish = async (bytes: string, overwrite: boolean): Promise<AnyReply> => {
    const sent = { fileType: 'csv', publishParameters: { name: 'Tracked' }, overwrite };
    const reply = await petra.upload(`content/users/${petra.username}/publish`, sent, { file: { name: 'rows.csv', bytes } });
    await t.runJobs();
    return reply.services[0];
  };
  const { serviceurl } = await publish(wide(3), false);
  const service = new URL(serviceurl).pathname;
  expect(await track(service.replace('/rest/services', '/rest/admin/services'))).toEqual({ success: true });
  const { jobId, serviceItemId } = await publish(wide(300), true);
  const status = await petra.get(`content/users/${petra.username}/items/${serviceItemId}/status`, { jobId, jobType: 'publish' });
  expect(status).toMatchObject({ status: 'completed' });
  const { fields } = await petra.get(`${service}/0`);
  expect(fields.map((field: AnyReply) => field.name)).toEqual(expect.arrayContaining(['c299', ...EDITORS]));
});

it('a load names as many columns as a layer has', async () => {
  const layer = await layerOf(wide(400));
  const names = columns(400).map((i) => `c${i}`);
  const bytes = `${names.map((name) => `from_${name}`)}\n${columns(400).map((i) => 2 * i)}\n`;
  const fieldMappings = names.map((name) => ({ name, source: `from_${name}` }));
  expect(await load(layer, { name: 'more.csv', bytes }, { fieldMappings, appendFields: names })).toMatchObject({ status: 'Completed' });
  expect(await values(layer, 'c399')).toEqual([399, 798]);
});
