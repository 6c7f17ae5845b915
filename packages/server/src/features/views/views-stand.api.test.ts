// What views that stand in the way are told by: their names are for those alone who may see them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let source: { path: string; id: string };
/** A view that petra has handed to otto, who keeps it to himself. */
let handed: { path: string; id: string };
const admin = (service: string): string => service.replace('/rest/services', '/rest/admin/services');
const CSV = 'name,lat,lon\na,1,2\n';

async function publish(more: object = {}): Promise<AnyReply> {
  const petra = t.as('petra');
  const publishParameters = { name: 'standing', locationType: 'coordinates', latitudeFieldName: 'lat', longitudeFieldName: 'lon' };
  const reply = await petra.post(`content/users/${petra.username}/publish`, { text: CSV, fileType: 'csv', publishParameters, ...more });
  return reply.services?.[0] ?? reply;
}

async function viewNamed(name: string, sourceServiceName = 'standing'): Promise<{ path: string; id: string }> {
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters: { name }, isView: true });
  const path = new URL(made.serviceurl).pathname;
  const adminLayerInfo = { viewLayerDefinition: { sourceServiceName, sourceLayerId: 0 } };
  const added = await petra.post(`${admin(path)}/addToDefinition`, { addToDefinition: { layers: [{ adminLayerInfo }] } });
  expect(added).toMatchObject({ success: true });
  return { path, id: made.itemId };
}

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', otto: 'publisher', boss: 'admin' } });
  const made = await publish();
  await t.runJobs();
  source = { path: new URL(made.serviceurl).pathname, id: made.serviceItemId };
  handed = await viewNamed('ottos_secret');
  const { username } = t.as('petra');
  const targetUsername = t.as('otto').username ?? '';
  expect(await t.as('boss').post(`content/users/${username}/items/${handed.id}/reassign`, { targetUsername, dependents: false })).toEqual(
    expect.objectContaining({ success: true }),
  );
});
afterAll(() => t.close());

/** What each way of taking the layer from its views is refused with. */
async function refusals(who: string): Promise<string[]> {
  const agent = t.as(who);
  const items = `content/users/${t.as('petra').username}`;
  const [one] = (await agent.post(`${items}/deleteItems`, { items: source.id })).results;
  const replies = [
    one,
    await agent.post(`${items}/items/${source.id}/delete`, {}),
    await agent.post(`${items}/items/${source.id}/delete`, { permanentDelete: true }),
    await agent.post(`${admin(source.path)}/deleteFromDefinition`, { deleteFromDefinition: { layers: [{ id: 0 }] } }),
  ];
  return replies.map(({ error }) => JSON.stringify([error?.message, error?.details]));
}

async function overwritten(): Promise<string> {
  const before = await t.portal.db.selectFrom('job').select('id').execute();
  const reply = await publish({ overwrite: true });
  // No file is read for it.
  expect(await t.portal.db.selectFrom('job').select('id').execute()).toEqual(before);
  return JSON.stringify(reply);
}

describe('views that stand in the way', () => {
  it('are counted for those who may not see them, and named to those who may', async () => {
    for (const told of [...(await refusals('petra')), await overwritten()]) {
      expect(told).toContain('views that you may not see show the layer: 1.');
      expect(told).not.toContain('ottos_secret');
    }
    for (const told of await refusals('boss')) expect(told).toContain('while views show the layer: ottos_secret.');
  });

  it('of both kinds are named and counted', async () => {
    await viewNamed('petras_own');
    for (const told of [...(await refusals('petra')), await overwritten()]) {
      expect(told).toContain('while views show the layer: petras_own, and others that you may not see: 1.');
      expect(told).not.toContain('ottos_secret');
    }
    for (const told of await refusals('boss')) expect(told).toContain('while views show the layer: ottos_secret, petras_own.');
  });

  it('because they need to know who made what are named in the same way', async () => {
    const change = (path: string, editorTrackingInfo: object, who: string): Promise<AnyReply> =>
      t.as(who).post(`${admin(path)}/updateDefinition`, { updateDefinition: { editorTrackingInfo } });
    expect(await change(source.path, { enableEditorTracking: true }, 'petra')).toEqual({ success: true });
    expect(await change(handed.path, { enableOwnershipAccessControl: true }, 'otto')).toEqual({ success: true });
    const off = { enableEditorTracking: false };
    const { error } = await change(source.path, off, 'petra');
    expect(error.message).toContain('in a view that you may not see');
    expect((await change(source.path, off, 'boss')).error.message).toContain("in the view 'ottos_secret'");
  });
});

it('a view that is made while a file is read keeps its layer from being overwritten', async () => {
  const petra = t.as('petra');
  const made = await publish({ publishParameters: { name: 'free', locationType: 'none' } });
  await t.runJobs();
  const { jobId } = await publish({ overwrite: true, publishParameters: { name: 'free', locationType: 'none' } });
  await viewNamed('in_between', 'free');
  await t.runJobs();
  const status = await petra.get(`content/users/${petra.username}/items/${made.serviceItemId}/status`, { jobId, jobType: 'publish' });
  expect(JSON.stringify(status)).toContain('while views show the layer: in_between.');
});

it('layers that are still being made are not among those to name', async () => {
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters: { name: 'half_made' } });
  const path = admin(new URL(made.serviceurl).pathname);
  const fields = [{ name: 'code', type: 'esriFieldTypeString' }];
  const tables = ['first', 'second'].map((name) => ({ name, fields }));
  await petra.post(`${path}/addToDefinition`, { addToDefinition: { tables } });
  await t.portal.db
    .updateTable('feature_layer')
    .set({ ready: false })
    .where('item_id', '=', made.itemId)
    .where('layer_id', '=', 1)
    .execute();
  const advice = 'Name layers that it has: 0.';
  const gone = await petra.post(`${path}/deleteFromDefinition`, { deleteFromDefinition: { tables: [{ id: 1 }] } });
  expect(gone.error.details).toEqual([advice]);
  const relationships = [
    { name: 'r', relatedTableId: 0, role: 'esriRelRoleOrigin', cardinality: 'esriRelCardinalityOneToMany', keyField: 'code' },
  ];
  const told = await petra.post(`${path}/addToDefinition`, {
    addToDefinition: { layers: [{ id: 1, relationships }], tables: [{ name: 'third', fields }] },
  });
  expect(told.error.details.at(-1)).toBe('Name layers that the service has: 0.');
});
