// Files of features take the room of whoever owns the layer that keeps them, and no more of it than there is.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let source: string;
let view: string;
let featureId: string;
const admin = (service: string): string => service.replace('/rest/services', '/rest/admin/services');

async function create(name: string, more: object = {}): Promise<{ path: string; id: string }> {
  const petra = t.as('petra');
  const createParameters = { name, capabilities: 'Query,Editing' };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters, ...more });
  await petra.post(`content/users/${petra.username}/items/${made.itemId}/share`, { everyone: true });
  return { path: new URL(made.serviceurl).pathname, id: made.itemId };
}

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', otto: 'publisher', una: 'user' } });
  const petra = t.as('petra');
  source = (await create('filed')).path;
  const fields = [{ name: 'kind', type: 'esriFieldTypeString', alias: 'kind' }];
  const layers = [{ name: 'filed', geometryType: 'esriGeometryPoint', hasAttachments: true, fields }];
  await petra.post(`${admin(source)}/addToDefinition`, { addToDefinition: { layers } });
  await petra.post(`${source}/0/addFeatures`, { features: [{ attributes: { kind: 'a' }, geometry: { x: 1, y: 1 } }] });
  const [feature] = (await petra.get(`${source}/0/query`, { where: '1=1', outFields: '*' })).features;
  featureId = feature.attributes.GlobalID;
  const made = await create('shown_files', { isView: true });
  view = made.path;
  const viewLayerDefinition = { sourceServiceName: 'filed', sourceLayerId: 0 };
  await petra.post(`${admin(view)}/addToDefinition`, { addToDefinition: { layers: [{ adminLayerInfo: { viewLayerDefinition } }] } });
  await t.portal.db
    .updateTable('item')
    .set({ owner: t.as('otto').username as string })
    .where('id', '=', made.id)
    .execute();
});
afterAll(() => t.close());

const usage = async (who: string): Promise<number> => (await t.as(who).get('community/self')).storageUsage;
/** Leaves a person so many bytes. */
async function leave(who: string, bytes: number): Promise<void> {
  const storage_quota = (await usage(who)) + bytes;
  await t.portal.db.updateTable('account').set({ storage_quota }).where('username', '=', t.as(who).username).execute();
}

const attach = (service: string, bytes: number, who = 'una'): Promise<AnyReply> =>
  t.as(who).upload(`${service}/0/1/addAttachment`, {}, { attachment: { name: 'a.txt', bytes: 'x'.repeat(bytes) } });
const replace = (service: string, attachmentId: number, bytes: number): Promise<AnyReply> =>
  t.as('una').upload(`${service}/0/1/updateAttachment`, { attachmentId }, { attachment: { name: 'a.txt', bytes: 'x'.repeat(bytes) } });
const edit = (service: string, bytes: number): Promise<AnyReply> =>
  t.as('una').post(`${service}/0/applyEdits`, {
    useGlobalIds: true,
    attachments: { adds: [{ parentGlobalId: featureId, name: 'b.txt', data: Buffer.alloc(bytes, 'x').toString('base64') }] },
  });
const isMade = (reply: AnyReply): boolean => (reply.addAttachmentResult ?? reply.attachments?.addResults[0])?.success === true;
const REFUSAL = { error: { code: expect.any(Number), message: expect.stringContaining('owner') } };

describe('files of a feature', () => {
  beforeEach(async () => {
    await leave('petra', 1_000_000);
    await leave('otto', 1_000_000);
  });

  it.each([
    ['one by one', attach],
    ['with edits', edit],
  ])('that come at once, %s, take no more than there is room for', async (_, add) => {
    await leave('petra', 50_000);
    const before = await usage('petra');
    const replies = await Promise.all(Array.from({ length: 4 }, () => add(source, 40_000)));
    expect(replies.filter(isMade)).toHaveLength(1);
    expect((await usage('petra')) - before).toBe(40_000);
  });

  it.each([
    ['one by one', attach],
    ['with edits', edit],
  ])('that come through a view, %s, take the room of who owns what it shows', async (_, add) => {
    await leave('otto', 0);
    expect(isMade(await add(view, 1_000))).toBe(true);
    await leave('otto', 1_000_000);
    await leave('petra', 500);
    expect(await add(view, 1_000)).toMatchObject(REFUSAL);
    expect(isMade(await add(view, 400))).toBe(true);
  });

  it('are replaced where there is room for what they grow', async () => {
    const { objectId } = (await attach(source, 1_000)).addAttachmentResult;
    await leave('petra', 500);
    await leave('otto', 0);
    expect(await replace(view, objectId, 1_600)).toMatchObject(REFUSAL);
    expect(await replace(view, objectId, 1_500)).toMatchObject({ updateAttachmentResult: { success: true } });
    await leave('petra', -100);
    expect(await replace(view, objectId, 900)).toMatchObject({ updateAttachmentResult: { success: true } });
  });
});
