// What a layer cannot take of a file is told by its analysis, by the job that loads it and by the load: digits, layers beyond the limit, long lists.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixtureUrl } from '../../../geo/testing/read-fixture.ts';
import type { AnyReply } from '../../testing/agent.ts';
import { loadScene } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { zipArchive } from '../../testing/zip-archive.ts';

let t: TestPortal;
const { layerOf, load, csv } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

async function analyzed(fileType: string, name: string, bytes: string | Uint8Array, params: object = {}): Promise<AnyReply> {
  const file = { name, bytes: Buffer.from(bytes) };
  return (await t.as('petra').upload('content/features/analyze', { fileType, ...params }, { file })).publishParameters;
}

const HEAD = 'lat,lon,code,height,planted\n';
const ROWS =
  '1,2,a,1.5,2024-01-01 10:00:00\n3,4,b,0.12345678901234567890,2024-01-01 10:00:00.123456\n5,6,c,0.98765432109876543210,2024-01-01\n';
const SAID = [
  { code: 'numbers-rounded', values: { count: 2, row: 3, columns: 'height' } },
  { code: 'moments-cut', values: { count: 1, row: 3, columns: 'planted' } },
];

it('numbers and moments with more digits than are kept are counted, and are kept as texts where that is chosen', async () => {
  expect((await analyzed('csv', 'a.csv', HEAD + ROWS)).warningSentences).toMatchObject(SAID);
  const columns = ['height', 'planted'].map((name) => ({ name, type: 'esriFieldTypeString' }));
  expect((await analyzed('csv', 'a.csv', HEAD + ROWS, { analyzeParameters: { columns } })).warningSentences).toEqual([]);
  const layer = await layerOf(HEAD + ROWS);
  const { layers } = await t.as('petra').get(`content/items/${layer.itemId}/info/publishReport.json`, { f: '' });
  expect(layers).toMatchObject([{ featuresLoaded: 3, rowsRefused: 0, warnings: SAID }]);
  expect(await load(layer, csv(HEAD + ROWS.replaceAll('a,', 'd,')), {})).toMatchObject({ status: 'Completed', warnings: SAID });
});

it('layers beyond the number that is read are told of, and what to do', async () => {
  const layers = Array.from({ length: 201 }, (_, i) => ({
    layerDefinition: { name: `l${i}` },
    featureSet: { features: [{ attributes: { n: i } }] },
  }));
  const text = JSON.stringify({ layers });
  const { warningSentences } = await analyzed('featureCollection', 'a.json', text);
  const said = [{ code: 'layers-beyond', values: { count: 201, most: 200, left: 1 } }];
  expect(warningSentences).toMatchObject(said);
  const petra = t.as('petra');
  const { services } = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType: 'featureCollection', publishParameters: { name: 'beyond', layerNames: ['l0', 'l199'] } },
    { file: { name: 'a.json', bytes: Buffer.from(text) } },
  );
  await t.runJobs();
  const [{ serviceItemId }] = services;
  const report = await petra.get(`content/items/${serviceItemId}/info/publishReport.json`, { f: '' });
  expect(report.layers.map(({ layer, warnings = [] }: AnyReply) => [layer, warnings.length])).toEqual([['l0', 1], ['l199', 0]]); // biome-ignore format: one piece
  expect(report.layers[0].warnings).toMatchObject(said);
});

it('lists of values that are too long for the header of a file are told of where it is saved', async () => {
  const codedValues = Array.from({ length: 1500 }, (_, code) => ({ name: `${code} `.padEnd(200, 'x'), code }));
  const fields = [{ name: 'kind', type: 'esriFieldTypeInteger', domain: { type: 'codedValue', name: 'kinds', codedValues } }];
  const text = JSON.stringify({
    layers: [{ layerDefinition: { name: 'l', fields }, featureSet: { features: [{ attributes: { kind: 3 } }] } }],
  });
  const petra = t.as('petra');
  const { services } = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType: 'featureCollection', publishParameters: { name: 'lists' } },
    { file: { name: 'a.json', bytes: Buffer.from(text) } },
  );
  await t.runJobs();
  const [{ serviceItemId: itemId, serviceurl }] = services;
  const told = async (exportFormat: string): Promise<unknown> => {
    await petra.post(`content/users/${petra.username}/export`, { itemId, exportFormat });
    await t.runJobs();
    const [latest] = (await petra.get(`${new URL(serviceurl).pathname}/0/append/jobs`)).jobs;
    expect(latest).toMatchObject({ status: 'Completed', exportFormat });
    return (latest.warnings ?? []).map(({ code, values }: AnyReply) => [code, values.names]);
  };
  expect(await told('GeoPackage')).toEqual([]);
  expect(await told('FlatGeobuf')).toEqual([['lists-long', 'kind']]);
  expect(await told('Parquet')).toEqual([['lists-long', 'kind']]);
});

it('changes beside a GeoPackage in an archive are told of', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wal-'));
  const path = join(folder, 'france.gpkg');
  copyFileSync(fixtureUrl('vector/france.gpkg'), path);
  const db = new DatabaseSync(path);
  db.exec("pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table another (a TEXT); insert into another values ('b')");
  const codesBeside = async (wal: Buffer): Promise<string[]> => {
    const files = [
      { name: 'a/france.gpkg', bytes: readFileSync(path) },
      { name: 'a/france.gpkg-wal', bytes: wal },
    ];
    const { warningSentences } = await analyzed('geoPackage', 'a.zip', await zipArchive(files));
    return warningSentences.map(({ code }: AnyReply) => code);
  };
  try {
    expect(await codesBeside(readFileSync(`${path}-wal`))).toContain('changes-left');
    // Room that is kept for changes, and changes that the file has by now.
    expect(await codesBeside(Buffer.alloc(4152))).not.toContain('changes-left');
    db.exec('pragma wal_checkpoint(passive)');
    expect(await codesBeside(readFileSync(`${path}-wal`))).not.toContain('changes-left');
  } finally {
    db.close();
    rmSync(folder, { recursive: true });
  }
});
