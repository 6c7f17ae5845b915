// Files kept with features: who may, what is answered, and that nothing is left behind.
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
let admin: string;
let itemId: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
  const petra = t.as('petra');
  const createParameters = { name: 'Spots', capabilities: 'Query,Editing' };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters });
  itemId = made.itemId;
  service = new URL(made.serviceurl).pathname;
  admin = service.replace('/rest/services/', '/rest/admin/services/');
  const spots = { geometryType: 'esriGeometryPoint', fields: [{ name: 'kind', type: 'esriFieldTypeString' }] };
  const layers = [
    { ...spots, name: 'spots', hasAttachments: true },
    { ...spots, name: 'bare' },
  ];
  await petra.post(`${admin}/addToDefinition`, { addToDefinition: { layers } });
  const features = [{ attributes: { kind: 'a' } }, { attributes: { kind: 'b' } }];
  for (const id of [0, 1]) await petra.post(`${service}/${id}/addFeatures`, { features });
});
afterAll(() => t.close());

const add = (name: string, bytes: string, { path = `${service}/0/1`, who = 'petra', keywords = '' } = {}): Promise<AnyReply> =>
  t.as(who).upload(`${path}/addAttachment`, { keywords }, { attachment: { name, bytes } });
const list = async (objectId = 1): Promise<AnyReply[]> => (await t.as('petra').get(`${service}/0/${objectId}/attachments`)).attachmentInfos;
const remove = (ids: string, more = {}): Promise<AnyReply> =>
  t.as('petra').post(`${service}/0/1/deleteAttachments`, { attachmentIds: ids, ...more });
const keys = async (): Promise<string[]> =>
  (await t.portal.db.selectFrom('feature_attachment').select('key').execute()).map((row) => row.key);
const usedBytes = async (): Promise<number> =>
  (await t.portal.db.selectFrom('item').select('hosted_bytes').where('id', '=', itemId).executeTakeFirstOrThrow()).hosted_bytes;

describe('files of features', () => {
  it('are added, listed, sent, replaced and removed', async () => {
    const { addAttachmentResult: added } = await add('leaf.txt', 'green', { keywords: 'leaf,spring' });
    expect(added).toEqual({ objectId: expect.any(Number), globalId: expect.stringMatching(/^\{[0-9A-F-]{36}\}$/), success: true });
    const id = added.objectId;
    expect(await list()).toMatchObject([
      { id, name: 'leaf.txt', contentType: 'text/plain', size: 5, keywords: 'leaf,spring', parentObjectId: 1 },
    ]);
    expect(await usedBytes()).toBe(5);
    const file = await t.as('petra').raw('GET', `${service}/0/1/attachments/${id}`, { f: '' });
    expect([file.statusCode, file.body]).toEqual([200, 'green']);
    expect(file.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' });
    expect(file.headers['content-disposition']).toContain('leaf.txt');
    // Programs that read a file in pieces ask for its size first.
    const head = await t.as('petra').raw('HEAD', `${service}/0/1/attachments/${id}`, { f: '' });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '5', '']);
    const { addAttachmentResult: empty } = await add('empty.txt', '');
    for (const method of ['GET', 'HEAD'] as const)
      expect((await t.as('petra').raw(method, `${service}/0/1/attachments/${empty.objectId}`, { f: '' })).headers['content-length']).toBe(
        '0',
      );
    await remove(`${empty.objectId}`);
    const [old = ''] = await keys();
    const attachment = { name: 'leaf.html', bytes: '<script>1</script>' };
    const reply = await t.as('petra').upload(`${service}/0/1/updateAttachment`, { attachmentId: id }, { attachment });
    expect(reply.updateAttachmentResult).toEqual({ ...added, objectId: id });
    expect(existsSync(t.portal.files.pathOf(old))).toBe(false);
    const html = await t.as('petra').raw('GET', `${service}/0/1/attachments/${id}`, { f: '' });
    expect(html.headers['content-disposition']).toMatch(/^attachment/);
    expect(html.headers['content-security-policy']).toContain('sandbox');
    expect(await usedBytes()).toBe(18);
    expect((await remove(`${id}`)).deleteAttachmentResults).toEqual([{ objectId: id, globalId: added.globalId, success: true }]);
    expect([await list(), await keys(), await usedBytes()]).toEqual([[], [], 0]);
    expect(await t.portal.db.selectFrom('stored_file').selectAll().execute()).toEqual([]);
  });

  it('come, change and go at a moment that is told to those who ask for it', async () => {
    const petra = t.as('petra');
    const asked = { returnEditMoment: true };
    const attachment = { name: 'a.png', bytes: 'x' };
    const added = await petra.upload(`${service}/0/1/addAttachment`, asked, { attachment });
    const attachmentId = added.addAttachmentResult.objectId;
    const replaced = await petra.upload(`${service}/0/1/updateAttachment`, { attachmentId, ...asked }, { attachment });
    const removed = await remove(`${attachmentId}`, asked);
    for (const { editMoment } of [added, replaced, removed]) expect(editMoment).toEqual(expect.any(Number));
    expect((await remove('999')).editMoment).toBeUndefined();
  });

  it('are removed together or each alone', async () => {
    const id = (await add('a.png', 'x')).addAttachmentResult.objectId;
    const together = (await remove(`${id},999`)).deleteAttachmentResults;
    expect(together.map((one: AnyReply) => [one.success, one.error?.code])).toEqual([
      [false, 1003],
      [false, 1000],
    ]);
    expect(await list()).toHaveLength(1);
    const alone = (await remove(`${id},999`, { rollbackOnFailure: false })).deleteAttachmentResults;
    expect(alone.map((one: AnyReply) => one.success)).toEqual([true, false]);
  });

  it('are found for many features', async () => {
    await add('a.png', 'xx', { keywords: 'Front' });
    await add('b.txt', 'x');
    await add('c.png', 'xxxx', { path: `${service}/0/2` });
    const find = async (params: object): Promise<AnyReply[]> =>
      (await t.as('petra').get(`${service}/0/queryAttachments`, params as Record<string, string>)).attachmentGroups;
    const names = (groups: AnyReply[]): string[] => groups.flatMap((group) => group.attachmentInfos.map((one: AnyReply) => one.name));
    expect(names(await find({ objectIds: '1,2' }))).toEqual(['a.png', 'b.txt', 'c.png']);
    expect(names(await find({ objectIds: '1,2', attachmentTypes: 'image/png' }))).toEqual(['a.png', 'c.png']);
    expect(names(await find({ definitionExpression: "kind = 'b'" }))).toEqual(['c.png']);
    expect(names(await find({ objectIds: '1,2', size: '2,3' }))).toEqual(['a.png']);
    expect(names(await find({ objectIds: '1,2', keywords: 'front' }))).toEqual(['a.png']);
    expect(await find({ objectIds: '1,2', returnCountOnly: true })).toMatchObject([{ parentObjectId: 1, count: 2 }, { count: 1 }]);
    const [group] = await find({ objectIds: '2', returnUrl: true });
    expect(group).toMatchObject({ parentObjectId: 2, parentGlobalId: expect.stringContaining('{') });
    expect((await t.as('petra').raw('GET', new URL(group.attachmentInfos[0].url).pathname, { f: '' })).body).toBe('xxxx');
    expect((await t.as('petra').get(`${service}/0/queryAttachments`, { definitionExpression: 'nothing = 1' })).error.code).toBe(400);
  });

  it('are for those who see the item, and changed by those who may edit', async () => {
    const [{ id }] = await list();
    expect((await t.stranger.raw('GET', `${service}/0/1/attachments/${id}`, { f: '' })).statusCode).toBe(403);
    expect((await t.as('una').get(`${service}/0/1/attachments`)).error.code).toBe(403);
    expect((await add('x.png', 'x', { who: 'una' })).error.code).toBe(403);
    expect((await t.as('petra').raw('GET', `${service}/0/2/attachments/${id}`, { f: '' })).statusCode).toBe(404);
  });

  it('are refused where they do not belong', async () => {
    expect((await add('x.png', 'x', { path: `${service}/1/1` })).error).toMatchObject({
      code: 400,
      message: 'Attachments are not enabled.',
    });
    expect((await add('x.png', 'x', { path: `${service}/0/99` })).error).toMatchObject({ code: 404, message: 'Feature not found.' });
    // the page says it in the reader's language
    expect((await add('run.exe', 'x')).error).toMatchObject({
      code: 400,
      reasons: [{ code: 'attachment-type', values: { file: 'run.exe' } }],
    });
    expect((await t.as('petra').post(`${service}/0/1/addAttachment`)).error.code).toBe(400);
    await t.portal.db
      .updateTable('account')
      .set({ storage_quota: 8 })
      .where('username', '=', t.as('petra').username ?? '')
      .execute();
    expect((await add('x.png', 'xxxxxxxx')).error.message).toContain('storage');
    await t.portal.db.updateTable('account').set({ storage_quota: null }).execute();
  });

  it('go with their feature, their layer and their service', async () => {
    const paths = async (): Promise<string[]> => (await keys()).map((key) => t.portal.files.pathOf(key));
    const before = await paths();
    expect(before.length).toBe(3);
    await t.as('petra').post(`${service}/0/deleteFeatures`, { objectIds: '2' });
    expect(await paths()).toHaveLength(2);
    await t.as('petra').post(`${admin}/0/truncate`, { attachmentOnly: true });
    expect([await paths(), before.filter((path) => existsSync(path))]).toEqual([[], []]);
    await add('last.png', 'x');
    const [last = ''] = await paths();
    await t.as('petra').post(`content/users/${t.as('petra').username}/items/${itemId}/delete`, { permanentDelete: true });
    expect(existsSync(last)).toBe(false);
    expect(await t.portal.db.selectFrom('stored_file').selectAll().execute()).toEqual([]);
  });
});
