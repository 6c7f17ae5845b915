// Tables whose rows are placed by the names of places.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { loadTestPlaces } from '../../testing/places.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { workbookOf } from '../../testing/workbook.ts';
import { PlaceFinder } from '../gazetteer/index.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const TOWNS =
  'id,city,state,country\n1,Paris,,France\n2,paris,TX,USA\n3,Springfield,Illinois,United States\n4,Atlantis,,Greece\n5,,,\n6,München,,Deutschland\n7,Zurich,,CH\n';
const ADDRESS = { locationType: 'address', addressFields: { City: 'city', Region: 'state', CountryCode: 'country' } };

const file = (text: string) => ({ name: 'towns.csv', bytes: new TextEncoder().encode(text) });
const analyze = (text: string, analyzeParameters: object = {}): Promise<AnyReply> =>
  t.as('petra').upload('content/features/analyze', { fileType: 'csv', analyzeParameters }, { file: file(text) });

async function publish(text: string, parameters: object): Promise<{ itemId: string; path: string; reply: AnyReply }> {
  const petra = t.as('petra');
  const reply = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType: 'csv', publishParameters: parameters },
    { file: file(text) },
  );
  await t.runJobs();
  const [service] = reply.services ?? [];
  return service?.serviceurl
    ? { itemId: service.serviceItemId, path: `${new URL(service.serviceurl).pathname}/0`, reply }
    : { itemId: '', path: '', reply };
}

/** Id and place of each row. */
async function rowsOf(path: string): Promise<unknown[]> {
  const { features } = await t.as('petra').get(`${path}/query`, { where: '1=1', outFields: 'id', outSR: 4326, orderByFields: 'id' });
  return features.map(({ attributes: { id }, geometry }: AnyReply) => {
    const [x, y] = geometry ? [geometry.x, geometry.y].map((value: number) => Math.round(value * 100) / 100) : [];
    return [id, x ?? null, y ?? null];
  });
}

const PLACED = [
  [1, 2.35, 48.85],
  [2, -95.56, 33.66],
  [3, -89.64, 39.8],
  [4, null, null],
  [5, null, null],
  [6, 11.58, 48.14],
  [7, 8.55, 47.37],
];

describe('before the places are loaded', () => {
  it('says so, and proposes a table', async () => {
    expect((await analyze(TOWNS)).publishParameters).toMatchObject({ locationType: 'none', layerInfo: { type: 'Table' } });
    const reasons = [{ code: 'places-not-loaded' }];
    expect((await analyze(TOWNS, ADDRESS)).error).toMatchObject({ code: 400, reasons });
    const { reply } = await publish(TOWNS, { name: 'early', ...ADDRESS });
    expect(reply.error ?? reply.services[0].error).toMatchObject({ code: 400, reasons });
    expect((await t.as('petra').get('search', { q: 'early' })).total).toBe(0);
  });
});

describe('with places', () => {
  beforeAll(() => loadTestPlaces(t.portal.db));

  it('puts each row at its place, and keeps and tells those whose place is not known', async () => {
    const { itemId, path } = await publish(TOWNS, { name: 'towns', ...ADDRESS });
    expect(await t.as('petra').get(path)).toMatchObject({ type: 'Feature Layer', geometryType: 'esriGeometryPoint' });
    expect(await rowsOf(path)).toEqual(PLACED);
    const [report] = (await t.as('petra').get(`content/items/${itemId}/info/publishReport.json`)).layers;
    expect(report).toMatchObject({ featuresLoaded: 7, rowsRefused: 0, problems: [], rowsUnplaced: 2 });
    expect(report.unplaced.map(({ row, said }: AnyReply) => [row, said.code])).toEqual([
      [5, 'place-none'],
      [6, 'place-blank'],
    ]);
    expect(report.unplaced[0].reason).toBe('No place of this name: Atlantis, Greece');
    const { jobs } = await t.as('petra').get(`${path}/append/jobs`);
    expect(jobs[0]).toMatchObject({ operation: 'publish', status: 'Completed', refusedCount: 0, unplacedCount: 2 });
  });

  it('does so for one column as well, whatever the coordinates are said to be in', async () => {
    const lines =
      'id,where\n1,"Paris, France"\n2,"Paris, Texas, USA"\n3,"Springfield, Illinois"\n4,Atlantis\n5,\n6,Germany\n7,"47.3667, 8.55"\n';
    const said = { locationType: 'lookup', addressFields: { SingleLine: 'where' }, sourceSR: { wkid: 3857 } };
    const { path } = await publish(lines, { name: 'lines', ...said });
    expect(await rowsOf(path)).toEqual(PLACED.map((row) => (row[0] === 6 ? [6, 13.41, 52.52] : row)));
  });

  it('is proposed where the columns are called like places and most of their values are', async () => {
    const { publishParameters: proposed } = await analyze(TOWNS);
    expect(proposed).toMatchObject({ ...ADDRESS, layerInfo: { type: 'Feature Layer', geometryType: 'esriGeometryPoint' }, rowCount: 7 });
    expect(proposed.warningSentences).toMatchObject([{ code: 'names-unknown', values: { unknown: 2, count: 7 } }]);
    // What is proposed may come back as it is.
    const { path } = await publish(TOWNS, { ...proposed, name: 'as_proposed' });
    expect(await rowsOf(path)).toEqual(PLACED);
    const none = { locationType: 'none', layerInfo: { type: 'Table' } };
    expect((await analyze('id,city\n1,Gotham\n2,Paris\n3,Metropolis\n')).publishParameters).toMatchObject(none);
    expect((await analyze('id,label\n1,Paris\n2,Berlin\n')).publishParameters).toMatchObject(none);
    expect((await analyze('city,country\n')).publishParameters).toMatchObject(none);
    expect((await analyze('city,lat,lon\nParis,1,2\n')).publishParameters).toMatchObject({
      locationType: 'coordinates',
      latitudeFieldName: 'lat',
    });
    // A person who has said where the rows are is not asked again.
    for (const locationType of ['none', 'coordinates'])
      expect((await analyze(TOWNS, { locationType })).publishParameters).toMatchObject(none);
  });

  it('is proposed after looking up the first rows once, whatever types were chosen', async () => {
    const find = vi.spyOn(PlaceFinder.prototype, 'find');
    const lookedUp = async (text: string, parameters: object = {}): Promise<{ proposed: AnyReply; rows: number }> => {
      find.mockClear();
      const { publishParameters: proposed } = await analyze(text, parameters);
      return { proposed, rows: find.mock.calls.reduce((sum, [words]) => sum + words.length, 0) };
    };
    const towns = Array.from({ length: 900 }, (_, i) => `${i === 700 ? 'many' : i},${i % 10 === 0 ? 'Gotham' : 'Paris'},FR`);
    const text = `id,city,country\n${towns.join('\n')}\n`;
    const columns = [{ name: 'id', type: 'esriFieldTypeInteger' }];
    const unknown = { code: 'names-unknown', values: { unknown: 20, count: 200 } };
    const left = { code: 'rows-left-out', values: { left: 1, count: 900 } };
    const sides = { locationType: 'address', addressFields: { City: 'city', CountryCode: 'country' } };
    try {
      for (const said of [{}, sides]) {
        const plain = await lookedUp(text, said);
        expect([plain.rows, plain.proposed.locationType, plain.proposed.warningSentences]).toMatchObject([200, 'address', [unknown]]);
        const typed = await lookedUp(text, { ...said, columns });
        expect([typed.rows, typed.proposed.locationType, typed.proposed.warningSentences]).toMatchObject([200, 'address', [left, unknown]]);
      }
    } finally {
      find.mockRestore();
    }
  });

  it('shows them beforehand', async () => {
    const publishParameters = { ...ADDRESS, previewCount: 4 };
    const { featureCollection } = await t
      .as('petra')
      .post('content/features/generate', { fileType: 'csv', text: TOWNS, publishParameters });
    const { features } = featureCollection.layers[0].featureSet;
    expect(features.map(({ geometry }: AnyReply) => geometry && Math.round(geometry.x))).toEqual([261467, -10637190, -9979091, null]);
  });

  it('takes rows by names into a layer that exists', async () => {
    const { path } = await publish('id,city\n1,Berlin\n', { name: 'grows', locationType: 'address', addressFields: { City: 'city' } });
    const petra = t.as('petra');
    const service = path.slice(0, -2);
    const { item } = await petra.upload(`${service}/uploads/upload`, {}, { file: file('id,city\n2,Zürich\n3,Nowhere\n') });
    const appendSourceInfo = { locationType: 'address', addressFields: { City: 'city' } };
    await petra.post(`${path}/append`, { appendUploadId: item.itemID, appendUploadFormat: 'csv', appendSourceInfo });
    await t.runJobs();
    expect(await rowsOf(path)).toEqual([
      [1, 13.41, 52.52],
      [2, 8.55, 47.37],
      [3, null, null],
    ]);
    const [load] = (await petra.get(`${path}/append/jobs`)).jobs;
    expect(load).toMatchObject({ status: 'Completed', insertedCount: 2, refusedCount: 0, unplacedCount: 1 });
  });

  it('refuses columns that there are not, and fields that say nothing', async () => {
    const wrong = (addressFields: object) => publish(TOWNS, { name: 'wrong', locationType: 'address', addressFields });
    expect((await wrong({ Postal: 'id' })).reply.error).toMatchObject({ code: 400, message: expect.stringContaining('addressFields') });
    expect((await analyze(TOWNS, { locationType: 'address', addressFields: { City: 'village' } })).error).toMatchObject({
      reasons: [{ code: 'column-missing', values: { column: 'village' } }],
    });
    const sheets = { Towns: [['city'], ['Paris']], Villages: [['village'], ['Giverny']] };
    const bytes = workbookOf(sheets);
    const analyzeParameters = { locationType: 'address', addressFields: { City: 'city' } };
    const sheet = await t
      .as('petra')
      .upload('content/features/analyze', { fileType: 'excel', analyzeParameters }, { file: { name: 'a.xlsx', bytes } });
    expect(sheet.error).toMatchObject({ reasons: [{ code: 'column-missing-in', values: { name: 'Villages', column: 'city' } }] });
  });

  it('loads a large file in a process of its own, and lists the first rows whose place is not known', async () => {
    const names = ['Paris', 'Berlin', 'Munich', 'Zürich'];
    const rows = Array.from({ length: 9_000 }, (_, i) => `${i},${i % 3 > 0 ? names[i % 4] : `Nowhere ${i}`},${'x'.repeat(120)}`);
    const text = `id,city,note\n${rows.join('\n')}\n`;
    expect(text.length).toBeGreaterThan(1024 * 1024);
    const { itemId, path } = await publish(text, { name: 'many', locationType: 'address', addressFields: { City: 'city' } });
    const [report] = (await t.as('petra').get(`content/items/${itemId}/info/publishReport.json`)).layers;
    expect(report).toMatchObject({ featuresLoaded: 9_000, rowsUnplaced: 3_000 });
    expect(report.unplaced).toHaveLength(1_000);
    const { count } = await t.as('petra').get(`${path}/query`, { where: "city = 'Paris'", returnCountOnly: true });
    expect(count).toBe(1_500);
  });

  it('places the rows of a sheet', async () => {
    const publishParameters = { name: 'sheet', locationType: 'address', addressFields: { City: 'city', CountryCode: 'country' } };
    const towns = [
      ['id', 'city', 'country'],
      [1, 'Paris', 'FR'],
      [2, 'Paris', 'US'],
      [3, 'Nowhere', 'US'],
    ];
    const bytes = workbookOf({ Towns: towns });
    const petra = t.as('petra');
    const sent = { file: { name: 'towns.xlsx', bytes } };
    const reply = await petra.upload(`content/users/${petra.username}/publish`, { fileType: 'excel', publishParameters }, sent);
    await t.runJobs();
    expect(await rowsOf(`${new URL(reply.services[0].serviceurl).pathname}/0`)).toEqual([
      [1, 2.35, 48.85],
      [2, -95.56, 33.66],
      [3, null, null],
    ]);
  });
});
