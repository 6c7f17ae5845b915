// Changes that the database undid in favour of others are made once more from their beginning, and once only.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { loadScene } from '../../testing/load-scene.ts';
import { keepAll, prepareLosses, undone } from '../../testing/lost-once.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
const { layerOf, load, csv, values } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  await prepareLosses(t);
});
afterEach(async () => {
  await keepAll(t, ['feature_layer', 'feature_service', 'feature_load']);
});
afterAll(() => t.close());

it('definitions of layers and services', async () => {
  const layer = await layerOf();
  const petra = t.as('petra');
  const service = layer.admin.replace(/\/0$/, '');
  const change = async (table: string, address: string, parameters: Record<string, object>): Promise<void> => {
    const count = await undone(t, table);
    expect(await petra.post(address, parameters)).toMatchObject({ success: true });
    expect(await count()).toBeGreaterThan(1);
    await sql`drop trigger lost on ${sql.id(table)}`.execute(t.portal.db);
  };
  const field = { name: 'extra', type: 'esriFieldTypeInteger' };
  await change('feature_layer', `${layer.admin}/addToDefinition`, { addToDefinition: { fields: [field] } });
  await change('feature_layer', `${layer.admin}/updateDefinition`, { updateDefinition: { fields: [{ name: 'extra', alias: 'More' }] } });
  await change('feature_layer', `${layer.admin}/deleteFromDefinition`, { deleteFromDefinition: { fields: [{ name: 'extra' }] } });
  await change('feature_service', `${service}/updateDefinition`, { updateDefinition: { capabilities: 'Query' } });
  const table = { name: 'notes', type: 'Table', fields: [field] };
  await change('feature_layer', `${service}/addToDefinition`, { addToDefinition: { tables: [table] } });
  expect((await petra.get(layer.service)).tables).toMatchObject([{ id: 1, name: 'notes' }]);
  await change('feature_layer', `${service}/deleteFromDefinition`, { deleteFromDefinition: { tables: [{ id: 1 }] } });
  await change('feature_layer', `${layer.admin}/truncate`, {});
  expect(await values(layer, 'species')).toEqual([]);
});

it.each([
  ['append', {}, 3],
  ['upsert', { upsert: true, upsertMatchingField: 'code' }, 2],
  ['replace', { replace: true }, 1],
])('the end of a load: %s', async (_, how, left) => {
  const layer = await layerOf();
  const count = await undone(t, 'feature_load', 'update of result');
  expect(await load(layer, csv('code,species,lat,lon\na,fir,1,2\n'), how)).toMatchObject({ status: 'Completed' });
  expect(await count()).toBeGreaterThan(1);
  expect(await values(layer, 'species')).toHaveLength(left);
});

it('edits with files, of which each is told and kept once', async () => {
  const layer = await layerOf();
  const petra = t.as('petra');
  expect(await petra.post(`${layer.admin}/updateDefinition`, { updateDefinition: { hasAttachments: true } })).toMatchObject({
    success: true,
  });
  const id = (n: number): string => `{00000000-0000-4000-8000-${String(n).padStart(12, '0')}}`;
  const data = Buffer.from('x').toString('base64');
  const stored = async (): Promise<number> => (await t.portal.db.selectFrom('stored_file').select('key').execute()).length;
  const edit = async (
    parts: object,
  ): Promise<Record<string, { success: boolean }[]> & { attachments: Record<string, { success: boolean }[]> }> => {
    const count = await undone(t, 'feature_layer', 'update');
    const reply = await petra.post(`${layer.path}/applyEdits`, { useGlobalIds: true, ...parts });
    expect(await count()).toBeGreaterThan(1);
    await sql`drop trigger lost on feature_layer`.execute(t.portal.db);
    return reply;
  };
  const before = await stored();
  const file = (n: number): object => ({ globalId: id(n), parentGlobalId: id(1), name: 'a.txt', data });
  const added = await edit({ adds: [{ attributes: { GlobalID: id(1), code: 'n' } }], attachments: { adds: [file(11), file(12)] } });
  expect(added.addResults).toMatchObject([{ success: true }]);
  expect(added.attachments.addResults).toMatchObject([{ success: true }, { success: true }]);
  expect(await stored()).toBe(before + 2);
  const gone = await edit({ attachments: { updates: [{ ...file(12), name: 'b.txt' }], deletes: [id(11)] } });
  expect(gone.attachments).toMatchObject({ addResults: [], updateResults: [{ success: true }], deleteResults: [{ success: true }] });
  expect(await stored()).toBe(before + 1);
});

it('files of a feature, one by one', async () => {
  const layer = await layerOf();
  const petra = t.as('petra');
  await petra.post(`${layer.admin}/updateDefinition`, { updateDefinition: { hasAttachments: true } });
  const { objectIds } = await petra.get(`${layer.path}/query`, { where: '1=1', returnIdsOnly: true });
  const feature = `${layer.path}/${objectIds[0]}`;
  const losing = async <T>(work: () => Promise<T>): Promise<T> => {
    const count = await undone(t, 'feature_layer', 'update');
    const reply = await work();
    expect(await count()).toBeGreaterThan(1);
    await sql`drop trigger lost on feature_layer`.execute(t.portal.db);
    return reply;
  };
  const attachment = { name: 'leaf.txt', bytes: 'green' };
  const { addAttachmentResult: added } = await losing(() => petra.upload(`${feature}/addAttachment`, {}, { attachment }));
  expect(added).toMatchObject({ success: true });
  const attachmentId = added.objectId;
  const changed = await losing(() => petra.post(`${feature}/updateAttachment`, { attachmentId, keywords: 'spring' }));
  expect(changed.updateAttachmentResult).toMatchObject({ objectId: attachmentId, success: true });
  const files = (): Promise<AnyReply> => petra.get(`${feature}/attachments`);
  expect((await files()).attachmentInfos).toMatchObject([{ id: attachmentId, keywords: 'spring' }]);
  const gone = await losing(() => petra.post(`${feature}/deleteAttachments`, { attachmentIds: `${attachmentId}` }));
  expect(gone.deleteAttachmentResults).toMatchObject([{ objectId: attachmentId, success: true }]);
  expect((await files()).attachmentInfos).toEqual([]);
});
