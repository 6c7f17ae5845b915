// Feature collections: published from items and from texts, and made from files as clients ask for them.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { zipArchive } from '../../testing/zip-archive.ts';
import { requireExportFormat } from './export-formats.ts';

const FIXTURES = join(import.meta.dirname, '../../../geo/fixtures');

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
});
afterAll(() => t.close());

const generate = (parameters: object, source: object, who = 'una'): Promise<AnyReply> =>
  t.as(who).post('content/features/generate', { publishParameters: { name: 'x', ...parameters }, ...source });
const CITIES = { filetype: 'csv', text: 'name,pop,lat,lon\nBasel,177595,47.55839,7.57327\nBern,133883,46.94809,7.44744\n' };

describe('generate', () => {
  it('describes the layer so that a map can draw it, and gives coordinates in the reference system that is asked for', async () => {
    const { featureCollection } = await generate({ targetSR: { wkid: 4326 } }, CITIES);
    const [{ layerDefinition, featureSet }] = featureCollection.layers;
    expect(layerDefinition).toMatchObject({
      name: 'x',
      type: 'Feature Layer',
      geometryType: 'esriGeometryPoint',
      objectIdField: '__OBJECTID',
      displayField: 'name',
      capabilities: 'Query',
      drawingInfo: { renderer: { type: 'simple' } },
      spatialReference: { wkid: 4326 },
      extent: { xmin: 7.44744, ymin: 46.94809, xmax: 7.57327, ymax: 47.55839, spatialReference: { wkid: 4326 } },
    });
    expect(layerDefinition.fields.map((field: AnyReply) => [field.name, field.type])).toEqual([
      ['__OBJECTID', 'esriFieldTypeOID'],
      ['name', 'esriFieldTypeString'],
      ['pop', 'esriFieldTypeInteger'],
      ['lat', 'esriFieldTypeDouble'],
      ['lon', 'esriFieldTypeDouble'],
    ]);
    expect(featureSet.features[0]).toEqual({
      attributes: { __OBJECTID: 1, name: 'Basel', pop: 177_595, lat: 47.55839, lon: 7.57327 },
      geometry: { x: 7.57327, y: 47.55839, spatialReference: { wkid: 4326, latestWkid: 4326 } },
    });
    const swiss = (await generate({ targetSR: { wkid: 2056 } }, CITIES)).featureCollection.layers[0].featureSet;
    expect(swiss.features[1].geometry).toMatchObject({ x: expect.closeTo(2_600_670, -2), y: expect.closeTo(1_199_650, -2) });
  });

  it('simplifies and rounds as map viewers ask for it, and takes no more records than they want', async () => {
    const file = { name: 'africa.zip', bytes: readFileSync(join(FIXTURES, 'vector/africa_countries_utf8.zip')) };
    const ask = async (parameters: object): Promise<AnyReply> =>
      t.as('una').upload('content/features/generate', { filetype: 'shapefile', publishParameters: { name: 'x', ...parameters } }, { file });
    const points = (reply: AnyReply): number[][] =>
      reply.featureCollection.layers[0].featureSet.features.flatMap((one: AnyReply) => one.geometry.rings.flat());
    const whole = points(await ask({}));
    const web = { generalize: true, maxAllowableOffset: 10_000, reducePrecision: true, numberOfDigitsAfterDecimal: 0 };
    const small = points(await ask({ ...web, maxRecordCount: 1000, targetSR: { wkid: 102100, latestWkid: 3857 } }));
    expect(small.length).toBeLessThan(whole.length / 4);
    expect(small.flat().every(Number.isInteger)).toBe(true);
    expect(await ask({ maxRecordCount: 5 })).toMatchObject({ error: { code: 400 } });
  });

  it('takes ten thousand features, and tells of more in a reply that clients read as any other', async () => {
    const ask = (count: number) => {
      const text = `lat,lon\n${'1,2\n'.repeat(count)}`;
      return t.as('una').raw('POST', 'content/features/generate', { fileType: 'csv', text, publishParameters: {} });
    };
    const all = await ask(10_000);
    expect(all.json().featureCollection.layers[0].featureSet.features).toHaveLength(10_000);
    const more = await ask(10_001);
    // Clients that see another status than 200 do not look at the body.
    expect(more.statusCode).toBe(200);
    expect(more.json()).toEqual({
      error: {
        code: 400,
        message: 'The file is too large: at most 10000 features are accepted.',
        details: ['Publish it as a hosted layer instead.'],
        reasons: [expect.objectContaining({ code: 'preview-large', values: { most: 10_000 } })],
      },
    });
  });

  it('unpacks no more for visitors than a small file could be', async () => {
    const zeros = Array.from({ length: 6 }, (_, i) => ({ name: `${i}.csv`, bytes: Buffer.alloc(9_000_000) }));
    const bytes = zipArchive([...zeros, { name: 'noise.txt', bytes: randomBytes(600_000) }]);
    expect(bytes.length).toBeLessThan(1_000_000);
    const file = { name: 'zeros.zip', bytes };
    const refused = await t.stranger.upload('content/features/generate', { filetype: 'csv', publishParameters: { name: 'z' } }, { file });
    expect(refused.error.reasons).toMatchObject([{ code: 'zip-large' }]);
    const receiving = join(t.portal.files.receivingPath(), '..');
    expect(readdirSync(receiving)).toEqual([]);
  });

  it('gives every layer of a file, and its rows without a place as a table', async () => {
    const file = { name: 'walk.gpx', bytes: readFileSync(join(FIXTURES, 'vector/walk.gpx')) };
    const walk = await t.as('una').upload('content/features/generate', { filetype: 'gpx', publishParameters: { name: 'w' } }, { file });
    expect(walk.featureCollection.layers.map((one: AnyReply) => one.layerDefinition.geometryType)).toEqual([
      'esriGeometryPoint',
      'esriGeometryPolyline',
      'esriGeometryPolyline',
    ]);
    const table = await generate({ locationType: 'none' }, CITIES);
    const [layer] = table.featureCollection.layers;
    expect(layer.layerDefinition).toMatchObject({ type: 'Table' });
    expect(layer.featureSet.features[0]).not.toHaveProperty('geometry');
  });
});

describe('a feature collection', () => {
  it('that lies in an item becomes a hosted layer with its look, fields and places, layer by layer', async () => {
    const petra = t.as('petra');
    const { featureCollection } = await generate({}, CITIES);
    const [cities] = featureCollection.layers;
    cities.layerDefinition.name = 'Cities';
    cities.layerDefinition.drawingInfo = { renderer: { type: 'simple', symbol: { type: 'esriSMS', color: [1, 2, 3, 255], size: 3 } } };
    cities.layerDefinition.fields[1].alias = 'Name of the city';
    cities.popupInfo = { title: '{name}' };
    const note = {
      layerDefinition: { name: 'Notes', fields: [{ name: 'text', type: 'esriFieldTypeString' }] },
      featureSet: { features: [{ attributes: { text: 'a' } }] },
    };
    const text = JSON.stringify({ layers: [cities, note] });
    const { id } = await petra.post(`content/users/${petra.username}/addItem`, { title: 'My places', type: 'Feature Collection', text });

    const analysis = await petra.post('content/features/analyze', { itemid: id, filetype: 'featureCollection' });
    expect(analysis.publishParameters).toMatchObject({
      layerInfo: { name: 'Cities', geometryType: 'esriGeometryPoint', drawingInfo: cities.layerDefinition.drawingInfo },
      datasets: [{ name: 'Cities' }, { name: 'Notes' }],
    });
    expect(analysis.records[0]).toMatchObject({ name: 'Basel' });

    const reply = await petra.post(`content/users/${petra.username}/publish`, {
      itemId: id,
      filetype: 'featureCollection',
      publishParameters: { name: 'my_places' },
    });
    await t.runJobs();
    const [{ serviceItemId, serviceurl }] = reply.services;
    const path = new URL(serviceurl).pathname;
    expect(await petra.get(`content/users/${petra.username}/items/${serviceItemId}/status`)).toMatchObject({ status: 'completed' });
    const layer = await petra.get(`${path}/0`);
    expect(layer).toMatchObject({ name: 'Cities', drawingInfo: cities.layerDefinition.drawingInfo, popupInfo: { title: '{name}' } });
    expect(layer.fields.find((field: AnyReply) => field.name === 'name')).toMatchObject({ alias: 'Name of the city' });
    const page = await petra.get(`${path}/0/query`, { where: "name = 'Bern'", outFields: '*', outSR: 4326 });
    expect(page.features[0]).toMatchObject({ attributes: { pop: 133_883 }, geometry: { x: expect.closeTo(7.44744, 5) } });
    expect(await petra.get(`${path}/1`)).toMatchObject({ name: 'Notes', type: 'Table' });
    const related = await petra.get(`content/items/${serviceItemId}/relatedItems`, { relationshipType: 'Service2Data' });
    expect(related.relatedItems.map((one: AnyReply) => one.id)).toEqual([id]);
  });

  it('is what a layer is exported to, kept in an item as maps read it, up to a size that they can read', async () => {
    const petra = t.as('petra');
    const reply = await petra.post(`content/users/${petra.username}/publish`, {
      ...CITIES,
      publishParameters: { name: 'to_export', keyField: 'name' },
    });
    await t.runJobs();
    const { serviceItemId, serviceurl } = reply.services[0];
    const admin = new URL(serviceurl).pathname.replace('/rest/services/', '/rest/admin/services/');
    const domain = { type: 'range', name: 'people', range: [0, 1e9] };
    await petra.post(`${admin}/0/updateDefinition`, { updateDefinition: { fields: [{ name: 'pop', alias: 'People', domain }] } });
    const asked = { itemId: serviceItemId, exportFormat: 'Feature Collection', title: 'Cities to draw' };
    const started = await petra.post(`content/users/${petra.username}/export`, asked);
    await t.runJobs();
    const item = await petra.get(`content/items/${started.exportItemId}`);
    expect(item).toMatchObject({ type: 'Feature Collection', title: 'Cities to draw', name: null });
    const { layers } = await petra.get(`content/items/${started.exportItemId}/data`);
    expect(layers[0].layerDefinition).toMatchObject({
      geometryType: 'esriGeometryPoint',
      spatialReference: { wkid: 102100, latestWkid: 3857 },
      drawingInfo: { renderer: expect.anything() },
    });
    expect(layers[0].layerDefinition.fields.find((field: AnyReply) => field.name === 'pop')).toMatchObject({ alias: 'People', domain });
    expect(layers[0].featureSet.features[0]).toMatchObject({
      attributes: { OBJECTID: 1, name: 'Basel', pop: 177_595 },
      geometry: { x: expect.closeTo(843_050, -2), y: expect.closeTo(6_033_700, -2) },
    });
    const format = requireExportFormat(t.portal, 'Feature Collection');
    expect(format.maxRows).toBe(20_000);
    Object.assign(format, { maxRows: 0 });
    try {
      expect(await petra.post(`content/users/${petra.username}/export`, asked)).toMatchObject({ error: { code: 400 } });
      const direct = await petra.raw('GET', `content/items/${serviceItemId}/export`, { f: 'json', exportFormat: 'Feature Collection' });
      expect(direct.json().error.code).toBe(400);
    } finally {
      Object.assign(format, { maxRows: 20_000 });
    }
  });

  it('is also taken as text, and refused where it has no features', async () => {
    const petra = t.as('petra');
    const { featureCollection } = await generate({}, CITIES);
    const asked = { filetype: 'featureCollection', text: JSON.stringify({ featureCollection }) };
    expect((await petra.post('content/features/analyze', asked)).publishParameters).toMatchObject({ rowCount: 2 });
    const broken = await petra.post('content/features/analyze', { ...asked, text: '{"layers":[]}' });
    expect(broken.error).toMatchObject({ code: 400, details: expect.anything() });
    expect(broken.error.message).toContain('it has no features');
  });
});
