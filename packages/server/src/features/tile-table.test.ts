// Which features come first where a tile has too many.
import { expect, test } from 'vitest';
import type { HostedLayer } from './layers.rules.ts';
import { tileTable } from './tile-table.ts';

const layer = (geometryType: HostedLayer['geometryType'], rowCount: number): HostedLayer => ({
  itemId: '1'.repeat(32),
  id: 0,
  table: 'fs_test_0',
  name: 'test',
  geometryType,
  hasZ: false,
  hasM: false,
  fields: [],
  extent: null,
  rowCount,
  version: 1,
  definition: {},
  ready: true,
  dataEdited: new Date(0),
  schemaEdited: new Date(0),
});

test.each([
  ['esriGeometryPoint', 40_000, 9, ''],
  ['esriGeometryPoint', 40_001, 9, ' order by "draw_zoom"'],
  ['esriGeometryPolygon', 40_000, 2, ''],
  ['esriGeometryMultipoint', 1_000_000, 2, ''],
] as const)('%s in a layer of %i at zoom %i: "%s"', (geometryType, rowCount, zoom, order) => {
  expect(tileTable(layer(geometryType, rowCount), zoom)).toMatchObject({ order, limit: 40_000 });
});

test('the largest polygons come first, by the form that the tile shows', () => {
  expect(tileTable(layer('esriGeometryPolygon', 135_000), 1).order).toMatch(/^ order by greatest\(ST_XMax\("shape_z2"\).* desc$/);
  expect(tileTable(layer('esriGeometryPolygon', 135_000), 7).order).toMatch(
    /^ order by greatest\(ST_XMax\(coalesce\("shape_z8", "shape"\)\).* desc$/,
  );
});

test.each([
  [1_000_000, 6, 0],
  [1_000_000, 7, 4096 / 96],
  [1_000_000, 11, 4096 / 96],
  [1_000_000, 12, 0],
  [40_000, 9, 0],
] as const)('of %i points, tiles of zoom %i take one for each cell of %i units', (rowCount, zoom, thinCell) => {
  expect(tileTable(layer('esriGeometryPoint', rowCount), zoom).thinCell).toBe(thinCell);
});

test.each([
  ['esriGeometryPoint', 6, true],
  ['esriGeometryPoint', 7, false],
  ['esriGeometryPolygon', 6, false],
] as const)('whether the table has thinned %s at zoom %i: %s', (geometryType, zoom, rarelyTooMany) => {
  expect(tileTable(layer(geometryType, 1_000_000), zoom).rarelyTooMany).toBe(rarelyTooMany);
});
