// What is not shown to the database, because it is seen to be valid on its way there, the database finds valid too.
import { writeWkb } from '@graticule/geo/convert/wkb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SeededRandom, seededRandom } from '../../testing/crash/seeded-random.ts';
import { type FreshDatabase, freshDatabase } from '../../testing/test-database.ts';
import { brokenPolygons } from './copy-layer.store.ts';
import { createTable, qualified, run } from './hosted-table.store.ts';
import type { HostedLayer } from './layers.rules.ts';
import { insertRows } from './load-rows.store.ts';
import { isUnsure, UnsurePolygons } from './unsure-polygons.rules.ts';

const LAYER = {
  table: `l_${'6'.repeat(32)}`,
  geometryType: 'esriGeometryPolygon',
  hasZ: false,
  hasM: false,
  fields: [{ name: 'OBJECTID', column: 'objectid', type: 'esriFieldTypeOID' }],
} as unknown as HostedLayer;

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await createTable(database.db, LAYER);
});
afterAll(() => database.close());

const polygon = (ring: number[][]): Uint8Array =>
  writeWkb({ kind: 'polygon', polygons: [[[...ring, ring[0] as number[]]]], hasZ: false, hasM: false }, { srid: null });

/** Rings in which sides meet, touch and run along each other, exactly or by the last digit; and some that are simple. */
function ringOf(random: SeededRandom): number[][] {
  const count = random.integer(3, 24);
  const [scale, jitter] = random.pick([[1, 0], [1, 1e-16], [1e7, 1e-9], [0.1, 1e-17], [1 / 3, 0]]) as [number, number]; // biome-ignore format: scale and jitter
  const isRound = random.next() < 0.4;
  return Array.from({ length: count }, (_, i) => {
    const turn = (i / count) * 2 * Math.PI;
    const [x, y] = isRound
      ? [Math.cos(turn) * random.integer(3, 5), Math.sin(turn) * random.integer(3, 5)]
      : [random.integer(0, 5), random.integer(0, 5)];
    return [x * scale + random.next() * jitter, y * scale + random.next() * jitter];
  });
}

it('of rings with sides that touch nearly or exactly, none that surely is valid is broken', async () => {
  const random = seededRandom(20);
  const wkbs = Array.from({ length: 20_000 }, () => polygon(ringOf(random)));
  const sure = wkbs.filter((wkb) => !isUnsure(wkb));
  const { rows } = await run<{ n: number; broken: number }>(database.db, {
    text: "select count(*)::integer as n, (count(*) filter (where not ST_IsValid(decode(g, 'hex')::geometry)))::integer as broken from unnest($1::text[]) g",
    values: [sure.map((wkb) => Buffer.from(wkb).toString('hex'))],
  });
  expect(rows).toEqual([{ n: sure.length, broken: 0 }]);
  // Both kinds are there.
  expect(sure.length).toBeGreaterThan(2_000);
  expect(wkbs.length - sure.length).toBeGreaterThan(2_000);
});

const SQUARE = [[0, 0], [0, 9], [9, 9], [9, 0]]; // biome-ignore format: corners
const BOW_TIE = [[0, 0], [9, 9], [9, 0], [0, 9]]; // biome-ignore format: corners

it('broken polygons are mended as they are added, and found among the features that are named or among all', async () => {
  const { db } = database;
  const rows = [SQUARE, BOW_TIE, SQUARE].map((ring, row) => ({ row, wkb: polygon(ring), values: [], drawZoom: 0 }));
  expect(await insertRows(db, LAYER, rows)).toEqual({ repaired: 1, refused: [] });
  expect(await brokenPolygons(db, LAYER, undefined)).toEqual({ ids: [], box: null });
  // As COPY brings them.
  const text = `update ${qualified(LAYER.table)} set "shape" = ST_SetSRID(decode($1::text, 'hex')::geometry, 3857) where "objectid" > 1`;
  await run(db, { text, values: [Buffer.from(polygon(BOW_TIE)).toString('hex')] });
  expect(await brokenPolygons(db, LAYER, undefined)).toEqual({ ids: [2, 3], box: [0, 0, 9, 9] });
  expect(await brokenPolygons(db, LAYER, [1, 3, 4])).toEqual({ ids: [3], box: [0, 0, 9, 9] });
  expect(await brokenPolygons(db, LAYER, [])).toEqual({ ids: [], box: null });
});

it('with very many doubtful ones all are looked at', () => {
  const unsure = new UnsurePolygons();
  const [square, bowTie] = [polygon(SQUARE), polygon(BOW_TIE)];
  for (let id = 1; id <= 50_000; id++) unsure.see(id, bowTie);
  unsure.see(50_001, square);
  expect(unsure.ids).toHaveLength(50_000);
  unsure.see(50_002, bowTie);
  expect(unsure.ids).toBeUndefined();
});
