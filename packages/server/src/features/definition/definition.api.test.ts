// Services made without a file: their layers, fields and relationships.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
let admin: string;
let itemId: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', paul: 'publisher' } });
  const reply = await create('Trees', { capabilities: 'Query,Editing', initialExtent });
  expect(reply).toMatchObject({ success: true, name: 'Trees', type: 'Feature Service', size: -1, isView: false });
  itemId = reply.itemId;
  service = new URL(reply.serviceurl).pathname;
  admin = service.replace('/rest/services/', '/rest/admin/services/');
});
afterAll(() => t.close());

const initialExtent = { xmin: 5, ymin: 45, xmax: 15, ymax: 55, spatialReference: { wkid: 4326 } };
const create = (name: string, more: object = {}, who = 'petra', as = who): Promise<AnyReply> =>
  t.as(who).post(`content/users/${t.as(as).username}/createService`, { createParameters: { name, ...more }, outputType: 'featureService' });
const add = (definition: object, path = admin): Promise<AnyReply> =>
  t.as('petra').post(`${path}/addToDefinition`, { addToDefinition: definition });
const get = (path: string): Promise<AnyReply> => t.as('petra').get(path);
const text = { type: 'esriFieldTypeString', length: 50 };
const trees = {
  name: 'trees',
  type: 'Feature Layer',
  geometryType: 'esriGeometryPoint',
  objectIdField: 'FID',
  fields: [
    { name: 'FID', type: 'esriFieldTypeOID', alias: 'Number' },
    { name: 'order', ...text, alias: 'Order', defaultValue: 'new', nullable: false },
    { name: 'height', type: 'esriFieldTypeDouble' },
  ],
};

describe('createService', () => {
  it('makes an item and an empty service', async () => {
    const item = await get(`content/items/${itemId}`);
    expect(item).toMatchObject({ type: 'Feature Service', title: 'Trees', url: expect.stringContaining(service) });
    expect(item.typeKeywords).toEqual(expect.arrayContaining(['Feature Service', 'Hosted Service', 'Service']));
    expect(item.extent[0][0]).toBeCloseTo(5, 5);
    const described = await get(service);
    expect(described).toMatchObject({ layers: [], tables: [], capabilities: 'Query,Create,Update,Delete,Editing' });
    expect(described.fullExtent.xmin).toBeCloseTo(556_597.45, 1);
  });

  it('CO-240 makes a service, which takes its layers through addToDefinition of its administration', async () => {
    const reply = await create('Benches');
    expect(reply).toMatchObject({ success: true, name: 'Benches', encodedServiceURL: expect.stringContaining('/Benches') });
    const path = new URL(reply.serviceurl).pathname;
    const point = { type: 'Feature Layer', geometryType: 'esriGeometryPoint', fields: [{ name: 'seats', type: 'esriFieldTypeInteger' }] };
    const added = await add({ layers: [{ id: 0, name: 'Benches', ...point }] }, path.replace('/rest/services/', '/rest/admin/services/'));
    expect(added).toMatchObject({ success: true, layers: [{ id: 0, name: 'Benches' }] });
    const feature = { attributes: { seats: 4 }, geometry: { x: 1, y: 2 } };
    expect(await t.as('petra').post(`${path}/0/addFeatures`, { features: [feature] })).toMatchObject({ addResults: [{ success: true }] });
    expect((await get(`${path}/0/query`)).features).toMatchObject([{ attributes: expect.anything(), geometry: { x: 1, y: 2 } }]);
  });

  it('gives the item the words that come with the call', async () => {
    const words = { accessInformation: 'The town', licenseInfo: 'Free to use', culture: 'de-de', documentation: 'How it was made' };
    const lists = { tags: 'a,b', typeKeywords: 'Surveyed' };
    const said = { ...words, title: 'All the benches', snippet: 'Where to sit', description: '<b>Wood</b>' };
    const reply = await t.as('petra').post(`content/users/${t.as('petra').username}/createService`, {
      createParameters: { name: 'Described' },
      ...said,
      ...lists,
      properties: { seen: 1 },
      type: 'Web Map',
    });
    const item = await get(`content/items/${reply.itemId}`);
    expect(item).toMatchObject({ ...said, type: 'Feature Service', name: 'Described', tags: ['a', 'b'], properties: { seen: 1 } });
    expect(item.typeKeywords).toEqual(expect.arrayContaining(['Hosted Service', 'Surveyed']));
  });

  it('takes a reference system by its number or its usual definition, and none that it would have to leave out', async () => {
    const { serviceurl } = await create('Plain_number', { spatialReference: 25832 });
    expect((await get(new URL(serviceurl).pathname)).spatialReference).toEqual({ wkid: 25832, latestWkid: 25832 });
    const usual = { wkt: 'PROJCS["ETRS_1989_UTM_Zone_33N",GEOGCS["GCS_ETRS_1989"],UNIT["Meter",1.0]]' };
    const named = await create('By_definition', { spatialReference: usual });
    expect((await get(new URL(named.serviceurl).pathname)).spatialReference).toEqual({ wkid: 25833, latestWkid: 25833 });
    const wkt = { wkt: 'GEOGCS["Ours",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]]]' };
    expect((await create('By_text', { spatialReference: wkt })).error).toMatchObject({
      code: 400,
      message: "'spatialReference' needs the number of a coordinate system.",
    });
    expect((await add({ layers: [{ ...trees, name: 'by text', extent: { spatialReference: wkt } }] })).error.code).toBe(400);
  });

  it('refuses names that are taken or none, and people without the privilege', async () => {
    expect((await create('trees')).error.message).toContain('in use');
    expect((await create('no blanks')).error.message).toBe("Service name 'no blanks' is invalid.");
    expect((await create('Mine', {}, 'una')).error.code).toBe(403);
    expect((await create('Mine', {}, 'paul', 'petra')).error.code).toBe(403);
    expect((await create('Mine', { capabilities: 'Query,Fly' })).error.code).toBe(400);
  });
});

describe('the initial extent of a service', () => {
  it('follows the features until somebody chooses one, and stays then (I2)', async () => {
    // What forms fill in: nobody chose it.
    const world = { xmin: -180, ymin: -85, xmax: 180, ymax: 85, spatialReference: { wkid: 4326 } };
    const { serviceurl } = await create('Opening', { initialExtent: world });
    const path = new URL(serviceurl).pathname;
    const at = path.replace('/rest/services', '/rest/admin/services');
    await add({ layers: [trees] }, at);
    const features = [{ attributes: {}, geometry: { x: 1, y: 2, spatialReference: { wkid: 4326 } } }];
    await t.as('petra').post(`${path}/0/addFeatures`, { features });
    const before = await get(path);
    expect(before.initialExtent).toEqual(before.fullExtent);
    expect(await t.as('petra').post(`${at}/updateDefinition`, { updateDefinition: { initialExtent } })).toEqual({ success: true });
    const after = await get(path);
    expect(after.fullExtent).toEqual(before.fullExtent);
    expect(after.initialExtent).toMatchObject({ xmin: expect.closeTo(556_597, 0), ymax: expect.closeTo(7_361_866, 0) });
    await t.as('petra').post(`${at}/updateDefinition`, { updateDefinition: { description: 'x' } });
    expect((await get(path)).initialExtent).toEqual(after.initialExtent);
  });

  it('that the service is made with stays once there are features', async () => {
    const { serviceurl } = await create('Opening_there', { initialExtent });
    const path = new URL(serviceurl).pathname;
    await add({ layers: [trees] }, path.replace('/rest/services', '/rest/admin/services'));
    const empty = await get(path);
    expect(empty.initialExtent).toMatchObject({ xmin: expect.closeTo(556_597, 0), ymax: expect.closeTo(7_361_866, 0) });
    const features = [{ attributes: {}, geometry: { x: 1, y: 2, spatialReference: { wkid: 4326 } } }];
    await t.as('petra').post(`${path}/0/addFeatures`, { features });
    const filled = await get(path);
    expect(filled.initialExtent).toEqual(empty.initialExtent);
    expect(filled.fullExtent.xmax).toBeLessThan(empty.initialExtent.xmin);
  });

  it('is that of its layers without features, whatever the others hold', async () => {
    for (const [name, params] of [
      ['Chosen', { initialExtent }],
      ['Followed', {}],
    ] as const) {
      const { serviceurl } = await create(name, params);
      const path = new URL(serviceurl).pathname;
      await add({ layers: [trees, { ...trees, name: 'shrubs' }] }, path.replace('/rest/services', '/rest/admin/services'));
      const features = [{ attributes: {}, geometry: { x: 1, y: 2, spatialReference: { wkid: 4326 } } }];
      await t.as('petra').post(`${path}/0/addFeatures`, { features });
      const [service, filled, empty] = [await get(path), await get(`${path}/0`), await get(`${path}/1`)];
      expect(empty.extent).toEqual(service.initialExtent);
      expect(filled.extent).toEqual(service.fullExtent);
      expect([name, service.initialExtent.xmin === service.fullExtent.xmin]).toEqual([name, name === 'Followed']);
      const { layers } = await get(`${path}/layers`);
      expect(layers.map((one: AnyReply) => one.extent)).toEqual([filled.extent, empty.extent]);
    }
  });
});

describe('addToDefinition', () => {
  it('makes a layer that takes features at once', async () => {
    expect(await add({ layers: [trees] })).toEqual({ success: true, layers: [{ name: 'trees', id: 0 }], tables: [] });
    const layer = await get(`${service}/0`);
    expect(layer).toMatchObject({ objectIdField: 'FID', globalIdField: 'GlobalID', geometryType: 'esriGeometryPoint' });
    expect(layer.fields.map((field: AnyReply) => field.name)).toEqual(['FID', 'GlobalID', 'order', 'height']);
    const features = [{ attributes: { height: 3 }, geometry: { x: 0, y: 0, spatialReference: { wkid: 4326 } } }];
    const { addResults } = await t.as('petra').post(`${service}/0/addFeatures`, { features });
    expect(addResults[0]).toMatchObject({ objectId: 1, success: true });
    const set = await t.as('petra').get(`${service}/0/query`, { where: "order = 'new'", outFields: '*' });
    expect(set).toMatchObject({ objectIdFieldName: 'FID', features: [{ attributes: { FID: 1, order: 'new', height: 3 } }] });
    expect((await get(`content/items/${itemId}`)).typeKeywords).toContain('Singlelayer');
  });

  it('joins layers that come together', async () => {
    const visits = {
      name: 'visits',
      fields: [{ name: 'tree', type: 'esriFieldTypeInteger' }],
      relationships: [{ name: 'of tree', relatedTableId: 1, role: 'esriRelRoleDestination', keyField: 'tree' }],
    };
    const parks = {
      ...trees,
      name: 'parks',
      id: 1,
      relationships: [{ name: 'visits', relatedTableId: 2, role: 'esriRelRoleOrigin', keyField: 'FID' }],
    };
    expect(await add({ layers: [parks], tables: [visits] })).toMatchObject({ layers: [{ id: 1 }], tables: [{ name: 'visits', id: 2 }] });
    expect((await get(`${service}/1`)).relationships).toMatchObject([{ id: 0, relatedTableId: 2, role: 'esriRelRoleOrigin' }]);
    expect((await get(`${service}/2`)).relationships).toMatchObject([{ id: 0, relatedTableId: 1, keyField: 'tree' }]);
    expect((await get(`content/items/${itemId}`)).typeKeywords).toContain('Multilayer');
  });

  it.each([
    [{ ...trees, fields: [{ name: 'a b', ...text }] }, 'a b'],
    [
      {
        ...trees,
        fields: [
          { name: 'a', ...text },
          { name: 'A', ...text },
        ],
      },
      'two of the name',
    ],
    [{ ...trees, fields: [{ name: 'a"; drop table item; --', ...text }] }, 'cannot be used'],
    [{ ...trees, geometryType: undefined }, 'geometryType'],
    [{ ...trees, fields: [{ name: 'a', type: 'esriFieldTypeRaster' }] }, 'addToDefinition'],
    [{ ...trees, relationships: [{ relatedTableId: 0, role: 'esriRelRoleOrigin', keyField: 'FID' }] }, 'relationships'],
    [{ ...trees, fields: [{ name: 'a', type: 'esriFieldTypeInteger', defaultValue: 'x' }] }, 'defaultValue'],
  ])('leaves the service as it is when one layer is wrong: %#', async (wrong, word) => {
    const before = await get(service);
    const reply = await add({ layers: [trees, wrong] });
    expect(reply.error).toMatchObject({ code: 400, message: expect.stringContaining(word) });
    expect(await get(service)).toEqual(before);
  });

  it('adds fields with defaults, and their indexes', async () => {
    const fields = [{ name: 'care', type: 'esriFieldTypeInteger', nullable: false, defaultValue: 7, domain: coded }];
    expect(await add({ fields, indexes: [{ fields: 'care' }] }, `${admin}/0`)).toEqual({ success: true });
    const set = await t.as('petra').get(`${service}/0/query`, { where: 'care = 7', outFields: 'care' });
    expect(set.features).toMatchObject([{ attributes: { care: 7 } }]);
    expect(set.fields[0].domain).toEqual(coded);
    expect((await add({ fields: [{ name: 'CARE', ...text }] }, `${admin}/0`)).error.code).toBe(400);
    expect((await add({ fields: [{ name: 'x', ...text, nullable: false }] }, `${admin}/0`)).error.code).toBe(400);
  });

  it('adds indexes by names, by which they are removed again (I2)', async () => {
    const indexes = [{ name: 'Care; of "trees"', fields: 'care,height' }];
    const count = async (): Promise<number> => {
      const { rows } = await t.portal.database.pool.query("select count(*)::int as n from pg_indexes where schemaname = 'hosted'");
      return rows[0].n;
    };
    const before = await count();
    expect(await add({ indexes }, `${admin}/0`)).toEqual({ success: true });
    expect(await count()).toBe(before + 1);
    expect((await add({ indexes }, `${admin}/0`)).error.message).toContain('have one of the name');
    const remove = (name: string): Promise<AnyReply> =>
      t.as('petra').post(`${admin}/0/deleteFromDefinition`, { deleteFromDefinition: { indexes: [{ name }] } });
    expect((await remove('another')).error.code).toBe(400);
    expect(await remove('care; of "TREES"')).toEqual({ success: true });
    expect(await count()).toBe(before);
    expect((await remove('care; of "trees"')).error.code).toBe(400);
  });
});

const coded = { type: 'codedValue', name: 'care', codedValues: [{ name: 'Much', code: 7 }] };

describe('ids that are wished for', () => {
  it('go to who wishes them, also where layers before name none, in services and in views', async () => {
    const adminOf = (reply: AnyReply): string => new URL(reply.serviceurl).pathname.replace('/rest/services/', '/rest/admin/services/');
    const point = { geometryType: 'esriGeometryPoint', fields: [] };
    const source = adminOf(await create('Wishes'));
    const made = await add(
      {
        layers: [
          { name: 'a', ...point },
          { name: 'b', id: 0, ...point },
        ],
        tables: [{ name: 'c', id: 1 }],
      },
      source,
    );
    expect([...made.layers, ...made.tables]).toEqual([
      { name: 'a', id: 2 },
      { name: 'b', id: 0 },
      { name: 'c', id: 1 },
    ]);
    const { username } = t.as('petra');
    const createParameters = { name: 'Wished_views' };
    const view = adminOf(await t.as('petra').post(`content/users/${username}/createService`, { createParameters, isView: true }));
    const adminLayerInfo = { viewLayerDefinition: { sourceServiceName: 'Wishes', sourceLayerId: 0 } };
    const shown = await add(
      {
        layers: [
          { name: 'a', adminLayerInfo },
          { name: 'b', id: 0, adminLayerInfo },
        ],
      },
      view,
    );
    expect(shown.layers).toEqual([
      { name: 'a', id: 1 },
      { name: 'b', id: 0 },
    ]);
  });
});

describe('updateDefinition of a layer', () => {
  const change = (updateDefinition: object): Promise<AnyReply> => t.as('petra').post(`${admin}/0/updateDefinition`, { updateDefinition });

  it('CO-261 changes fields and what the layer says, and lets it keep files', async () => {
    const templates = [{ name: 'Oak', prototype: { attributes: { order: 'oak' } } }];
    const fields = [{ name: 'height', alias: 'Height in metres', visible: false, domain: { type: 'range', name: 'h', range: [0, 100] } }];
    expect(await change({ fields, templates, hasAttachments: true, typeIdField: 'order', types: [{ id: 'oak', name: 'Oak' }] })).toEqual({
      success: true,
    });
    const layer = await get(`${service}/0`);
    expect(layer).toMatchObject({ templates, hasAttachments: true, typeIdField: 'order', types: [{ id: 'oak' }] });
    expect(layer.fields.find((field: AnyReply) => field.name === 'height')).toMatchObject({ ...fields[0], type: 'esriFieldTypeDouble' });
  });

  it('refuses other types, unknown fields and rules that rows break', async () => {
    expect((await change({ fields: [{ name: 'height', type: 'esriFieldTypeInteger' }] })).error.code).toBe(400);
    expect((await change({ fields: [{ name: 'nothing', alias: 'x' }] })).error.code).toBe(400);
    await t.as('petra').post(`${service}/0/addFeatures`, { features: [{ attributes: { height: null } }] });
    expect((await change({ fields: [{ name: 'height', nullable: false }] })).error.message).toContain('height');
    expect((await change({ timeInfo: { startTimeField: 'height' } })).error.code).toBe(400);
  });
});

describe('deleteFromDefinition', () => {
  const remove = (path: string, deleteFromDefinition: object): Promise<AnyReply> =>
    t.as('petra').post(`${admin}${path}/deleteFromDefinition`, { deleteFromDefinition });

  it('removes fields, but none that the portal or a relationship needs', async () => {
    expect(await remove('/0', { fields: [{ name: 'care' }] })).toEqual({ success: true });
    expect((await get(`${service}/0`)).fields.map((field: AnyReply) => field.name)).not.toContain('care');
    expect((await get(`${service}/0/query?where=1%3D1&outFields=*`)).features).toHaveLength(2);
    for (const name of ['FID', 'GlobalID', 'nothing']) expect((await remove('/0', { fields: [{ name }] })).error.code).toBe(400);
    expect((await remove('/2', { fields: [{ name: 'tree' }] })).error.message).toContain('relationship');
  });

  it('removes layers with their relationships; their ids are free again', async () => {
    expect((await remove('', { layers: [{ id: 1 }, { id: 9 }] })).error.code).toBe(400);
    expect(await remove('', { layers: [{ id: 1 }] })).toEqual({ success: true });
    expect((await get(`${service}/1`)).error.code).toBe(404);
    expect((await get(`${service}/2`)).relationships).toEqual([]);
    expect((await add({ layers: [trees] })).layers).toEqual([{ name: 'trees', id: 1 }]);
  });
});

it('tells administrators of a service and its layers', async () => {
  const facts = await get(admin);
  expect(facts).toMatchObject({ adminServiceInfo: { name: 'Trees', status: 'Started' }, serviceItemId: itemId });
  expect(facts.layers[0]).toMatchObject({ id: 0, adminLayerInfo: { geometryField: { name: 'SHAPE' } } });
  expect(await get(`${admin}/0`)).toMatchObject({ name: 'trees', adminLayerInfo: { xssTrustedFields: '' } });
  for (const path of ['', '/0']) {
    expect(await t.as('petra').post(`${admin}${path}/refresh`)).toEqual({ success: true });
    expect((await t.as('paul').post(`${admin}${path}/addToDefinition`, { addToDefinition: {} })).error.code).toBe(403);
    expect((await t.stranger.post(`${admin}${path}/deleteFromDefinition`, { deleteFromDefinition: {} })).error.code).toBe(499);
  }
});

describe('editor tracking', () => {
  it('keeps who made and changed features, and may leave them to who made them', async () => {
    const editorTrackingInfo = { enableEditorTracking: true, enableOwnershipAccessControl: true, allowOthersToUpdate: false };
    const reply = await t.as('petra').post(`${admin}/updateDefinition`, { updateDefinition: { editorTrackingInfo } });
    expect(reply).toEqual({ success: true });
    expect((await get(`${service}/0`)).editFieldsInfo).toMatchObject({ creatorField: 'Creator', editDateField: 'EditDate' });
    await t.portal.db
      .updateTable('item')
      .set({ access: 'public', scopes: ['public'] })
      .where('id', '=', itemId)
      .execute();
    const mine = { features: [{ attributes: { order: 'una', Creator: 'somebody' } }] };
    const { addResults } = await t.as('una').post(`${service}/0/addFeatures`, mine);
    const made = await t.as('una').get(`${service}/0/query`, { objectIds: addResults[0].objectId, outFields: '*' });
    expect(made.features[0].attributes).toMatchObject({ Creator: t.as('una').username, CreationDate: expect.any(Number) });
    const change = (objectId: number, who: string): Promise<AnyReply> =>
      t.as(who).post(`${service}/0/updateFeatures`, { features: [{ attributes: { FID: objectId, height: 9 } }] });
    expect((await change(addResults[0].objectId, 'una')).updateResults[0].success).toBe(true);
    expect((await change(1, 'una')).updateResults[0]).toMatchObject({ success: false, error: { code: 1018 } });
    expect((await change(1, 'petra')).updateResults[0].success).toBe(true);
  });
});
