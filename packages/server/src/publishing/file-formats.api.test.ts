// Files of every kind that can be published, through the application: analyzed, published, queried; and refused.
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

const FIXTURES = join(import.meta.dirname, '../../../geo/fixtures');

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const upload = (file: string): { file: { name: string; bytes: Buffer } } => ({
  file: { name: file.slice(file.lastIndexOf('/') + 1), bytes: readFileSync(join(FIXTURES, file)) },
});

async function publish(file: string, fileType: string, publishParameters: object): Promise<{ path: string; status: AnyReply }> {
  const petra = t.as('petra');
  const reply = await petra.upload(`content/users/${petra.username}/publish`, { fileType, publishParameters }, upload(file));
  const [{ serviceurl, serviceItemId, jobId }] = reply.services;
  await t.runJobs();
  const status = await petra.get(`content/users/${petra.username}/items/${serviceItemId}/status`, { jobId });
  return { path: new URL(serviceurl).pathname, status };
}

const count = async (path: string, layer: number): Promise<number> =>
  (await t.as('petra').get(`${path}/${layer}/query`, { returnCountOnly: true })).count;

const layerNames = async (path: string): Promise<string[]> => {
  const service = await t.as('petra').get(path);
  return [...service.layers, ...service.tables].map((layer: { name: string }) => layer.name);
};

describe('publishing files of many kinds', () => {
  it.each([
    ['vector/italy_provinces.kmz', 'kml', [110]],
    ['vector/us_west_counties.fgb', 'flatgeobuf', [209]],
    ['csv/nl_plaatsen.xlsx', 'excel', [400]],
    ['vector/walk.gpx', 'gpx', [2, 1, 1]],
  ] as const)('publishes %s as %s', async (file, fileType, counts) => {
    const name = file.replace(/\W/g, '_');
    const { path, status } = await publish(file, fileType, { name });
    expect(status).toMatchObject({ status: 'completed' });
    expect(await Promise.all(counts.map((_, layer) => count(path, layer)))).toEqual(counts);
    expect(await layerNames(path)).toHaveLength(counts.length);
  });

  it('publishes the layers and the table of a GeoPackage, each from its own reference system', async () => {
    const { path, status } = await publish('vector/france.gpkg', 'geoPackage', { name: 'france' });
    expect(status).toMatchObject({ status: 'completed' });
    expect((await layerNames(path)).sort()).toEqual(['departements', 'fuseaux', 'villes']);
    const service = await t.as('petra').get(path);
    const layer = service.layers.find((one: { name: string }) => one.name === 'departements');
    const page = await t.as('petra').get(`${path}/${layer.id}/query`, { returnExtentOnly: true, outSR: 4326 });
    // Overseas departments would be far away: the layer has those of Lambert 93.
    expect(page.extent.xmin).toBeGreaterThan(-180);
    expect(await count(path, layer.id)).toBe(101);
  });

  it('publishes the columns of a GeoPackage that are worked out, and says which are not read', async () => {
    const path = join(t.portal.files.receivingPath(), '..', 'reckoned.gpkg');
    const db = new DatabaseSync(path);
    db.exec(
      `create table gpkg_contents (table_name text, data_type text);
       insert into gpkg_contents values ('plots', 'attributes');
       create table plots (fid integer primary key, width real, depth real, area real as (width * depth) stored,
         label text as (width || ' by ' || depth), long text as (hex(zeroblob(width * 100000))));
       insert into plots (width, depth) values (2, 3.5), (4, null);`,
    );
    db.close();
    const file = { file: { name: 'reckoned.gpkg', bytes: readFileSync(path) } };
    await rm(path);
    const petra = t.as('petra');
    const { publishParameters } = await petra.upload('content/features/analyze', { fileType: 'geoPackage' }, file);
    expect(publishParameters.warningSentences).toMatchObject([{ code: 'columns-reckoned', values: { columns: 'long' } }]);
    const reply = await petra.upload(
      `content/users/${petra.username}/publish`,
      { fileType: 'geoPackage', publishParameters: { name: 'reckoned' } },
      file,
    );
    await t.runJobs();
    const layer = `${new URL(reply.services[0].serviceurl).pathname}/0`;
    const { fields, features } = await petra.get(`${layer}/query`, { where: '1=1', outFields: '*' });
    expect(fields.slice(2).map((field: { name: string; type: string }) => [field.name, field.type.slice(13)])).toEqual([
      ['width', 'Double'],
      ['depth', 'Double'],
      ['area', 'Double'],
      ['label', 'String'],
    ]);
    expect(features.map(({ attributes }: AnyReply) => [attributes.area, attributes.label])).toEqual([
      [7, '2.0 by 3.5'],
      [null, null],
    ]);
  });

  it('makes subtypes of a geodatabase types of the layer, with what each allows, of the columns that are kept', async () => {
    const file = 'vector/gdb_subtype_domains.gdb.zip';
    const { path } = await publish(file, 'fileGeodatabase', {
      name: 'roads',
      columns: [
        { name: 'surface', newName: 'cover' },
        { name: 'lanes', skip: true },
      ],
    });
    const { typeIdField, types, fields } = await t.as('petra').get(`${path}/0`);
    const codes = [
      { name: 'Asphalt', code: 1 },
      { name: 'Gravel', code: 9 },
    ];
    const said = { type: 'codedValue', codedValues: codes };
    expect([typeIdField, types]).toMatchObject([
      'kind',
      [
        { id: 1, name: 'Main road', domains: { cover: said }, templates: [] },
        { id: 2, name: 'Side road', domains: { name: { type: 'codedValue' } }, templates: [] },
      ],
    ]);
    expect(Object.keys(types[0].domains)).toEqual(['cover']);
    expect(fields.find((field: { name: string }) => field.name === 'kind').domain.codedValues).toHaveLength(2);
    const columns = [
      { name: 'surface', type: 'esriFieldTypeString' },
      { name: 'kind', newName: 'sort' },
    ];
    const other = await publish(file, 'fileGeodatabase', { name: 'roads_as_texts', columns });
    const layer = await t.as('petra').get(`${other.path}/0`);
    expect([layer.typeIdField, Object.keys(layer.types[0].domains)]).toEqual(['sort', ['lanes']]);
    const without = await publish(file, 'fileGeodatabase', { name: 'roads_plain', columns: [{ name: 'kind', skip: true }] });
    expect(await t.as('petra').get(`${without.path}/0`)).toMatchObject({ typeIdField: null, types: [] });
  });

  it('takes only the layers that are named', async () => {
    const { path } = await publish('vector/france.gpkg', 'geoPackage', { name: 'villes_only', layerNames: ['villes'] });
    expect(await layerNames(path)).toHaveLength(1);
    expect(await count(path, 0)).toBe(962);
    const wrong = await publish('vector/france.gpkg', 'geoPackage', { name: 'wrong_name', layerNames: ['nowhere'] });
    expect(wrong.status).toMatchObject({ status: 'failed', statusMessage: expect.stringContaining('has no “nowhere”') });
  });

  it('publishes the layers of a File Geodatabase with their aliases, kinds of field and the values that fields may have', async () => {
    const petra = t.as('petra');
    const analysis = await petra.upload(
      'content/features/analyze',
      { fileType: 'fileGeodatabase' },
      upload('vector/brasil_filegdb.gdb.zip'),
    );
    expect(analysis.publishParameters).toMatchObject({ sourceSR: { wkid: 4674 }, rowCount: 27 });
    expect(analysis.publishParameters.datasets).toMatchObject([{ name: 'estados' }, { name: 'cidades' }]);
    const brasil = await publish('vector/brasil_filegdb.gdb.zip', 'fileGeodatabase', { name: 'brasil' });
    expect(brasil.status).toMatchObject({ status: 'completed' });
    expect(await layerNames(brasil.path)).toEqual(['Estados do Brasil', 'cidades']);
    expect([await count(brasil.path, 0), await count(brasil.path, 1)]).toEqual([27, 2010]);
    const page = await petra.get(`${brasil.path}/1/query`, { where: "nome = 'São Paulo'", outFields: '*', outSR: 4326 });
    expect(page.features[0]).toMatchObject({
      attributes: { nome: 'São Paulo', populacao: 12_400_232, atualizado: Date.UTC(2023, 1, 21, 12, 30) },
      geometry: { x: expect.closeTo(-46.63, 1), y: expect.closeTo(-23.55, 1) },
    });

    const kinds = await publish('vector/gdb_kinds.gdb.zip', 'fileGeodatabase', { name: 'gdb_kinds', layerNames: ['areas', 'plain'] });
    expect(kinds.status).toMatchObject({ status: 'completed' });
    expect(await layerNames(kinds.path)).toEqual(['All the areas', 'All the plain']);
    const layer = await petra.get(`${kinds.path}/0`);
    const field = (name: string): AnyReply => layer.fields.find((one: AnyReply) => one.name === name);
    expect(field('label')).toMatchObject({ alias: 'Bezeichnung', type: 'esriFieldTypeString' });
    expect(field('lanes').domain).toEqual({ type: 'range', name: 'lanes', range: [1, 8] });
    expect(field('state').domain).toMatchObject({ type: 'codedValue', codedValues: [{ name: 'good', code: 'g' }, { code: 'b' }] });
    expect(layer.hasZ).toBe(true);
    const table = await petra.get(`${kinds.path}/1/query`, { outFields: '*', orderByFields: 'OBJECTID' });
    expect(table.features.map((one: AnyReply) => one.attributes)).toMatchObject([
      { small: -32_768, single: 0.5, label: 'Zürich 𝒳 "a"', built: Date.UTC(2024, 1, 29, 12, 34, 56) },
      { small: null, lanes: null, single: null, label: null, built: null, guid: null },
      { small: 32_767, exact: -1e300, label: '', built: Date.UTC(1899, 11, 30) },
    ]);
  });

  it('finds a File Geodatabase in an archive that was taken for a shapefile', async () => {
    const { path, status } = await publish('vector/brasil_filegdb.gdb.zip', 'shapefile', { name: 'renamed' });
    expect(status).toMatchObject({ status: 'completed' });
    expect(await layerNames(path)).toEqual(['Estados do Brasil', 'cidades']);
  });

  it('appends a layer of a File Geodatabase to one that exists', async () => {
    const petra = t.as('petra');
    const { path } = await publish('vector/gdb_kinds.gdb.zip', 'fileGeodatabase', { name: 'gdb_more', layerNames: ['points'] });
    const { item } = await petra.upload(`${path}/uploads/upload`, {}, upload('vector/gdb_kinds.gdb.zip'));
    const call = { appendUploadId: item.itemID, appendUploadFormat: 'fileGeodatabase' };
    const { statusUrl } = await petra.post(`${path}/0/append`, { ...call, sourceTableName: 'points' });
    await t.runJobs();
    expect(await petra.get(new URL(statusUrl).pathname)).toMatchObject({ status: 'Completed', insertedCount: 3 });
    const all = await petra.get(`${path}/0/query`, { outFields: 'label,lanes', orderByFields: 'OBJECTID' });
    expect(all.features).toHaveLength(6);
    expect(all.features[3]).toEqual(all.features[0]);
    const { statusUrl: several } = await petra.post(`${path}/0/append`, call);
    await t.runJobs();
    const refused = await petra.get(new URL(several).pathname);
    expect(refused).toMatchObject({ status: 'Failed', statusMessage: expect.stringContaining('holds several layers: points, heights') });
    // The word of the public interface for appending means the same.
    expect((await petra.get(`${path}/0`)).supportedAppendFormats.split(',')).toContain('filegdb');
    const shortly = { ...call, appendUploadFormat: 'filegdb', sourceTableName: 'points' };
    const { statusUrl: short } = await petra.post(`${path}/0/append`, shortly);
    await t.runJobs();
    expect(await petra.get(new URL(short).pathname)).toMatchObject({ status: 'Completed', insertedCount: 3 });
    const { count } = await petra.get(`${path}/0/query`, { where: '1=1', returnCountOnly: true });
    expect(count).toBe(9);
    const { error } = await petra.post(`${path}/0/append`, { ...call, appendUploadFormat: 'featureService' });
    expect(error).toMatchObject({ code: 400, details: [expect.stringContaining('fileGeodatabase (or filegdb)')] });
  });

  it('proposes how to publish a workbook and a GeoPackage', async () => {
    const petra = t.as('petra');
    const sheet = await petra.upload('content/features/analyze', { fileType: 'excel' }, upload('csv/nl_plaatsen.xlsx'));
    expect(sheet.publishParameters).toMatchObject({ name: 'nl_plaatsen', rowCount: 400, locationType: 'coordinates' });
    expect(sheet.records[0]).toMatchObject({ Plaats: 'Amsterdam' });
    const france = await petra.upload('content/features/analyze', { fileType: 'geoPackage' }, upload('vector/france.gpkg'));
    expect(france.publishParameters.datasets).toHaveLength(3);
  });

  it.each([
    ['malformed/xxe.kml', 'kml', /DOCTYPE/],
    ['malformed/not_a.gpkg', 'geoPackage', /GeoPackage/],
    ['malformed/truncated.gpkg', 'geoPackage', /damaged or cut off/],
    ['malformed/html_named.geojson', 'kml', /web page/],
    ['malformed/ratio_bomb.zip', 'excel', /times its packed size/],
    ['malformed/ragged.csv', 'flatgeobuf', /not a FlatGeobuf/],
    ['malformed/ragged.csv', 'fileGeodatabase', /a zip of the whole \.gdb folder/],
    ['vector/africa_countries_utf8.zip', 'fileGeodatabase', /holds no File Geodatabase/],
    ['malformed/truncated.zip', 'fileGeodatabase', /cut off/],
  ])('says what is wrong with %s as %s', async (file, fileType, message) => {
    const { status } = await publish(file, fileType, { name: `${file}_${fileType}`.replace(/\W/g, '_') });
    expect(status).toMatchObject({ status: 'failed', statusMessage: expect.stringMatching(message) });
  });
});
