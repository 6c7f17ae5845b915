// Edits that looked a layer up before one of its fields was deleted, and are made after: they are made with the fields that are left, once.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { loadScene, type TestLayer } from '../../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { ONE_SESSION } from '../../../testing/waiting.ts';
import { whileFieldGoes } from '../../../testing/while-field-goes.ts';

let t: TestPortal;
const { layerOf, features } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

async function meanwhile(layer: TestLayer, call: () => Promise<AnyReply>): Promise<AnyReply> {
  const { deleted, came } = await whileFieldGoes(t, layer, call);
  expect(deleted).toMatchObject({ success: true });
  return came;
}

const tree = (species: string, more: object = {}): object => ({ attributes: { species, height: 3, ...more }, geometry: { x: 1, y: 1 } });
const grown = { attributes: { objectid: 1, species: 'elm', height: 13 } };
const done = { success: true };

const CALLS: readonly (readonly [string, string, object, object, readonly string[]])[] = [
  ['addFeatures', 'addFeatures', { features: [tree('fir'), tree('yew')] }, { addResults: [done, done] }, ['oak', 'ash', 'fir', 'yew']],
  ['one addition', 'addFeatures', { features: [tree('fir')] }, { addResults: [done] }, ['oak', 'ash', 'fir']],
  ['updateFeatures', 'updateFeatures', { features: [grown] }, { updateResults: [done] }, ['elm', 'ash']],
  [
    'applyEdits',
    'applyEdits',
    { adds: [tree('fir')], updates: [grown], rollbackOnFailure: false },
    { addResults: [done], updateResults: [done] },
    ['elm', 'ash', 'fir'],
  ],
];

it.for(CALLS)('%s', async ([, operation, input, expected, species], context) => {
  context.skip(t.portal.database.engine === 'embedded', ONE_SESSION);
  const layer = await layerOf();
  expect(await meanwhile(layer, () => t.as('petra').post(`${layer.path}/${operation}`, { ...input }))).toMatchObject(expected);
  const rows = await features(layer);
  expect(rows.map((row) => row.attributes.species).toSorted()).toEqual(species.toSorted());
  expect(rows[0].attributes).not.toHaveProperty('height');
});

it('edits of a service', async (context) => {
  context.skip(t.portal.database.engine === 'embedded', ONE_SESSION);
  const layer = await layerOf();
  const edits = [{ id: 0, adds: [tree('fir'), tree('yew')] }];
  const made = await meanwhile(layer, () => t.as('petra').post(`${layer.service}/applyEdits`, { edits }));
  expect(made).toMatchObject([{ id: 0, addResults: [done, done] }]);
  expect(await features(layer)).toHaveLength(4);
});

it('conditions on the field are refused by its name', async (context) => {
  context.skip(t.portal.database.engine === 'embedded', ONE_SESSION);
  for (const operation of ['deleteFeatures', 'calculate']) {
    const layer = await layerOf();
    const calcExpression = [{ field: 'species', value: 'elm' }];
    const input = { where: 'height > 8', ...(operation === 'calculate' ? { calcExpression } : {}) };
    const refused = await meanwhile(layer, () => t.as('petra').post(`${layer.path}/${operation}`, input));
    expect(refused.error).toMatchObject({ code: 400, details: expect.arrayContaining([expect.stringContaining('height')]) });
    expect(await features(layer)).toHaveLength(2);
  }
});
