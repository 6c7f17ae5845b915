// Points of large layers that leave their place: only those that are drawn from afar have to be replaced there.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../../testing/crash/seeded-random.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: string;
let table: string;
const random = seededRandom(5);
const ROWS = 11_000;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  // One town, and two places far away at the corners of the layer.
  const rows = Array.from(
    { length: ROWS - 2 },
    (_, i) => `tree ${i},${(10 + random.next() * 0.5).toFixed(5)},${(10 + random.next() * 0.5).toFixed(5)}`,
  );
  const params = {
    fileType: 'csv',
    publishParameters: { name: 'trees' },
    text: `name,lat,lon\n${['corner,0,0', 'corner,40,40', ...rows].join('\n')}\n`,
  };
  const reply = await petra.upload(`content/users/${petra.username}/publish`, params, {});
  await t.runJobs();
  layer = `${new URL(reply.services[0].serviceurl).pathname}/0`;
  const row = await t.portal.db.selectFrom('feature_layer').select('table_name').executeTakeFirstOrThrow();
  table = `hosted.${row.table_name}`;
});
afterAll(() => t.close());

/** Ids of points that are drawn from a zoom level on. */
async function drawnFrom(zooms: string, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select objectid::int as id from ${sql.raw(table)} where f1_name like 'tree%' and draw_zoom ${sql.raw(zooms)} order by 1 limit ${most}`.execute(
    t.portal.db,
  );
  return rows.map(({ id }) => id);
}

const drawnAt = async (zoom: number): Promise<number> =>
  Number(
    (await sql<{ n: number }>`select count(*) as n from ${sql.raw(table)} where draw_zoom <= ${zoom}`.execute(t.portal.db)).rows[0]?.n,
  );

it('moves and deletes points that hide no other in one statement, and looks for another to draw where one does', async () => {
  const petra = t.as('petra');
  const hidden = await drawnFrom('>= 7', 3);
  const drawn = await drawnFrom('<= 3', 2);
  expect([hidden.length, drawn.length]).toEqual([3, 2]);
  const move = (id: number): Promise<unknown> =>
    petra.post(`${layer}/updateFeatures`, { features: [{ attributes: { OBJECTID: id, name: 'moved' }, geometry: { x: 20 + id / 1000, y: 20, spatialReference: { wkid: 4326 } } }] }); // biome-ignore format: one call
  const remove = (id: number): Promise<unknown> => petra.post(`${layer}/deleteFeatures`, { objectIds: String(id) });
  const looks = async (act: () => Promise<unknown>): Promise<number> => statementsOf(act, /draw_instead/);

  expect(await looks(() => move(hidden[0] as number))).toBe(0);
  expect(await looks(() => remove(hidden[1] as number))).toBe(0);
  expect(await looks(() => move(drawn[0] as number))).toBe(1);
  const before = await drawnAt(3);
  expect(await looks(() => remove(drawn[1] as number))).toBe(1);
  // Another tree of the town is drawn from as far as the one that went.
  expect(await drawnAt(3)).toBe(before);

  // What moved stands for no other, so that it goes on as quickly; and the town is drawn whether or not it was there.
  expect(await looks(() => move(drawn[0] as number))).toBe(0);
  const { addResults } = await petra.post(`${layer}/addFeatures`, { features: [{ attributes: { name: 'new' }, geometry: { x: 10.2, y: 10.2, spatialReference: { wkid: 4326 } } }] }); // biome-ignore format: one call
  const stands = await drawnAt(3);
  expect(await looks(() => remove(addResults[0].objectId))).toBe(0);
  expect(await drawnAt(3)).toBe(stands - 1);

  const told = await petra.get(`${layer}/query`, { where: "name = 'moved'", outFields: 'OBJECTID', outSR: 4326 });
  expect(
    told.features.map((one: { attributes: object; geometry: { x: number } }) => [one.attributes, Math.round(one.geometry.x * 1000)]),
  ).toEqual([hidden[0], drawn[0]].toSorted((a, b) => Number(a) - Number(b)).map((id) => [{ OBJECTID: id }, 20_000 + Number(id)]));
  expect(await petra.get(`${layer}/query`, { returnCountOnly: true })).toEqual({ count: ROWS - 2 });
});

it('looks for the new edge where a point at a corner of the layer goes, though it hides none', async () => {
  const petra = t.as('petra');
  await sql`update ${sql.raw(table)} set draw_zoom = 7 where f1_name = 'corner'`.execute(t.portal.db);
  const { features } = await petra.get(`${layer}/query`, { where: "name = 'corner'", outFields: 'OBJECTID', orderByFields: 'OBJECTID' });
  const reply = await petra.post(`${layer}/deleteFeatures`, { objectIds: String(features[1].attributes.OBJECTID) });
  expect(reply.deleteResults).toMatchObject([{ success: true }]);
  const { extent } = await petra.get(layer);
  // The moved points lie at 20 degrees and a little to the east of them.
  expect(extent.ymax).toBeLessThan(2_300_000);
});

it('draws another for a point that stood for others, though one that came by an edit lies in the same place', async () => {
  const petra = t.as('petra');
  const regular = async (): Promise<number> =>
    Number(
      (
        await sql<{ n: number }>`select count(*) as n from ${sql.raw(table)} where f1_name like 'tree%' and draw_zoom = 0`.execute(
          t.portal.db,
        )
      ).rows[0]?.n,
    );
  const [first] = await drawnFrom('= 0', 1);
  const before = await regular();
  const { features } = await petra.get(`${layer}/query`, { objectIds: String(first), outSR: 4326, outFields: '' });
  await petra.post(`${layer}/addFeatures`, { features: [{ attributes: { name: 'beside' }, geometry: { ...features[0].geometry, spatialReference: { wkid: 4326 } } }] }); // biome-ignore format: one call
  await petra.post(`${layer}/deleteFeatures`, { objectIds: String(first) });
  expect(await regular()).toBe(before);
});
