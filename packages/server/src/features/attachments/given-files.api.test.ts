// Files of features in the ways that they are given: as an upload that came before, without an ending, as fonts and scripts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply, TestFile } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
  const petra = t.as('petra');
  const createParameters = { name: 'Spots', capabilities: 'Query,Editing' };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters });
  service = new URL(made.serviceurl).pathname;
  const layers = [{ name: 'spots', geometryType: 'esriGeometryPoint', hasAttachments: true }];
  await petra.post(`${service.replace('/rest/', '/rest/admin/')}/addToDefinition`, { addToDefinition: { layers } });
  await petra.post(`${service}/0/addFeatures`, { features: [{ attributes: {} }] });
  await petra.post(`content/users/${petra.username}/items/${made.itemId}/share`, { everyone: true });
});
afterAll(() => t.close());

type Params = Record<string, string | number | boolean | object>;
const call = (name: string, params: Params, who = 'petra'): Promise<AnyReply> => t.as(who).post(`${service}/0/1/${name}`, params);
const add = (attachment: TestFile): Promise<AnyReply> => t.as('petra').upload(`${service}/0/1/addAttachment`, {}, { attachment });
const sendAhead = async (name: string, bytes: string): Promise<string> =>
  (await t.as('petra').upload(`${service}/uploads/upload`, {}, { file: { name, bytes } })).item.itemID;
const infoOf = async (id: number): Promise<AnyReply> =>
  (await t.as('petra').get(`${service}/0/1/attachments`)).attachmentInfos.find((one: AnyReply) => one.id === id);
const file = (id: number, headers = {}) => t.stranger.raw('GET', `${service}/0/1/attachments/${id}`, { f: '' }, headers);
const storedFiles = (): Promise<unknown[]> => t.portal.db.selectFrom('stored_file').select('key').execute();

describe('an upload in the place of a file', () => {
  it('takes the place of what is kept with the feature, and stays for other calls', async () => {
    const uploadId = await sendAhead('leaf.csv', 'a,b');
    const { addAttachmentResult: kept } = await add({ name: 'old.txt', bytes: 'old' });
    const attachmentId = kept.objectId;
    expect((await call('updateAttachment', { attachmentId, uploadId, keywords: 'green' })).updateAttachmentResult).toEqual(kept);
    expect(await infoOf(attachmentId)).toMatchObject({ name: 'leaf.csv', contentType: 'text/csv', size: 3, keywords: 'green' });
    const { addAttachmentResult: other } = await add({ name: 'other.txt', bytes: 'other' });
    await call('updateAttachment', { attachmentId: other.objectId, uploadId });
    // The upload goes without the files that were made of it.
    await t.as('petra').post(`${service}/uploads/${uploadId}/delete`);
    expect([(await file(attachmentId)).body, (await file(other.objectId)).body]).toEqual(['a,b', 'a,b']);
    expect((await call('updateAttachment', { attachmentId, uploadId })).error.message).toContain('does not exist');
  });

  it('is one of the caller, at that service, complete, and of a type that is kept', async () => {
    const attachmentId = (await add({ name: 'kept.txt', bytes: 'kept' })).addAttachmentResult.objectId;
    const replace = (uploadId: string, who = 'petra'): Promise<AnyReply> => call('updateAttachment', { attachmentId, uploadId }, who);
    const uploadId = await sendAhead('own.txt', 'mine');
    const before = await storedFiles();
    expect((await replace(uploadId, 'una')).error).toMatchObject({ code: 400, message: expect.stringContaining('does not exist') });
    expect((await t.stranger.post(`${service}/0/1/updateAttachment`, { attachmentId, uploadId })).error.code).toBe(499);
    const { item } = await t.as('petra').post(`${service}/uploads/register`, { itemName: 'half.txt' });
    expect((await replace(item.itemID)).error.message).toContain('not committed');
    expect((await replace('../../etc/passwd')).error.code).toBe(400);
    expect((await replace('')).error).toMatchObject({ code: 400, message: expect.stringContaining('attachment') });
    expect(await storedFiles()).toEqual(before);
    expect((await replace(await sendAhead('run.exe', 'MZ'))).error.code).toBe(400);
    expect(await storedFiles()).toHaveLength(before.length + 1);
    expect((await file(attachmentId)).body).toBe('kept');
  });
});

describe('an upload in the place of a new file', () => {
  it('is kept with the feature, and stays for other calls', async () => {
    const uploadId = await sendAhead('leaf.txt', 'a leaf');
    const { addAttachmentResult: added } = await call('addAttachment', { uploadId, keywords: 'green' });
    expect(added).toMatchObject({ success: true, objectId: expect.any(Number) });
    expect(await infoOf(added.objectId)).toMatchObject({ name: 'leaf.txt', contentType: 'text/plain', size: 6, keywords: 'green' });
    expect((await file(added.objectId)).body).toBe('a leaf');
    const again = await call('updateAttachment', { attachmentId: added.objectId, uploadId: await sendAhead('bark.csv', 'a,b') });
    expect(again.updateAttachmentResult).toEqual({ ...added });
    expect(await infoOf(added.objectId)).toMatchObject({ name: 'bark.csv', size: 3, keywords: 'green' });
    expect((await call('addAttachment', { uploadId })).addAttachmentResult.success).toBe(true);
    // The upload goes without the file that was made of it.
    await t.as('petra').post(`${service}/uploads/${uploadId}/delete`);
    expect((await file(added.objectId)).body).toBe('a,b');
  });

  it('is one of the caller, at that service, and complete', async () => {
    const uploadId = await sendAhead('own.txt', 'mine');
    const before = await storedFiles();
    expect((await call('addAttachment', { uploadId }, 'una')).error).toMatchObject({
      code: 400,
      message: expect.stringContaining('does not exist'),
    });
    expect((await t.stranger.post(`${service}/0/1/addAttachment`, { uploadId })).error.code).toBe(499);
    const { item } = await t.as('petra').post(`${service}/uploads/register`, { itemName: 'half.txt' });
    expect((await call('addAttachment', { uploadId: item.itemID })).error.message).toContain('not committed');
    expect((await call('addAttachment', { uploadId: '../../etc/passwd' })).error.code).toBe(400);
    expect((await call('addAttachment', { uploadId: await sendAhead('run.exe', 'MZ') })).error.code).toBe(400);
    expect((await call('addAttachment', { uploadId: '' })).error).toMatchObject({
      code: 400,
      message: expect.stringContaining('attachment'),
    });
    expect(await storedFiles()).toHaveLength(before.length + 1);
  });
});

describe('a file without an ending', () => {
  const PNG = Buffer.from('89504e470d0a1a0a0000000d', 'hex');
  it.each([
    ['what it holds', PNG, 'text/plain', 'blob.png', 'image/png'],
    ['what it is called where its content tells nothing', Buffer.from('some words'), 'text/plain; charset=utf-8', 'blob.txt', 'text/plain'],
    [
      'what it is called among documents in a zip file',
      Buffer.from('504b0304', 'hex'),
      'application/vnd.oasis.opendocument.text',
      'blob.odt',
      null,
    ],
    ['its content, not another kind of document', Buffer.from('504b0304', 'hex'), 'image/png', 'blob.zip', 'application/zip'],
  ])('is of the type of %s', async (_, bytes, type, name, contentType) => {
    const { addAttachmentResult } = await add({ name: 'blob', bytes, type });
    expect(await infoOf(addAttachmentResult.objectId)).toMatchObject({ name, ...(contentType === null ? {} : { contentType }) });
  });

  it.each([
    ['a program that is called a picture', Buffer.from('4d5a9000', 'hex'), 'image/png'],
    ['a program of another system', Buffer.from('7f454c46', 'hex'), 'text/plain'],
    ['a script of a shell', Buffer.from('#!/bin/sh\n'), 'text/plain'],
    ['nothing that anybody knows', Buffer.from([1, 2, 3, 4]), 'application/octet-stream'],
  ])('is refused when it is %s', async (_, bytes, type) => {
    expect((await add({ name: 'blob', bytes, type })).error).toMatchObject({ code: 400, message: expect.stringContaining('type') });
  });

  it('keeps the name of its sender, and one with an ending is not looked into', async () => {
    const named = await add({ name: 'photo of me', bytes: PNG, type: '' });
    expect(await infoOf(named.addAttachmentResult.objectId)).toMatchObject({ name: 'photo of me.png' });
    expect((await add({ name: 'a.exe', bytes: PNG, type: 'image/png' })).error.code).toBe(400);
  });

  it('is taken by applyEdits in the same way', async () => {
    const [{ attributes }] = (await t.as('petra').get(`${service}/0/query`, { outFields: '*', objectIds: '1' })).features;
    const given = { parentGlobalId: attributes.GlobalID, name: 'blob' };
    const attachments = {
      adds: [
        { ...given, data: PNG.toString('base64') },
        { ...given, contentType: 'text/css', data: Buffer.from('a{}').toString('base64') },
        { parentGlobalId: attributes.GlobalID, uploadId: await sendAhead('sent ahead.txt', 'x') },
      ],
    };
    const { addResults } = (await t.as('petra').post(`${service}/0/applyEdits`, { useGlobalIds: true, attachments })).attachments;
    const infos = await Promise.all(addResults.map((one: AnyReply) => infoOf(one.objectId)));
    expect(infos.map((one) => one.name)).toEqual(['blob.png', 'blob.css', 'sent ahead.txt']);
  });
});

describe('fonts and scripts', () => {
  it.each([
    ['run.js', 'text/javascript'],
    ['a.ttf', 'font/ttf'],
    ['a.woff', 'font/woff'],
    ['a.woff2', 'font/woff2'],
  ])('are kept, and sent as downloads that no page can run: %s', async (name, type) => {
    const { addAttachmentResult } = await add({ name, bytes: 'alert(1)' });
    const sent = await file(addAttachmentResult.objectId);
    expect(sent.headers).toMatchObject({
      'content-type': type,
      'content-disposition': expect.stringMatching(/^attachment/),
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    });
    const asScript = await file(addAttachmentResult.objectId, { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'script' });
    expect(asScript.statusCode).toBe(403);
  });
});

it('a file keeps its global id in a copy of its layer, and has it once in each', async () => {
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters: { name: 'Spots_copied' } });
  const copy = new URL(made.serviceurl).pathname;
  const layers = [{ name: 'spots', geometryType: 'esriGeometryPoint', hasAttachments: true }];
  await petra.post(`${copy.replace('/rest/', '/rest/admin/')}/addToDefinition`, { addToDefinition: { layers } });
  await petra.post(`${copy}/0/addFeatures`, { features: [{ attributes: {} }] });
  const globalId = '{6B29FC40-CA47-1067-B31D-00DD010662DA}';
  const keep = async (path: string): Promise<AnyReply> =>
    (await petra.upload(`${path}/0/1/addAttachment`, { globalId }, { attachment: { name: 'a.txt', bytes: 'a' } })).addAttachmentResult;
  for (const path of [service, copy]) {
    expect(await keep(path)).toMatchObject({ success: true, globalId });
    expect(await keep(path)).toMatchObject({ success: false });
    const found = (await petra.get(`${path}/0/queryAttachments`, { definitionExpression: '1=1', keywords: '' })).attachmentGroups;
    expect(found.flatMap((one: AnyReply) => one.attachmentInfos).filter((one: AnyReply) => one.globalId === globalId)).toHaveLength(1);
  }
});
