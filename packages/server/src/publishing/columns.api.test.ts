// Columns as the publisher corrects them: skipped, renamed, of another type.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { zipArchive } from '../../testing/zip-archive.ts';
import { loadFile } from './load-file.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const TREES =
  'name,zip,height,planted,note,lat,lon\nOak,1234,12.5,2020-05-01,x,50.1,7.1\nElm,99,tall,2021-06-02,y,50.2,7.2\nAsh,7,3,soon,z,50.3,7.3\n';

async function publish(name: string, columns: object[]): Promise<{ itemId: string; path: string }> {
  const petra = t.as('petra');
  const reply: AnyReply = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType: 'csv', publishParameters: { name, columns } },
    { file: { name: 'trees.csv', bytes: Buffer.from(TREES) } },
  );
  await t.runJobs();
  const [service] = reply.services;
  return { itemId: service.serviceItemId, path: new URL(service.serviceurl).pathname };
}

const query = (path: string, more: object = {}) => t.as('petra').get(`${path}/0/query`, { where: '1=1', outFields: '*', ...more });

it('skipped columns are not there, others have their new name and alias', async () => {
  const { path } = await publish('Trees_skipped', [
    { name: 'note', skip: true },
    { name: 'name', newName: 'species', alias: 'Kind of tree' },
  ]);
  const layer = await t.as('petra').get(`${path}/0`);
  const fields = layer.fields.map((field: { name: string }) => field.name);
  expect(fields).toContain('species');
  expect(fields).not.toContain('note');
  expect(fields).not.toContain('name');
  expect(layer.fields.find((field: { name: string }) => field.name === 'species').alias).toBe('Kind of tree');
  const { features } = await query(path, { orderByFields: 'OBJECTID' });
  expect(features.map(({ attributes }: AnyReply) => [attributes.species, attributes.zip])).toEqual([
    ['Oak', 1234],
    ['Elm', 99],
    ['Ash', 7],
  ]);
});

it('a column is read in the type that was chosen, and rows that do not fit are reported with their number', async () => {
  const { path, itemId } = await publish('Trees_typed', [
    { name: 'zip', type: 'esriFieldTypeString' },
    { name: 'height', type: 'esriFieldTypeDouble' },
    { name: 'planted', type: 'esriFieldTypeDate' },
  ]);
  const { features } = await query(path);
  expect(features.map(({ attributes }: AnyReply) => [attributes.zip, attributes.height, attributes.planted])).toEqual([
    ['1234', 12.5, Date.UTC(2020, 4, 1)],
  ]);
  const report = await t.as('petra').get(`content/items/${itemId}/info/publishReport.json`);
  expect(report.layers[0]).toMatchObject({ featuresLoaded: 1, rowsRefused: 2 });
  expect(report.layers[0].problems).toMatchObject([
    { row: 3, reason: '“tall” in the column height is not a number of that kind' },
    { row: 4, reason: '“soon” in the column planted is not a date' },
  ]);
});

it('analyzing shows the columns in the types that were chosen', async () => {
  const reply = await t
    .as('petra')
    .upload(
      'content/features/analyze',
      { fileType: 'csv', analyzeParameters: { columns: [{ name: 'zip', type: 'esriFieldTypeString' }] } },
      { file: { name: 'trees.csv', bytes: Buffer.from(TREES) } },
    );
  const zip = reply.publishParameters.layerInfo.fields.find((field: { name: string }) => field.name === 'zip');
  expect([zip.type, reply.records[0].zip]).toEqual(['esriFieldTypeString', '1234']);
});

it('fields that a client sends back with another type get it, and what came as it was proposed stays judged by the file', async () => {
  const petra = t.as('petra');
  const file = { name: 'trees.csv', bytes: Buffer.from(TREES) };
  const { publishParameters } = await petra.upload('content/features/analyze', { fileType: 'csv' }, { file });
  const { layerInfo } = publishParameters;
  const fields = layerInfo.fields.map((field: AnyReply) => (field.name === 'zip' ? { ...field, type: 'esriFieldTypeString' } : field));
  const publish = async (name: string, more: object): Promise<AnyReply> => {
    const reply = await petra.upload(
      `content/users/${petra.username}/publish`,
      { fileType: 'csv', publishParameters: { ...publishParameters, name, ...more } },
      { file },
    );
    await t.runJobs();
    return reply.services[0];
  };
  const typesOf = async ({ serviceurl }: AnyReply): Promise<Record<string, string>> => {
    const layer = await petra.get(`${new URL(serviceurl).pathname}/0`);
    return Object.fromEntries(layer.fields.map(({ name, type }: AnyReply) => [name, type]));
  };
  const proposed = Object.fromEntries(layerInfo.fields.map(({ name, type }: AnyReply) => [name, type]));
  expect(await typesOf(await publish('as_proposed', {}))).toMatchObject(proposed);
  const retyped = await publish('zip_as_text', { layerInfo: { ...layerInfo, fields } });
  expect(await typesOf(retyped)).toMatchObject({ ...proposed, zip: 'esriFieldTypeString' });
  const { features } = await query(new URL(retyped.serviceurl).pathname, { outFields: 'zip', returnGeometry: false });
  expect(features.every(({ attributes }: AnyReply) => attributes.zip === null || typeof attributes.zip === 'string')).toBe(true);
  // What is chosen in the portal's own words counts more.
  const both = await publish('zip_as_number', {
    layerInfo: { ...layerInfo, fields },
    columns: [{ name: 'zip', type: 'esriFieldTypeDouble' }],
  });
  expect((await typesOf(both)).zip).toBe('esriFieldTypeDouble');
});

it('columns of a file with types of its own are brought to others, and rows that do not fit are told of before and after', async () => {
  const petra = t.as('petra');
  const features = ['12', 'tall', '7'].map((height, i) => ({
    type: 'Feature',
    properties: { height, planted: '2020-05-01', nr: i },
    geometry: { type: 'Point', coordinates: [7, 50] },
  }));
  const file = { name: 'trees.geojson', bytes: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features })) };
  const columns = [
    { name: 'height', type: 'esriFieldTypeInteger' },
    { name: 'planted', type: 'esriFieldTypeString' },
    { name: 'nr', type: 'esriFieldTypeDouble' },
  ];
  const { publishParameters } = await petra.upload(
    'content/features/analyze',
    { fileType: 'geojson', analyzeParameters: { columns } },
    { file },
  );
  expect(publishParameters.layerInfo.fields.map(({ name, type }: AnyReply) => [name, type])).toEqual(
    columns.map(({ name, type }) => [name, type]),
  );
  expect(publishParameters.warningSentences).toMatchObject([{ code: 'rows-left-out', values: { left: 1, count: 3 } }]);
  const reply = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType: 'geojson', publishParameters: { name: 'Trees_retyped', columns } },
    { file },
  );
  await t.runJobs();
  const [{ serviceItemId, serviceurl }] = reply.services;
  const { features: found } = await query(new URL(serviceurl).pathname, { orderByFields: 'OBJECTID' });
  expect(found.map(({ attributes: { height, planted, nr } }: AnyReply) => [height, planted, nr])).toEqual([
    [12, '2020-05-01', 0],
    [7, '2020-05-01', 2],
  ]);
  const report = await petra.get(`content/items/${serviceItemId}/info/publishReport.json`);
  expect(report.layers[0].problems).toMatchObject([{ row: 2, reason: '“tall” in the column height is not a number of that kind' }]);
});

it('two columns of one name, names that no column can have, and our own names are refused', async () => {
  const petra = t.as('petra');
  const status = async (itemId: string) => petra.get(`content/users/${petra.username}/items/${itemId}/status`);
  const clash = await publish('Trees_clash', [{ name: 'name', newName: 'note' }]);
  expect(await status(clash.itemId)).toMatchObject({ status: 'failed', statusMessage: expect.stringContaining('two columns') });
  const own = await publish('Trees_own', [{ name: 'name', newName: 'OBJECTID' }]);
  expect(await status(own.itemId)).toMatchObject({ status: 'failed' });
  const bad = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType: 'csv', publishParameters: { name: 'Trees_bad', columns: [{ name: 'name', newName: '1; drop table x' }] } },
    { file: { name: 'trees.csv', bytes: Buffer.from(TREES) } },
  );
  expect(bad.error).toMatchObject({ code: 400 });
});

it('names of any script may be given, up to 31 letters, and the proposed one may be said again', async () => {
  const long = '名'.repeat(31);
  const { path } = await publish('Trees_scripts', [
    { name: 'name', newName: 'größe_हिन्दी' },
    { name: 'note', newName: long },
  ]);
  const layer = await t.as('petra').get(`${path}/0`);
  const names = layer.fields.map((field: { name: string }) => field.name);
  expect(names).toEqual(expect.arrayContaining(['größe_हिन्दी', long]));
  const all = (await query(path)).features.length;
  expect((await query(path, { where: `"${long}" is null or "${long}" is not null` })).features).toHaveLength(all);
  const petra = t.as('petra');
  const send = (name: string, newName: string, header: string): Promise<AnyReply> =>
    petra.upload(
      `content/users/${petra.username}/publish`,
      { fileType: 'csv', publishParameters: { name, columns: [{ name: header, newName }] } },
      { file: { name: 'a.csv', bytes: Buffer.from(`${header},lat,lon\n5,47,8\n`) } },
    );
  expect((await send('Trees_again', '名前', '名前')).services).toHaveLength(1);
  for (const bad of ['_a', '1a', 'a b', 'a"b', 'ü'.repeat(32)]) expect((await send('Trees_refused', bad, 'größe')).error.code).toBe(400);
  await t.runJobs();
});

it('dates and numbers that can be read in two ways are read as it is said', async () => {
  const petra = t.as('petra');
  const bytes = 'n;when;size;lat;lon\na;02/03/2024;1.234;1;2\nb;04/05/2024;2.500;1;2\n';
  const said = { dateOrder: 'dayFirst', decimalSign: ',' };
  const analyzed = await petra.post('content/features/analyze', { fileType: 'csv', text: bytes, analyzeParameters: said });
  expect(analyzed.records[0]).toMatchObject({ when: Date.UTC(2024, 2, 2), size: 1234 });
  const reply: AnyReply = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType: 'csv', publishParameters: { name: 'Two_ways', ...said } },
    { file: { name: 'two.csv', bytes } },
  );
  await t.runJobs();
  const { features } = await query(new URL(reply.services[0].serviceurl).pathname, { orderByFields: 'OBJECTID' });
  expect(features.map(({ attributes }: AnyReply) => [attributes.when, attributes.size])).toEqual([
    [Date.UTC(2024, 2, 2), 1234],
    [Date.UTC(2024, 4, 4), 2500],
  ]);
  const wrong = await petra.post('content/features/analyze', { fileType: 'csv', text: bytes, analyzeParameters: { dateOrder: 'any' } });
  expect(wrong.error.message).toContain('dateOrder');
});

it('titles above the names of a text are passed over, and the row of the names can be chosen', async () => {
  const petra = t.as('petra');
  const bytes = 'Report 2026\n\nshop,sales,lat,lon\nname,count,lat,lon\nA,1,1,2\nB,2,3,4\n';
  const send = async (name: string, more: object): Promise<[AnyReply, unknown[]]> => {
    const parameters = { columnDelimiter: ',', qualifier: '"', ...more };
    const { publishParameters } = await petra.post('content/features/analyze', {
      fileType: 'csv',
      text: bytes,
      analyzeParameters: parameters,
    });
    const reply: AnyReply = await petra.upload(
      `content/users/${petra.username}/publish`,
      { fileType: 'csv', publishParameters: { name, ...parameters } },
      { file: { name: 'titles.csv', bytes } },
    );
    await t.runJobs();
    const { features } = await query(new URL(reply.services[0].serviceurl).pathname, { orderByFields: 'OBJECTID' });
    return [publishParameters, features.map(({ attributes }: AnyReply) => attributes)];
  };
  const [found, rows] = await send('Titles_found', {});
  expect(found.warningSentences).toContainEqual(expect.objectContaining({ code: 'names-found', values: { row: 3 } }));
  // The second row of names is a row without a place to whoever looks at the first.
  expect(rows).toMatchObject([
    { shop: 'A', sales: 1 },
    { shop: 'B', sales: 2 },
  ]);
  const [chosen, others] = await send('Titles_chosen', { headerRow: 4 });
  expect(chosen.warningSentences).toEqual([]);
  expect(others).toMatchObject([
    { name: 'A', count: 1 },
    { name: 'B', count: 2 },
  ]);
});

/** A table with so many columns beside its places, and what analyzing it proposes. */
async function wideTable(name: string, count: number): Promise<{ file: { name: string; bytes: Buffer }; proposed: AnyReply }> {
  const columns = Array.from({ length: count }, (_, i) => i);
  const file = { name, bytes: Buffer.from(`lat,lon,${columns.map((i) => `c${i}`)}\n1,2,${columns}\n`) };
  const { publishParameters } = await t.as('petra').upload('content/features/analyze', { fileType: 'csv' }, { file });
  return { file, proposed: publishParameters };
}

it('all the columns that analyzing finds may come back: a layer has as many as are kept', async () => {
  const petra = t.as('petra');
  const { file, proposed } = await wideTable('wide.csv', 1_600);
  expect(proposed.layerInfo.fields).toHaveLength(1_602);
  const columns = Array.from({ length: 1_250 }, (_, i) => ({ name: `c${i}`, skip: true }));
  const publishParameters = { ...proposed, name: 'Wide_skipped', columns };
  const reply = await petra.upload(`content/users/${petra.username}/publish`, { fileType: 'csv', publishParameters }, { file });
  expect(reply.error).toBeUndefined();
  await t.runJobs();
  const path = new URL(reply.services[0].serviceurl).pathname;
  const { features } = await query(path, { outFields: 'c1250,c1599' });
  expect(features[0].attributes).toEqual({ c1250: 1250, c1599: 1599 });
  const { fields } = await petra.get(`${path}/0`);
  expect(fields.filter((field: { name: string }) => /^c\d/.test(field.name))).toHaveLength(350);
  const shown = await petra.upload(
    'content/features/generate',
    { fileType: 'csv', publishParameters: { ...proposed, previewCount: 1 } },
    { file },
  );
  expect(shown.featureCollection.layers[0].featureSet.features[0].attributes).toMatchObject({ c0: 0, c1599: 1599 });
});

it('of several tables none is begun where one is too wide for a layer', async () => {
  const { file: wide } = await wideTable('wide.csv', 1_501);
  const path = join(await mkdtemp(join(tmpdir(), 'graticule-wide-')), 'tables.zip');
  await writeFile(
    path,
    zipArchive([
      { name: 'narrow.csv', bytes: TREES },
      { name: wide.name, bytes: wide.bytes },
    ]),
  );
  const progress = vi.fn(async () => undefined);
  const task = {
    itemId: 'none',
    path,
    fileName: 'tables.zip',
    fileType: 'csv',
    parameters: { name: 'Tables' },
    scratchDir: `${path}-unpacked`,
  };
  const reasons = [expect.objectContaining({ code: 'table-wide', values: expect.objectContaining({ count: 1_503 }) })];
  await expect(loadFile(t.portal, task, progress)).rejects.toMatchObject({ reasons });
  expect(progress).not.toHaveBeenCalled();
  await rm(dirname(path), { recursive: true });
});

it('titles of columns that are longer than an alias are cut, whichever way they come', async () => {
  const petra = t.as('petra');
  const title = `How often did you go? ${'Think of all the days. '.repeat(11)}`.trim();
  const file = { name: 'survey.csv', bytes: Buffer.from(`${title},lat,lon\n5,47,8\n`) };
  const { publishParameters } = await petra.upload('content/features/analyze', { fileType: 'csv' }, { file });
  const cut = `${title.slice(0, 249)}…`;
  const [proposed] = publishParameters.layerInfo.fields;
  expect([title.length > 250, proposed.alias]).toEqual([true, cut]);
  for (const [name, alias] of Object.entries({ Survey_cut: cut, Survey_whole: title })) {
    const layerInfo = { ...publishParameters.layerInfo, fields: [{ ...proposed, alias }] };
    const more = { fileType: 'csv', publishParameters: { ...publishParameters, name, layerInfo } };
    const reply = await petra.upload(`content/users/${petra.username}/publish`, more, { file });
    await t.runJobs();
    const { fields } = await petra.get(`${new URL(reply.services[0].serviceurl).pathname}/0`);
    expect(fields.find((field: { name: string }) => field.name === proposed.name).alias).toBe(cut);
  }
});

it('what is said of a sent text by the name that it is analyzed under counts, whatever the service is called', async () => {
  const petra = t.as('petra');
  const text = 'code,size,lat,lon\n007,5,1,2\n';
  const call = { fileType: 'csv', text };
  const columns = [
    { dataset: 'text', name: 'code', type: 'esriFieldTypeString' },
    { dataset: 'text', name: 'size', skip: true },
  ];
  const publishParameters = { name: 'Sent_rows', layerNames: ['text'], columns };
  const reply: AnyReply = await petra.post(`content/users/${petra.username}/publish`, { ...call, publishParameters });
  await t.runJobs();
  const path = new URL(reply.services[0].serviceurl).pathname;
  const { features } = await query(path, { outFields: '*' });
  expect(features[0].attributes).toMatchObject({ code: '007' });
  expect(features[0].attributes).not.toHaveProperty('size');
  expect((await petra.get(`${path}/0`)).name).toBe('Sent_rows');
});
