import type { TilePackage } from '@graticule/geo/tiles/tile-package';
import { expect, it } from 'vitest';
import { packageExtent } from './package-service.ts';

const extentOf = (fullExtent: unknown): number[] | undefined => packageExtent({ root: { fullExtent } } as unknown as TilePackage);
const box = { xmin: 1, ymin: 2, xmax: 3, ymax: 4, spatialReference: { wkid: 4326 } };

it('a package covers what it says', () => {
  expect(extentOf(box)).toEqual([1, 2, 3, 4]);
  expect(extentOf({ ...box, xmin: '1' })).toEqual([1, 2, 3, 4]);
});

it.each([
  undefined,
  'x',
  [1],
  { ...box, xmin: 5 },
  { ...box, ymin: null },
  { ...box, xmax: { toString: 1 } },
  { ...box, ymax: [{ valueOf: null }] },
])('a package that says %j tells nothing of what it covers', (fullExtent) => {
  expect(extentOf(fullExtent)).toBeUndefined();
});
