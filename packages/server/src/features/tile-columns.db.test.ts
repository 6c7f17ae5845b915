// What a table keeps of its shapes for tiles from afar.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/test-database.ts';
import { createTable, qualified } from './hosted-table.store.ts';
import type { HostedLayer } from './layers.rules.ts';
import { tileShape } from './tile-columns.rules.ts';

const TABLE = `l_${'7'.repeat(32)}`;
const SQUARE = 'POLYGON((0 0,900000 0,900000 900000,0 900000,0 0))';
/** 400 points on a circle of 10 km: from afar a tenth of them does. */
const ROUND = ring(400, () => 10_000);
/** Every point stands out by far more than can be left away at zoom 8, but not at zoom 5. */
const JAGGED = ring(100, (i) => (i % 2 === 0 ? 10_000 : 9_500));

function ring(points: number, radius: (i: number) => number): string {
  const at = (i: number): string =>
    `${radius(i) * Math.cos((i / points) * 2 * Math.PI)} ${radius(i) * Math.sin((i / points) * 2 * Math.PI)}`;
  return `POLYGON((${[...Array.from({ length: points }, (_, i) => at(i)), at(0)].join(',')}))`;
}

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  const layer = {
    table: TABLE,
    geometryType: 'esriGeometryPolygon',
    fields: [{ name: 'OBJECTID', column: 'objectid', type: 'esriFieldTypeOID' }],
  } as unknown as HostedLayer;
  await createTable(database.db, layer);
  for (const shape of [SQUARE, ROUND, JAGGED])
    await sql`insert into ${sql.raw(qualified(TABLE))} (shape) values (ST_GeomFromText(${shape}, 3857))`.execute(database.db);
});
afterAll(() => database.close());

/** Points of each feature in a column, or in what tiles of a zoom level are made from. */
async function pointsOf(shape: string): Promise<(number | null)[]> {
  const { rows } = await sql<{ n: number | null }>`
    select ST_NPoints(${sql.raw(shape)})::integer as n from ${sql.raw(qualified(TABLE))} order by objectid`.execute(database.db);
  return rows.map(({ n }) => n);
}

it('shapes are written down once more where they get simpler, and only there', async () => {
  const [square, round, jagged] = await pointsOf('"shape_z8"');
  expect([square, jagged]).toEqual([null, null]);
  expect(round).toBeLessThan(60);
  const [square5, round5, jagged5] = await pointsOf('"shape_z5"');
  expect(square5).toBeNull();
  expect(round5).toBeLessThan(20);
  expect(jagged5).toBeLessThan(50);
});

it.each([0, 2, 3, 5, 6, 8, 9])('tiles of zoom %i have every feature', async (zoom) => {
  const shown = await pointsOf(tileShape('esriGeometryPolygon', zoom));
  const whole = await pointsOf('"shape"');
  expect(shown).not.toContain(null);
  expect(shown[0]).toBe(5);
  for (const [i, points] of shown.entries()) expect(points).toBeLessThanOrEqual(whole[i] ?? 0);
});

it('a shape that was changed is simplified anew', async () => {
  const table = sql.raw(qualified(TABLE));
  await sql`update ${table} set shape = ST_GeomFromText(${ROUND}, 3857) where objectid = 1`.execute(database.db);
  const [changed, round] = await pointsOf('"shape_z8"');
  expect(changed).toBe(round);
  await sql`update ${table} set shape = ST_GeomFromText(${SQUARE}, 3857) where objectid = 1`.execute(database.db);
  expect((await pointsOf('"shape_z8"'))[0]).toBeNull();
});
