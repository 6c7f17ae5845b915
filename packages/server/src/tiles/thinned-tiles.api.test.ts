// Points that hide behind others are drawn when those go away.
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { sql } from 'kysely';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let path: string;

/** Around Basel, in one cell of the tile of the world; Quito is far away. */
const NAMES = ['Basel', 'Riehen', 'Binningen', 'Allschwil', 'Muttenz'];

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const rows = [...NAMES.map((name, index) => `${name},${47.56 + index / 1000},${7.59 + index / 1000}`), 'Quito,-0.2,-78.5'];
  const reply = await petra.post(`content/users/${petra.username}/publish`, {
    text: `name,lat,lon\n${rows.join('\n')}\n`,
    fileType: 'csv',
    publishParameters: { name: 'hiding' },
  });
  path = new URL(reply.services[0].serviceurl).pathname;
  await t.runJobs();
});
afterAll(() => t.close());

/** Names of the points that the tile shows. */
async function drawn(tile: string): Promise<string[]> {
  const reply = await t.as('petra').raw('GET', `${path}/0/tiles/${tile}.pbf`, { f: '' });
  const { features } = new VectorTile(new PbfReader(gunzipSync(reply.rawPayload))).layers;
  return Array.from({ length: features?.length ?? 0 }, (_, at) => String(features?.feature(at).properties.name)).sort();
}

async function objectId(name: string): Promise<number> {
  const { objectIds } = await t.as('petra').get(`${path}/0/query`, { where: `name = '${name}'`, returnIdsOnly: true });
  return objectIds[0];
}

it('shows the nearest point instead of one that was deleted, at each level where it was seen', async () => {
  expect(await drawn('0/0/0')).toEqual(['Basel', 'Quito']);
  await t.as('petra').post(`${path}/0/deleteFeatures`, { objectIds: String(await objectId('Basel')) });
  expect(await drawn('0/0/0')).toEqual(['Quito', 'Riehen']);
  expect(await drawn('6/33/22')).toEqual(['Riehen']);
});

it('does the same for points that move away, and for those that a condition deletes', async () => {
  const petra = t.as('petra');
  const moved = { attributes: { OBJECTID: await objectId('Riehen') }, geometry: { x: 100, y: 10, spatialReference: { wkid: 4326 } } };
  const { updateResults } = await petra.post(`${path}/0/updateFeatures`, { features: [moved] });
  expect(updateResults[0].success).toBe(true);
  expect(await drawn('0/0/0')).toEqual(['Binningen', 'Quito', 'Riehen']);
  await petra.post(`${path}/0/deleteFeatures`, { where: "name in ('Binningen', 'Allschwil', 'Quito')" });
  expect(await drawn('0/0/0')).toEqual(['Muttenz', 'Riehen']);
});

it('shows nothing where the last point went', async () => {
  await t.as('petra').post(`${path}/0/deleteFeatures`, { objectIds: String(await objectId('Muttenz')) });
  expect(await drawn('0/0/0')).toEqual(['Riehen']);
});

it('shows all of them where the map is near enough', async () => {
  const petra = t.as('petra');
  const features = ['one', 'two'].map((name, index) => ({
    attributes: { name },
    geometry: { x: 30 + index / 10_000, y: 50, spatialReference: { wkid: 4326 } },
  }));
  await petra.post(`${path}/0/addFeatures`, { features });
  expect(await drawn('7/74/43')).toEqual(['one', 'two']);
});

it('shows first what is seen from furthest away where more points came than a tile holds', async () => {
  const service = path.split('/').at(-2) ?? '';
  const { rows } = await sql<{ table_name: string }>`
    update feature_layer set row_count = 40100 where item_id = (select item_id from feature_service where name = ${service}) returning table_name`.execute(
    t.portal.db,
  );
  const table = sql.id('hosted', rows[0]?.table_name ?? '');
  // A corner of the tile 1/0/0 is full of points that nothing has thinned, and stands before the others in the table.
  await sql`insert into ${table} (shape, draw_zoom)
    select ST_SetSRID(ST_MakePoint(-15000000 + n, 15000000), 3857), 1 from generate_series(1, 40090) n`.execute(t.portal.db);
  await sql`insert into ${table} (f1_name, shape, draw_zoom)
    select 'far ' || n, ST_SetSRID(ST_MakePoint(-1000000 * n, 1000000), 3857), 0 from generate_series(1, 5) n`.execute(t.portal.db);
  const shown = await drawn('1/0/0');
  expect(shown).toHaveLength(40_000);
  expect(shown.filter((name) => name.startsWith('far'))).toEqual(['far 1', 'far 2', 'far 3', 'far 4', 'far 5']);
});
