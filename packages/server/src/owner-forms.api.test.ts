// Forms of somebody who may publish and edit, right but for a fault or two made by chance: they are answered or refused without words of the
// inside, what they begin ends without a fault of the server, and nothing of them is left on the disk.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HOSTILE, PARTS } from '../testing/corpus/forms.ts';
import { GEOMETRIES } from '../testing/corpus/geometries.ts';
import { BOUNDARY, type Fault, faults, spoilt, withFaults } from '../testing/made-forms.ts';
import { refusalFault } from '../testing/refusals.ts';
import { type TestPortal, testPortal } from '../testing/test-portal.ts';

let t: TestPortal;
/** More with FUZZ_RUNS, for a long search. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 12);
const CSV = 'name,n,lat,lon\na,1,47,8\nb,,47.5,8.5\n';
const USER = 'content/users/petra.test';
/** What the calls name: filled in once it is there. */
const at = { service: '', admin: '', item: '', upload: '', parts: '', replica: '' };

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const publishParameters = { name: 'owned', capabilities: 'Query,Editing,Sync,Extract,Uploads', locationType: 'coordinates', latitudeFieldName: 'lat', longitudeFieldName: 'lon' }; // biome-ignore format: one call
  const { services } = await petra.post(`${USER}/publish`, { text: CSV, fileType: 'csv', publishParameters });
  await t.runJobs();
  at.service = new URL(services[0].serviceurl).pathname;
  at.admin = at.service.replace('/rest/services', '/rest/admin/services');
  at.item = services[0].serviceItemId;
  await petra.post(`${at.admin}/0/updateDefinition`, { updateDefinition: { hasAttachments: true } });
  at.upload = (await petra.post(`${at.service}/uploads/register`, { itemName: 'a.csv' })).item.itemID;
  at.parts = (await petra.post(`${USER}/addItem`, { type: 'CSV', title: 'parts', filename: 'a.csv', multipart: true })).id;
  at.replica = (await petra.post(`${at.service}/createReplica`, { replicaName: 'r', layers: '0', syncModel: 'perLayer' })).replicaID;
  for (const [name, value] of Object.entries(at)) expect(value, name).toMatch(/./);
});
afterAll(() => t.close());

interface Form {
  path: string;
  params: Record<string, unknown>;
  /** The name of the file that goes with it. */
  file?: string;
}

const TABLE = {
  name: 'more',
  type: 'Table',
  displayField: 'code',
  fields: [
    { name: 'code', type: 'esriFieldTypeString', alias: 'Code', length: 20, nullable: true, defaultValue: 'x' },
    { name: 'state', type: 'esriFieldTypeInteger', domain: { type: 'codedValue', name: 's', codedValues: [{ name: 'Good', code: 1 }] } },
    { name: 'share', type: 'esriFieldTypeDouble', domain: { type: 'range', name: 'r', range: [0, 100] } },
  ],
  indexes: [{ name: 'by_code', fields: 'code', isUnique: false }],
  templates: [{ name: 't', prototype: { attributes: { code: 'a' } } }],
  types: [{ id: 1, name: 'one', domains: { share: { type: 'inherited' } }, templates: [] }],
  typeIdField: 'state',
};
const LAYER = {
  ...TABLE,
  name: 'layer',
  type: 'Feature Layer',
  geometryType: 'esriGeometryPoint',
  hasZ: true,
  hasAttachments: true,
  extent: { xmin: 0, ymin: 0, xmax: 1, ymax: 1, spatialReference: { wkid: 4326 } },
  drawingInfo: { renderer: { type: 'simple', symbol: { type: 'esriSMS', style: 'esriSMSCircle', color: [1, 2, 3, 255], size: 4 } } },
  minScale: 1000,
};
const FEATURE = { attributes: { name: 'c', n: 3 }, geometry: { x: 8, y: 47, spatialReference: { wkid: 4326 } } };

const FORMS: Readonly<Record<string, () => Form>> = {
  addAttachment: () => ({ path: `${at.service}/0/1/addAttachment`, params: { gdbVersion: '', keywords: 'bark' }, file: 'attachment' }),
  updateAttachment: () => ({ path: `${at.service}/0/1/updateAttachment`, params: { attachmentId: 1, keywords: 'a' }, file: 'attachment' }),
  upload: () => ({ path: `${at.service}/uploads/upload`, params: { description: 'd' }, file: 'file' }),
  uploadPart: () => ({ path: `${at.service}/uploads/${at.upload}/uploadPart`, params: { partId: 1 }, file: 'partFile' }),
  addPart: () => ({ path: `${USER}/items/${at.parts}/addPart`, params: { partNum: 1 }, file: 'file' }),
  analyze: () => ({
    path: 'content/features/analyze',
    params: { fileType: 'csv', analyzeParameters: { enableGlobalGeocoding: false, sourceLocale: 'en', columnDelimiter: ',' } },
    file: 'file',
  }),
  publish: () => ({
    path: `${USER}/publish`,
    params: {
      fileType: 'csv',
      publishParameters: {
        name: 'made',
        title: 'Made',
        description: 'd',
        capabilities: 'Query',
        maxRecordCount: 2000,
        locationType: 'coordinates',
        latitudeFieldName: 'lat',
        longitudeFieldName: 'lon',
        columnDelimiter: ',',
        qualifier: '"',
        columnNames: ['name', 'n', 'lat', 'lon'],
        keyField: 'name',
        sourceSR: { wkid: 4326 },
        targetSR: { wkid: 102100 },
        columns: [{ name: 'n', type: 'integer' }],
        layerInfo: { name: 'l', fields: [{ name: 'n', type: 'esriFieldTypeInteger', alias: 'N' }], drawingInfo: LAYER.drawingInfo },
        editorTrackingInfo: { enableEditorTracking: true },
      },
    },
    file: 'file',
  }),
  append: () => ({
    path: `${at.service}/0/append`,
    params: {
      edits: { layers: [{ id: 0, featureSet: { features: [FEATURE] } }] },
      fieldMappings: [{ name: 'name', source: 'name' }],
      appendFields: ['name'],
      appendUploadId: at.upload,
      appendUploadFormat: 'csv',
      appendSourceInfo: { columnDelimiter: ',', latitudeFieldName: 'lat', longitudeFieldName: 'lon' },
      upsert: true,
      upsertMatchingField: 'name',
      rollbackOnFailure: true,
    },
    file: 'file',
  }),
  addToDefinition: () => ({ path: `${at.admin}/addToDefinition`, params: { addToDefinition: { layers: [LAYER], tables: [TABLE] } } }),
  'addToDefinition of a layer': () => ({
    path: `${at.admin}/0/addToDefinition`,
    params: { addToDefinition: { fields: TABLE.fields, indexes: TABLE.indexes } },
  }),
  'updateDefinition of a layer': () => ({
    path: `${at.admin}/0/updateDefinition`,
    params: {
      updateDefinition: { ...LAYER, name: 'owned', fields: [{ name: 'n', alias: 'N', domain: TABLE.fields[1]?.domain }], typeIdField: 'n' },
    },
  }),
  updateDefinition: () => ({
    path: `${at.admin}/updateDefinition`,
    params: {
      updateDefinition: {
        capabilities: 'Query,Editing,Sync,Extract,Uploads',
        maxRecordCount: 100,
        description: 'd',
        editorTrackingInfo: { enableEditorTracking: true, enableOwnershipAccessControl: false, allowOthersToUpdate: true },
        initialExtent: LAYER.extent,
      },
    },
  }),
  export: () => ({
    path: `${USER}/export`,
    params: {
      itemId: at.item,
      exportFormat: 'CSV',
      title: 'out',
      exportParameters: { layers: [{ id: 0, where: 'n > 0' }], targetSR: { wkid: 4326 } },
    },
  }),
  createReplica: () => ({
    path: `${at.service}/createReplica`,
    params: {
      replicaName: 'r',
      layers: '0',
      layerQueries: { 0: { where: 'n > 0', useGeometry: true, queryOption: 'useFilter' } },
      geometry: { xmin: 0, ymin: 0, xmax: 90, ymax: 90, spatialReference: { wkid: 4326 } },
      geometryType: 'esriGeometryEnvelope',
      inSR: '4326',
      replicaSR: '3857',
      returnAttachments: true,
      syncModel: 'perLayer',
      dataFormat: 'json',
    },
  }),
  synchronizeReplica: () => ({
    path: `${at.service}/synchronizeReplica`,
    params: {
      replicaID: at.replica,
      replicaServerGen: 1,
      syncLayers: [{ id: 0, serverGen: 1, syncDirection: 'bidirectional' }],
      syncDirection: 'bidirectional',
      edits: [{ id: 0, features: { adds: [FEATURE], updates: [FEATURE], deleteIds: ['{ABCDEF01-0000-4000-8000-00000000000A}'] } }],
      rollbackOnFailure: true,
      dataFormat: 'json',
    },
  }),
  extractChanges: () => ({
    path: `${at.service}/extractChanges`,
    params: { layers: [0], layerServerGens: [{ id: 0, serverGen: 1 }], returnInserts: true, returnUpdates: true, outSR: '4326', dataFormat: 'json' }, // biome-ignore format: one call
  }),
  applyEdits: () => ({
    path: `${at.service}/0/applyEdits`,
    params: {
      adds: [FEATURE],
      updates: [{ attributes: { OBJECTID: 1, n: 5 } }],
      deletes: [77],
      attachments: { adds: [{ parentGlobalId: 'x', contentType: 'text/plain', name: 'a.txt', data: 'YQ==' }], updates: [], deletes: [] },
      useGlobalIds: true,
      rollbackOnFailure: false,
    },
  }),
  addFeatures: () => ({
    path: `${at.service}/0/addFeatures`,
    params: { features: [FEATURE, FEATURE], rollbackOnFailure: false, useGlobalIds: false, returnEditMoment: true },
  }),
  updateFeatures: () => ({
    path: `${at.service}/0/updateFeatures`,
    params: { features: [{ ...FEATURE, attributes: { OBJECTID: 1, n: 6 } }], rollbackOnFailure: true, useGlobalIds: false },
  }),
  'uploads/register': () => ({
    path: `${at.service}/uploads/register`,
    params: { itemName: 'b.csv', description: 'd', appendUploadFormat: 'csv' },
  }),
};

const received = (): Promise<string[]> => readdir(join(t.portal.config.dataDir, 'files/receiving'));

/** Sends a form, as one in parts where a file goes with it. */
async function holds(name: string, { path, params, file }: Form): Promise<void> {
  // What is left out has no value; a number that JSON does not know is none.
  const values = Object.entries(params).flatMap(([key, value]) => (value === undefined ? [] : [[key, value ?? 'null'] as const]));
  const form = Object.fromEntries(values) as Record<string, string | number | boolean | object>;
  const send = () =>
    file === undefined
      ? t.as('petra').raw('POST', path, form)
      : t.as('petra').rawUpload(path, form, { [file]: { name: 'a.csv', bytes: CSV, type: 'text/csv' } });
  let reply = await send();
  // So many jobs wait already that nothing more is taken.
  if (reply.statusCode === 429) {
    await t.runJobs();
    reply = await send();
  }
  await judged(`${name} ${JSON.stringify(form).slice(0, 2_000)}`, reply);
}

async function judged(sent: string, reply: Awaited<ReturnType<TestPortal['app']['inject']>>): Promise<void> {
  expect([200, 400, 413, 415], sent).toContain(reply.statusCode);
  if (String(reply.headers['content-type']).includes('json')) expect(refusalFault(reply.json().error, sent), sent).toBeUndefined();
}

describe.each(Object.keys(FORMS))('forms for %s with faults made by chance', (name) => {
  /** Of a list, a third for each form: neighbours have the others. */
  const share = <T>(list: readonly T[]): T[] => list.filter((_, at) => at % 3 === Object.keys(FORMS).indexOf(name) % 3);
  const right = (): Form => FORMS[name]?.() ?? { path: '', params: {} };

  it('are answered or refused, and what they begin ends', { timeout: 120_000 }, async () => {
    const logged = vi.spyOn(t.portal.log, 'error');
    // Jobs write to a log of their own that is made of it.
    const made = vi.spyOn(t.portal.log, 'child').mockImplementation(() => t.portal.log as never);
    try {
      const spoil = (list: readonly Fault[]): Promise<void> => holds(name, { ...right(), params: withFaults(right().params, list) });
      await fc.assert(fc.asyncProperty(faults, spoil), { numRuns: RUNS });
      // What is always tried, whatever the seed.
      for (const [place, value] of share(HOSTILE).entries()) await spoil([{ place, kind: 'other', value }]);
      for (let place = 0; place < 12; place++) await spoil([{ place, kind: 'gone', value: null }]);
      await t.runJobs();
      expect(logged.mock.calls.map((call) => JSON.stringify(call))).toEqual([]);
    } finally {
      logged.mockRestore();
      made.mockRestore();
    }
    await expect.poll(received, { timeout: 30_000 }).toEqual([]);
  });

  it('are answered or refused with spoilt parts', { timeout: 120_000 }, async () => {
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, authorization: `Bearer ${t.as('petra').token}` };
    const { path } = right();
    const url = `${path.startsWith('/') ? path : `/sharing/rest/${path}`}?f=json`;
    const send = async (payload: Buffer): Promise<void> =>
      judged(`${name} ${payload.toString('latin1').slice(0, 300)}`, await t.app.inject({ method: 'POST', url, headers, payload }));
    await fc.assert(fc.asyncProperty(spoilt, send), { numRuns: RUNS });
    for (const body of share(PARTS)) await send(Buffer.from(body, 'latin1'));
    await expect.poll(received, { timeout: 30_000 }).toEqual([]);
  });
});

describe('geometries of the corpus', () => {
  it('are taken or refused where features are added, and where areas of copies are asked for', async () => {
    for (const geometry of GEOMETRIES) {
      await holds('addFeatures', { path: `${at.service}/0/addFeatures`, params: { features: [{ ...FEATURE, geometry }] } });
      const { path, params } = FORMS.createReplica?.() ?? { path: '', params: {} };
      await holds('createReplica', { path, params: { ...params, geometry } });
    }
  });

  it('leave a layer that is read as before', async () => {
    const { features } = await t.as('petra').get(`${at.service}/0/query`, { where: '1=1', outFields: '*' });
    expect(features.length).toBeGreaterThan(0);
    const added = await t.as('petra').post(`${at.service}/0/addFeatures`, { features: [FEATURE] });
    expect(added.addResults).toMatchObject([{ success: true }]);
  });
});
