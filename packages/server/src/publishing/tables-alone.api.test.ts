// Tables that were saved as shapefiles: a .dbf without shapes in an archive.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openArchive } from '@graticule/geo/formats/archive';
import { memorySource } from '@graticule/geo/formats/byte-source';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadScene, type TestLayer } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { zipArchive } from '../../testing/zip-archive.ts';

let t: TestPortal;
const { load } = loadScene(() => t);
/** The files of a shapefile of 2,500 towns, in ISO-8859-1, by their extension. */
let towns: Record<string, Buffer>;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const name = 'german_towns_latin1_25832.zip';
  const archive = await openArchive(memorySource(name, readFileSync(join(import.meta.dirname, '../../../geo/fixtures/vector', name))));
  towns = {};
  for (const file of archive.names) {
    const pieces: Uint8Array[] = [];
    for await (const piece of archive.stream(file)) pieces.push(Uint8Array.from(piece));
    towns[file.slice(-3)] = Buffer.concat(pieces);
  }
  archive.close();
});
afterAll(() => t.close());

/** An archive of files of the shapefile under other names. */
const archiveOf = (...names: string[]): Buffer =>
  zipArchive(names.map((name) => ({ name, bytes: towns[name.slice(-3).toLowerCase()] ?? '' })));

/** The table with another byte for its language. */
function inLanguage(driver: number): Buffer {
  const bytes = Buffer.from(towns.dbf ?? '');
  bytes[29] = driver;
  return bytes;
}

async function publish(bytes: Buffer, more: object = {}): Promise<TestLayer> {
  const petra = t.as('petra');
  const reply = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType: 'shapefile', publishParameters: { name: `alone_${Math.random().toString(36).slice(2)}`, ...more } },
    { file: { name: 'a.zip', bytes } },
  );
  await t.runJobs();
  const [{ serviceurl, serviceItemId }] = reply.services;
  const status = await petra.get(`content/users/${petra.username}/items/${serviceItemId}/status`);
  expect(status).toMatchObject({ status: 'completed' });
  const service = new URL(serviceurl).pathname;
  return { itemId: serviceItemId, service, path: `${service}/0`, admin: `${service.replace('/rest/services', '/rest/admin/services')}/0` };
}

const count = async (path: string, where = '1=1'): Promise<number> =>
  (await t.as('petra').get(`${path}/query`, { where, returnCountOnly: true })).count;

describe('a .dbf without shapes', () => {
  it('is proposed as a table, and published as one', async () => {
    const petra = t.as('petra');
    const bytes = archiveOf('orte.dbf', 'orte.cpg');
    const found = await petra.upload('content/features/analyze', { fileType: 'shapefile' }, { file: { name: 'a.zip', bytes } });
    expect(found).toMatchObject({ publishParameters: { name: 'orte', layerInfo: { type: 'Table' } } });
    const layer = await publish(bytes, found.publishParameters);
    expect(await petra.get(layer.service)).toMatchObject({ layers: [], tables: [{ id: 0, name: 'orte' }] });
    expect(await petra.get(layer.path)).toMatchObject({ type: 'Table' });
    expect(await count(layer.path)).toBe(2500);
    expect(await count(layer.path, "NAME = 'Köln' AND EINWOHNER = 963395")).toBe(1);
  });

  it('has its letters by the .cpg file, by the language of the table, or by a choice', async () => {
    const [cpg, driver] = [archiveOf('orte.dbf', 'orte.cpg'), zipArchive([{ name: 'orte.dbf', bytes: inLanguage(201) }])];
    expect(await count((await publish(cpg)).path, "NAME = 'Köln'")).toBe(1);
    // The same byte is another letter where the table says that it is Cyrillic.
    const cyrillic = await publish(driver);
    expect(await count(cyrillic.path, "NAME = 'Köln'")).toBe(0);
    expect(await count(cyrillic.path, "NAME = 'Kцln'")).toBe(1);
    expect(await count((await publish(driver, { encoding: 'ISO-8859-1' })).path, "NAME = 'Köln'")).toBe(1);
  });

  it('stands beside shapefiles, whose own tables are none', async () => {
    const bytes = archiveOf('a/orte.shp', 'a/ORTE.DBF', 'a/orte.cpg', 'a/orte.prj', 'a/codes.dbf', 'a/codes.cpg');
    const { service } = await publish(bytes);
    const { layers, tables } = await t.as('petra').get(service);
    expect([layers, tables].map((list) => list.map((one: { name: string }) => one.name))).toEqual([['orte'], ['codes']]);
  });

  it('is refused where it is what is left of a shapefile whose shapes are missing', async () => {
    for (const rest of ['orte.shx', 'orte.prj']) {
      const petra = t.as('petra');
      const bytes = archiveOf('orte.dbf', rest);
      const reply = await petra.upload('content/features/analyze', { fileType: 'shapefile' }, { file: { name: 'a.zip', bytes } });
      expect(JSON.stringify(reply.error)).toContain('a.zip holds no shapefile');
    }
  });
});

describe('appending an archive of shapes and tables', () => {
  it('adds the rows of the table to a table, and those of the shapes to a layer', async () => {
    const both = { name: 'more.zip', bytes: archiveOf('orte.shp', 'orte.dbf', 'orte.cpg', 'orte.prj', 'codes.dbf', 'codes.cpg') };
    const table = await publish(archiveOf('orte.dbf', 'orte.cpg'), { capabilities: 'Query,Editing' });
    expect(await load(table, both, { appendUploadFormat: 'shapefile' })).toMatchObject({ status: 'Completed', insertedCount: 2500 });
    expect(await count(table.path, "NAME = 'Köln'")).toBe(2);
    const layer = await publish(archiveOf('orte.shp', 'orte.dbf', 'orte.cpg', 'orte.prj'), { capabilities: 'Query,Editing' });
    expect(await load(layer, both, { appendUploadFormat: 'shapefile' })).toMatchObject({ status: 'Completed', insertedCount: 2500 });
    const box = '6,50,8,52';
    const inBox = await t.as('petra').get(`${layer.path}/query`, {
      where: "NAME = 'Köln'",
      geometry: box,
      geometryType: 'esriGeometryEnvelope',
      inSR: 4326,
      returnCountOnly: true,
    });
    expect(inBox).toEqual({ count: 2 });
  });
});
