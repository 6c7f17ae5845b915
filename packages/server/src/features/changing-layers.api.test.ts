// Changes by a condition and changes of files while the rows of the layer are replaced: refused in words, and the new rows stay as they came.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { loadScene, type TestLayer } from '../../testing/load-scene.ts';
import { beforeNextTransaction } from '../../testing/meanwhile.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
const { layerOf, load, csv, values } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => t.close());

const NEW_ROWS = 'code,species,height,planted,lat,lon\nn,fir,3,2021-01-01,1,2\n';

async function layerWithFile(): Promise<{ layer: TestLayer; objectId: number; file: number }> {
  const layer = await layerOf();
  const petra = t.as('petra');
  await petra.post(`${layer.admin}/updateDefinition`, { updateDefinition: { hasAttachments: true } });
  const { objectIds } = await petra.get(`${layer.path}/query`, { where: '1=1', returnIdsOnly: true });
  const [objectId] = objectIds;
  const attachment = { name: 'leaf.txt', bytes: 'green' };
  const { addAttachmentResult } = await petra.upload(`${layer.path}/${objectId}/addAttachment`, {}, { attachment });
  return { layer, objectId, file: addAttachmentResult.objectId };
}

type Change = (scene: { path: string; objectId: number; file: number }) => Promise<AnyReply>;

const REPLACED = { error: { code: 400, details: ['The layer was replaced meanwhile.', 'Try again.'] } };

const CHANGES: readonly (readonly [string, Change, object])[] = [
  ['deleting what a condition chooses', ({ path }) => t.as('petra').post(`${path}/deleteFeatures`, { where: 'height > 0' }), REPLACED],
  [
    'calculating a field',
    ({ path }) =>
      t
        .as('petra')
        .post(`${path}/calculate`, { where: '1=1', calcExpression: [{ field: 'species', value: 'late' }], sqlFormat: 'standard' }),
    REPLACED,
  ],
  [
    'adding a file',
    ({ path, objectId }) =>
      t.as('petra').upload(`${path}/${objectId}/addAttachment`, {}, { attachment: { name: 'late.txt', bytes: 'brown' } }),
    REPLACED,
  ],
  [
    'changing the keywords of a file',
    ({ path, objectId, file }) => t.as('petra').post(`${path}/${objectId}/updateAttachment`, { attachmentId: file, keywords: 'late' }),
    { error: { code: 404 } },
  ],
  [
    'deleting a file',
    ({ path, objectId, file }) => t.as('petra').post(`${path}/${objectId}/deleteAttachments`, { attachmentIds: `${file}` }),
    { deleteAttachmentResults: [{ success: false, error: { code: 1000 } }] },
  ],
];

describe('while the rows of the layer are replaced', () => {
  it.each(CHANGES)('%s', async (_, change, told) => {
    const { layer, objectId, file } = await layerWithFile();
    const happen = vi.fn(() => load(layer, csv(NEW_ROWS), { replace: true }));
    beforeNextTransaction(t.portal, happen);
    const reply = await change({ path: layer.path, objectId, file });
    expect(await happen.mock.results[0]?.value).toMatchObject({ status: 'Completed' });
    expect(reply).toMatchObject(told);
    expect(await values(layer, 'species')).toEqual(['fir']);
    const { attachmentGroups } = await t.as('petra').get(`${layer.path}/queryAttachments`, { definitionExpression: '1=1' });
    expect(attachmentGroups).toEqual([]);
  });
});
