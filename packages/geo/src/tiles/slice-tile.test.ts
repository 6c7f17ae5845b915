// The part of a tile that a finer one shows.
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { describe, expect, it } from 'vitest';
import { geoJsonToWkb } from '../convert/geojson.ts';
import { TileLayerEncoder } from './mvt-encoder.ts';
import { sliceTile, type TilePlace } from './slice-tile.ts';

const LIMIT = 20037508.342789244;
/** Units of the 4096 grid of the tile of the world, in metres. */
const metres = (u: number, v: number): [number, number] => [(u / 4096) * 2 * LIMIT - LIMIT, LIMIT - (v / 4096) * 2 * LIMIT];
const WORLD: TilePlace = { z: 0, x: 0, y: 0 };

function worldWith(features: { id: number; geometry: unknown; name: string }[]): Uint8Array {
  const layer = new TileLayerEncoder({ name: 'places', fields: ['name'], ...WORLD });
  for (const { id, geometry, name } of features) layer.add(id, geoJsonToWkb(geometry), [name]);
  return layer.finish();
}

function featuresOf(bytes: Uint8Array): { id: number | undefined; name: unknown; rings: number[][][] }[] {
  const layer = new VectorTile(new PbfReader(bytes)).layers.places;
  return Array.from({ length: layer?.length ?? 0 }, (_, i) => {
    const feature = layer?.feature(i);
    const rings = feature?.loadGeometry().map((ring) => ring.map(({ x, y }) => [x, y])) ?? [];
    return { id: feature?.id, name: feature?.properties.name, rings };
  });
}

const points = worldWith([
  { id: 7, geometry: { type: 'Point', coordinates: metres(1000, 1000) }, name: 'west' },
  { id: 8, geometry: { type: 'Point', coordinates: metres(3000, 1000) }, name: 'east' },
]);

describe('a part of a tile', () => {
  it('has the features that lie in it, with ids and values, twice as large for each level', () => {
    const [west, ...others] = featuresOf(sliceTile(points, WORLD, { z: 1, x: 0, y: 0 }));
    expect(others).toEqual([]);
    expect(west).toEqual({ id: 7, name: 'west', rings: [[[2000, 2000]]] });
    expect(featuresOf(sliceTile(points, WORLD, { z: 1, x: 1, y: 0 }))).toEqual([{ id: 8, name: 'east', rings: [[[1904, 2000]]] }]);
    // 1000 of 4096 is 31.25 tiles of level 7.
    expect(featuresOf(sliceTile(points, WORLD, { z: 7, x: 31, y: 31 }))).toEqual([{ id: 7, name: 'west', rings: [[[1024, 1024]]] }]);
  });

  it('is empty where nothing lies', () => {
    expect(sliceTile(points, WORLD, { z: 1, x: 0, y: 1 })).toHaveLength(0);
    expect(sliceTile(new Uint8Array(), WORLD, { z: 1, x: 0, y: 0 })).toHaveLength(0);
  });

  it('cuts polygons near its edges', () => {
    const square = [metres(1000, 1000), metres(3000, 1000), metres(3000, 3000), metres(1000, 3000), metres(1000, 1000)];
    const whole = worldWith([{ id: 1, geometry: { type: 'Polygon', coordinates: [square] }, name: 'square' }]);
    const [part] = featuresOf(sliceTile(whole, WORLD, { z: 2, x: 1, y: 1 }));
    const corners = part?.rings.flat() ?? [];
    expect(corners.length).toBeGreaterThan(3);
    for (const [x = 0, y = 0] of corners) expect(Math.max(Math.abs(x - 2048), Math.abs(y - 2048))).toBeLessThanOrEqual(2048 + 65);
    // The tile begins at 1024: the square reaches over all of it.
    expect(Math.max(...corners.map(([x = 0]) => x))).toBeGreaterThanOrEqual(4096);
    expect(Math.min(...corners.map(([x = 0]) => x))).toBeLessThanOrEqual(0);
  });

  it('is refused for bytes that are no tile', () => {
    expect(() => sliceTile(new Uint8Array([26, 255, 255, 255, 255, 15]), WORLD, { z: 1, x: 0, y: 0 })).toThrow();
  });
});
