// Reads that looked a layer up before one of its fields was deleted, and ask for its rows after: they begin again with the fields that are left.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadScene } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { ONE_SESSION } from '../../testing/waiting.ts';
import { whileFieldGoes } from '../../testing/while-field-goes.ts';

let t: TestPortal;
const { layerOf } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const READS: readonly (readonly [string, string, Record<string, string | boolean>])[] = [
  ['rows', 'query', { where: '1=1', outFields: '*', returnGeometry: false }],
  ['a tile', 'tiles/0/0/0.pbf', { f: '' }],
];

it.for(READS)('%s', async ([, address, parameters], context) => {
  context.skip(t.portal.database.engine === 'embedded', ONE_SESSION);
  const petra = t.as('petra');
  const layer = await layerOf();
  const read = (): ReturnType<typeof petra.raw> => petra.raw('GET', `${layer.path}/${address}`, { f: 'json', ...parameters });
  const { deleted, came: reply } = await whileFieldGoes(t, layer, read);
  expect(deleted).toMatchObject({ success: true });
  expect(reply.statusCode).toBe(200);
  if (address !== 'query') return;
  const { features } = JSON.parse(reply.body);
  expect(features).toHaveLength(2);
  expect(features[0].attributes).toMatchObject({ species: 'oak' });
  expect(features[0].attributes).not.toHaveProperty('height');
});
