// What a change of a layer or a service says takes effect, or is refused: nothing is dropped in silence.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
let admin: string;

const get = (path: string): Promise<AnyReply> => t.as('petra').get(path);
const add = (addToDefinition: object): Promise<AnyReply> => t.as('petra').post(`${admin}/addToDefinition`, { addToDefinition });
const change = (updateDefinition: object, layer = '/0'): Promise<AnyReply> =>
  t.as('petra').post(`${admin}${layer}/updateDefinition`, { updateDefinition });
const OK = { success: true };
const refused = (words: string): object => ({ error: { code: 400, message: expect.stringContaining(words) } });

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const initialExtent = { xmin: 5, ymin: 45, xmax: 15, ymax: 55, spatialReference: { wkid: 4326 } };
  const createParameters = { name: 'Changed', capabilities: 'Query,Editing', initialExtent };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters });
  service = new URL(made.serviceurl).pathname;
  admin = service.replace('/rest/services/', '/rest/admin/services/');
  const fields = [{ name: 'kind', type: 'esriFieldTypeString' }];
  const tables = [{ name: 'notes', fields }];
  const layers = ['zero', 'one'].map((name) => ({ name, geometryType: 'esriGeometryPoint', fields }));
  expect(await add({ layers, tables })).toMatchObject(OK);
});
afterAll(() => t.close());

describe('the drawing of a layer', () => {
  const drawing = async (layer = 0): Promise<AnyReply> => (await get(`${service}/${layer}`)).drawingInfo;
  const labelingInfo = [{ labelExpression: '[kind]' }];
  const renderer = { type: 'simple', symbol: { type: 'esriSMS', size: 9 } };

  it('changes in what is given of it', async () => {
    const before = await drawing();
    expect(await change({ drawingInfo: { labelingInfo } })).toEqual(OK);
    expect(await drawing()).toMatchObject({ renderer: before.renderer, labelingInfo });
    expect(await change({ drawingInfo: { renderer } })).toEqual(OK);
    expect(await drawing()).toEqual({ renderer, labelingInfo });
    expect(await change({ drawingInfo: { transparency: 30, labelingInfo: null } })).toEqual(OK);
    expect(await drawing()).toEqual({ renderer, labelingInfo: null, transparency: 30 });
    expect(await change({ drawingInfo: {} })).toEqual(OK);
    expect(await drawing()).toMatchObject({ renderer, transparency: 30 });
    expect(await change({ drawingInfo: { renderer: null } })).toEqual(OK);
    expect(await drawing()).toMatchObject({ renderer: before.renderer, transparency: 30 });
    expect(await change({ drawingInfo: null })).toEqual(OK);
    expect(await drawing()).toEqual(before);
    expect(await change({ drawingInfo: { renderer: { symbol: {} } } })).toMatchObject(refused('drawingInfo.renderer'));
  });

  it('does without a field that is deleted', async () => {
    const plain = (await drawing()).renderer;
    const fields = ['grade', 'width'].map((name) => ({ name, type: 'esriFieldTypeInteger' }));
    expect(await t.as('petra').post(`${admin}/0/addToDefinition`, { addToDefinition: { fields } })).toMatchObject(OK);
    const remove = (name: string): Promise<AnyReply> =>
      t.as('petra').post(`${admin}/0/deleteFromDefinition`, { deleteFromDefinition: { fields: [{ name }] } });
    const breaks = { type: 'classBreaks', field: 'grade', minValue: 0, classBreakInfos: [{ classMaxValue: 5, symbol: renderer.symbol }] };
    const byWidth = { labelExpressionInfo: { expression: '$feature.width' } };
    expect(await change({ drawingInfo: { renderer: breaks, labelingInfo: [...labelingInfo, byWidth] } })).toEqual(OK);
    expect(await remove('width')).toMatchObject(OK);
    expect(await drawing()).toMatchObject({ renderer: breaks, labelingInfo });
    expect(await remove('grade')).toMatchObject(OK);
    expect(await drawing()).toMatchObject({ renderer: plain, labelingInfo });
    expect(await change({ drawingInfo: null })).toEqual(OK);
  });

  it('has a renderer in a layer that is made without one', async () => {
    const plain = { geometryType: 'esriGeometryPoint', fields: [] };
    const { layers } = await add({
      layers: [
        { ...plain, name: 'labelled', drawingInfo: { labelingInfo } },
        { ...plain, name: 'not', drawingInfo: { renderer: null } },
      ],
    });
    const usual = (await drawing(1)).renderer;
    expect(await drawing(layers[0].id)).toMatchObject({ labelingInfo, renderer: { type: 'simple', symbol: { type: usual.symbol.type } } });
    expect((await drawing(layers[1].id)).renderer.symbol).toMatchObject({ type: usual.symbol.type });
    expect((await t.as('petra').post(`${admin}/deleteFromDefinition`, { deleteFromDefinition: { layers } })).success).toBe(true);
  });
});

describe('null', () => {
  it('says nothing of numbers and switches', async () => {
    expect(await change({ minScale: 5000, maxScale: 100, hasAttachments: true })).toEqual(OK);
    expect(await change({ minScale: null, maxScale: null, hasAttachments: null })).toEqual(OK);
    expect(await get(`${service}/0`)).toMatchObject({ minScale: 5000, maxScale: 100, hasAttachments: true });
    expect(await change({ maxRecordCount: 50, hasStaticData: true, allowGeometryUpdates: false }, '')).toEqual(OK);
    expect(await change({ maxRecordCount: null, hasStaticData: null, allowGeometryUpdates: null }, '')).toEqual(OK);
    expect(await get(service)).toMatchObject({ maxRecordCount: 50, hasStaticData: true, allowGeometryUpdates: false });
  });

  it('leaves a new layer what it has without a word', async () => {
    const unsaid = { id: null, objectIdField: null, globalIdField: null, hasZ: null, hasM: null, hasAttachments: null };
    const { layers } = await add({
      layers: [{ name: 'unsaid', geometryType: 'esriGeometryPoint', ...unsaid, minScale: null, maxScale: null }],
    });
    expect(await get(`${service}/${layers[0].id}`)).toMatchObject({
      ...{ objectIdField: 'OBJECTID', globalIdField: 'GlobalID', hasZ: false, hasM: false, hasAttachments: false },
      ...{ minScale: 0, maxScale: 0 },
    });
  });
});

describe('the id that a new layer wishes', () => {
  it('may be any that the database keeps', async () => {
    const { tables } = await add({ tables: [{ name: 'far', id: 123_456, fields: [] }] });
    expect(tables).toEqual([{ name: 'far', id: 123_456 }]);
    expect(await get(`${service}/123456`)).toMatchObject({ id: 123_456, name: 'far' });
    const { addResults } = await t.as('petra').post(`${service}/123456/addFeatures`, { features: [{ attributes: {} }] });
    expect(addResults).toMatchObject([{ success: true }]);
    expect((await get(`${service}/123456/query`)).features).toHaveLength(1);
    expect(await add({ tables: [{ name: 'too far', id: 2 ** 31, fields: [] }] })).toMatchObject(refused('addToDefinition'));
    expect(await get(`${service}/99999999999`)).toMatchObject({ error: { code: 404 } });
  });
});

describe('the extent of a layer', () => {
  const told = async (): Promise<AnyReply> => (await get(`${service}/1`)).extent;
  const box = { xmin: 100_000, ymin: 200_000, xmax: 300_000, ymax: 400_000 };

  it('is what somebody says as long as there are no features', async () => {
    const ofService = await told();
    expect(ofService.xmin).toBeCloseTo(556_597.45, 1);
    // A description that comes back says nothing new: the layer goes on following its service.
    expect(await change({ extent: ofService }, '/1')).toEqual(OK);
    expect(await change({ initialExtent: { ...box, xmin: 50_000, spatialReference: { wkid: 102_100 } } }, '')).toEqual(OK);
    expect(await told()).toMatchObject({ ...box, xmin: 50_000 });
    expect(await change({ extent: box }, '/1')).toEqual(OK);
    expect(await told()).toMatchObject({ ...box, spatialReference: { wkid: 102_100 } });
    expect(await change({ extent: { xmin: 0, ymin: 0, xmax: 1, ymax: 1, spatialReference: { wkid: 4326 } } }, '/1')).toEqual(OK);
    expect((await told()).xmax).toBeCloseTo(111_319.49, 1);
    const features = [{ geometry: { x: 7, y: 8 } }, { geometry: { x: 9, y: 10 } }];
    const { addResults } = await t.as('petra').post(`${service}/1/addFeatures`, { features });
    expect(addResults).toMatchObject([OK, OK]);
    const ofData = { xmin: 7, ymin: 8, xmax: 9, ymax: 10 };
    expect(await told()).toMatchObject(ofData);
    expect(await change({ extent: box }, '/1')).toEqual(OK);
    expect(await told()).toMatchObject(ofData);
    expect(await t.as('petra').post(`${admin}/1/truncate`, {})).toMatchObject(OK);
    expect((await told()).xmax).toBeCloseTo(111_319.49, 1);
    const none = { xmin: 'NaN', ymin: 'NaN', xmax: 'NaN', ymax: 'NaN' };
    expect(await change({ extent: none }, '/1')).toEqual(OK);
    expect(await told()).toMatchObject({ ...box, xmin: 50_000 });
  });

  it.each([
    { ...box, xmax: 'far' },
    { ...box, xmin: 300_001 },
    { xmin: 1, ymin: 1 },
    { ...box, spatialReference: { wkid: 9 } },
  ])('is refused where it is none: %j', async (extent) => {
    expect(await change({ extent }, '/1')).toMatchObject(refused('extent'));
  });
});

describe('the fields of editor tracking', () => {
  it('are taken as they are, and no others', async () => {
    const named = { creationDateField: 'CreationDate', creatorField: 'Creator', editDateField: 'EditDate', editorField: 'Editor' };
    expect(await change({ editFieldsInfo: null })).toEqual(OK);
    expect(await change({ editFieldsInfo: named })).toMatchObject(refused('editors are not tracked'));
    expect(await change({ editorTrackingInfo: { enableEditorTracking: true } }, '')).toEqual(OK);
    expect((await get(`${service}/0`)).editFieldsInfo).toEqual(named);
    expect(await change({ editFieldsInfo: { ...named, creatorField: 'creator', realm: 'x' }, description: 'as it is' })).toEqual(OK);
    const before = await get(`${service}/0`);
    expect(await change({ editFieldsInfo: { ...named, creatorField: 'kind' }, description: 'other' })).toMatchObject(
      refused('other fields'),
    );
    expect(await change({ editFieldsInfo: null, description: 'other' })).toMatchObject(refused('editors are tracked'));
    expect(await get(`${service}/0`)).toEqual(before);
  });
});
