// Publishing through the application: file in, service out, and what is left after a failure.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

const FIXTURES = join(import.meta.dirname, '../../../geo/fixtures');
const fixture = (name: string): Buffer => readFileSync(join(FIXTURES, name));

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', vera: 'viewer', otto: 'publisher', rolf: 'user', ada: 'admin' } });
});
afterAll(() => t.close());

interface Published {
  reply: AnyReply;
  path: string;
  itemId: string;
}

async function publish(file: string, fileType: string, parameters: object): Promise<Published> {
  const petra = t.as('petra');
  const name = file.slice(file.lastIndexOf('/') + 1);
  const reply = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType, publishParameters: parameters },
    { file: { name, bytes: fixture(file) } },
  );
  const service = reply.services?.[0];
  return { reply, path: service ? new URL(service.serviceurl).pathname : '', itemId: service?.serviceItemId ?? '' };
}

async function hostedTables(): Promise<string[]> {
  const found = await sql<{ tablename: string }>`select tablename from pg_tables where schemaname = 'hosted'`.execute(t.portal.db);
  return found.rows.map((row) => row.tablename);
}

async function jobOf(itemId: string): Promise<{ state: string; message: string | null }> {
  const [job] = await t.portal.queue.about(itemId, 1);
  return { state: job?.state ?? '', message: job?.message ?? null };
}

describe('what analyzing proposes', () => {
  it('says a coordinate system only when every layer of the file shares it, so that it can be sent back for all', async () => {
    const petra = t.as('petra');
    const analyze = (file: string, fileType: string) =>
      petra.upload(
        'content/features/analyze',
        { fileType },
        { file: { name: file.slice(file.lastIndexOf('/') + 1), bytes: fixture(file) } },
      );
    const two = await analyze('vector/two_shapefiles_one_zip.zip', 'shapefile');
    expect(two.publishParameters).toMatchObject({ sourceSR: null, needsSpatialReference: false });
    expect(two.publishParameters.datasets).toHaveLength(2);
    const one = await analyze('vector/german_towns_latin1_25832.zip', 'shapefile');
    expect(one.publishParameters.sourceSR.wkid).toBe(25832);
  });
});

describe('publishing', () => {
  it('CO-238 publishes a shapefile in a projected system as a hosted layer that can be queried', async () => {
    const { reply, path, itemId } = await publish('vector/german_towns_latin1_25832.zip', 'shapefile', { name: 'german_towns' });
    expect(reply.services[0]).toMatchObject({ type: 'Feature Service', serviceItemId: itemId });
    expect(reply.services[0].jobId).toMatch(/^[0-9a-f]{32}$/);
    await t.runJobs();
    expect(await jobOf(itemId)).toEqual({ state: 'completed', message: null });
    const petra = t.as('petra');
    expect(await petra.get(`${path}/0/query`, { where: '1=1', returnCountOnly: true })).toEqual({ count: 2500 });
    const page = await petra.get(`${path}/0/query`, { where: "NAME LIKE 'K_ln' AND EINWOHNER > 900000", outFields: '*', outSR: 4326 });
    expect(page.features).toHaveLength(1);
    const [cologne] = page.features;
    expect(cologne.attributes).toMatchObject({ NAME: 'Köln', EINWOHNER: 963395 });
    expect(cologne.geometry.x).toBeCloseTo(6.95, 1);
    expect(cologne.geometry.y).toBeCloseTo(50.93, 1);
    const layer = await petra.get(`${path}/0`);
    expect(layer).toMatchObject({ id: 0, type: 'Feature Layer', geometryType: 'esriGeometryPoint', objectIdField: 'OBJECTID' });
    expect(layer.drawingInfo.renderer.type).toBe('simple');
    const item = await t.portal.db.selectFrom('item').selectAll().where('id', '=', itemId).executeTakeFirstOrThrow();
    expect(item).toMatchObject({ type: 'Feature Service', status: 'completed', name: 'german_towns' });
    expect(item.auto_keywords).toEqual(expect.arrayContaining(['Hosted Service', 'Singlelayer']));
    expect(item.extent_box?.[0]).toBeGreaterThan(5);
    expect(item.extent_box?.[3]).toBeLessThan(56);
  });

  it('keeps the rows that can be read and reports the others', async () => {
    const { path, itemId } = await publish('malformed/ragged.csv', 'csv', { name: 'ragged' });
    await t.runJobs();
    expect((await jobOf(itemId)).state).toBe('completed');
    expect(await t.as('petra').get(`${path}/0/query`, { returnCountOnly: true })).toEqual({ count: 24 });
    const [job] = await t.portal.queue.about(itemId, 1);
    expect(job?.progress.report).toMatchObject([{ featuresLoaded: 24, rowsRefused: 6 }]);
    expect(JSON.stringify(job?.progress.report)).toContain('cells');
  });

  it('mends polygons that cross themselves and counts them', async () => {
    const { path, itemId } = await publish('malformed/self_intersecting.geojson', 'geojson', { name: 'bow_tie' });
    await t.runJobs();
    expect((await jobOf(itemId)).state).toBe('completed');
    const [job] = await t.portal.queue.about(itemId, 1);
    expect(job?.progress.report).toMatchObject([{ geometriesRepaired: 2 }, { layer: 'self_intersecting lines' }]);
    expect((await t.as('petra').get(`${path}/0/query`, { returnCountOnly: true })).count).toBeGreaterThan(2);
  });

  it.each([
    ['malformed/truncated.zip', 'shapefile', /cut off|not a zip/],
    ['malformed/no_prj.zip', 'shapefile', /coordinate system/],
    ['malformed/trailing_comma.geojson', 'geojson', /JSON/],
    ['malformed/cut_off.geojson', 'geojson', /JSON|ends/],
    ['malformed/empty.csv', 'csv', /empty/],
    ['malformed/html_named.geojson', 'geojson', /.+/],
    ['malformed/nested_bomb_like.zip', 'shapefile', /another archive|times|entries/],
    ['malformed/ratio_bomb.zip', 'shapefile', /times/],
    ['malformed/path_traversal.zip', 'csv', /outside|link/],
    ['malformed/empty.zip', 'shapefile', /empty/],
  ])('says what is wrong with %s and leaves nothing half-made', async (file, fileType, message) => {
    const before = await hostedTables();
    const name = file.replace(/\W/g, '_');
    const { itemId } = await publish(file, fileType, { name });
    await t.runJobs();
    const job = await jobOf(itemId);
    expect(job.state).toBe('failed');
    expect(job.message).toMatch(message);
    expect(await hostedTables()).toEqual(before);
    const item = await t.portal.db.selectFrom('item').selectAll().where('id', '=', itemId).executeTakeFirstOrThrow();
    expect(item.status).toBe('failed');
    // The name is free again.
    expect((await publish('malformed/ragged.csv', 'csv', { name })).reply.services[0].serviceItemId).toBeDefined();
    await t.runJobs();
  });

  it('refuses a taken name, whatever its case, and names that no address can hold', async () => {
    await publish('malformed/ragged.csv', 'csv', { name: 'Taken' });
    const { reply } = await publish('malformed/ragged.csv', 'csv', { name: 'taken' });
    expect(reply.error).toMatchObject({ code: 400, message: "Service name 'taken' is already in use." });
    const bad = await publish('malformed/ragged.csv', 'csv', { name: 'a/b' });
    expect(bad.reply.error).toMatchObject({ code: 400, message: "Service name 'a/b' is invalid." });
  });

  it('CO-254 says whether a name is free', async () => {
    const petra = t.as('petra');
    const ask = (name: string): Promise<AnyReply> => petra.get('portals/self/isServiceNameAvailable', { name, type: 'Feature Service' });
    expect(await ask('nobody_has_this')).toEqual({ available: true });
    await publish('malformed/ragged.csv', 'csv', { name: 'somebody' });
    expect(await ask('SomeBody')).toEqual({ available: false });
    expect(await ask('no/name')).toEqual({ available: false });
    expect((await t.stranger.get('portals/self/isServiceNameAvailable', { name: 'x' })).error.code).toBe(499);
  });

  it('lets nobody publish without the privilege', async () => {
    const una = t.as('una');
    const reply = await una.post(`content/users/${una.username}/publish`, {
      text: 'lat,lon\n1,2',
      fileType: 'csv',
      publishParameters: { name: 'mine' },
    });
    expect(reply.error.code).toBe(403);
    expect((await t.stranger.post('content/users/petra.test/publish', { fileType: 'csv', publishParameters: {} })).error.code).toBe(499);
  });

  it('CO-198 needs the rights to make items and to publish, and an item that the caller administers, where services are hosted', async () => {
    const petra = t.as('petra');
    expect(await petra.get('portals/self')).toMatchObject({ supportsHostedServices: true });
    const { id } = await petra.post(`content/users/${petra.username}/addItem`, { title: 'mine', type: 'CSV', text: 'a,lat,lon\n1,2,3\n' });
    await petra.post(`content/users/${petra.username}/items/${id}/share`, { org: true });
    const publishing = (who: string, name: string): Promise<AnyReply> =>
      t.as(who).post(`content/users/${t.as(who).username}/publish`, { itemId: id, fileType: 'csv', publishParameters: { name } });
    // Whoever only sees the item may look at it, and make a layer of their own map of it.
    expect(await t.as('otto').post('content/features/analyze', { itemId: id, fileType: 'csv' })).toHaveProperty('publishParameters');
    expect(await publishing('otto', 'not_mine')).toMatchObject({ error: { code: 403 } });
    expect(await publishing('una', 'no_right')).toMatchObject({ error: { code: 403 } });
    const ada = t.as('ada');
    const role = (await ada.post('portals/self/createRole', { name: 'Publishes only' })).id;
    const privileges = { privileges: ['portal:publisher:publishFeatures'] };
    expect(await ada.post(`portals/self/roles/${role}/setPrivileges`, { privileges })).toMatchObject({ success: true });
    await ada.post('portals/self/updateUserRole', { user: String(t.as('rolf').username), role });
    const text = { text: 'a,lat,lon\n1,2,3\n', fileType: 'csv', publishParameters: { name: 'no_items' } };
    expect(await t.as('rolf').post(`content/users/${t.as('rolf').username}/publish`, text)).toMatchObject({ error: { code: 403 } });
    // An administrator may publish what belongs to a member.
    const theirs = { itemId: id, fileType: 'csv', publishParameters: { name: 'for_her' } };
    expect(await ada.post(`content/users/${petra.username}/publish`, theirs)).toMatchObject({ services: [{ type: 'Feature Service' }] });
    expect(await publishing('petra', 'mine')).toMatchObject({ services: [{ type: 'Feature Service', serviceItemId: expect.any(String) }] });
  });

  it('CO-297 tells of a source that cannot be read in its own entry', async () => {
    const petra = t.as('petra');
    const { id } = await petra.post(`content/users/${petra.username}/addItem`, {
      title: 'Nothing',
      type: 'CSV',
      url: 'https://example.com/a.csv',
    });
    const asked = { itemId: id, fileType: 'csv', publishParameters: { name: 'nothing' } };
    expect(await petra.post(`content/users/${petra.username}/publish`, asked)).toEqual({
      services: [
        {
          type: 'Feature Service',
          success: false,
          error: {
            code: 400,
            message: 'The file cannot be read: The item “Nothing” has no file. Choose an item with a file.',
            reasons: [expect.objectContaining({ code: 'item-without-file' })],
          },
        },
      ],
    });
  });

  it('starts again from nothing when a run was cut short', async () => {
    const { path, itemId } = await publish('vector/german_towns_latin1_25832.zip', 'shapefile', { name: 'twice' });
    await t.runJobs();
    const tables = (await hostedTables()).length;
    // As after a kill in the middle: the job runs once more over a finished service.
    await sql`update job set state = 'waiting', attempts = 1 where subject = ${itemId}`.execute(t.portal.db);
    await t.portal.db.updateTable('feature_layer').set({ ready: false }).where('item_id', '=', itemId).execute();
    const job = await sql<{ payload: { fileKey: string } }>`select payload from job where subject = ${itemId}`.execute(t.portal.db);
    const stored = await t.portal.files.put(fixture('vector/german_towns_latin1_25832.zip'));
    await sql`update job set payload = ${JSON.stringify({ ...job.rows[0]?.payload, fileKey: stored.key })}::jsonb where subject = ${itemId}`.execute(
      t.portal.db,
    );
    await t.runJobs();
    expect(await hostedTables()).toHaveLength(tables);
    expect(await t.as('petra').get(`${path}/0/query`, { returnCountOnly: true })).toEqual({ count: 2500 });
  });

  it('drops the tables when the item is deleted', async () => {
    const before = await hostedTables();
    const { itemId, path } = await publish('vector/africa_countries_utf8.zip', 'shapefile', { name: 'short_lived' });
    await t.runJobs();
    expect(await hostedTables()).toHaveLength(before.length + 1);
    const petra = t.as('petra');
    expect(await petra.post(`content/users/${petra.username}/items/${itemId}/delete`, { permanentDelete: true })).toMatchObject({
      success: true,
    });
    expect(await hostedTables()).toEqual(before);
    expect((await petra.get(path)).error).toMatchObject({ code: 404, message: 'Service not found.' });
  });

  it('CO-265 keeps the parameters and a report at the item', async () => {
    const { itemId } = await publish('malformed/ragged.csv', 'csv', { name: 'reported' });
    await t.runJobs();
    const petra = t.as('petra');
    expect(await petra.get(`content/items/${itemId}/info/publishParameters.json`, { f: '' })).toEqual({ name: 'reported' });
    const report = await petra.get(`content/items/${itemId}/info/publishReport.json`, { f: '' });
    expect(report.layers).toMatchObject([{ featuresLoaded: 24, rowsRefused: 6 }]);
    expect(report.layers[0].problems).toHaveLength(6);
  });

  it('CO-083 CO-227 tells how far the job is, and the end of it', async () => {
    const { itemId, reply } = await publish('malformed/ragged.csv', 'csv', { name: 'watched' });
    const petra = t.as('petra');
    const { jobId } = reply.services[0];
    const status = (jobType: string): Promise<AnyReply> =>
      petra.get(`content/users/${petra.username}/items/${itemId}/status`, { jobId, jobType });
    const statusMessage = expect.any(String);
    expect(await status('publish')).toMatchObject({ status: 'processing', statusMessage, itemId, jobId });
    await t.runJobs();
    // Clients name the kind of image services too; there is one list of jobs.
    for (const kind of ['publish', 'PublishImageService'])
      expect(await status(kind), kind).toMatchObject({ status: 'completed', statusMessage, itemId, jobId });
  });

  it('replaces the features with overwrite', async () => {
    const first = await publish('malformed/ragged.csv', 'csv', { name: 'again' });
    await t.runJobs();
    const petra = t.as('petra');
    const second = await petra.upload(
      `content/users/${petra.username}/publish`,
      { fileType: 'csv', publishParameters: { name: 'again' }, overwrite: true },
      { file: { name: 'new.csv', bytes: 'name,lat,lon\na,1,2\nb,3,4\n' } },
    );
    expect(second.services[0].serviceItemId).toBe(first.itemId);
    await t.runJobs();
    expect(await petra.get(`${first.path}/0/query`, { returnCountOnly: true })).toEqual({ count: 2 });
  });

  it('keeps drawing, pop-up, words and editors of the layers that are overwritten, as far as their fields are still there', async () => {
    const petra = t.as('petra');
    const send = async (text: string, overwrite: boolean): Promise<AnyReply> => {
      const params = { fileType: 'csv', publishParameters: { name: 'kept', capabilities: 'Query,Editing' }, overwrite, text };
      const { services } = await petra.upload(`content/users/${petra.username}/publish`, params, {});
      await t.runJobs();
      return new URL(services[0].serviceurl).pathname;
    };
    const path = await send('name,kind,lat,lon\na,x,1,2\n', false);
    const admin = path.replace('/rest/services', '/rest/admin/services');
    const labels = ['[name]', '[kind]'].map((labelExpression) => ({ labelExpression }));
    const renderer = { type: 'uniqueValue', valueExpression: '$feature.kind', uniqueValueInfos: [] };
    const drawingInfo = { renderer, labelingInfo: labels };
    const popupInfo = { title: '{name}' };
    const fields = [{ name: 'kind', alias: 'Kind of thing' }];
    const looks = { drawingInfo, popupInfo, description: 'Things', displayField: 'name', fields };
    expect(await petra.post(`${admin}/0/updateDefinition`, { updateDefinition: looks })).toEqual({ success: true });
    const editorTrackingInfo = { enableEditorTracking: true };
    expect(await petra.post(`${admin}/updateDefinition`, { updateDefinition: { editorTrackingInfo } })).toEqual({ success: true });

    await send('name,kind,lat,lon\nb,y,1,2\nc,z,3,4\n', true);
    const after = await petra.get(`${path}/0`);
    expect(after).toMatchObject({ drawingInfo, popupInfo, description: 'Things', displayField: 'name' });
    expect(after.fields.find((one: AnyReply) => one.name === 'kind').alias).toBe('Kind of thing');
    await petra.post(`${path}/0/addFeatures`, { features: [{ attributes: { name: 'd' }, geometry: { x: 0, y: 0 } }] });
    const added = await petra.get(`${path}/0/query`, { where: "name = 'd'", outFields: '*' });
    expect(added.features[0].attributes[after.editFieldsInfo.creatorField]).toBe(petra.username);

    await send('name,lat,lon\nb,1,2\n', true);
    const without = await petra.get(`${path}/0`);
    const drawnOn = { renderer: { type: 'simple' }, labelingInfo: [labels[0]] };
    expect(without).toMatchObject({ popupInfo, description: 'Things', drawingInfo: drawnOn });
  });

  it('keeps the editors of layers that an overwrite adds, so that people see only their own features there too', async () => {
    const petra = t.as('petra');
    const layer = (name: string) => ({
      layerDefinition: { name, geometryType: 'esriGeometryPoint', fields: [{ name: 'kind', type: 'esriFieldTypeString' }] },
      featureSet: { geometryType: 'esriGeometryPoint', features: [{ attributes: { kind: 'x' }, geometry: { x: 1, y: 2 } }] },
    });
    const send = async (names: string[], overwrite: boolean): Promise<AnyReply> => {
      const text = JSON.stringify({ layers: names.map(layer) });
      const params = { fileType: 'featureCollection', publishParameters: { name: 'owned' }, overwrite, text };
      const { services } = await petra.upload(`content/users/${petra.username}/publish`, params, {});
      await t.runJobs();
      return services[0];
    };
    const { serviceurl, serviceItemId } = await send(['one'], false);
    const path = new URL(serviceurl).pathname;
    const editorTrackingInfo = { enableOwnershipAccessControl: true, allowOthersToQuery: false };
    const admin = path.replace('/rest/services', '/rest/admin/services');
    expect(await petra.post(`${admin}/updateDefinition`, { updateDefinition: { editorTrackingInfo } })).toEqual({ success: true });
    await petra.post(`content/users/${petra.username}/items/${serviceItemId}/share`, { everyone: true });
    await send(['one', 'two'], true);
    const count = (who: 'una' | 'petra', id: number) => t.as(who).get(`${path}/${id}/query`, { where: '1=1', returnCountOnly: true });
    expect([await count('petra', 0), await count('petra', 1)]).toEqual([{ count: 1 }, { count: 1 }]);
    expect([await count('una', 0), await count('una', 1)]).toEqual([{ count: 0 }, { count: 0 }]);
  });
});

describe('analyze', () => {
  it('CO-255 proposes parameters for a table with coordinates', async () => {
    const reply = await t.as('petra').post('content/features/analyze', { fileType: 'csv', text: 'name,lat,lon\nBasel,47.5,7.6\n' });
    expect(reply.publishParameters).toMatchObject({
      type: 'csv',
      locationType: 'coordinates',
      latitudeFieldName: 'lat',
      longitudeFieldName: 'lon',
    });
    expect(reply.publishParameters.layerInfo).toMatchObject({ geometryType: 'esriGeometryPoint' });
    expect(reply.records).toEqual([{ name: 'Basel', lat: 47.5, lon: 7.6 }]);
  });

  it('refuses strangers and unknown kinds of file', async () => {
    expect((await t.stranger.post('content/features/analyze', { fileType: 'csv', text: 'a' })).error.code).toBe(499);
    expect((await t.as('una').post('content/features/analyze', { fileType: 'dxf', text: 'a' })).error.code).toBe(400);
  });
});

describe('generate', () => {
  it('gives a feature collection in Web Mercator', async () => {
    const reply = await t.as('una').post('content/features/generate', {
      fileType: 'csv',
      text: 'name,lat,lon\nBasel,47.5,7.6\n',
      publishParameters: { name: 'x' },
    });
    const [layer] = reply.featureCollection.layers;
    expect(layer.featureSet.features[0].attributes).toMatchObject({ name: 'Basel' });
    expect(layer.featureSet.features[0].geometry.x).toBeCloseTo(846028.13, 0);
  });
});

describe('limits', () => {
  it('keeps one person from filling the queue or, through it, the disk', async () => {
    const petra = t.as('petra');
    const publishText = () =>
      petra.post(`content/users/${petra.username}/publish`, {
        text: 'a,lat,lon\n1,2,3\n',
        fileType: 'csv',
        publishParameters: { name: `limits_${Math.random().toString(36).slice(2)}` },
      });
    await t.portal.db.updateTable('account').set({ storage_quota: 1 }).where('username', '=', petra.username).execute();
    expect((await publishText()).error.message).toContain('Not enough storage');
    await t.portal.db.updateTable('account').set({ storage_quota: null }).where('username', '=', petra.username).execute();
    const job = { name: 'nobody-runs-this', payload: {}, owner: petra.username ?? '' };
    for (let i = 0; i < 50; i++) await t.portal.queue.enqueue(t.portal.db, job);
    expect((await publishText()).error.code).toBe(429);
    await t.portal.db.deleteFrom('job').where('name', '=', job.name).execute();
    expect((await publishText()).error).toBeUndefined();
  });
});
