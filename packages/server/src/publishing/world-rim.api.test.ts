// World maps whose corners lie on the edge of the map.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { publishedRings } from '../../testing/made-layers.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

/** A place in the system of a map, in full. */
async function placed(x: number, y: number, wkid: number): Promise<[number, number]> {
  const { rows } = await sql<{ x: number; y: number }>`
    select ST_X(p) as x, ST_Y(p) as y
    from (select ST_Transform(ST_SetSRID(ST_MakePoint(${x}::float8, ${y}::float8), 4326), ${wkid}::integer) as p) made`.execute(
    t.portal.db,
  );
  return [rows[0]?.x ?? 0, rows[0]?.y ?? 0];
}

it.each([
  ['Robinson', 54_030],
  ['Mollweide', 54_009],
])('%s: corners at 180 degrees are moved inward by little, in their place among the others, and told of', async (_, wkid) => {
  const ring = async (west: number, east: number): Promise<number[][]> => {
    const corners = [
      [west, 0],
      [west, 30],
      [east, 30],
      [east, 0],
      [west, 0],
    ];
    return Promise.all(corners.map(([x = 0, y = 0]) => placed(x, y, wkid)));
  };
  const [inner, outer] = [await ring(10, 20), await ring(-180, -90)];
  const rings = [inner, outer, inner, outer.map(([x = 0, y = 0]) => [3 * x, y])];
  const { path, layers } = await publishedRings(t, { name: `world_${wkid}`, rings, wkid });
  const warnings = [{ code: 'edges-inward', values: { count: 1 } }];
  expect(layers).toMatchObject([{ featuresLoaded: 3, rowsRefused: 1, problems: [{ row: 4 }], warnings }]);
  const query = { where: '1=1', outSR: 4326, outFields: 'name', orderByFields: 'OBJECTID' };
  const found: AnyReply[] = (await t.as('petra').get(`${path}/query`, query)).features;
  expect(found.map(({ attributes }) => attributes.name)).toEqual(['n0', 'n1', 'n2']);
  const west = Math.min(...(found[1]?.geometry.rings[0] ?? []).map(([x]: number[]) => x));
  expect(west).toBeGreaterThan(-180);
  expect(west).toBeLessThan(-179.99);
});
