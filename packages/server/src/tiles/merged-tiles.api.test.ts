// Large layers of polygons from far away: what tiles show follows every edit, also where it was kept for the next time.
import { gunzipSync } from 'node:zlib';
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let path: string;

/** A block of 102 by 110 squares, 0.02 degrees wide and 0.025 apart, east and north of the Gulf of Guinea. */
const [COLUMNS, ROWS, WIDTH, STEP] = [102, 110, 0.02, 0.025];
/** Columns that are not deleted: enough for tiles that merge still. */
const LEFT = 94;
const TILE = { z: 4, x: 8, y: 7 };
/** Units of this tile for a degree at the equator. */
const UNITS = 4096 / (360 / 2 ** TILE.z);

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const features = Array.from({ length: COLUMNS * ROWS }, (_, index) => {
    const [x, y] = [1 + (index % COLUMNS) * STEP, 1 + Math.floor(index / COLUMNS) * STEP];
    const ring = [
      [x, y],
      [x + WIDTH, y],
      [x + WIDTH, y + WIDTH],
      [x, y + WIDTH],
      [x, y],
    ];
    return { type: 'Feature', properties: { col: index % COLUMNS }, geometry: { type: 'Polygon', coordinates: [ring] } };
  });
  const file = { name: 'plots.geojson', bytes: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features })) };
  const reply = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType: 'geojson', publishParameters: { name: 'plots' } },
    { file },
  );
  path = new URL(reply.services[0].serviceurl).pathname;
  await t.runJobs();
}, 180_000);
afterAll(() => t.close());

async function shown(fields = ''): Promise<VectorTileFeature[]> {
  const reply = await t.as('petra').raw('GET', `${path}/0/tiles/${TILE.z}/${TILE.x}/${TILE.y}.pbf`, { f: '', fields });
  if (reply.statusCode === 204) return [];
  const { features } = new VectorTile(new PbfReader(gunzipSync(reply.rawPayload))).layers;
  return Array.from({ length: features?.length ?? 0 }, (_, at) => features?.feature(at) as VectorTileFeature);
}

/** Square units that features cover; all of them are upright rectangles. */
const areaOf = (features: readonly VectorTileFeature[]): number =>
  features.reduce((sum, feature) => {
    const [ring = []] = feature.loadGeometry();
    const [xs, ys] = [ring.map(({ x }) => x), ring.map(({ y }) => y)];
    return sum + (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys));
  }, 0);

const TRUE_AREA = COLUMNS * ROWS * (WIDTH * UNITS) ** 2;

/** What is kept for tiles: their versions, and how many features they show. */
const kept = async (): Promise<{ version: number; n: number }[]> =>
  (await t.portal.database.pool.query('select version, cardinality(ids) as n from merged_tile order by z, x, y')).rows;

/** As if the last change were a while ago. */
const settle = async (): Promise<void> => {
  const aWhileAgo = new Date(Date.now() - 60_000);
  await t.portal.db.updateTable('feature_layer').set({ data_edited: aWhileAgo }).execute();
  await t.portal.db.updateTable('feature_edits').set({ edited: aWhileAgo }).execute();
};

it('show few features that cover as much as all of them', async () => {
  const features = await shown();
  expect(features.length).toBeGreaterThan(100);
  expect(features.length).toBeLessThan(200);
  expect(areaOf(features) / TRUE_AREA).toBeGreaterThan(0.93);
  expect(areaOf(features) / TRUE_AREA).toBeLessThan(1.07);
  expect(features[0]?.properties.col).toBeTypeOf('number');
  expect(await kept()).toEqual([]);
});

it('tell how wide the polygons of a square are, and how much further their outlines reach: up to those of the next square', async () => {
  const features = await shown('col');
  const inUnits = (metres: unknown): number => Number(metres) / (40_075_016.686 / 2 ** TILE.z / 4096);
  const inner = features.flatMap((feature) => {
    const [ring = []] = feature.loadGeometry();
    const [xs, ys] = [ring.map(({ x }) => x), ring.map(({ y }) => y)];
    // In whole units of the tile.
    expect(inUnits(feature.properties['merged.side'])).toBeCloseTo(Math.round(WIDTH * UNITS), 1);
    const [xmin, xmax, ymin, ymax] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const further = inUnits(feature.properties['merged.spread'] ?? 0) / 2;
    const cellOf = (low: number, high: number): number => Math.floor((low + high) / 2 / (4096 / 96));
    return [{ cell: [cellOf(xmin, xmax), cellOf(ymin, ymax)], box: [xmin - further, xmax + further, ymin - further, ymax + further] }];
  });
  const full = inner.filter(({ box: [xmin = 0, xmax = 0] }) => xmax - xmin > 0.95 * (4096 / 96));
  // A fifth of the ground lies between the polygons, less than their outlines hide; cells at the edge of the block are not full.
  expect(full.length).toBeGreaterThan(0.6 * features.length);
  for (const { cell, box } of full) {
    const [column = 0, row = 0] = cell.map((index) => index * (4096 / 96));
    const expected = [column, column + 4096 / 96, row, row + 4096 / 96];
    for (const [at, edge] of expected.entries()) expect(Math.abs((box[at] ?? 0) - edge)).toBeLessThan(2);
  }
});

it('are made from what was kept once nobody changes the layer any more', async () => {
  const before = await shown();
  await settle();
  const [first, second] = [await shown('col'), await shown('globalid')];
  expect(await kept()).toMatchObject([{ n: before.length }]);
  const told = (features: readonly VectorTileFeature[]): unknown[] =>
    features.map((feature) => [feature.id, feature.loadGeometry(), feature.properties['merged.side'], feature.properties['merged.spread']]);
  expect(told(first)).toEqual(told(before));
  expect(told(second)).toEqual(told(before));
});

it('are not kept where nothing lies, however many are asked for', async () => {
  for (const x of [0, 1, 2])
    expect((await t.as('petra').raw('GET', `${path}/0/tiles/${TILE.z}/${x}/${TILE.y}.pbf`, { f: '' })).statusCode).toBe(204);
  expect(await kept()).toHaveLength(1);
});

it('follow edits at once, and are kept anew later', async () => {
  const [{ version = 0 } = {}] = await kept();
  const before = await shown();
  await t.as('petra').post(`${path}/0/deleteFeatures`, { where: `col >= ${LEFT}` });
  const after = await shown();
  expect(areaOf(after) / areaOf(before)).toBeGreaterThan(LEFT / COLUMNS - 0.03);
  expect(areaOf(after) / areaOf(before)).toBeLessThan(LEFT / COLUMNS + 0.03);
  expect(Math.max(...after.map((feature) => feature.loadGeometry()[0]?.[0]?.x ?? 0))).toBeLessThan((1 + (LEFT + 2) * STEP) * UNITS);
  await settle();
  await shown('col');
  const [anew] = await kept();
  expect(anew?.version).toBeGreaterThan(version);
  expect(anew?.n).toBe(after.length);
});

/** Runs the one job that finds them ahead. */
const runLater = async (): Promise<void> => {
  const { rowCount } = await t.portal.database.pool.query(
    "update job set run_after = now() where name = 'far-tiles' and state = 'waiting'",
  );
  expect(rowCount).toBe(1);
  await t.runJobs();
};

const levels = async (): Promise<number[]> =>
  (await t.portal.database.pool.query('select distinct z from merged_tile order by z')).rows.map(({ z }) => z);

it('are found ahead for every level from afar once a load is over, unless somebody is changing the layer', async () => {
  const before = await shown();
  await t.portal.database.pool.query('delete from merged_tile');
  await t.as('petra').post(`${path}/0/deleteFeatures`, { where: `col = ${LEFT - 1}` });
  await runLater();
  expect(await levels()).toEqual([]);
  await settle();
  await t.portal.database.pool.query("update job set state = 'waiting', attempts = 0 where name = 'far-tiles'");
  await runLater();
  expect(await levels()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  const after = await shown('col');
  expect(areaOf(after)).toBeLessThan(areaOf(before));
  expect(areaOf(after)).toBeGreaterThan(0.95 * areaOf(before));
});

it('are found ahead again once all tiles are made anew, where there were any', async () => {
  expect(await levels()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  const renew = (): Promise<unknown> => t.as('petra').post(`${path.replace('/rest/services/', '/rest/admin/services/')}/tiles/renew`);
  for (let times = 0; times < 2; times++) expect(await renew()).toEqual({ success: true });
  expect(await levels()).toEqual([]);
  await settle();
  await runLater();
  expect(await levels()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
