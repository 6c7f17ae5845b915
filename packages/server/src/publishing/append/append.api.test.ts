// Appending rows to layers that exist, and merging them by a key.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { loadScene, TREES } from '../../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

const FIXTURES = join(import.meta.dirname, '../../../../geo/fixtures');

let t: TestPortal;
const { layerOf, load, run, csv, features, values, hostedTables } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', vera: 'viewer', otto: 'publisher' } });
});
afterAll(() => t.close());

describe('append', () => {
  it('adds the rows of an uploaded file and says how many', async () => {
    const layer = await layerOf();
    const before = await t.as('petra').get(layer.path);
    expect(before).toMatchObject({ supportsAppend: true, supportedAppendFormats: expect.stringContaining('csv') });
    const tables = await hostedTables();
    const status = await load(layer, csv('Species,HEIGHT,note,lat,lon\nelm,3,x,5,60\n'));
    expect(status).toMatchObject({
      layerName: before.name,
      status: 'Completed',
      recordCount: 1,
      insertedCount: 1,
      updatedCount: 0,
      refusedCount: 0,
    });
    expect(status.jobId).toMatch(/^[0-9a-f]{32}$/);
    const all = await features(layer);
    expect(all).toHaveLength(3);
    expect(all[2].attributes).toMatchObject({ OBJECTID: 3, species: 'elm', height: 3, code: null });
    expect(all[2].geometry).toMatchObject({ x: expect.closeTo(60, 6), y: expect.closeTo(5, 6) });
    const after = await t.as('petra').get(layer.path);
    expect(after.editingInfo.lastEditDate).toBeGreaterThanOrEqual(before.editingInfo.lastEditDate);
    expect(after.extent.xmax).toBeGreaterThan(before.extent.xmax);
    expect((await t.as('petra').get(`content/items/${layer.itemId}`)).extent[1][0]).toBeCloseTo(60, 5);
    // Nothing that the load needed is left.
    expect(await hostedTables()).toEqual(tables);
  });

  it('joins the parts of a file once each', async () => {
    const layer = await layerOf();
    const petra = t.as('petra');
    const { item } = await petra.post(`${layer.service}/uploads/register`, { itemName: 'a.csv' });
    const at = `${layer.service}/uploads/${item.itemID}`;
    await petra.upload(`${at}/uploadPart`, { partId: 1 }, { partFile: { name: 'a', bytes: 'species,height' } });
    expect((await petra.post(`${at}/commit`, { parts: '1,1,01' })).error.code).toBe(400);
    expect(await petra.post(`${at}/commit`, { parts: '1' })).toMatchObject({ success: true, item: { committed: true } });
  });

  it('pairs columns with other names as the caller says', async () => {
    const layer = await layerOf();
    const mappings = [
      { name: 'species', source: 'Art' },
      { name: 'height', sourceName: 'Höhe' },
    ];
    expect(await load(layer, csv('Art,Höhe,lat,lon\nUlme,"3.0",5,6\n'), { fieldMappings: mappings })).toMatchObject({ insertedCount: 1 });
    expect((await features(layer))[2].attributes).toMatchObject({ species: 'Ulme', height: 3 });
    const wrong = await load(layer, csv('Art,lat,lon\nUlme,5,6\n'), { fieldMappings: [{ name: 'species', source: 'Baum' }] });
    expect(wrong).toMatchObject({ status: 'Failed', statusMessage: expect.stringContaining("'Baum'") });
    expect(wrong.statusMessage).toContain('Art');
    const both = [...mappings, { name: 'SPECIES', source: 'Höhe' }];
    expect(await load(layer, csv('Art,Höhe,lat,lon\nUlme,"3.0",5,6\n'), { fieldMappings: both })).toMatchObject({
      status: 'Failed',
      statusMessage: expect.stringContaining("name two columns for the field 'species'"),
    });
    const none = await load(layer, csv('Art\nUlme\n'), {});
    expect(none).toMatchObject({ status: 'Failed' });
    expect(await features(layer)).toHaveLength(3);
  });

  it('takes the rows that can be used and tells the others by number, or takes none where the caller wants all', async () => {
    const layer = await layerOf();
    const text = 'species,height,lat,lon\nelm,tall,5,6\nyew,4,7,8\nfir,2.5,7,8\n';
    const status = await load(layer, csv(text));
    expect(status).toMatchObject({ status: 'CompletedWithErrors', insertedCount: 1, refusedCount: 2 });
    expect(status.problems).toEqual([
      { row: 2, reason: expect.stringContaining('height must be a'), said: expect.anything() },
      { row: 4, reason: expect.stringContaining('height must be a whole number'), said: expect.anything() },
    ]);
    // In the language of the reader down to what the field takes.
    expect(status.problems[1].said).toMatchObject({
      code: 'value-refused',
      values: { detail: { code: 'field-unfit', values: { field: 'height', wanted: { code: 'wanted-whole' }, value: "'2.5'" } } },
    });
    expect(await values(layer, 'species')).toEqual(['oak', 'ash', 'yew']);
    const refused = await load(layer, csv(text), { rollbackOnFailure: true });
    expect(refused).toMatchObject({
      status: 'Failed',
      statusMessage: expect.stringContaining('Nothing was changed, because 2 rows cannot be used. Row 2: '),
    });
    expect(await features(layer)).toHaveLength(3);
  });

  it('takes features that come with the call, as feature collection, feature set or GeoJSON', async () => {
    const layer = await layerOf();
    const point = { x: 222_638.98, y: 0 };
    const collection = {
      layers: [
        {
          layerDefinition: {
            geometryType: 'esriGeometryPoint',
            spatialReference: { wkid: 102100 },
            fields: [{ name: 'species', type: 'esriFieldTypeString' }],
          },
          featureSet: { features: [{ attributes: { species: 'elm' }, geometry: point }] },
        },
      ],
    };
    const append = async (edits: object, format: string): Promise<AnyReply> =>
      run(await t.as('petra').post(`${layer.path}/append`, { edits, appendUploadFormat: format }));
    expect(await append(collection, 'featureCollection')).toMatchObject({ status: 'Completed', insertedCount: 1 });
    const geojson = {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: { species: 'yew' }, geometry: { type: 'Point', coordinates: [3, 4] } }],
    };
    expect(await append(geojson, 'geojson')).toMatchObject({ status: 'Completed', insertedCount: 1 });
    const all = await features(layer);
    expect(all.slice(2).map((one) => [one.attributes.species, Math.round(one.geometry.x), Math.round(one.geometry.y)])).toEqual([
      ['elm', 2, 0],
      ['yew', 3, 4],
    ]);
    expect(await append({ nonsense: 1 }, 'featureCollection')).toMatchObject({ error: { code: 400 } });
  });

  it('takes the waypoints of a GPX file, and names the one that is nowhere on earth', async () => {
    const layer = await layerOf('name,lat,lon\nhere,1,1\n');
    const bytes = readFileSync(join(FIXTURES, 'vector/walk.gpx'));
    const from = { appendUploadFormat: 'gpx', sourceTableName: 'walk waypoints' };
    const status = await load(layer, { name: 'walk.gpx', bytes }, from);
    expect(status).toMatchObject({ insertedCount: 2, refusedCount: 1 });
    expect(await values(layer, 'name')).toEqual(['here', 'Brücke', '007']);
    expect((await features(layer)).at(-1)?.geometry).toMatchObject({ x: expect.closeTo(7.5921, 5), y: expect.closeTo(47.5546, 5) });
  });

  it('takes a shapefile in another coordinate system from an item', async () => {
    const petra = t.as('petra');
    const layer = await layerOf('NAME,EINWOHNER,lat,lon\nNowhere,1,1,1\n');
    const bytes = readFileSync(join(FIXTURES, 'vector/german_towns_latin1_25832.zip'));
    const item = await petra.upload(
      `content/users/${petra.username}/addItem`,
      { title: 'Towns', type: 'Shapefile' },
      { file: { name: 'towns.zip', bytes } },
    );
    const status = await run(await petra.post(`${layer.path}/append`, { appendItemId: item.id, appendUploadFormat: 'shapefile' }));
    expect(status).toMatchObject({ status: 'Completed', insertedCount: 2500 });
    const page = await petra.get(`${layer.path}/query`, { where: "NAME LIKE 'K_ln' AND EINWOHNER > 900000", outFields: '*', outSR: 4326 });
    expect(page.features[0].geometry.x).toBeCloseTo(6.95, 1);
    // An item of somebody else is no source.
    await t.as('otto').post(`content/users/${t.as('otto').username}/addItem`, { title: 'Secret', type: 'CSV', text: TREES });
    const otto = await t.as('otto').get(`content/users/${t.as('otto').username}`);
    expect(await petra.post(`${layer.path}/append`, { appendItemId: otto.items[0].id })).toMatchObject({ error: { code: 403 } });
  });

  it('refuses geometries of another type and rows without coordinates, and leaves the layer alone', async () => {
    const layer = await layerOf();
    const line = {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: { species: 'x' },
          geometry: {
            type: 'LineString',
            coordinates: [
              [0, 0],
              [1, 1],
            ],
          },
        },
      ],
    };
    const status = await run(await t.as('petra').post(`${layer.path}/append`, { edits: line, appendUploadFormat: 'geojson' }));
    expect(status).toMatchObject({ status: 'Failed', statusMessage: expect.stringContaining('holds lines, and the layer points') });
    expect(await load(layer, csv('species\nelm\n'))).toMatchObject({
      status: 'Failed',
      statusMessage: expect.stringContaining('no geometries'),
    });
    expect(await features(layer)).toHaveLength(2);
  });

  it('refuses rows that are nowhere on earth, by number', async () => {
    const layer = await layerOf();
    const at = (species: string, x: number): object => ({ attributes: { species }, geometry: { x, y: 5 } });
    const featureSet = {
      geometryType: 'esriGeometryPoint',
      spatialReference: { wkid: 102100 },
      fields: [{ name: 'species', type: 'esriFieldTypeString', alias: 'species' }],
      features: [at('good', 1000), at('far', 1e10), at('farther', -1e300)],
    };
    const started = await t.as('petra').post(`${layer.path}/append`, { edits: featureSet });
    const status = await run(started);
    expect(status).toMatchObject({ status: 'CompletedWithErrors', insertedCount: 1, refusedCount: 2 });
    expect(status.problems.map((one: AnyReply) => [one.row, one.said.code])).toEqual([
      [2, 'off-globe'],
      [3, 'off-globe'],
    ]);
  });

  it('changes nothing when the person has lost the right while the file was read', async () => {
    const layer = await layerOf();
    await t.as('petra').post(`content/users/${t.as('petra').username}/items/${layer.itemId}/share`, { everyone: true });
    const { item } = await t.as('una').upload(`${layer.service}/uploads/upload`, {}, { file: csv(TREES) });
    const started = await t.as('una').post(`${layer.path}/append`, { appendUploadId: item.itemID, appendUploadFormat: 'csv' });
    expect(started.statusUrl).toBeDefined();
    await t.as('petra').post(`content/users/${t.as('petra').username}/items/${layer.itemId}/share`, { everyone: false });
    await t.runJobs();
    expect(await features(layer)).toHaveLength(2);
    const loads = (await t.as('petra').get(`${layer.path}/append/jobs`)).jobs;
    expect(loads[0]).toMatchObject({ status: 'Failed' });
  });

  it('is for those who may edit, on layers they may see', async () => {
    const layer = await layerOf(TREES, { capabilities: 'Query' });
    const petra = t.as('petra');
    const call = (who: string): Promise<AnyReply> => t.as(who).post(`${layer.path}/append`, { edits: { features: [] } });
    expect(await call('otto')).toMatchObject({ error: { code: 403 } });
    expect(await t.stranger.post(`${layer.path}/append`, { edits: { features: [] } })).toMatchObject({ error: { code: 499 } });
    await petra.post(`content/users/${petra.username}/items/${layer.itemId}/share`, { org: true });
    // Seen by all members now, but nobody may edit.
    expect(await call('otto')).toMatchObject({ error: { code: 403 } });
    const upload = await t.as('otto').upload(`${layer.service}/uploads/upload`, {}, { file: csv(TREES) });
    expect(upload).toMatchObject({ error: { code: 403 } });
    await petra.post(`${layer.admin.slice(0, -2)}/updateDefinition`, { updateDefinition: { capabilities: 'Query,Create' } });
    expect(await load(layer, csv(TREES), {}, 'una')).toMatchObject({ status: 'Completed', insertedCount: 2 });
    expect(await t.as('vera').upload(`${layer.service}/uploads/upload`, {}, { file: csv(TREES) })).toMatchObject({ error: { code: 403 } });
    // Merging changes features too, and replacing is for those who administer the layer.
    const { item } = await t.as('una').upload(`${layer.service}/uploads/upload`, {}, { file: csv(TREES) });
    const merging = { appendUploadId: item.itemID, appendUploadFormat: 'csv', upsert: true, upsertMatchingField: 'code' };
    expect(await t.as('una').post(`${layer.path}/append`, merging)).toMatchObject({ error: { code: 403 } });
    expect(await t.as('una').post(`${layer.admin}/replaceFeatures`, { appendUploadId: item.itemID })).toMatchObject({
      error: { code: 403 },
    });
    // What one person uploads and loads is not told to others who may only edit.
    expect(await petra.post(`${layer.path}/append`, { appendUploadId: item.itemID })).toMatchObject({ error: { code: 400 } });
    const mine = await petra.get(`${layer.path}/append/jobs`);
    expect(mine.jobs.map(({ operation }: AnyReply) => operation)).toEqual(['append', 'publish']);
    expect((await t.as('una').get(`${layer.path}/append/jobs`)).jobs).toHaveLength(1);
    expect((await t.as('otto').get(`${layer.path}/append/jobs`)).jobs).toEqual([]);
    expect(await t.as('otto').get(`${layer.path}/append/jobs/${mine.jobs[0].jobId}`)).toMatchObject({ error: { code: 400 } });
  });
});

describe('upsert', () => {
  it('changes the features whose key a row has, and adds the others', async () => {
    const layer = await layerOf();
    const before = await features(layer);
    const status = await load(layer, csv('code,height,lat,lon\nb,8,30,40\nc,1,5,6\n'), { upsert: true, upsertMatchingField: 'CODE' });
    expect(status).toMatchObject({ status: 'Completed', insertedCount: 1, updatedCount: 1, skippedCount: 0 });
    const after = await features(layer);
    expect(after.map((one) => [one.attributes.OBJECTID, one.attributes.code, one.attributes.species, one.attributes.height])).toEqual([
      [1, 'a', 'oak', 12],
      [2, 'b', 'ash', 8],
      [3, 'c', null, 1],
    ]);
    expect(after[1].attributes.GlobalID).toBe(before[1].attributes.GlobalID);
    expect(after[1].geometry).toMatchObject({ x: expect.closeTo(40, 6), y: expect.closeTo(30, 6) });
    expect((await t.as('petra').get(`${layer.path}/query`, { returnExtentOnly: true, outSR: 4326 })).extent.xmax).toBeCloseTo(40, 5);
  });

  it('leaves geometries alone for rows without coordinates, and skips what the caller does not want', async () => {
    const layer = await layerOf();
    const upsert = { upsert: true, upsertMatchingField: 'code' };
    expect(await load(layer, csv('code,height\nb,9\nz,1\n'), { ...upsert, skipInserts: true })).toMatchObject({
      updatedCount: 1,
      insertedCount: 0,
      skippedCount: 1,
    });
    expect(await load(layer, csv('code,height,lat,lon\nb,10,0,0\nz,1,0,0\n'), { ...upsert, skipUpdates: true })).toMatchObject({
      updatedCount: 0,
      insertedCount: 1,
      skippedCount: 1,
    });
    const after = await features(layer);
    expect(after.map((one) => [one.attributes.code, one.attributes.height])).toEqual([
      ['a', 12],
      ['b', 9],
      ['z', 1],
    ]);
    expect(after[1].geometry.x).toBeCloseTo(4, 6);
  });

  it.each([
    ['where the caller wants no other geometries', { updateGeometry: false }, true],
    ['where the service allows no other geometries', {}, false],
  ])('leaves features where they are %s, and places new ones', async (_, options, allowGeometryUpdates) => {
    const layer = await layerOf();
    const [service] = layer.admin.split('/0');
    await t.as('petra').post(`${service}/updateDefinition`, { updateDefinition: { allowGeometryUpdates } });
    const rows = csv('code,height,lat,lon\nb,10,1,1\nz,1,2,3\n');
    const status = await load(layer, rows, { upsert: true, upsertMatchingField: 'code', ...options });
    expect(status).toMatchObject({ status: 'Completed', updatedCount: 1, insertedCount: 1 });
    const after = await features(layer);
    expect(after[1]).toMatchObject({ attributes: { code: 'b', height: 10 }, geometry: { x: expect.closeTo(4, 6) } });
    expect(after[2]).toMatchObject({ attributes: { code: 'z' }, geometry: { x: expect.closeTo(3, 6), y: expect.closeTo(2, 6) } });
  });

  it('refuses rows without a key and all but the last of a key, and keys that several features have', async () => {
    const layer = await layerOf();
    const upsert = { upsert: true, upsertMatchingField: 'code' };
    const status = await load(layer, csv('code,height,lat,lon\nb,1,0,0\n,2,0,0\nb,3,0,0\n'), upsert);
    expect(status).toMatchObject({ status: 'CompletedWithErrors', updatedCount: 1, insertedCount: 0, refusedCount: 2 });
    expect(status.problems).toEqual([
      { row: 3, reason: 'code, the key, is empty', said: expect.anything() },
      { row: 2, reason: 'a later row has the same code', said: expect.anything() },
    ]);
    expect(await values(layer, 'height')).toEqual([12, 3]);
    await load(layer, csv('code,height,lat,lon\na,5,0,0\n'));
    const twice = await load(layer, csv('code,height\na,7\n'), { ...upsert, skipInserts: true });
    expect(twice).toMatchObject({
      status: 'Failed',
      statusMessage: expect.stringContaining("several features have the value 'a' in the field code"),
    });
    expect(await values(layer, 'height')).toEqual([12, 3, 5]);
    expect(await load(layer, csv(TREES), { upsert: true })).toMatchObject({ error: { code: 400 } });
    expect(await load(layer, csv(TREES), { upsert: true, upsertMatchingField: 'nothing' })).toMatchObject({
      status: 'Failed',
      statusMessage: expect.stringContaining("no field 'nothing'"),
    });
  });

  it('merges by object id and by global id', async () => {
    const layer = await layerOf();
    const [first, second] = await features(layer);
    expect(
      await load(layer, csv('OBJECTID,height\n1,77\n'), { upsert: true, upsertMatchingField: 'OBJECTID', skipInserts: true }),
    ).toMatchObject({ updatedCount: 1 });
    const fresh = '{0B0E2B0A-1111-4222-8333-444455556666}';
    const text = `GlobalID,height,lat,lon\n${second.attributes.GlobalID},88,0,0\n${fresh},99,0,0\n`;
    expect(await load(layer, csv(text), { upsert: true, useGlobalIds: true })).toMatchObject({ updatedCount: 1, insertedCount: 1 });
    expect(await values(layer, 'height')).toEqual([77, 88, 99]);
    expect(await values(layer, 'GlobalID')).toEqual([first.attributes.GlobalID, second.attributes.GlobalID, fresh]);
    // The same ids again are in use.
    const again = await load(layer, csv(text), { useGlobalIds: true });
    expect(again).toMatchObject({ status: 'CompletedWithErrors', insertedCount: 0, refusedCount: 2 });
  });
});
