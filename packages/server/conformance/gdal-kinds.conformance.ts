// GDAL's drivers for Esri JSON, GeoJSON and vector tiles read layers of every kind, page by page, shared or not. They only read.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListeningPortal, listeningPortal } from './listening-portal.ts';
import { KINDS, MOMENT, placeOf, plantPark, ROWS, valuesOf } from './park.ts';

const run = promisify(execFile);
const drivers = await run('ogr2ogr', ['--formats']).then(
  ({ stdout }) => stdout,
  () => '',
);
if (drivers === '') console.warn('Skipped: GDAL is not installed (package gdal-bin); no layer was read with ogrinfo and ogr2ogr.');

describe.skipIf(drivers === '')('GDAL', () => {
  let portal: ListeningPortal;
  let dir: string;
  let service: string;
  let token: string;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'graticule-gdal-kinds-'));
    portal = await listeningPortal({ people: { pia_publisher: 'publisher' } });
    const authentication = await portal.signIn('pia_publisher');
    service = (await plantPark(authentication)).url;
    token = await authentication.getToken(service);
  });
  afterAll(async () => {
    await portal?.close();
    await rm(dir, { recursive: true, force: true });
  });

  /** Address of a query, as GDAL needs one; it adds the paging itself. */
  const query = (kind: string, f: string, more: Record<string, string> = {}): string =>
    `${service}/${KINDS[kind]?.id}/query?${new URLSearchParams({ where: '1=1', outFields: '*', f, token, ...more })}`;

  /** Everything that GDAL reads of a source, in degrees. */
  async function copied(source: string, ...options: string[]): Promise<GeoJSON.Feature[]> {
    const path = join(dir, 'copy.geojson');
    await rm(path, { force: true });
    const layout = ['-f', 'GeoJSON', '-lco', 'RFC7946=NO', '-lco', 'COORDINATE_PRECISION=9', '-lco', 'WRITE_BBOX=NO'];
    await run('ogr2ogr', [...layout, ...options, path, source], { env: withHeader() });
    return (JSON.parse(await readFile(path, 'utf8')) as GeoJSON.FeatureCollection).features;
  }
  /** The token where an address cannot hold it: the driver makes up the addresses of tiles. */
  const withHeader = () => ({ ...process.env, GDAL_HTTP_HEADERS: `X-Esri-Authorization: Bearer ${token}` });

  /** Dates are numbers, texts or moments, as the version has it, and large numbers are texts in some; missing values are left out or null. */
  const rowOf = ({ properties, geometry }: GeoJSON.Feature) => {
    const { name = null, height = null, n = null, kind = null, seen, day, big } = properties ?? {};
    const moment = /^\d+$/.test(seen) ? Number(seen) : Date.parse(`${seen}`.replace(/\+00$/, 'Z'));
    const values = {
      name,
      height,
      n,
      kind,
      seen: seen ? moment : null,
      day: day?.replaceAll('/', '-') ?? null,
      big: big ? Number(big) : null,
    };
    return { id: properties?.OBJECTID, values, place: geometry };
  };
  const expected = (kind: string, ringsOf: (place: GeoJSON.Geometry | null) => GeoJSON.Geometry | null = (place) => place) =>
    Array.from({ length: ROWS }, (_, row) => ({ id: row + 1, values: valuesOf(row), place: near(ringsOf(placeOf(kind, row))) }));

  it.each(Object.keys(KINDS))('reads every page of %s from Esri JSON, values and places', async (kind) => {
    const rows = (await copied(`ESRIJSON:${query(kind, 'json')}`, ...inDegrees(kind))).map(rowOf);
    expect(rows).toEqual(expected(kind, withTheClock));
  });

  it.each(['areas', 'lines', 'rows'])('reads every page of %s from GeoJSON', async (kind) => {
    const rows = (await copied(query(kind, 'geojson'))).map(rowOf);
    expect(rows).toEqual(expected(kind));
  });

  it('knows the system, the kind of geometry and the number of rows before it reads them', async () => {
    const told = { points: 'Point', lines: 'Line String', areas: 'Polygon', spots: 'Multi Point', rows: 'None' };
    for (const [kind, geometry] of Object.entries(told)) {
      const { stdout } = await run('ogrinfo', ['-ro', '-so', '-al', `ESRIJSON:${query(kind, 'json')}`]);
      expect(stdout).toContain(`Geometry: ${geometry}\nFeature Count: ${ROWS}\n`);
      if (kind !== 'rows') expect(stdout).toContain(`ID["EPSG",${KINDS[kind]?.wkid}]]`);
      expect(stdout).toContain('name: String (40.0)');
    }
  });

  it('reads the rows that a condition and a box choose, in the order and with the fields that were asked for', async () => {
    const box = { geometry: '7,49,7.1,51', geometryType: 'esriGeometryEnvelope', inSR: '4326' };
    const chosen = { ...box, where: 'kind = 2', outFields: 'name', orderByFields: 'height DESC', outSR: '4326' };
    const names = [55, 53, 51].map((row) => valuesOf(row).name);
    const features = await copied(`ESRIJSON:${query('points', 'json', chosen)}`);
    expect(features.map(({ properties }) => properties)).toEqual(names.map((name) => ({ name })));
    expect(features[0]?.geometry).toEqual(near(placeOf('points', 55)));
    // The other driver puts them into the order of their ids.
    const other = await copied(query('points', 'geojson', chosen));
    expect(other.map(({ properties }) => properties?.name)).toEqual([...names].reverse());
    expect(other[2]?.geometry).toEqual(features[0]?.geometry);
  });

  it('reads nothing that is not shared without a token', async () => {
    const refused = run('ogrinfo', ['-ro', '-so', '-al', `ESRIJSON:${query('points', 'json', { token: '' })}`]);
    await expect(refused).rejects.toMatchObject({ stderr: expect.stringContaining('Failed to read ESRIJSON data') });
  });

  it.skipIf(!/ MVT -vector-/.test(drivers))('reads vector tiles by their TileJSON', async () => {
    const layer = `${service}/0`;
    const features = await copied(`MVT:${layer}/tiles/7`, '-oo', `METADATA_FILE=/vsicurl/${layer}/tiles.json`, '-t_srs', 'EPSG:4326');
    const byName = new Map(features.map((feature) => [feature.properties?.name, feature]));
    expect(byName.size).toBe(ROWS - 1);
    for (const row of [0, 100, ROWS - 2]) {
      const { name, height, n } = valuesOf(row);
      const found = byName.get(name);
      expect(found?.properties).toMatchObject({ height, n, seen: MOMENT, day: '2024-02-29' });
      // a tile of that level has 4096 steps on 2.8 degrees
      expect(found?.geometry).toEqual({ type: 'Point', coordinates: [6 + row * 0.02, 50].map((each) => expect.closeTo(each, 2)) });
    }
  });

  it.skipIf(!/ MVT -vector-/.test(drivers))('reads all layers of a tile of a vector tile service', async () => {
    // The tile of level 5 that has all of them. The driver takes the column for the row, so places are not looked at.
    const tile = `${service.replace(/FeatureServer$/, 'VectorTileServer')}/tile/5/10/16.pbf`;
    const { stdout } = await run('ogrinfo', ['-ro', '-so', '-al', `MVT:${tile}`], { env: withHeader() });
    const counts = [...stdout.matchAll(/Layer name: (\w+)[\s\S]*?Feature Count: (\d+)/g)].map(([, name, count]) => [name, Number(count)]);
    expect(Object.fromEntries(counts)).toEqual({ points: ROWS - 1, lines: ROWS - 1, areas: expect.any(Number), spots: ROWS - 1 });
  });

  it('has no driver that edits such layers', () => {
    expect(drivers).toMatch(/ESRIJSON -vector- \(ro/);
  });
});

const inDegrees = (kind: string): string[] => (KINDS[kind]?.geometryType === undefined ? [] : ['-t_srs', 'EPSG:4326']);

/** The place to the millionth. */
function near(place: GeoJSON.Geometry | null): unknown {
  if (place === null || place.type === 'GeometryCollection') return place;
  const each = (value: unknown): unknown => (Array.isArray(value) ? value.map(each) : expect.closeTo(value as number, 6));
  return { type: place.type, coordinates: each(place.coordinates) };
}

/** Rings run as in Esri JSON, which the driver keeps: with the clock around an area, against it around a hole. */
function withTheClock(place: GeoJSON.Geometry | null): GeoJSON.Geometry | null {
  if (place?.type !== 'Polygon') return place;
  return { ...place, coordinates: place.coordinates.map((each) => [...each].reverse()) };
}
