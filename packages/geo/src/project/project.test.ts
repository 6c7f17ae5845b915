import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SpatialReference } from '../esri/geometry.ts';
import {
  canonicalWkid,
  normaliseSpatialReference,
  ownWkid,
  parseSpatialReference,
  referenceOfWkt,
  sameWkid,
  wireSpatialReference,
} from './spatial-reference.ts';
import { isTile, resolution, tileAt, tileBounds, tileRange } from './tile-grid.ts';
import { fromWebMercator, latitudeOf, toWebMercator, WEB_MERCATOR_LIMIT } from './web-mercator.ts';

describe('latitudes', () => {
  const radius = WEB_MERCATOR_LIMIT / Math.PI;
  const byFormula = (y: number): number => (2 * Math.atan(Math.tanh(y / radius / 2)) * 180) / Math.PI;

  it('are those of the formula, wherever the table has its places and where it ends', () => {
    const anywhere = fc.double({ min: -1.5 * WEB_MERCATOR_LIMIT, max: 1.5 * WEB_MERCATOR_LIMIT, noNaN: true });
    const between = fc.integer({ min: -1100, max: 1100 }).map((half) => (half / 256) * radius);
    const nearby = fc.tuple(between, fc.double({ min: -1e-3, max: 1e-3, noNaN: true })).map(([y, off]) => y + off);
    fc.assert(
      fc.property(fc.oneof(anywhere, between, nearby), (y) => {
        expect(Math.abs(latitudeOf(y) - byFormula(y))).toBeLessThan(1e-13);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are nothing at the equator, and no number for what is none', () => {
    expect(latitudeOf(0)).toBe(0);
    expect(latitudeOf(WEB_MERCATOR_LIMIT)).toBeCloseTo(85.0511287798066, 12);
    expect(latitudeOf(Number.NaN)).toBeNaN();
    expect(latitudeOf(Number.POSITIVE_INFINITY)).toBe(90);
  });
});

it('SH-283 the square of Web Mercator ends 20037508.34 metres from its middle, on every side', () => {
  expect(WEB_MERCATOR_LIMIT).toBeCloseTo(20037508.34, 2);
  const [x, y] = toWebMercator(180, 85.0511287798066);
  expect([x, y]).toEqual([expect.closeTo(WEB_MERCATOR_LIMIT, 6), expect.closeTo(WEB_MERCATOR_LIMIT, 2)]);
  expect(toWebMercator(-180, -85.0511287798066)).toEqual([expect.closeTo(-WEB_MERCATOR_LIMIT, 6), expect.closeTo(-WEB_MERCATOR_LIMIT, 2)]);
});

describe('spatial references', () => {
  it('knows the aliases of Web Mercator', () => {
    for (const wkid of [3857, 102100, 102113, 3785, 900913]) expect(canonicalWkid(wkid)).toBe(3857);
    expect(sameWkid(102100, 3857)).toBe(true);
    expect(sameWkid(4326, 3857)).toBe(false);
  });

  it('writes both numbers', () => {
    expect(wireSpatialReference(3857)).toEqual({ wkid: 102100, latestWkid: 3857 });
    expect(wireSpatialReference(900913)).toEqual({ wkid: 102100, latestWkid: 3857 });
    expect(wireSpatialReference(4326)).toEqual({ wkid: 4326, latestWkid: 4326 });
  });

  it('reads parameters as number, text or JSON', () => {
    expect(parseSpatialReference('102100')).toEqual({ wkid: 3857 });
    expect(parseSpatialReference(4326)).toEqual({ wkid: 4326 });
    expect(parseSpatialReference('EPSG:25832')).toEqual({ wkid: 25832 });
    expect(parseSpatialReference('{"wkid":102039,"latestWkid":5070}')).toEqual({ wkid: 5070 });
    expect(parseSpatialReference({ wkt: 'PROJCS["x"]' })).toEqual({ wkt: 'PROJCS["x"]' });
    for (const bad of ['', 'x', '{"wkid":', '-1', '4326.5', null, true, {}, { wkid: 'four' }])
      expect(() => parseSpatialReference(bad)).toThrow();
    expect(parseSpatialReference({ wkid: '4326' })).toEqual({ wkid: 4326 });
    const degrees = 'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984"],UNIT["Degree",0.0174532925199433]]';
    for (const same of [degrees, { wkt: degrees }, JSON.stringify({ wkt: degrees }), { wkid: 0, wkt: degrees }])
      expect(parseSpatialReference(same)).toEqual({ wkid: 4326 });
    expect(parseSpatialReference({ wkt: 'PROJCS["Own",AUTHORITY["EPSG","900913"]]' })).toEqual({ wkid: 3857 });
    expect(normaliseSpatialReference(null)).toBeNull();
  });

  it('takes no reference for another one where a geometry names its own', () => {
    expect(ownWkid({ wkid: 102100, latestWkid: 3857 })).toBe(3857);
    expect(ownWkid({ wkid: '4326' } as unknown as SpatialReference)).toBe(4326);
    expect(ownWkid({ wkt: 'PROJCS["WGS_1984_UTM_Zone_33N",UNIT["Meter",1.0]]' })).toBe(32633);
    for (const none of [undefined, null, {}, { wkt: '' }, { wkid: 0 }, { wkid: -1, latestWkid: 0 }]) expect(ownWkid(none)).toBeUndefined();
    for (const unread of [{ wkid: 2_000_000 }, { wkid: -2 }, { wkid: 'four' }, { wkt: 'LOCAL_CS["mine"]' }])
      expect(() => ownWkid(unread as SpatialReference), JSON.stringify(unread)).toThrow('well-known id');
  });

  it('recognises usual definitions and passes on the rest', () => {
    expect(referenceOfWkt('GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984"]]')).toEqual({ wkid: 4326 });
    expect(referenceOfWkt('PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984"]]')).toEqual({ wkid: 3857 });
    expect(referenceOfWkt('PROJCS["ETRS89 / UTM zone 33N",GEOGCS["ETRS89",AUTHORITY["EPSG","4258"]]]')).toEqual({ wkid: 25833 });
    expect(referenceOfWkt('PROJCS["My own",GEOGCS["x",AUTHORITY["EPSG","4258"]],AUTHORITY["EPSG","31467"]]')).toEqual({ wkid: 31467 });
    expect(referenceOfWkt('PROJCS["NAD_1983_UTM_Zone_10N",UNIT["Foot_US",0.3048]]')).toHaveProperty('wkt');
    expect(referenceOfWkt('PROJCS["Local"]')).toEqual({ wkt: 'PROJCS["Local"]' });
    const heights = 'VERTCRS["Heights, [m]",VDATUM["d"],CS[vertical,1],AXIS["up",up,LENGTHUNIT["foot",0.3048]]]';
    expect(referenceOfWkt(`COMPOUNDCRS["a ""b"", PROJCRS[",PROJCRS["Own",ID["EPSG",31467]],${heights},ID["EPSG",5555]]`)).toEqual({
      wkid: 31467,
    });
    expect(referenceOfWkt(`COMPD_CS["x",PROJCS["WGS 84 / UTM zone 33N",UNIT["metre",1]],VERT_CS["h",UNIT["foot",0.3]]]`)).toEqual({
      wkid: 32633,
    });
    expect(referenceOfWkt(`COMPOUNDCRS["x", GEODCRS["Own",CS[ellipsoidal,2]] ,${heights}]`)).toEqual({
      wkt: 'GEODCRS["Own",CS[ellipsoidal,2]]',
    });
    expect(referenceOfWkt(`COMPOUNDCRS["x",${heights}]`)).toEqual({ wkt: `COMPOUNDCRS["x",${heights}]` });
    expect(referenceOfWkt('  ')).toBeNull();
    const grads = 'PRIMEM["Paris",2.33722917],UNIT["Grad",0.0157079632679489]';
    expect(referenceOfWkt(`GEOGCS["GCS_NTF_Paris",DATUM["D_NTF"],${grads}]`)).toEqual({ wkid: 4807 });
    expect(referenceOfWkt(`GEOGCS["GCS_WGS_1984",DATUM["D"],${grads}]`)).toHaveProperty('wkt');
  });
});

describe('Web Mercator', () => {
  it('maps the corners of the square and cuts the poles', () => {
    expect(toWebMercator(180, 0)[0]).toBeCloseTo(WEB_MERCATOR_LIMIT, 6);
    expect(toWebMercator(0, 85.0511287798066)[1]).toBeCloseTo(WEB_MERCATOR_LIMIT, 3);
    expect(toWebMercator(0, 90)).toEqual(toWebMercator(0, 89.99));
  });

  it('comes back to where it started', () => {
    fc.assert(
      fc.property(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -89, max: 89, noNaN: true }), (lon, lat) => {
        const [x, y] = fromWebMercator(...toWebMercator(lon, lat));
        expect(x).toBeCloseTo(lon, 9);
        expect(y).toBeCloseTo(lat, 9);
      }),
    );
  });
});

describe('tile grid', () => {
  it('gives bounds, resolutions and addresses', () => {
    expect(resolution(0)).toBeCloseTo(156543.0339, 3);
    expect(tileBounds(1, 1, 0)).toEqual({ xmin: 0, ymin: 0, xmax: WEB_MERCATOR_LIMIT, ymax: WEB_MERCATOR_LIMIT });
    expect(tileBounds(0, 0, 0, 0.5).xmin).toBeCloseTo(-2 * WEB_MERCATOR_LIMIT, 6);
    expect(isTile(2, 3, 3)).toBe(true);
    for (const [z, x, y] of [
      [2, 4, 0],
      [2, -1, 0],
      [25, 0, 0],
      [1.5, 0, 0],
    ] as const)
      expect(isTile(z, x, y)).toBe(false);
  });

  it('finds the tile of a place, and the range of an extent', () => {
    expect(tileAt(3, 1, 1)).toEqual({ x: 4, y: 3 });
    expect(tileAt(3, 1e9, -1e9)).toEqual({ x: 7, y: 7 });
    expect(tileRange(1, { xmin: -1, ymin: -1, xmax: 1, ymax: 1 })).toEqual({ xmin: 0, ymin: 0, xmax: 1, ymax: 1 });
  });
});
