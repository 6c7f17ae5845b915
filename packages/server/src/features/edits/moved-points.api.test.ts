// Points of large layers that leave their place: only those that are drawn from afar have to be replaced there.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { seededRandom } from '../../../testing/crash/seeded-random.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { followAtEnd } from './soon-after.ts';

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

/** Others are drawn instead of points that went soon after the edit: this waits until nothing is left to look at. */
async function settled(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from points_gone`.execute(t.portal.db);
      expect(Number(rows[0]?.n)).toBe(0);
    },
    { timeout: 20_000, interval: 50 },
  );
}

const drawnAt = async (zoom: number): Promise<number> =>
  Number(
    (await sql<{ n: number }>`select count(*) as n from ${sql.raw(table)} where draw_zoom <= ${zoom}`.execute(t.portal.db)).rows[0]?.n,
  );

it('moves and deletes points in one statement, and looks soon after for others to draw where they hid behind one', async () => {
  const petra = t.as('petra');
  const hidden = await drawnFrom('>= 7', 3);
  const drawn = await drawnFrom('<= 3', 2);
  expect([hidden.length, drawn.length]).toEqual([3, 2]);
  const move = (id: number): Promise<unknown> =>
    petra.post(`${layer}/updateFeatures`, { features: [{ attributes: { OBJECTID: id, name: 'moved' }, geometry: { x: 20 + id / 1000, y: 20, spatialReference: { wkid: 4326 } } }] }); // biome-ignore format: one call
  const remove = (id: number): Promise<unknown> => petra.post(`${layer}/deleteFeatures`, { objectIds: String(id) });
  // In the ordinary way an edit is a statement among others, without its notes.
  const statements = (act: () => Promise<unknown>): Promise<number> => statementsOf(act, /^(update|delete from) hosted/);

  // After the first, the portal item says that the layer was edited, and is looked up once more.
  for (let i = 0; i < 3; i++) await move(hidden[2] as number);
  const stand = async (): Promise<number> => (await drawnFrom('between 0 and 3', ROWS)).length;
  const before = await stand();
  expect(await statements(() => move(hidden[0] as number))).toBe(0);
  expect(await statements(() => remove(hidden[1] as number))).toBe(0);
  expect(await statements(() => move(drawn[0] as number))).toBe(0);
  expect(await statements(() => remove(drawn[1] as number))).toBe(0);
  await settled();
  // Other trees of the town are drawn from as far as those that went.
  expect(await stand()).toBe(before);

  // What moves within its cell is drawn as before.
  await move(drawn[0] as number);
  const shown = await drawnAt(6);
  const add = async (x: number): Promise<number> => {
    const features = [{ attributes: { name: 'new' }, geometry: { x, y: 10.2, spatialReference: { wkid: 4326 } } }];
    return (await petra.post(`${layer}/addFeatures`, { features })).addResults[0].objectId;
  };
  // One more in the town hides behind those that are drawn there, one in the desert does not.
  const [inTown, alone] = [await add(10.2), await add(30)];
  expect(await drawnAt(6)).toBe(shown + 1);
  await remove(inTown);
  expect(await drawnAt(6)).toBe(shown + 1);
  await remove(alone);
  expect(await drawnAt(6)).toBe(shown);

  const told = await petra.get(`${layer}/query`, { where: "name = 'moved'", outFields: 'OBJECTID', outSR: 4326 });
  expect(
    told.features.map((one: { attributes: object; geometry: { x: number } }) => [one.attributes, Math.round(one.geometry.x * 1000)]),
  ).toEqual(
    [hidden[0], hidden[2], drawn[0]].toSorted((a, b) => Number(a) - Number(b)).map((id) => [{ OBJECTID: id }, 20_000 + Number(id)]),
  );
  expect(await petra.get(`${layer}/query`, { returnCountOnly: true })).toEqual({ count: ROWS - 2 });
});

it('looks for the new edge where a point at a corner of the layer goes, though it hides none', async () => {
  const petra = t.as('petra');
  const { features } = await petra.get(`${layer}/query`, { where: "name = 'corner'", outFields: 'OBJECTID', orderByFields: 'OBJECTID' });
  const id = features[1].attributes.OBJECTID;
  await sql`update ${sql.raw(table)} set draw_zoom = 7 where objectid = ${id}`.execute(t.portal.db);
  const reply = await petra.post(`${layer}/deleteFeatures`, { objectIds: String(id) });
  expect(reply.deleteResults).toMatchObject([{ success: true }]);
  const { extent } = await petra.get(layer);
  // The moved points lie at 20 degrees and a little to the east of them.
  expect(extent.ymax).toBeLessThan(2_300_000);
});

it('leaves no cell without a point that stands for those in it, whoever edits at the same time', async () => {
  const petra = t.as('petra');
  const ids = (await petra.get(`${layer}/query`, { where: "name like 'tree%'", returnIdsOnly: true })).objectIds as number[];
  const drawn = await drawnFrom('<= 6', 60);
  const chosen = [...drawn, ...Array.from({ length: 60 }, () => random.pick(ids))];
  const edit = async (id: number): Promise<void> => {
    // To few places, so that they meet: near each other, in the desert, and back in the town.
    const place = random.pick([
      { x: 30 + random.next() / 50, y: 30 },
      { x: 31, y: 31 },
      { x: 10 + random.next() / 2, y: 10.2 },
    ]);
    if (random.next() < 0.3) await petra.post(`${layer}/deleteFeatures`, { objectIds: String(id) });
    else
      await petra.post(`${layer}/updateFeatures`, {
        features: [{ attributes: { OBJECTID: id }, geometry: { ...place, spatialReference: { wkid: 4326 } } }],
      });
  };
  for (let i = 0; i < chosen.length; i += 12) await Promise.all(chosen.slice(i, i + 12).map(edit));
  await settled();
  for (let zoom = 0; zoom <= 6; zoom++) {
    const width = (2 * 20037508.342789244) / (96 * 2 ** zoom);
    const { rows } = await sql<{ cell: string }>`
      select floor((st_x(shape) + 20037508.342789244) / ${width}) || ' ' || floor((20037508.342789244 - st_y(shape)) / ${width}) as cell
      from ${sql.raw(table)} where draw_zoom >= 0 group by 1 having min(draw_zoom) > ${zoom}`.execute(t.portal.db);
    expect(rows).toEqual([]);
  }
});

it('goes on to draw others after the answer where very many points went', async () => {
  const petra = t.as('petra');
  const row = await t.portal.db.selectFrom('feature_layer').select('table_name').executeTakeFirstOrThrow();
  const ids = await drawnFrom('between 0 and 6', 2);
  await sql`insert into points_gone select ${row.table_name}, n * 500, n * 300, 0 from generate_series(1, 4500) as n`.execute(t.portal.db);
  await petra.post(`${layer}/deleteFeatures`, { objectIds: ids.join() });
  await settled();
});

it('hides a point behind others also where it comes in another reference system', async () => {
  // In the town, in zone 32 of UTM.
  const features = [{ attributes: { name: 'utm' }, geometry: { x: 631_500, y: 1_127_900, spatialReference: { wkid: 32632 } } }];
  const { addResults } = await t.as('petra').post(`${layer}/addFeatures`, { features });
  const { rows } = await sql<{ z: number }>`
    select draw_zoom as z from ${sql.raw(table)} where objectid = ${addResults[0].objectId}`.execute(t.portal.db);
  expect(rows).toEqual([{ z: 7 }]);
});

it('draws others before the portal ends, without the pause after the edit before', async () => {
  const petra = t.as('petra');
  const remove = (id: number): Promise<unknown> => petra.post(`${layer}/deleteFeatures`, { objectIds: String(id) });
  for (const id of await drawnFrom('between 0 and 6', 3)) await remove(id);
  await followAtEnd(t.portal);
  const { rows } = await sql<{ n: number }>`select count(*) as n from points_gone`.execute(t.portal.db);
  expect(Number(rows[0]?.n)).toBe(0);
});

it('draws others instead of points that the rows of a file move', async () => {
  const petra = t.as('petra');
  const service = layer.slice(0, -2);
  const stand = await drawnFrom('between 0 and 3', 1);
  const told = await petra.get(`${layer}/query`, { objectIds: String(stand[0]), outFields: 'name' });
  const text = `name,lat,lon\n${told.features[0].attributes.name},21,21\n`;
  const before = (await drawnFrom('between 0 and 3', ROWS)).length;
  const { item } = await petra.upload(`${service}/uploads/upload`, {}, { file: { name: 'moved.csv', bytes: text } });
  await petra.post(`${layer}/append`, {
    appendUploadId: item.itemID,
    appendUploadFormat: 'csv',
    upsert: true,
    upsertMatchingField: 'name',
  });
  await t.runJobs();
  await settled();
  // It stands for the cell that it came to.
  expect((await drawnFrom('between 0 and 3', ROWS)).length).toBe(before + 1);
});

it('draws another for a point that stood for others, be it one that came by an edit, and takes one that is drawn beside for none', async () => {
  const petra = t.as('petra');
  const add = async (x: number): Promise<number> => {
    const features = [{ attributes: { name: 'far' }, geometry: { x, y: 35, spatialReference: { wkid: 4326 } } }];
    return (await petra.post(`${layer}/addFeatures`, { features })).addResults[0].objectId;
  };
  const draw = (id: number, zoom: number): Promise<unknown> =>
    sql`update ${sql.raw(table)} set draw_zoom = ${zoom} where objectid = ${id}`.execute(t.portal.db);
  const zoomOf = async (id: number): Promise<number | undefined> =>
    (await sql<{ z: number }>`select draw_zoom as z from ${sql.raw(table)} where objectid = ${id}`.execute(t.portal.db)).rows[0]?.z;
  const remove = (id: number): Promise<unknown> => petra.post(`${layer}/deleteFeatures`, { objectIds: String(id) });

  const stands = await add(2);
  expect(await zoomOf(stands)).toBe(-1);
  await draw(stands, 0);
  const hidden = await add(2.001);
  expect(await zoomOf(hidden)).toBe(7);
  await remove(stands);
  await settled();
  expect(await zoomOf(hidden)).toBe(0);

  // One that was there before those of the file is drawn, and stands for none of them.
  const beside = await add(38);
  const [first, second] = [await add(38.001), await add(38.002)];
  await draw(first, 0);
  await draw(second, 7);
  await remove(first);
  await settled();
  expect([await zoomOf(beside), await zoomOf(second)]).toEqual([-1, 0]);
});
