// Files in calls of edits, wherever in the call the features stand that they belong to, and geometries of another kind than the layer's.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const createParameters = { name: 'Order', capabilities: 'Query,Editing' };
  service = new URL((await petra.post(`content/users/${petra.username}/createService`, { createParameters })).serviceurl).pathname;
  const kinds = ['Point', 'Multipoint', 'Polyline', 'Polygon'];
  const layers = kinds.map((kind) => ({ name: kind, geometryType: `esriGeometry${kind}`, hasAttachments: true }));
  await petra.post(`${service.replace('/rest/', '/rest/admin/')}/addToDefinition`, { addToDefinition: { layers } });
});
afterAll(() => t.close());

type Params = Record<string, string | number | boolean | object>;
const post = (path: string, params: Params): Promise<AnyReply> =>
  t.as('petra').post(`${service}${path}`, { useGlobalIds: true, ...params });
const G = (n: number): string => `{00000000-0000-4000-8000-${String(n).padStart(12, '0')}}`;
const add = (n: number, x = 1): object => ({ attributes: { GlobalID: G(n) }, geometry: { x, y: 1 } });
const file = (n: number, parent: number): object => ({
  globalId: G(n),
  parentGlobalId: G(parent),
  name: 'a.txt',
  data: Buffer.from('x').toString('base64'),
});
const storedFiles = (): Promise<unknown[]> => t.portal.db.selectFrom('stored_file').select('key').execute();
const WORKED = { success: true };

describe('files in a call of edits', () => {
  it('belong to features that a later part of the call adds', async () => {
    const edits = [
      { id: 0, attachments: { adds: [file(11, 1)] } },
      { id: 0, adds: [add(1)] },
    ];
    const [files, features] = await post('/applyEdits', { edits });
    expect([files.attachments.addResults, features.addResults]).toMatchObject([[WORKED], [WORKED]]);
  });

  it('go in the same call as their feature', async () => {
    await post('/0/applyEdits', { adds: [add(2)], attachments: { adds: [file(21, 2)] } });
    const before = await storedFiles();
    const reply = await post('/0/applyEdits', { deletes: [G(2)], attachments: { deletes: [G(21)] } });
    expect([reply.deleteResults, reply.attachments.deleteResults]).toMatchObject([[WORKED], [WORKED]]);
    expect(await storedFiles()).toHaveLength(before.length - 1);
    const twice = await post('/0/applyEdits', { attachments: { deletes: [G(21)] } });
    expect(twice.attachments.deleteResults).toMatchObject([{ success: false, error: { code: 1000 } }]);
  });

  it('are refused, with their features, where their feature goes or is nowhere', async () => {
    await post('/0/applyEdits', { adds: [add(3)] });
    const before = await storedFiles();
    const gone = await post('/0/applyEdits', { deletes: [G(3)], attachments: { adds: [file(31, 3)] } });
    expect(gone.attachments.addResults).toMatchObject([{ success: false, error: { code: 1019 } }]);
    expect(gone.deleteResults).toMatchObject([{ success: false, error: { code: 1003 } }]);
    const parts = [
      { id: 0, attachments: { adds: [file(41, 99)] } },
      { id: 0, adds: [add(4)] },
    ];
    const [files, features] = await post('/applyEdits', { edits: parts });
    expect([files.attachments.addResults[0].error.code, features.addResults[0].error.code]).toEqual([1019, 1003]);
    expect(await storedFiles()).toEqual(before);
  });
});

describe('a geometry of another kind than those of the layer', () => {
  const GEOMETRIES = [
    { x: 1, y: 1 },
    {
      points: [
        [1, 1],
        [2, 2],
      ],
    },
    {
      paths: [
        [
          [1, 1],
          [2, 2],
        ],
      ],
    },
    {
      rings: [
        [
          [0, 0],
          [0, 9],
          [9, 9],
          [0, 0],
        ],
      ],
    },
  ];
  it.each([0, 1, 2, 3])('is told of for each feature, and the others are kept: layer %i', async (layer) => {
    const features = GEOMETRIES.map((geometry) => ({ attributes: {}, geometry }));
    const params = { features, useGlobalIds: false, rollbackOnFailure: false };
    const { addResults } = await post(`/${layer}/addFeatures`, params);
    expect(addResults.map((one: AnyReply) => one.success)).toEqual(GEOMETRIES.map((_, at) => at === layer));
    const { objectId } = addResults[layer];
    const wrong = addResults.filter((one: AnyReply) => !one.success);
    for (const one of wrong)
      expect(one.error).toMatchObject({ code: 1000, description: expect.stringContaining('must be of type esriGeometry') });
    const updates = GEOMETRIES.map((geometry) => ({ attributes: { OBJECTID: objectId }, geometry }));
    const { updateResults } = await post(`/${layer}/updateFeatures`, { ...params, features: updates });
    expect(updateResults.map((one: AnyReply) => one.success)).toEqual(GEOMETRIES.map((_, at) => at === layer));
  });
});
