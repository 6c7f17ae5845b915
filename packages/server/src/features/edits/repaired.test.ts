// What is told of mended polygons must never make an edit fail that was made.
import { writeWkb } from '@graticule/geo/convert/wkb';
import { expect, it, vi } from 'vitest';
import { repairsTold } from './repaired.ts';

type Given = Parameters<typeof repairsTold>;

const corners = [[0, 0], [4, 4], [4, 0], [0, 4], [0, 0]]; // biome-ignore format: one ring
const bow = { kind: 'polygon', srid: undefined, hasZ: false, hasM: false, polygons: [[corners]] };
const result = { objectId: 1, globalId: null, success: true };

function worksOf(geometry: object): Given[1] {
  return [
    { layer: { geometryType: 'esriGeometryPolygon' }, lists: [[{ kind: 'add', values: [], geometry, globalId: null }]] },
  ] as unknown as Given[1];
}

it.each([
  ['the database is away', () => ({ wkb: writeWkb(bow as never, { srid: null }), srid: 3857 })],
  ['the bytes cannot be read', () => ({ wkb: new Uint8Array([1, 6, 0]), srid: 3857 })],
])('gives the results as they are where %s, and says so in the log', async (_why, geometry) => {
  const portal = { db: { executeQuery: () => Promise.reject(new Error('away')) }, log: { warn: vi.fn() } };
  const results = [[[result]]];
  expect(await repairsTold(portal as unknown as Given[0], worksOf(geometry()), results)).toBe(results);
  expect(portal.log.warn).toHaveBeenCalledTimes(1);
});
