// What the public clients do that a naive server gets wrong, one test for each behaviour that was seen on the wire.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '../testing/agent.ts';
import { type TestPortal, testPortal } from '../testing/test-portal.ts';

let t: TestPortal;
let pia: Agent;
let group = '';
let map = '';
let service = '';
let serviceItem = '';

const POINTS = Array.from({ length: 7 }, (_, index) => ({
  attributes: { name: index === 3 ? null : `tree ${index}`, height: index },
  geometry: { x: index, y: index, spatialReference: { wkid: 4326 } },
}));

beforeAll(async () => {
  t = await testPortal({ people: { pia: 'publisher', ada: 'admin', uwe: 'user' } });
  pia = t.as('pia');
  group = (await pia.post('community/createGroup', { title: 'Trees', tags: 'tree', access: 'public' })).group.id;
  map = (await pia.post('content/users/pia.test/addItem', { title: 'Harbours', type: 'Web Map', tags: 'sea' })).id;
  const made = await pia.post('content/users/pia.test/createService', {
    outputType: 'featureService',
    createParameters: { name: 'trees', capabilities: 'Query,Editing', maxRecordCount: 3 },
  });
  serviceItem = made.itemId;
  service = new URL(made.encodedServiceURL).pathname;
  await pia.post(`${service.replace('/rest/services', '/rest/admin/services')}/addToDefinition`, {
    addToDefinition: {
      layers: [
        {
          name: 'trees',
          type: 'Feature Layer',
          geometryType: 'esriGeometryPoint',
          objectIdField: 'OBJECTID',
          fields: [
            { name: 'OBJECTID', type: 'esriFieldTypeOID' },
            { name: 'name', type: 'esriFieldTypeString', length: 50 },
            { name: 'height', type: 'esriFieldTypeInteger' },
          ],
        },
      ],
      tables: [{ name: 'visits', type: 'Table', fields: [{ name: 'note', type: 'esriFieldTypeString', length: 50 }] }],
    },
  });
  const added = await pia.post(`${service}/0/addFeatures`, { features: POINTS });
  expect(added.addResults.every((result: { success: boolean }) => result.success)).toBe(true);
});
afterAll(() => t.close());

describe('arcgis-rest-request', () => {
  it('CLI-1 reads by POST', async () => {
    for (const path of ['portals/self', `content/items/${map}`, `content/items/${map}/groups`, 'search', service, `${service}/0`])
      expect((await pia.post(path, { q: 'x' })).error, path).toBeUndefined();
  });

  it('CLI-3 walks from a service to the token of its server, and every step is there', async () => {
    const self = await pia.get('portals/self');
    expect(Array.isArray(self.authorizedCrossOriginDomains)).toBe(true);
    const info = await t.stranger.post('/rest/info');
    expect(info.authInfo.tokenServicesUrl).toBe(`${info.owningSystemUrl}/sharing/rest/generateToken`);
    expect((await t.stranger.post('/sharing/rest/info')).owningSystemUrl).toBe(info.owningSystemUrl);
    const exchanged = await t.stranger.post('generateToken', {
      token: pia.token ?? '',
      serverUrl: `${info.owningSystemUrl}${service}`,
      expiration: 20_160,
    });
    expect(exchanged).toEqual({ token: expect.any(String), expires: expect.any(Number), ssl: expect.any(Boolean) });
    expect((await t.stranger.post(service, { token: exchanged.token })).layers[0].name).toBe('trees');
  });

  it('CLI-3 gives no token for servers that are not of this portal', async () => {
    const refused = await t.stranger.post('generateToken', {
      token: pia.token ?? '',
      serverUrl: 'https://elsewhere.example/rest/services',
    });
    expect(refused.error).toMatchObject({ code: 400, message: expect.stringContaining('not federated') });
  });

  it('CLI-4 learns of a wrong password from community/self without a token', async () => {
    expect((await t.stranger.post('generateToken', { username: 'pia.test', password: 'wrong' })).error).toMatchObject({
      code: 400,
      message: 'Unable to generate token.',
      details: ['Invalid username or password.'],
    });
    expect((await t.stranger.post('community/self')).error).toMatchObject({ code: 499, messageCode: 'GWM_0003' });
  });

  it('CLI-5 sees 498 and 499 inside HTTP 200, also where strangers may read', async () => {
    const spoilt = await t.stranger.raw('POST', 'portals/self', { token: 'spoilt' });
    expect([spoilt.statusCode, spoilt.json().error.code]).toEqual([200, 498]);
    const none = await t.stranger.raw('POST', service);
    expect([none.statusCode, none.json().error.code]).toEqual([200, 499]);
  });

  it('CLI-6 takes top-level code, message and failed status for faults, and finds none in good answers', async () => {
    for (const path of [
      'portals/self',
      'community/self',
      'community/users/pia.test',
      `community/groups/${group}`,
      `content/items/${map}`,
      service,
    ]) {
      const reply = await pia.get(path);
      expect('code' in reply || 'message' in reply || 'error' in reply || ['error', 'failed', 'failure'].includes(reply.status), path).toBe(
        false,
      );
    }
  });

  it('CLI-7 signs out with the token alone', async () => {
    const { token } = await t.stranger.post('generateToken', { token: pia.token ?? '', serverUrl: 'http://localhost/rest/services' });
    expect((await t.stranger.post('oauth2/revokeToken/', { auth_token: token })).success).toBe(true);
    expect((await t.stranger.post('community/self', { token })).error.code).toBe(498);
  });
});

describe('arcgis-rest-portal', () => {
  it('CLI-10 gets an empty 200 for an item without data', async () => {
    const { id } = await pia.post('content/users/pia.test/addItem', { title: 'Bare', type: 'Web Map' });
    for (const f of ['json', '']) {
      const response = await pia.raw('GET', `content/items/${id}/data`, { f });
      expect([response.statusCode, response.body]).toEqual([200, '']);
    }
  });

  it('CLI-11 fetches files without f', async () => {
    const { id } = await pia.upload(
      'content/users/pia.test/addItem',
      { title: 'Plain', type: 'CSV' },
      { file: { name: 'a.csv', bytes: 'a,b\n1,2\n' } },
    );
    const file = await pia.raw('POST', `content/items/${id}/data`, { f: '' });
    expect(file.body).toBe('a,b\n1,2\n');
    expect(file.headers['content-disposition']).toContain('a.csv');
    expect(file.headers['x-content-type-options']).toBe('nosniff');
  });

  it('CLI-12 looks whether an item is in the group, shares it, and finds it there at once', async () => {
    const query = { q: `id: ${map} AND group: ${group}` };
    expect((await pia.post('search', query)).total).toBe(0);
    expect(await pia.post(`content/users/pia.test/items/${map}/share`, { groups: group })).toMatchObject({ notSharedWith: [] });
    expect((await pia.post('search', query)).total).toBe(1);
    expect(await pia.post(`content/users/pia.test/items/${map}/unshare`, { groups: group })).toMatchObject({ notUnsharedFrom: [] });
    expect((await pia.post('search', query)).total).toBe(0);
  });

  it('CLI-13 sets access with words and with a blank list of groups', async () => {
    const shared = async (params: Record<string, string>): Promise<string> => {
      const reply = await pia.post(`content/users/pia.test/items/${map}/share`, params);
      expect(reply.notSharedWith).toEqual([]);
      return (await pia.get(`content/items/${map}`)).access;
    };
    expect(await shared({ everyone: 'true', account: 'true', groups: ' ' })).toBe('public');
    expect(await shared({ everyone: 'false', org: 'true', groups: ' ' })).toBe('org');
    expect(await shared({ everyone: 'false', org: 'false', groups: ' ' })).toBe('private');
  });

  it('CLI-14 and CLI-15 read plain names of those who were not added, invited or removed', async () => {
    expect(await pia.post(`community/groups/${group}/addUsers`, { users: 'uwe.test,nobody' })).toEqual({ notAdded: ['nobody'] });
    expect(await pia.post(`community/groups/${group}/invite`, { users: 'ada.test', role: 'group_member', expiration: 60 })).toMatchObject({
      success: true,
    });
    const { results } = await pia.post(`community/groups/${group}/updateUsers`, { users: 'uwe.test' });
    expect(results).toEqual([expect.objectContaining({ username: 'uwe.test', success: expect.any(Boolean) })]);
    expect(await pia.post(`community/groups/${group}/removeUsers`, { users: 'uwe.test,nobody' })).toEqual({ notRemoved: ['nobody'] });
  });

  it('CLI-16 knows an administrator by role and the absence of a role id', async () => {
    const self = await t.as('ada').get('community/self');
    expect([self.role, self.roleId]).toEqual(['org_admin', undefined]);
  });

  it('CLI-17 CLI-19 writes metadata, lists up to a thousand resources and removes them all', async () => {
    await pia.upload(
      `content/users/pia.test/items/${map}/updateinfo`,
      { folderName: 'metadata' },
      { file: { name: 'metadata.xml', bytes: '<m/>' } },
    );
    expect((await pia.raw('GET', `content/items/${map}/info/metadata/metadata.xml`, { f: '' })).body).toBe('<m/>');
    for (const name of ['a.json', 'b.json'])
      await pia.upload(`content/users/pia.test/items/${map}/addResources`, { fileName: name }, { file: { name, bytes: '{}' } });
    expect(await pia.post(`content/items/${map}/resources`, { num: 1000 })).toMatchObject({ total: 2, num: 1000, nextStart: -1 });
    expect((await pia.post(`content/users/pia.test/items/${map}/removeResources`, { deleteAll: true })).success).toBe(true);
    expect((await pia.post(`content/items/${map}/resources`)).total).toBe(0);
  });

  it('CLI-18 compares dates as numbers, however many zeros lead', async () => {
    const now = Date.now();
    for (const range of [`[${now - 1e6} TO ${now + 1e6}]`, `[000000${now - 1e6} TO 000000${now + 1e6}]`])
      expect((await pia.post('search', { q: `id:${map} AND created: ${range}` })).total, range).toBe(1);
    expect((await pia.post('search', { q: `id:${map} AND created: [${now + 1e6} TO ${now + 2e6}]` })).total).toBe(0);
  });

  it('CLI-20 finds an object of properties even where nothing was set', async () => {
    expect((await pia.get('community/users/pia.test/properties')).properties).toEqual({});
  });
});

describe('arcgis-rest-feature-service', () => {
  it('CLI-21 pages until the flag goes away', async () => {
    const seen: number[] = [];
    const flags: unknown[] = [];
    for (let offset = 0; offset < 7; offset += 3) {
      const page = await pia.post(`${service}/0/query`, { where: '1=1', outFields: '*', resultOffset: offset, resultRecordCount: 3 });
      seen.push(...page.features.map((feature: { attributes: { OBJECTID: number } }) => feature.attributes.OBJECTID));
      flags.push(page.exceededTransferLimit);
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(flags.slice(0, 2)).toEqual([true, true]);
    expect(flags[2]).not.toBe(true);
  });

  it('CLI-22 gets faults as JSON also where it asked for pbf', async () => {
    const response = await pia.raw('GET', `${service}/0/query`, { where: 'nonsense(', f: 'pbf' });
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.json().error.code).toBe(400);
    const good = await pia.raw('GET', `${service}/0/query`, { where: '1=1', outFields: '*', f: 'pbf' });
    expect(good.headers['content-type']).toBe('application/x-protobuf');
  });
});

describe('esri-leaflet', () => {
  it('CLI-24 reads with a trailing slash, and ids in both formats', async () => {
    const layer = await pia.get(`${service}/0/`);
    expect(layer.supportedQueryFormats.split(/,\s*/)).toContain('geoJSON');
    const json = await pia.get(`${service}/0/query/`, { where: '1=1', outFields: '*' });
    expect(json.objectIdFieldName).toBe('OBJECTID');
    const geojson = await pia.get(`${service}/0/query`, { where: '1=1', outFields: '*', f: 'geojson' });
    expect(geojson.features[0].id).toBe(1);
  });

  it('CLI-25 asks by envelope, by a point as two numbers, and with a result type and a precision', async () => {
    const box = { xmin: -0.5, ymin: -0.5, xmax: 2.5, ymax: 2.5, spatialReference: { wkid: 4326 } };
    const common = { where: '1=1', returnCountOnly: true, inSR: 4326, resultType: 'tile', geometryPrecision: 6, time: '' };
    expect((await pia.get(`${service}/0/query`, { ...common, geometry: box, geometryType: 'esriGeometryEnvelope' })).count).toBe(3);
    const point = { ...common, geometry: '2,2', geometryType: 'esriGeometryPoint', distance: 10, units: 'esriSRUnit_Meter' };
    expect((await pia.get(`${service}/0/query`, point)).count).toBe(1);
  });

  it('CLI-26 reads no error where an edit succeeded, and one where it did not', async () => {
    const { addResults } = await pia.post(`${service}/0/addFeatures`, {
      features: [{ attributes: { name: 'new' }, geometry: { x: 100, y: 50, spatialReference: { wkid: 4326 } } }],
      rollbackOnFailure: false,
    });
    expect(addResults[0]).toMatchObject({ success: true, objectId: expect.any(Number) });
    expect('error' in addResults[0]).toBe(false);
    const removed = await pia.post(`${service}/0/deleteFeatures`, {
      objectIds: `${addResults[0].objectId},999999`,
      rollbackOnFailure: false,
    });
    expect(removed.deleteResults[0].success).toBe(true);
  });
});

describe('maplibre-arcgis', () => {
  it('CLI-27 CLI-28 accepts the layer, which comes first and before the tables', async () => {
    const root = await pia.post(service);
    expect([root.layers[0].id, root.tables[0].id]).toEqual([0, 1]);
    const layer = await pia.post(`${service}/0/`);
    expect(layer.capabilities).toContain('Query');
    expect(layer.advancedQueryCapabilities.supportsPagination).toBe(true);
    expect(layer.supportsExceedsLimitStatistics ?? layer.advancedQueryCapabilities.supportsExceedsLimitStatistics).toBe(true);
  });

  it.each([
    [{ maxPointCount: 5, maxVertexCount: 5, maxRecordCount: 5 }, 1],
    [{ maxPointCount: 5000, maxVertexCount: 5000, maxRecordCount: 5000 }, 0],
  ])('CLI-29 asks whether there are more than %j', async (limits, expected) => {
    const reply = await pia.post(`${service}/0/query`, {
      where: '1=1',
      outStatistics: [{ statisticType: 'exceedslimit', onStatisticField: null, outStatisticFieldName: 'exceedslimit', ...limits }],
    });
    expect(reply.features[0].attributes.exceedslimit).toBe(expected);
  });

  it('CLI-30 asks for quantised pbf in degrees, page by page', async () => {
    const response = await pia.raw('POST', `${service}/0/query`, {
      f: 'pbf',
      where: '1=1',
      outFields: '*',
      outSR: 4326,
      resultOffset: 0,
      resultRecordCount: 3,
      maxRecordCountFactor: 2,
      quantizationParameters: {
        extent: { xmin: -10, ymin: -10, xmax: 10, ymax: 10, spatialReference: { wkid: 4326 } },
        mode: 'view',
        originPosition: 'upperLeft',
        tolerance: 0.01,
      },
    });
    expect(response.headers['content-type']).toBe('application/x-protobuf');
    expect(response.rawPayload.length).toBeGreaterThan(50);
  });

  it('CLI-31 CLI-32 finds tiles and style from the root of the vector tile service, with and without f', async () => {
    const tiles = service.replace('FeatureServer', 'VectorTileServer');
    const root = (await pia.raw('POST', tiles, { f: '' })).json();
    expect(root).toMatchObject({ defaultStyles: expect.any(String), tiles: [expect.stringContaining('{z}')] });
    const style = (await pia.raw('POST', `${tiles}/${root.defaultStyles}/`)).json();
    expect(style.version).toBe(8);
  });
});

describe('GDAL', () => {
  const accept = { f: 'json', where: '1=1', outFields: '*' };

  it('CLI-33 knows Esri JSON by fields and geometry type, also when nothing was found', async () => {
    const empty = await pia.get(`${service}/0/query`, { ...accept, where: 'height > 1000' });
    expect(empty).toMatchObject({ geometryType: 'esriGeometryPoint', features: [] });
    expect(empty.fields.map((field: { type: string }) => field.type)).toContain('esriFieldTypeOID');
  });

  it('CLI-34 reads in the order of object ids when it names none', async () => {
    const { features, exceededTransferLimit } = await pia.get(`${service}/0/query`, accept);
    expect(features.map((feature: { attributes: { OBJECTID: number } }) => feature.attributes.OBJECTID)).toEqual([1, 2, 3]);
    expect(exceededTransferLimit).toBe(true);
  });

  it('CLI-35 looks for count and box in the text of the reply', async () => {
    for (const f of ['json', 'geojson'])
      expect((await pia.raw('GET', `${service}/0/query`, { ...accept, f, returnCountOnly: true })).body).toContain('"count"');
    expect((await pia.raw('GET', `${service}/0/query`, { ...accept, f: 'geojson', returnExtentOnly: true })).body).toContain('"bbox":[');
  });
});

describe('pages of earlier portals', () => {
  it('CLI-36 probes data by HEAD and adds a time stamp', async () => {
    const own = await pia.raw('HEAD', `content/items/${map}/data`, { f: '', ts: 1 });
    const denied = await t.as('uwe').raw('HEAD', `content/items/${map}/data`, { f: '', ts: 1 });
    const missing = await pia.raw('HEAD', `content/items/${'0'.repeat(32)}/data`, { f: '', ts: 1 });
    expect([own.statusCode, denied.statusCode, missing.statusCode]).toEqual([200, 403, 404]);
    expect([own.body, denied.body, missing.body]).toEqual(['', '', '']);
    expect((await t.stranger.get('portals/self', { ts: 1 })).error).toBeUndefined();
  });

  it('CLI-37 sorts by names in any case', async () => {
    for (const sortField of ['numviews', 'avgrating', 'NumViews'])
      expect((await pia.get('search', { q: 'trees', sortField, sortOrder: 'DESC' })).error, sortField).toBeUndefined();
  });

  it('CLI-38 declines an invitation at the address of the person', async () => {
    const [invitation] = (await t.as('ada').get('community/users/ada.test/invitations')).userInvitations;
    expect((await t.as('ada').post(`community/users/ada.test/invitations/${invitation.id}/decline`)).success).toBe(true);
  });

  it('has the service it was shown deleted with its item', async () => {
    expect((await pia.post(`content/users/pia.test/items/${serviceItem}/delete`)).success).toBe(true);
    expect((await pia.get(service)).error.code).toBe(404);
  });
});
