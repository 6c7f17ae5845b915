// What a format cannot hold of a layer is told with the job of the export; what it can hold in a way of its own comes back whole.
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

let count = 0;

async function publish(fileType: string, name: string, bytes: string | Uint8Array): Promise<{ path: string; itemId: string }> {
  const petra = t.as('petra');
  const parameters = { fileType, publishParameters: { name: `losses_${count++}` } };
  const { services } = await petra.upload(`content/users/${petra.username}/publish`, parameters, {
    file: { name, bytes: Buffer.from(bytes) },
  });
  await t.runJobs();
  const [{ serviceurl, serviceItemId }] = services;
  const status = await petra.get(`content/users/${petra.username}/items/${serviceItemId}/status`);
  expect(status).toMatchObject({ status: 'completed' });
  return { path: new URL(serviceurl).pathname, itemId: serviceItemId };
}

/** What is told of an export of the layer. */
async function toldOf({ path, itemId }: { path: string; itemId: string }, exportFormat: string): Promise<string[]> {
  const petra = t.as('petra');
  await petra.post(`content/users/${petra.username}/export`, { itemId, exportFormat });
  await t.runJobs();
  const [latest] = (await petra.get(`${path}/0/append/jobs`)).jobs;
  expect(latest).toMatchObject({ operation: 'export', status: 'Completed', exportFormat });
  return (latest.warnings ?? []).map((each: AnyReply) => each.text);
}

async function download(
  itemId: string,
  exportFormat: string,
  headers: Record<string, string> = {},
  more: Record<string, string> = {},
): Promise<Buffer> {
  const response = await t.as('petra').raw('GET', `content/items/${itemId}/export`, { f: '', exportFormat, ...more }, headers);
  expect(response.statusCode).toBe(200);
  return response.rawPayload;
}

const attributesOf = async (path: string): Promise<AnyReply[]> =>
  (await t.as('petra').get(`${path}/0/query`, { where: '1=1', outFields: '*', orderByFields: 'OBJECTID' })).features.map(
    (one: AnyReply) => one.attributes,
  );

/** The texts in an archive by their names. */
async function opened(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(bytes);
  const texts: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) texts[entry.fileName] = await text(await zip.openReadStreamPromise(entry));
  return texts;
}

const collection = (rows: readonly object[]): string => {
  const features = rows.map((properties, i) => ({ type: 'Feature', properties, geometry: { type: 'Point', coordinates: [i, 47] } }));
  return JSON.stringify({ type: 'FeatureCollection', features });
};

it('tells that measures are left out, by formats that have no place for them', async () => {
  const layer = await publish('csv', 'a.csv', 'name,wkt\na,POINT M (7 47 5)\nb,POINT M (8 48 6)\n');
  expect(await toldOf(layer, 'GeoJson')).toEqual(['Measures (m values) were left out: GeoJson has no place for them.']);
  expect(await toldOf(layer, 'KML')).toEqual(['Measures (m values) were left out: KML has no place for them.']);
  for (const format of ['CSV', 'GeoPackage', 'Excel']) expect(await toldOf(layer, format)).toEqual([]);
});

it('tells which names of a shapefile are shorter, and which days lost their time', async () => {
  const rows = [{ population_2020: 1, population_2021: 2, seen: '2024-02-29T12:00:00Z', day: '2024-02-29' }];
  expect(await toldOf(await publish('geojson', 'a.geojson', collection(rows)), 'Shapefile')).toEqual([
    'Names of columns are shorter in the file: population_2020 → population, population_2021 → populati_1.',
    'Shapefiles have days without times: the times in seen were left out.',
  ]);
});

it('tells of control characters that KML cannot hold, and keeps them in every other format', async () => {
  const words = ['bell \u0007 and \u0001', 'form\u000cfeed', 'tab\tand\r\nlines', '_x0007_', 'noncharacter \uffff', '👩‍👩‍👧 🇨🇭'];
  const layer = await publish('geojson', 'a.geojson', collection(words.map((word) => ({ word }))));
  expect((await attributesOf(layer.path)).map(({ word }) => word)).toEqual(words);
  expect(await toldOf(layer, 'KML')).toEqual(['Control characters, which KML cannot hold, were left out of texts: 3.']);
  for (const [format, fileType, file] of [
    ['Excel', 'excel', 'a.xlsx'],
    ['CSV', 'csv', 'a.csv'],
    ['GeoJson', 'geojson', 'a.geojson'],
    ['GeoPackage', 'geoPackage', 'a.gpkg'],
    ['FlatGeobuf', 'flatgeobuf', 'a.fgb'],
    ['Parquet', 'parquet', 'a.parquet'],
    ['Shapefile', 'shapefile', 'a.zip'],
  ] as const) {
    expect([format, await toldOf(layer, format)]).toEqual([format, []]);
    const back = await publish(fileType, file, await download(layer.itemId, format));
    expect([format, (await attributesOf(back.path)).map(({ word }) => word)]).toEqual([format, words]);
  }
});

it('keeps the whole header as the name for people, however the name of the field is made', async () => {
  const headers = [
    `${'Very long name of a column '.repeat(4)}one`,
    `${'Very long name of a column '.repeat(4)}two`,
    'select',
    '2020 total',
    'اسم الحقل الطويل جدًا الذي لا يتسع له شيء',
    '人口（二〇二〇年）',
    'Name',
    'NAME',
    'OBJECTID',
    '👩‍👧',
    'a"b',
    "Robert'); drop table item;--",
  ];
  const cells = headers.map((_, i) => `value ${i}`);
  const line = (list: readonly string[]): string => list.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  const { path } = await publish('csv', 'a.csv', `${line(headers)},,lat,lon\n${line(cells)},unnamed,47,8\n`);
  const { fields } = await t.as('petra').get(`${path}/0`);
  const own = fields.filter(({ name }: AnyReply) => !['OBJECTID', 'GlobalID'].includes(name));
  expect(own.map(({ alias }: AnyReply) => alias)).toEqual([...headers, 'Column 13', 'lat', 'lon']);
  expect(new Set(own.map(({ name }: AnyReply) => name.toLowerCase())).size).toBe(own.length);
  const [row] = await attributesOf(path);
  expect(own.map(({ name }: AnyReply) => row[name])).toEqual([...cells, 'unnamed', 47, 8]);
  // Every name can be asked for.
  for (const { name } of own.slice(0, -3)) {
    const { count: found } = await t.as('petra').get(`${path}/0/query`, { where: `"${name}" like 'value %'`, returnCountOnly: true });
    expect([name, found]).toEqual([name, 1]);
  }
});

it('keeps texts, numbers and truth values at their limits, and geometries that are empty', async () => {
  const rows = [
    { long: 'ü'.repeat(60_000), yes: true, big: 9_007_199_254_740_991, id: '12345678901234567890', blank: '' },
    { long: ' spaces ', yes: false, big: -1, id: '007', blank: 'x' },
    { long: null, yes: null, big: null, id: null, blank: null },
  ];
  const text = JSON.stringify({
    type: 'FeatureCollection',
    features: rows.map((properties, i) => ({
      type: 'Feature',
      properties,
      geometry: [
        { type: 'Polygon', coordinates: [] },
        null,
        {
          type: 'MultiPolygon',
          coordinates: [
            [
              [
                [0, 0],
                [1, 0],
                [1, 1],
                [0, 0],
              ],
            ],
          ],
        },
      ][i],
    })),
  });
  const layer = await publish('geojson', 'a.geojson', text);
  const before = (await attributesOf(layer.path)).map(({ OBJECTID: _, GlobalID: __, ...rest }) => rest);
  expect(before).toEqual(rows.map((row) => ({ ...row, yes: row.yes === null ? null : Number(row.yes) })));
  for (const [format, fileType, file] of [
    ['GeoJson', 'geojson', 'a.geojson'],
    ['GeoPackage', 'geoPackage', 'a.gpkg'],
    ['FlatGeobuf', 'flatgeobuf', 'a.fgb'],
    ['Parquet', 'parquet', 'a.parquet'],
    ['Feature Collection', 'featureCollection', 'a.json'],
    ['KML', 'kml', 'a.kml'],
    ['CSV', 'csv', 'a.csv'],
  ] as const) {
    const back = await publish(fileType, file, await download(layer.itemId, format));
    const isTold = ['KML', 'CSV'].includes(format);
    const after = (await attributesOf(back.path)).map(({ OBJECTID: _, GlobalID: __, name: ___, ...rest }) => rest);
    expect([format, after]).toEqual([format, before.map((row) => (isTold && row.blank === '' ? { ...row, blank: null } : row))]);
    const { features } = await t.as('petra').get(`${back.path}/0/query`, { where: '1=1', orderByFields: 'OBJECTID' });
    expect([format, features.map((one: AnyReply) => (one.geometry ?? null) === null)]).toEqual([format, [true, true, false]]);
  }
  // A cell of a workbook holds 32,767 characters.
  const petra = t.as('petra');
  await petra.post(`content/users/${petra.username}/export`, { itemId: layer.itemId, exportFormat: 'Excel' });
  await t.runJobs();
  expect((await petra.get(`${layer.path}/0/append/jobs`)).jobs[0]).toMatchObject({ operation: 'export', textsCut: 1 });
});

it('tells within direct downloads what they could not hold: on a last sheet of workbooks, and beside shapefiles', async () => {
  const ring = Array.from({ length: 3000 }, (_, i) => [Math.cos(i / 500) * 5, Math.sin(i / 500) * 5]);
  const line = { type: 'LineString', coordinates: ring };
  const features = [{ type: 'Feature', properties: { long: 'ü'.repeat(40_000), population_2020: 1 }, geometry: line }];
  const layer = await publish('geojson', 'a.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
  const workbook = await opened(await download(layer.itemId, 'Excel'));
  expect(workbook['xl/workbook.xml']).toMatch(/<sheet name="Notes" sheetId="2" r:id="rId2"\/><\/sheets>/);
  expect(workbook['xl/worksheets/sheet2.xml']).toContain('Geometries that are longer were left out: 1.');
  expect(workbook['xl/worksheets/sheet2.xml']).toContain('Texts that are longer were cut: 1.');
  const archive = await opened(await download(layer.itemId, 'Shapefile'));
  expect(archive['README.txt']).toBe(
    'Shapefiles hold texts of 254 bytes. Texts that are longer were cut: 1.\r\n' +
      'Names of columns are shorter in the file: population_2020 → population.\r\n',
  );
  // In the language of who asks.
  const arabic = { 'accept-language': 'ar-EG,en;q=0.5' };
  const workbookInArabic = await opened(await download(layer.itemId, 'Excel', arabic));
  expect(workbookInArabic['xl/workbook.xml']).toContain('<sheet name="ملاحظات" sheetId="2"');
  expect(workbookInArabic['xl/worksheets/sheet2.xml']).toContain('اقتُطعت النصوص الأطول: 1.');
  expect((await opened(await download(layer.itemId, 'Shapefile', arabic)))['README.txt']).toBe(
    'تتسع ملفات Shapefile لنصوص من 254 بايتًا. اقتُطعت النصوص الأطول: 1.\r\n' +
      'أسماء الأعمدة أقصر في الملف: population_2020 → population.\r\n',
  );
  // A link of a page asks in the language of the page, whatever the browser's is; of a language that is not written here, in the browser's.
  const readme = async (culture: string) => (await opened(await download(layer.itemId, 'Shapefile', arabic, { culture })))['README.txt'];
  expect(await readme('en-GB')).toContain('Texts that are longer were cut: 1.');
  expect(await readme('tlh')).toContain('اقتُطعت النصوص الأطول: 1.');
  const english = await download(layer.itemId, 'Shapefile', { 'accept-language': 'en' }, { culture: 'ar' });
  expect((await opened(english))['README.txt']).toContain('اقتُطعت النصوص الأطول: 1.');
  const petra = t.as('petra');
  const asked = { itemId: layer.itemId, exportFormat: 'Shapefile' };
  const { exportItemId } = (await petra.raw('POST', `content/users/${petra.username}/export`, asked, arabic)).json();
  await t.runJobs();
  const item = await petra.raw('GET', `content/items/${exportItemId}/data`, { f: '' });
  expect((await opened(item.rawPayload))['README.txt']).toContain('اقتُطعت النصوص الأطول: 1.');
  const whole = await publish('geojson', 'a.geojson', collection([{ name: 'a' }]));
  expect(Object.keys(await opened(await download(whole.itemId, 'Excel')))).not.toContain('xl/worksheets/sheet2.xml');
  expect(Object.keys(await opened(await download(whole.itemId, 'Shapefile')))).not.toContain('README.txt');
});

it('tells that attached files and relationships are left out', async () => {
  const layer = await publish('geojson', 'a.geojson', collection([{ name: 'a' }]));
  const [row] = await t.portal.db.selectFrom('feature_layer').selectAll().where('item_id', '=', layer.itemId).execute();
  const relationship = {
    id: 0,
    name: 'trees of parks',
    relatedTableId: 0,
    cardinality: 'esriRelCardinalityOneToMany',
    role: 'esriRelRoleOrigin',
    keyField: 'name',
    composite: false,
  };
  const definition = { ...row?.definition, hasAttachments: true, relationships: [relationship] };
  await t.portal.db
    .updateTable('feature_layer')
    .set({ definition: JSON.stringify(definition) })
    .where('item_id', '=', layer.itemId)
    .execute();
  expect(await toldOf(layer, 'GeoPackage')).toEqual([
    'Files attached to the features of a are left out.',
    'Relationships between layers are left out: trees of parks.',
  ]);
});
