import { VectorTile } from '@mapbox/vector-tile';
import fc from 'fast-check';
import { PbfReader } from 'pbf';
import { describe, expect, it } from 'vitest';
import { geoJsonToWkb } from '../convert/geojson.ts';
import { tileBounds } from '../project/tile-grid.ts';
import { joinTileLayers, TileLayerEncoder, type TileLayerOptions } from './mvt-encoder.ts';

const world = { name: 'places', fields: ['name'], z: 0, x: 0, y: 0 };
const LIMIT = 20037508.342789244;
/** Units of the 4096 grid of the z0 tile to metres. */
const metres = (u: number, v: number): [number, number] => [(u / 4096) * 2 * LIMIT - LIMIT, LIMIT - (v / 4096) * 2 * LIMIT];

function encode(options: Partial<TileLayerOptions>, features: { id?: number; geometry: unknown; values?: unknown[] }[]) {
  const layer = new TileLayerEncoder({ ...world, ...options });
  for (const { id, geometry, values = [] } of features) layer.add(id ?? null, geoJsonToWkb(geometry), values);
  return decode(layer.finish(), options.name ?? world.name);
}

function decode(bytes: Uint8Array, name: string) {
  const layer = new VectorTile(new PbfReader(bytes)).layers[name];
  return Array.from({ length: layer?.length ?? 0 }, (_, i) => {
    const feature = layer?.feature(i);
    if (!feature) throw new Error('no feature');
    const rings = feature.loadGeometry().map((ring) => ring.map((p) => [p.x, p.y]));
    return { id: feature.id, type: feature.type, properties: feature.properties, rings };
  });
}

describe('TileLayerEncoder', () => {
  it('keeps ids and values of every kind', () => {
    const fields = ['text', 'whole', 'negative', 'fraction', 'yes', 'nothing', 'when', 'big'];
    const values = ['Côte d’Ivoire', 42, -7, 1.5, true, null, new Date(5), 2 ** 40];
    const [feature] = encode({ fields }, [{ id: 9, geometry: { type: 'Point', coordinates: metres(10, 20) }, values }]);
    expect(feature).toEqual({
      id: 9,
      type: 1,
      rings: [[[10, 20]]],
      properties: { text: 'Côte d’Ivoire', whole: 42, negative: -7, fraction: 1.5, yes: true, when: 5, big: 2 ** 40 },
    });
  });

  it('writes equal values once', () => {
    const one = encode({}, [{ geometry: { type: 'Point', coordinates: [0, 0] }, values: ['a'] }]);
    expect(one).toHaveLength(1);
    const layer = new TileLayerEncoder(world);
    for (let i = 0; i < 50; i++) layer.add(i, geoJsonToWkb({ type: 'Point', coordinates: [0, 0] }), ['the same long text']);
    const bytes = layer.finish();
    expect(Buffer.from(bytes).toString('latin1').split('the same long text')).toHaveLength(2);
  });

  it('leaves out features off the tile', () => {
    expect(encode({ z: 1, x: 0, y: 0 }, [{ geometry: { type: 'Point', coordinates: [LIMIT / 2, LIMIT / 2] } }])).toEqual([]);
    expect(new TileLayerEncoder(world).finish()).toHaveLength(0);
  });

  it('cuts a line that leaves and comes back into two pieces', () => {
    const coordinates = [metres(100, 100), metres(100, -500), metres(200, -500), metres(200, 100)];
    const [feature] = encode({}, [{ geometry: { type: 'LineString', coordinates } }]);
    expect(feature?.rings).toEqual([
      [
        [100, 100],
        [100, -64],
      ],
      [
        [200, -64],
        [200, 100],
      ],
    ]);
  });

  it('draws a line that crosses the tile without a vertex on it', () => {
    const [feature] = encode({}, [{ geometry: { type: 'LineString', coordinates: [metres(-1000, 10), metres(9000, 10)] } }]);
    expect(feature?.rings).toEqual([
      [
        [-64, 10],
        [4160, 10],
      ],
    ]);
  });

  it('cuts polygons to the buffer and winds outer rings clockwise on the screen', () => {
    const ring = (a: number, b: number) => [metres(a, a), metres(b, a), metres(b, b), metres(a, b), metres(a, a)];
    for (const outer of [ring(-900, 3000), ring(-900, 3000).reverse()]) {
      const [feature] = encode({}, [{ geometry: { type: 'Polygon', coordinates: [outer, ring(1000, 2000)] } }]);
      expect(feature?.rings).toHaveLength(2);
      expect(feature?.rings[0]).toContainEqual([-64, -64]);
      const area = (r: number[][] = []) =>
        r.reduce((sum, p, i) => sum + (p[0] ?? 0) * (r[(i + 1) % r.length]?.[1] ?? 0) - (r[(i + 1) % r.length]?.[0] ?? 0) * (p[1] ?? 0), 0);
      expect(area(feature?.rings[0])).toBeGreaterThan(0);
      expect(area(feature?.rings[1])).toBeLessThan(0);
    }
  });

  it('covers a tile that lies wholly inside a polygon, and not one inside its hole', () => {
    const box = (r: number) => [
      [-r, -r],
      [r, -r],
      [r, r],
      [-r, r],
      [-r, -r],
    ];
    const covered = encode({ z: 4, x: 8, y: 7 }, [{ geometry: { type: 'Polygon', coordinates: [box(LIMIT)] } }]);
    expect(covered[0]?.rings[0]).toHaveLength(5);
    const hole = encode({ z: 4, x: 8, y: 7 }, [{ geometry: { type: 'Polygon', coordinates: [box(2 * LIMIT), box(LIMIT)] } }]);
    expect(hole[0]?.rings).toHaveLength(2);
  });

  it('drops polygons that shrink to nothing', () => {
    const coordinates = [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ];
    expect(encode({}, [{ geometry: { type: 'Polygon', coordinates } }])).toEqual([]);
  });

  it('keeps at most one point per cell when thinning, the first given', () => {
    const at = (u: number, v: number, name: string) => ({ geometry: { type: 'Point', coordinates: metres(u, v) }, values: [name] });
    const kept = encode({ thinCell: 16 }, [at(1, 1, 'first'), at(14, 14, 'hidden'), at(17, 1, 'next'), at(-1, -1, 'buffer')]);
    expect(kept.map((f) => f.properties.name)).toEqual(['first', 'next', 'buffer']);
  });

  it('takes points by their coordinates as well', () => {
    const [byWkb, byNumbers] = [new TileLayerEncoder(world), new TileLayerEncoder(world)];
    const [x, y] = metres(12, 34);
    byWkb.add(1, geoJsonToWkb({ type: 'Point', coordinates: [x, y] }), ['a']);
    expect(byNumbers.addPoint(1, x, y, ['a'])).toBe(true);
    expect(byNumbers.addPoint(2, 9 * LIMIT, y, ['a'])).toBe(false);
    expect(byNumbers.addPoint(2, Number.NaN, y, ['a'])).toBe(false);
    expect(byNumbers.finish()).toEqual(byWkb.finish());
  });

  it('writes a multipoint as one feature of several points', () => {
    const [feature] = encode({}, [{ geometry: { type: 'MultiPoint', coordinates: [metres(1, 2), metres(3, 4), metres(9999, 9999)] } }]);
    expect(feature?.rings).toEqual([[[1, 2]], [[3, 4]]]);
  });

  it('joins layers into one tile', () => {
    const layers = ['a', 'b'].map((name) => {
      const layer = new TileLayerEncoder({ ...world, name });
      layer.add(1, geoJsonToWkb({ type: 'Point', coordinates: [0, 0] }), ['x']);
      return layer.finish();
    });
    expect(Object.keys(new VectorTile(new PbfReader(joinTileLayers(layers))).layers)).toEqual(['a', 'b']);
  });

  it('reads any line or polygon without throwing and stays inside the buffer', () => {
    const far = fc.double({ min: -3 * LIMIT, max: 3 * LIMIT, noNaN: true });
    const wild = fc.oneof({ weight: 9, arbitrary: far }, { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) });
    const path = fc.array(fc.tuple(wild, wild), { minLength: 4, maxLength: 30 });
    const geometry = fc.oneof(
      path.map((coordinates) => ({ type: 'LineString', coordinates })),
      path.map((coordinates) => ({ type: 'MultiPoint', coordinates })),
      fc.array(path, { minLength: 1, maxLength: 3 }).map((coordinates) => ({ type: 'Polygon', coordinates })),
    );
    const tile = fc.integer({ min: 0, max: 6 }).chain((z) => fc.tuple(fc.constant(z), fc.nat(2 ** z - 1), fc.nat(2 ** z - 1)));
    fc.assert(
      fc.property(geometry, tile, (shape, [z, x, y]) => {
        for (const feature of encode({ z, x, y }, [{ geometry: shape }])) {
          for (const [u = NaN, v = NaN] of feature.rings.flat()) {
            expect(u >= -64 && u <= 4160 && v >= -64 && v <= 4160).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
    expect(tileBounds(0, 0, 0).xmax).toBeCloseTo(LIMIT);
  });
});
