// What publishers say of a service is kept, it gets a name when they say none, and overwriting one asks for the rights at its end again.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadScene, TREES } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
const { layerOf, features } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { ada: 'admin', petra: 'publisher', otto: 'publisher' } });
});
afterAll(() => t.close());

it('replaces nothing when the person has lost the right while the file was read', async () => {
  const layer = await layerOf();
  const petra = t.as('petra');
  const name = layer.service.split('/')[4] ?? '';
  const overwrite = { text: `${TREES}c,elm,1,2020-01-03,5,6\n`, fileType: 'csv', publishParameters: { name }, overwrite: true };
  const started = await petra.post(`content/users/${petra.username}/publish`, overwrite);
  expect(started.services[0].jobId).toBeDefined();
  const role = { user: String(petra.username), role: 'org_viewer' };
  const demoted = await t.as('ada').post('portals/self/updateUserRole', { ...role, role: 'iAAAAAAAAAAAAAAA' });
  expect(demoted.error).toBeUndefined();
  await t.runJobs();
  const ada = t.as('ada');
  expect(await ada.get(`${layer.path}/query`, { where: '1=1', returnCountOnly: true })).toEqual({ count: 2 });
  const { jobs } = await ada.get(`${layer.admin.replace(/\/0$/, '')}/status`);
  expect(jobs[0]).toMatchObject({ operation: 'publish-features', status: 'Failed' });
  await ada.post('portals/self/updateUserRole', { ...role, role: 'org_publisher' });
  const again = await petra.post(`content/users/${petra.username}/publish`, overwrite);
  expect(again.services[0].jobId).toBeDefined();
  await t.runJobs();
  expect(await features(layer)).toHaveLength(3);
});

it('keeps the settings that publishers name, and the names of editors where they want it', async () => {
  const tracking = { enableEditorTracking: true, enableOwnershipAccessControl: true, allowOthersToUpdate: false };
  const layer = await layerOf(TREES, { hasStaticData: true, copyrightText: 'Trees of the town', editorTrackingInfo: tracking });
  const service = await t.as('petra').get(layer.service);
  expect(service).toMatchObject({ hasStaticData: true, copyrightText: 'Trees of the town', editorTrackingInfo: tracking });
  expect((await t.as('petra').get(layer.path)).editFieldsInfo).toMatchObject({ creatorField: 'Creator' });
  const petra = t.as('petra');
  const wrong = { text: TREES, fileType: 'csv', publishParameters: { name: 'wrong', editorTrackingInfo: { enableEditorTracking: 'yes' } } };
  expect((await petra.post(`content/users/${petra.username}/publish`, wrong)).error.code).toBe(400);
});

it('gives a service of a file whose name is in another script a name in plain letters', async () => {
  const petra = t.as('petra');
  const path = `content/users/${petra.username}`;
  const file = { name: 'أشجار.csv', bytes: Buffer.from(TREES) };
  const added = await petra.upload(`${path}/addItem`, { type: 'CSV', title: 'أشجار المدينة' }, { file });
  expect(added.success).toBe(true);
  const { services } = await petra.post(`${path}/publish`, { itemId: added.id, fileType: 'csv', publishParameters: {} });
  expect(services[0].serviceurl).toMatch(/\/Hosted\/layer_[0-9a-f]{8}\/FeatureServer$/);
  await t.runJobs();
  expect(await petra.get(`content/items/${services[0].serviceItemId}`)).toMatchObject({ title: 'أشجار المدينة' });
});

it('gives the new item the title that the publisher says, else that of the file', async () => {
  const petra = t.as('petra');
  const of = { title: 'Ragged rows', type: 'CSV', tags: 'x' };
  const file = { name: 'titled.csv', bytes: Buffer.from(TREES) };
  const { id } = await petra.upload(`content/users/${petra.username}/addItem`, of, { file });
  const titleOf = async (publishParameters: object): Promise<string> => {
    const reply = await petra.post(`content/users/${petra.username}/publish`, { itemId: id, fileType: 'csv', publishParameters });
    const { serviceItemId } = reply.services[0];
    return (await t.portal.db.selectFrom('item').select('title').where('id', '=', serviceItemId).executeTakeFirstOrThrow()).title;
  };
  expect(await titleOf({ name: 'said_title', title: ' Places of 2024 ' })).toBe('Places of 2024');
  expect(await titleOf({ name: 'blank_title', title: ' ', layerInfo: { name: 'Only the layer' } })).toBe('Ragged rows');
  await t.runJobs();
});

const send = async (params: Record<string, string | boolean | object>) => {
  const petra = t.as('petra');
  const reply = await petra.post(`content/users/${petra.username}/publish`, { fileType: 'csv', ...params });
  await t.runJobs();
  return reply;
};

it('overwrites the service that was published from an item where no name is given, and asks for one where there are several', async () => {
  const petra = t.as('petra');
  const path = `content/users/${petra.username}`;
  const file = { name: 'spots.csv', bytes: Buffer.from('name,lat,lon\na,1,2\n') };
  const { id } = await petra.upload(`${path}/addItem`, { type: 'CSV', title: 'Spots' }, { file });
  expect((await send({ itemId: id, overwrite: true, publishParameters: {} })).error).toMatchObject({ code: 404 });
  const [first] = (await send({ itemId: id, publishParameters: { name: 'called_otherwise' } })).services;
  const more = { name: 'spots.csv', bytes: Buffer.from('name,lat,lon\na,1,2\nb,3,4\n') };
  await petra.upload(`${path}/items/${id}/update`, {}, { file: more });
  const [again] = (await send({ itemId: id, overwrite: true, publishParameters: {} })).services;
  expect(again).toMatchObject({ serviceItemId: first.serviceItemId, serviceurl: first.serviceurl });
  const layer = `${new URL(first.serviceurl).pathname}/0`;
  expect(await petra.get(`${layer}/query`, { where: '1=1', returnCountOnly: true })).toEqual({ count: 2 });
  await send({ itemId: id, publishParameters: { name: 'a_second_one' } });
  expect((await send({ itemId: id, overwrite: true, publishParameters: {} })).error).toMatchObject({
    code: 400,
    details: [expect.stringMatching(/called_otherwise.*a_second_one|a_second_one.*called_otherwise/)],
  });
});

it('reads a table as the publisher says that it is written', async () => {
  const petra = t.as('petra');
  const text = "'Main St, 1',1113194.9,111325.1\n'Elm St, 2',0,0\n";
  const said = {
    columnNames: ['street', 'x', 'y'],
    qualifier: "'",
    sourceSR: 102100,
    layers: [{ name: 'Streets', capabilities: 'Query,Create' }],
  };
  const [service] = (await send({ text, publishParameters: { name: 'as_written', ...said } })).services;
  const path = new URL(service.serviceurl).pathname;
  expect(await petra.get(`${path}/0`)).toMatchObject({ name: 'Streets', capabilities: 'Query,Create' });
  const { features: rows } = await petra.get(`${path}/0/query`, { where: '1=1', outFields: 'street', outSR: 4326 });
  expect(rows[0]).toEqual({
    attributes: { street: 'Main St, 1' },
    geometry: { x: expect.closeTo(10, 5), y: expect.closeTo(1, 5) },
  });
});

it('takes a reference system of the coordinates as a text, and refuses ways to find places that there are not', async () => {
  const petra = t.as('petra');
  const mercator =
    'PROJCS["World_Mercator",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],' +
    'UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],' +
    'PARAMETER["Central_Meridian",10.0],PARAMETER["Standard_Parallel_1",0.0],UNIT["Meter",1.0]]';
  const text = 'name,x,y\na,1113194.9,0\n';
  const [service] = (await send({ text, publishParameters: { name: 'by_wkt', sourceSR: { wkt: mercator } } })).services;
  const { features: rows } = await petra.get(`${new URL(service.serviceurl).pathname}/0/query`, { where: '1=1', outSR: 4326 });
  expect(rows[0].geometry).toEqual({ x: expect.closeTo(20, 5), y: expect.closeTo(0, 5) });
  for (const locationType of ['address', 'Lookup', 'none']) {
    const reply = await petra.post('content/features/generate', { fileType: 'csv', text, publishParameters: { locationType } });
    expect(reply.featureCollection.layers[0].layerDefinition.type).toBe('Table');
  }
  const wrong = { fileType: 'csv', text, publishParameters: { name: 'x', locationType: 'compass' } };
  expect((await petra.post(`content/users/${petra.username}/publish`, wrong)).error.code).toBe(400);
  const analyze = (analyzeParameters: object) => petra.post('content/features/analyze', { fileType: 'csv', text, analyzeParameters });
  expect((await analyze([])).error).toMatchObject({ code: 400, message: "'analyzeParameters' is not an object." });
});

it('CO-255 an item is analysed with what clients send along for the geocoder', async () => {
  const petra = t.as('petra');
  const csv = { title: 'Places', type: 'CSV', text: 'name;lat;lon\nBern;46,9;7,4\n' };
  const { id } = await petra.post(`content/users/${petra.username}/addItem`, csv);
  const analyzeParameters = { enableGlobalGeocoding: true, sourceLocale: 'de', columnDelimiter: ';' };
  const { publishParameters, records } = await petra.post('content/features/analyze', { itemid: id, filetype: 'csv', analyzeParameters });
  expect(publishParameters).toMatchObject({ locationType: 'coordinates', columnDelimiter: ';' });
  expect(records).toEqual([{ name: 'Bern', lat: 46.9, lon: 7.4 }]);
});
