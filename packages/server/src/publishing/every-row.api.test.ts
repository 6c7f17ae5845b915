// Real files of many countries and programs, published through the application: as many rows come out as there are in the file, with every
// column, and as many cells without a value as another program (GDAL) counts.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureUrl, hasFixture } from '../../../geo/testing/read-fixture.ts';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { zipArchive } from '../../testing/zip-archive.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

interface Expected {
  fileType: string;
  /** What a person says about the file. */
  more?: object;
  /** Rows of each layer, with the number of cells without a value by field, and the first row. */
  layers: { rows: number; blank?: Record<string, number>; first: object; at?: [number, number] }[];
  warnings?: string[];
}

const FILES: Readonly<Record<string, Expected>> = {
  'vector/airports.kml': {
    fileType: 'kml',
    layers: [
      {
        rows: 891,
        blank: { iata: 13 },
        first: {
          folder: 'major',
          name: "Cheongju Int'l",
          description: '<b>CJJ</b> <i>RKTU</i>',
          style: 'major',
          iata: 'CJJ',
          scalerank: 9,
        },
        at: [127.49592, 36.72202],
      },
    ],
    warnings: ['drawing-left'],
  },
  'vector/europe_rivers_multiline_3035.zip': {
    fileType: 'shapefile',
    layers: [{ rows: 872, blank: { name: 514 }, first: { name: 'Aare', scalerank: 10, parts: 4 } }],
  },
  'vector/river_trip.gpx': {
    fileType: 'gpx',
    layers: [
      { rows: 25, first: { ele: 104, name: 'Budapest', sym: 'City' } },
      { rows: 1, first: { name: 'Capitals' } },
      { rows: 1, first: { name: 'Track', time_start: Date.UTC(2024, 4, 1, 6), time_end: Date.UTC(2024, 4, 2, 0, 25) } },
    ],
    warnings: ['route-points', 'track-times'],
  },
  'vector/swiss_places_pointz_2056.zip': {
    fileType: 'shapefile',
    layers: [{ rows: 1500, first: { NAME: 'Zürich', ELEV_M: 429, POP: 341_730 }, at: [8.55, 47.36667] }],
  },
  'csv/espana_punto_y_coma.csv': {
    fileType: 'csv',
    layers: [
      { rows: 1321, first: { Municipio: 'Madrid', Población: 3_255_944, Latitud: 40.4165, Longitud: -3.70256 }, at: [-3.70256, 40.4165] },
    ],
    warnings: ['text-encoding'],
  },
  'csv/kenya_bom_xy.csv': {
    fileType: 'csv',
    layers: [{ rows: 117, blank: { ALT_NAMES: 7 }, first: { X: 36.81667, Y: -1.28333, NAME: 'Nairobi' }, at: [36.81667, -1.28333] }],
  },
  'csv/turkey_tab.tsv': {
    fileType: 'csv',
    layers: [{ rows: 253, first: { ad: 'Istanbul', nüfus: 14_804_116 }, at: [28.94966, 41.01384] }],
  },
  'csv/africa_wkt.csv': { fileType: 'csv', layers: [{ rows: 20, first: { name: 'South Africa', iso: 'ZA' } }] },
  'csv/mexico_utm14.csv': {
    fileType: 'csv',
    more: { sourceSR: { wkid: 32_614 } },
    layers: [
      {
        rows: 499,
        blank: { notes: 449 },
        first: { name: 'Mexico City', easting: 486_598.6, notes: 'line one\nline two' },
        at: [-99.12766, 19.42847],
      },
    ],
    warnings: ['not-degrees'],
  },
  'csv/uk_dms.csv': {
    fileType: 'csv',
    layers: [{ rows: 631, first: { Town: 'London', Latitude: '51°30\'30.7"N', Longitude: '0°07\'32.7"W' }, at: [-0.12575, 51.50853] }],
  },
  'geojson/poland_places_nested.geojson': {
    fileType: 'geojson',
    layers: [
      {
        rows: 1503,
        blank: { empty: 1503 },
        first: {
          name: 'Warsaw',
          stats: '{"population":1702139,"elevation":113}',
          alt: '["Barsobia","Varsa","Varsava","Varsavia"]',
          capital: 1,
          updated: Date.UTC(2022, 2, 9),
          id: 756_135,
        },
      },
    ],
  },
  'geojson/india_places.geojsonl': { fileType: 'geojson', layers: [{ rows: 901, first: { name: 'Mumbai', pop: 12_691_836 } }] },
  'geojson/norway_crs_3857.geojson': {
    fileType: 'geojson',
    layers: [{ rows: 103, first: { navn: 'Oslo', pop: 580_000 }, at: [10.74609, 59.91273] }],
  },
  'geojson/esri_featureset.json': {
    fileType: 'geojson',
    layers: [{ rows: 153, first: { NAME: 'Stockholm', POP: 1_515_017, UPDATED: Date.UTC(2022, 2, 9) } }],
  },
  'geojson/single_feature.geojson': { fileType: 'geojson', layers: [{ rows: 1, first: { name: 'Lesotho' } }] },
  'geojson/fiji_antimeridian.geojson': {
    fileType: 'geojson',
    layers: [
      { rows: 1, first: { name: 'beyond 180' } },
      { rows: 1, first: { name: 'line across 180' } },
      { rows: 1, first: { name: 'Fiji (as in Natural Earth, crossing 180)' } },
    ],
    warnings: ['mixed-geometry'],
  },
};

async function published(file: string, { fileType, more }: Expected): Promise<{ path: string; analysis: AnyReply }> {
  const petra = t.as('petra');
  const sent = { file: { name: file.slice(file.indexOf('/') + 1), bytes: readFileSync(fixtureUrl(file)) } };
  const analysis = await petra.upload('content/features/analyze', { fileType }, sent);
  const publishParameters = { name: file.replace(/\W/g, '_'), ...more };
  const { services } = await petra.upload(`content/users/${petra.username}/publish`, { fileType, publishParameters }, sent);
  await t.runJobs();
  const [{ serviceurl, serviceItemId, jobId }] = services;
  const status = await petra.get(`content/users/${petra.username}/items/${serviceItemId}/status`, { jobId });
  expect(status).toMatchObject({ status: 'completed' });
  return { path: new URL(serviceurl).pathname, analysis };
}

describe('every row, column and value', () => {
  // Files that are not part of this repository may not be there.
  it.skip.each(Object.keys(FILES).filter((file) => !hasFixture(file)))('of %s comes in, were the file there', () => undefined);

  it.each(Object.entries(FILES).filter(([file]) => hasFixture(file)))('of %s comes in', async (file, expected) => {
    const { path, analysis } = await published(file, expected);
    const { warningSentences, datasets } = analysis.publishParameters;
    expect(warningSentences.map((each: AnyReply) => each.code).sort()).toEqual(expected.warnings ?? []);
    expect(datasets.map((each: AnyReply) => each.rowCount)).toEqual(expected.layers.map(({ rows }) => rows));
    const service = await t.as('petra').get(path);
    expect(service.layers).toHaveLength(expected.layers.length);
    for (const [id, { rows, blank = {}, first, at }] of expected.layers.entries()) {
      const page = (params: object): Promise<AnyReply> =>
        t.as('petra').get(`${path}/${id}/query`, { where: '1=1', outFields: '*', outSR: 4326, orderByFields: 'OBJECTID', ...params });
      expect((await page({ returnCountOnly: true })).count).toBe(rows);
      expect((await page({ where: 'OBJECTID > 0', returnDistinctValues: false, returnIdsOnly: true })).objectIds).toHaveLength(rows);
      const [one] = (await page({ resultRecordCount: 1 })).features;
      expect(one.attributes).toMatchObject(first);
      expect(one.geometry).toBeDefined();
      if (at !== undefined) expect([one.geometry.x, one.geometry.y]).toEqual(at.map((value) => expect.closeTo(value, 4)));
      const { fields } = await t.as('petra').get(`${path}/${id}`);
      for (const { name } of fields) {
        const { count } = await page({ where: `"${name}" is null`, returnCountOnly: true });
        expect([name, count]).toEqual([name, blank[name] ?? 0]);
      }
    }
  });
});

describe('rasters and scenes', () => {
  /** The files of a tile set in one archive, as its packages are. */
  const tiles = (): Buffer =>
    zipArchive(
      ['tileset.json', 'boxes.glb'].map((name) => ({ name, bytes: readFileSync(fixtureUrl(`scene/basel_boxes_3dtiles/${name}`)) })),
    );

  it.each([
    { file: 'raster/alps_elevation_float32.tif', type: 'Image', ownType: 'image', fileType: 'geojson', reason: 'The file is not JSON' },
    { file: 'raster/natural_earth_europe_3035.tif', type: 'Image', ownType: 'tilePackage', fileType: 'csv', reason: 'is not a text file' },
    {
      file: 'scene/basel_boxes.slpk',
      type: 'Scene Package',
      ownType: 'scenePackage',
      fileType: 'shapefile',
      reason: 'holds another archive',
    },
    { file: 'boxes.3tz', type: '3DTiles Package', ownType: '3DTilesPackage', fileType: 'shapefile', reason: 'holds no shapefile' },
  ])('of $file are kept as an item to the last byte, and no layer is made of them', async ({ file, type, ownType, fileType, reason }) => {
    const petra = t.as('petra');
    const bytes = file === 'boxes.3tz' ? tiles() : readFileSync(fixtureUrl(file));
    const name = file.slice(file.indexOf('/') + 1);
    const { id } = await petra.upload(`content/users/${petra.username}/addItem`, { title: name, type }, { file: { name, bytes } });
    expect(await petra.get(`content/items/${id}`)).toMatchObject({ type, name, size: bytes.length });
    const kept = await petra.raw('GET', `content/items/${id}/data`, { f: '' });
    expect(Buffer.compare(kept.rawPayload, bytes)).toBe(0);
    const publish = (kind: string): Promise<AnyReply> =>
      petra.post(`content/users/${petra.username}/publish`, { itemId: id, fileType: kind, publishParameters: { name: `none_${id}` } });
    // Called what it is: the answer says what layers are made from.
    expect((await publish(ownType)).error).toMatchObject({
      code: 400,
      message: expect.stringContaining('which is not read here'),
      details: [expect.stringContaining('Use one of csv, excel, geojson')],
    });
    // Called something else: the job says why not, and there is no layer.
    const [{ serviceItemId, serviceurl }] = (await publish(fileType)).services;
    await t.runJobs();
    const status = await petra.get(`content/users/${petra.username}/items/${serviceItemId}/status`);
    expect(status).toMatchObject({ status: 'failed', statusMessage: expect.stringContaining(reason) });
    expect((await petra.get(new URL(serviceurl).pathname)).error.code).toBe(404);
    const { error } = await petra.post('content/features/analyze', { itemId: id, fileType });
    expect(error).toMatchObject({ code: 400, message: expect.stringContaining(reason) });
  });
});
