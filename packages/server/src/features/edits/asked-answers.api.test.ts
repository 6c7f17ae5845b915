// Answers in the form that callers ask for, and values, references and rights that calls must not take for others.
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
  const made = await petra.post(`content/users/${petra.username}/createService`, {
    createParameters: { name: 'Answers', capabilities: 'Query,Editing' },
  });
  service = new URL(made.serviceurl).pathname;
  admin = service.replace('/rest/services/', '/rest/admin/services/');
  itemId = made.itemId;
  const fields = [
    { name: 'kind', type: 'esriFieldTypeString' },
    { name: 'partner', type: 'esriFieldTypeGUID' },
    { name: 'seen', type: 'esriFieldTypeTimestampOffset' },
  ];
  const layers = [{ name: 'trees', geometryType: 'esriGeometryPoint', fields, hasAttachments: true }];
  await petra.post(`${admin}/addToDefinition`, { addToDefinition: { layers, tables: [{ name: 'visits', fields }] } });
  await petra.post(`content/users/${petra.username}/items/${itemId}/share`, { everyone: true });
  const place = (x: number): object => ({ x, y: x, spatialReference: { wkid: 4326 } });
  const features = ['oak', 'oak', 'elm', 'ash', null].map((kind, x) => ({ attributes: { kind }, geometry: place(x) }));
  await post('0/addFeatures', { features });
});
afterAll(() => t.close());

const post = (operation: string, params: object, who = 'petra'): Promise<AnyReply> =>
  t.as(who).post(`${service}/${operation}`, params as never);
const ask = (params: object): Promise<AnyReply> => t.as('petra').get(`${service}/0/query`, params as never);

describe('a count', () => {
  const outStatistics = [{ statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'n' }];
  it('of statistics is the number of their groups, whatever the page', async () => {
    const groups = {
      outStatistics,
      groupByFieldsForStatistics: 'kind',
      orderByFields: 'n desc',
      returnCountOnly: true,
      resultRecordCount: 1,
    };
    expect(await ask(groups)).toEqual({ count: 4 });
    expect(await ask({ ...groups, having: 'n > 1' })).toEqual({ count: 1 });
    expect(await ask({ outStatistics, returnCountOnly: true })).toEqual({ count: 1 });
  });
});

describe('the reference system that a geometry names', () => {
  it('is taken for no other where it cannot be read, in queries and where features are deleted', async () => {
    const near = { xmin: -1, ymin: -1, xmax: 1.5, ymax: 1.5 };
    const count = async (spatialReference: object): Promise<AnyReply> =>
      ask({ geometry: { ...near, spatialReference }, geometryType: 'esriGeometryEnvelope', returnCountOnly: true });
    expect(await count({ wkid: 4326 })).toEqual({ count: 2 });
    expect(await count({ wkid: '4326' })).toEqual({ count: 2 });
    for (const unread of [{ wkid: 2_000_000 }, { wkt: 'LOCAL_CS["mine"]' }]) {
      expect((await count(unread)).error).toMatchObject({
        code: 400,
        details: [expect.stringContaining('well-known id'), expect.stringMatching(/^Send /)],
      });
      const gone = await post('0/deleteFeatures', {
        geometry: { ...near, spatialReference: unread },
        geometryType: 'esriGeometryEnvelope',
      });
      expect(gone.error.code).toBe(400);
    }
    // What the call says of the coordinates holds where the geometry says it in a way that cannot be read.
    const said = { ...near, spatialReference: { wkt: 'GEOGCS["mine"]' } };
    expect(await ask({ geometry: said, geometryType: 'esriGeometryEnvelope', inSR: 4326, returnCountOnly: true })).toEqual({ count: 2 });
    expect(await ask({ where: '1=1', returnCountOnly: true })).toEqual({ count: 5 });
  });
});

describe('calculated values', () => {
  const calculate = (field: string, sqlExpression: string): Promise<AnyReply> =>
    post('0/calculate', { where: "kind = 'elm'", calcExpression: [{ field, sqlExpression }] });
  it.each([
    ['partner', "'abc'", false],
    ['partner', "'{9b1f0a3c-0000-4000-8000-000000000001}'", true],
    ['partner', 'NULL', true],
    ['seen', "'yesterday'", false],
    ['seen', "'2020-01-31T13:45:00+01:00'", true],
  ])('of %s may be %s: %s', async (field, expression, fits) => {
    const reply = await calculate(field, expression);
    if (fits) expect(reply).toMatchObject({ success: true, updatedFeatureCount: 1 });
    else expect(reply.error).toMatchObject({ code: 400, details: expect.anything() });
  });
});

describe('a value that is set for many features and does not fit', () => {
  it('is told with what the field takes, as a sentence that can be said in any language', async () => {
    const { error } = await post('0/calculate', { where: '1=1', calcExpression: [{ field: 'seen', value: 'yesterday' }] });
    const why = { code: 'field-unfit', values: { field: 'seen', value: "'yesterday'" } };
    expect(error.reasons).toMatchObject([{ code: 'query-calculated-value', values: { why } }]);
    expect(error.details).toEqual([
      expect.stringMatching(/ is invalid: seen must be .*, and is 'yesterday'$/),
      expect.stringMatching(/^Give a value /),
    ]);
  });
});

describe('empty lists of files', () => {
  it('ask for nothing, with or without global ids, on a layer without files too', async () => {
    const attachments = { adds: [], updates: [], deletes: [] };
    for (const given of [{}, attachments, null]) {
      const reply = await post('1/applyEdits', { adds: [{ attributes: { kind: 'visit' } }], attachments: given as object });
      expect(reply.addResults).toMatchObject([{ success: true }]);
    }
    const some = await post('1/applyEdits', { adds: [], attachments: { deletes: ['{9B1F0A3C-0000-4000-8000-000000000001}'] } });
    expect(some.error.code).toBe(400);
  });
});

describe('files', () => {
  it('tell with their metadata that none was read, and their changes move the date of the last edit', async () => {
    const file = { attachment: { name: 'a.txt', bytes: 'a', type: 'text/plain' } };
    const { addAttachmentResult } = await t.as('petra').upload(`${service}/0/1/addAttachment`, {}, file);
    const infos = async (more: object): Promise<AnyReply[]> =>
      (await t.as('petra').get(`${service}/0/queryAttachments`, { objectIds: '1', ...more } as never)).attachmentGroups[0].attachmentInfos;
    expect((await infos({ returnMetadata: true }))[0]).toMatchObject({ name: 'a.txt', exifInfo: null });
    expect((await infos({}))[0]).not.toHaveProperty('exifInfo');
    const edited = async (): Promise<number> => (await t.as('petra').get(`${service}/0`)).editingInfo.lastEditDate;
    const added = await edited();
    await post('0/1/updateAttachment', { attachmentId: addAttachmentResult.objectId, keywords: 'bark' });
    const described = await edited();
    expect(described).toBeGreaterThan(added);
    await t.as('petra').post(`${admin}/0/truncate`, { attachmentOnly: true });
    expect(await edited()).toBeGreaterThan(described);
  });
});

describe('uploads to a service', () => {
  it('are for those who may only change what is there, as its files and its rows come by uploads too', async () => {
    const upload = (): Promise<AnyReply> => t.as('una').post(`${service}/uploads/register`, { itemName: 'a.csv' });
    const allow = (capabilities: string): Promise<AnyReply> =>
      t.as('petra').post(`${admin}/updateDefinition`, { updateDefinition: { capabilities } });
    await allow('Query,Update,Uploads');
    expect(await upload()).toMatchObject({ success: true });
    await allow('Query');
    expect((await upload()).error.code).toBe(403);
    await allow('Query,Editing');
  });
});
