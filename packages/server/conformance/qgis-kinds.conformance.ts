// QGIS, without its windows, opens layers of every kind that are not shared, with a token that it keeps, and vector tiles that are shared.
//
// What its provider of Debian 12 (3.22) cannot do, whatever the portal: edit, take a condition for the whole layer, open a table, ask for vector
// tiles with a token. The tests say so, and ask for more of versions that can: writing came with 3.28. The calls with which later versions write
// are replayed in `edits/qgis-edits.api.test.ts`.
import { join } from 'node:path';
import { setItemAccess } from '@esri/arcgis-rest-portal';
import { request } from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../testing/agent.ts';
import { type ListeningPortal, listeningPortal, type Published } from './listening-portal.ts';
import { KINDS, placeOf, plantPark, ROWS, valuesOf } from './park.ts';
import { describeWithQgis, inQgis, WRITES_SINCE } from './qgis.ts';

/** The rows 50 to 54 and nothing of others, in degrees; little of the north, so that it is hardly larger in other reference systems. */
const BOX = [6.995, 49.99, 7.095, 50.02];
const PLACED = Object.keys(KINDS).filter((kind) => kind !== 'rows');

describeWithQgis('QGIS', () => {
  let portal: ListeningPortal;
  let found: AnyReply;

  beforeAll(async () => {
    portal = await listeningPortal({ people: { pia_publisher: 'publisher' } });
    const authentication = await portal.signIn('pia_publisher');
    const { url, itemId } = await plantPark(authentication);
    const { services } = await request(`${portal.sharing}/content/users/${authentication.username}/publish`, {
      authentication,
      params: { itemId, fileType: 'featureService', outputType: 'VectorTiles', publishParameters: { name: 'Park_tiles', maxZoom: 12 } },
    });
    const [tiles] = services as Published[];
    await setItemAccess({ id: tiles?.serviceItemId ?? '', access: 'public', authentication });
    const kinds = Object.fromEntries(Object.entries(KINDS).map(([kind, { id, wkid }]) => [kind, { id, wkid }]));
    const args = [url, await authentication.getToken(url), JSON.stringify(kinds), JSON.stringify(BOX), tiles?.serviceurl ?? ''];
    found = await inQgis(join(import.meta.dirname, 'qgis-park.py'), args, '{"version"');
  }, 180_000);
  afterAll(async () => portal?.close());

  it.each(PLACED)('reads every page of %s in their own reference system, values and places', (kind) => {
    const layer = found.layers[kind];
    expect(layer).toMatchObject({ valid: true, count: ROWS, crs: `EPSG:${KINDS[kind]?.wkid}` });
    // Days and large numbers are unknown to older versions, which leave such fields out.
    const rows = layer.rows.map(({ values, place }: AnyReply) => {
      const { OBJECTID: id, name, height, n, kind: of, seen } = values;
      return { id, values: { name, height, n, kind: of, seen }, place: parts(place) };
    });
    expect(rows).toEqual(
      Array.from({ length: ROWS }, (_, row) => {
        const { day: _day, big: _big, ...values } = valuesOf(row);
        return { id: row + 1, values, place: near(parts(placeOf(kind, row))) };
      }),
    );
  });

  it.each(PLACED)('asks the portal for %s in a box and for one of them, and draws them', (kind) => {
    const { inBox, one, colours } = found.layers[kind];
    expect(inBox).toEqual([54, 53, 52, 51, 50].map((row) => valuesOf(row).n));
    expect(one).toMatchObject({ OBJECTID: 124, name: valuesOf(123).name });
    expect(colours).toBeGreaterThan(1);
  });

  it.each(PLACED)('knows types, other names, lengths and domains of the fields of %s', (kind) => {
    const { fields, domain, distinct, highest, chosen } = found.layers[kind];
    expect(fields).toMatchObject({
      OBJECTID: ['esriFieldTypeOID', '', 0],
      GlobalID: ['esriFieldTypeGlobalID', '', 38],
      name: ['esriFieldTypeString', 'Name of the thing', 40],
      height: ['esriFieldTypeDouble', '', 0],
      n: ['esriFieldTypeInteger', '', 0],
      kind: ['esriFieldTypeSmallInteger', '', 0],
      seen: ['esriFieldTypeDate', '', 0],
    });
    expect(domain).toEqual({ map: [{ Oak: 1 }, { Ash: 2 }] });
    expect(distinct).toEqual([1, 2]);
    expect(highest).toBe(ROWS - 2 + 0.25);
    expect(chosen).toEqual([247, 245, 243, 241].map((row) => valuesOf(row).n));
  });

  it('opens nothing that is not shared without a token', () => {
    expect(found.unsigned).toBe(false);
  });

  it('opens vector tiles with their style, and draws them', () => {
    expect(found.tiles).toMatchObject({ valid: true, zooms: [0, 12], styled: true, layers: [...PLACED].sort() });
    expect(found.tiles.colours).toBeGreaterThan(1);
  });

  it('only reads in versions before 3.28, such as that of Debian 12, and those open no tables', () => {
    const isOld = found.version < WRITES_SINCE;
    for (const kind of PLACED) {
      const { edits, startsEditing, subset } = found.layers[kind];
      expect(edits).toEqual(isOld ? [] : ['add', 'delete', 'values', 'places']);
      expect(startsEditing).toBe(!isOld);
      if (isOld) expect(subset).toBe(false);
    }
    if (isOld) expect(found.layers.rows).toEqual({ valid: false });
  });
});

/** Every part with its vertices: whether one part is called multiple is the program's own. */
function parts(place: GeoJSON.Geometry | null): unknown {
  if (place === null || place.type === 'GeometryCollection') return null;
  const kind = place.type.replace('Multi', '');
  if (place.type === 'Point' || place.type === 'LineString' || place.type === 'Polygon') return { kind, parts: [turned(place)] };
  return { kind, parts: place.coordinates.map((coordinates) => turned({ type: kind, coordinates } as GeoJSON.Geometry)) };
}

/** Rings with the clock around an area and against it around holes run the other way in GeoJSON: each from its first corner to either side. */
function turned(place: GeoJSON.Geometry): unknown {
  if (place.type !== 'Polygon') return (place as GeoJSON.Point).coordinates;
  return place.coordinates.map((ring) => [...ring].slice(1).sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));
}

function near(value: unknown): unknown {
  if (typeof value === 'number') return expect.closeTo(value, 6);
  if (Array.isArray(value)) return value.map(near);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, near(each)]));
}
