// The files of many features: in the order asked for, in pages, and up to the largest file.
import { MAX_ATTACHMENT_BYTES } from '@graticule/contract/services/attachable';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;

const add = (objectId: number, name: string, bytes: Uint8Array | string, keywords = ''): Promise<AnyReply> =>
  t.as('petra').upload(`${service}/0/${objectId}/addAttachment`, { keywords }, { attachment: { name, bytes } });

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const createParameters = { name: 'Wells', capabilities: 'Query,Editing' };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters });
  service = new URL(made.serviceurl).pathname;
  const layer = { name: 'wells', geometryType: 'esriGeometryPoint', fields: [], hasAttachments: true };
  const admin = service.replace('/rest/services/', '/rest/admin/services/');
  await petra.post(`${admin}/addToDefinition`, { addToDefinition: { layers: [layer] } });
  await petra.post(`${service}/0/addFeatures`, { features: [{ attributes: {} }, { attributes: {} }, { attributes: {} }] });
  await add(1, 'd.txt', 'xxx', 'k1');
  await add(2, 'b.png', 'x', 'k3');
  await add(1, 'c.png', 'xxxxx', 'k2');
  await add(2, 'a.csv', 'xxx', 'k4');
});
afterAll(() => t.close());

const find = (params: Record<string, string>): Promise<AnyReply> =>
  t.as('petra').get(`${service}/0/queryAttachments`, { objectIds: '1,2,3', ...params });
const names = async (params: Record<string, string>): Promise<string> =>
  (await find(params)).attachmentGroups
    .map((group: AnyReply) => [group.parentObjectId, ...group.attachmentInfos.map((one: AnyReply) => one.name[0])].join(''))
    .join(' ');

describe('a condition on files', () => {
  it.each([
    ["name = 'd.txt'", '1d'],
    ["att_name LIKE '%.png' AND data_size > 1", '1c'],
    ["keywords IN ('k1', 'k4')", '1d 2a'],
    ["contentType = 'text/plain'", '1d'],
    ['parentObjectId = 2', '2ba'],
    [' ', '1dc 2ba'],
  ])('“%s” chooses %s', async (attachmentsDefinitionExpression, expected) => {
    expect(await names({ attachmentsDefinitionExpression })).toBe(expected);
  });

  it.each(['height = 1', 'key = 1', 'name =', "name = 'a'; select 1", "item_id = ''"])('“%s” is refused', async (text) => {
    const { error } = await find({ attachmentsDefinitionExpression: text });
    expect(error.code).toBe(400);
  });
});

describe('the size of files', () => {
  it.each([
    [',3', '1d 2ba'],
    ['4,', '1c'],
    ['2,3', '1d 2a'],
    ['', '1dc 2ba'],
  ])('“%s” chooses %s', async (size, expected) => {
    expect(await names({ size })).toBe(expected);
  });
});

describe('the order of files', () => {
  it.each([
    ['', '1dc 2ba'],
    ['name', '2ab 1cd'],
    ['NAME DESC', '1dc 2ba'],
    ['ATT_NAME asc', '2ab 1cd'],
    ['size', '2ba 1dc'],
    ['size desc', '1cd 2ab'],
    ['DATA_SIZE desc, name desc', '1cd 2ab'],
    ['size,attachmentId desc', '2ba 1dc'],
    ['contentType, name desc', '1cd 2ba'],
    ['attachmentId desc', '2ab 1cd'],
    ['ATTACHMENTID', '1dc 2ba'],
    ['keywords desc', '2ab 1cd'],
    ['parentObjectId desc, size desc', '2ab 1cd'],
    ['"name" asc', '2ab 1cd'],
  ])('by “%s”', async (orderByFields, expected) => {
    expect(await names({ orderByFields })).toBe(expected);
  });

  it.each(['height', 'name down', 'name desc desc', 'name; select 1', '(size)', 'key', 'item_id', 'constructor'])(
    'by “%s” is refused with what is possible',
    async (orderByFields) => {
      const { error } = await find({ orderByFields });
      expect(error).toMatchObject({
        code: 400,
        details: [expect.any(String), expect.stringContaining('attachmentId, parentObjectId, globalId, name')],
      });
      expect(error.details[0]).toContain(`“${orderByFields}”`);
    },
  );
});

describe('features that are not named', () => {
  const of = (params: Record<string, string>): Promise<string> => names({ objectIds: '', ...params });

  it('are found by what is asked of them, and of their files', async () => {
    expect(await of({})).toBe('1dc 2ba');
    expect(await of({ definitionExpression: 'OBJECTID > 1' })).toBe('2ba');
    expect(await of({ definitionExpression: 'OBJECTID > 2' })).toBe('');
    expect(await of({ definitionExpression: '1=0' })).toBe('');
    expect(
      await of({ definitionExpression: 'OBJECTID < 3', attachmentsDefinitionExpression: "keywords = 'k2' OR parentObjectId = 2" }),
    ).toBe('1c 2ba');
    const whole = await t.as('petra').get(`${service}/0/query`, { where: '1=1', outFields: 'GlobalID' });
    const ids = whole.features.map((one: AnyReply) => one.attributes.GlobalID);
    expect(await of({ globalIds: `${ids[1]},${ids[2]}` })).toBe('2ba');
    expect(await names({ objectIds: '1,3', globalIds: `${ids[0]},${ids[1]}` })).toBe('1dc');
    const { error } = await find({ globalIds: 'none' });
    expect(error).toMatchObject({
      code: 400,
      details: [expect.stringContaining("'globalIds' parameter is invalid"), expect.stringMatching(/^Give /)],
    });
  });

  it('are not listed for it: there may be millions of them', async () => {
    const questions: Record<string, string>[] = [
      {},
      { definitionExpression: 'OBJECTID > 0' },
      { returnCountOnly: 'true' },
      { attachmentsDefinitionExpression: "name = 'd.txt'" },
    ];
    for (const params of questions) {
      const lists = await statementsOf(
        async () => expect((await find({ objectIds: '', ...params })).attachmentGroups).not.toEqual([]),
        /^select "(objectid|id)" from/,
      );
      expect([params, lists]).toEqual([params, 0]);
    }
  });

  it('are refused where their condition cannot be computed, and where the condition on files cannot', async () => {
    const codes = [
      await find({ objectIds: '', definitionExpression: "CAST('x' AS INTEGER) = OBJECTID" }),
      await find({ objectIds: '', attachmentsDefinitionExpression: 'CAST(name AS INTEGER) = 1' }),
    ].map(({ error }) => error?.code);
    expect(codes).toEqual([400, 400]);
    // Only the files of the features that are meant are computed with.
    expect(await names({ objectIds: '3', attachmentsDefinitionExpression: 'CAST(name AS INTEGER) = 1' })).toBe('');
    expect(await of({ definitionExpression: 'OBJECTID = 3', attachmentsDefinitionExpression: 'CAST(name AS INTEGER) = 1' })).toBe('');
  });
});

describe('pages of files', () => {
  it('are pages of features where files are counted', async () => {
    const counts = async (params: Record<string, string>): Promise<unknown[]> => {
      const { attachmentGroups, exceededTransferLimit } = await find({ objectIds: '', returnCountOnly: 'true', ...params });
      return [attachmentGroups.map((one: AnyReply) => [one.parentObjectId, one.count]), exceededTransferLimit];
    };
    expect(await counts({})).toEqual([[[1, 2], [2, 2]], undefined]); // biome-ignore format: one list
    expect(await counts({ resultRecordCount: '1' })).toEqual([[[1, 2]], true]);
    expect(await counts({ resultRecordCount: '1', resultOffset: '1', keywords: 'k3' })).toEqual([[], undefined]);
    expect(await counts({ resultRecordCount: '1', resultOffset: '1' })).toEqual([[[2, 2]], undefined]);
    expect(await counts({ attachmentsDefinitionExpression: 'size > 3' })).toEqual([[[1, 1]], undefined]);
  });

  it('come one after the other, and say whether there are more', async () => {
    const page = async (resultOffset: number, more: Record<string, string> = {}): Promise<unknown[]> => {
      const params = { resultOffset: String(resultOffset), resultRecordCount: '3', orderByFields: 'name', ...more };
      return [await names(params), (await find(params)).exceededTransferLimit];
    };
    expect(await page(0)).toEqual(['2ab 1c', true]);
    expect(await page(3)).toEqual(['1d', undefined]);
    expect(await page(4)).toEqual(['', undefined]);
    expect(await page(1)).toEqual(['2b 1cd', undefined]);
    // Files of the same size stand in the same order on each page.
    const one = async (at: number) => (await page(at, { resultRecordCount: '1', orderByFields: 'size' }))[0];
    expect([await one(0), await one(1), await one(2), await one(3)]).toEqual(['2b', '1d', '2a', '1c']);
  });

  it('that cannot be are refused', async () => {
    for (const [name, value] of [
      ['resultOffset', '-1'],
      ['resultRecordCount', '0'],
      ['resultRecordCount', 'all'],
    ] as const)
      expect([name, value, (await find({ [name]: value })).error?.code]).toEqual([name, value, 400]);
  });
});

it('a file may have 50 MB, and not a byte more', async () => {
  const bytes = Buffer.alloc(MAX_ATTACHMENT_BYTES + 1);
  expect((await add(3, 'more.zip', bytes)).error).toMatchObject({ message: expect.stringContaining('50 MB') });
  expect((await find({ objectIds: '3' })).attachmentGroups).toEqual([]);
  expect((await add(3, 'most.zip', bytes.subarray(1))).addAttachmentResult).toMatchObject({ success: true });
  const [group] = (await find({ objectIds: '3' })).attachmentGroups;
  expect(group.attachmentInfos).toMatchObject([{ name: 'most.zip', size: 50 * 1024 * 1024 }]);
});
