// Reads that looked a layer up before one of its fields was deleted, and ask for its rows after: they begin again with the fields that are left.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadScene } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { ONE_SESSION, untilWaiting } from '../../testing/waiting.ts';

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
  const { portal } = t;
  const petra = t.as('petra');
  const layer = await layerOf();
  const { table_name } = await portal.db
    .selectFrom('feature_layer')
    .select('table_name')
    .where('item_id', '=', layer.itemId)
    .executeTakeFirstOrThrow();
  let deletion: Promise<unknown> | undefined;
  let read: ReturnType<typeof petra.raw> | undefined;
  await portal.db.transaction().execute(async (db) => {
    await sql`lock table ${sql.table(`hosted.${table_name}`)} in access share mode`.execute(db);
    deletion = petra.post(`${layer.admin}/deleteFromDefinition`, { deleteFromDefinition: { fields: [{ name: 'height' }] } });
    await untilWaiting(t);
    read = petra.raw('GET', `${layer.path}/${address}`, { f: 'json', ...parameters });
    await untilWaiting(t, { count: 2 });
  });
  expect(await deletion).toMatchObject({ success: true });
  const reply = await read;
  expect(reply?.statusCode).toBe(200);
  if (address !== 'query') return;
  const { features } = JSON.parse(reply?.body ?? '');
  expect(features).toHaveLength(2);
  expect(features[0].attributes).toMatchObject({ species: 'oak' });
  expect(features[0].attributes).not.toHaveProperty('height');
});
