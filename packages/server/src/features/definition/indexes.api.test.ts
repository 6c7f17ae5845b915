// Indexes of layers: made and removed by clients, obeyed by edits.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: string;
let admin: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const createParameters = { name: 'Signs', capabilities: 'Query,Editing' };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters });
  const service = new URL(made.serviceurl).pathname;
  const fields = [
    { name: 'code', type: 'esriFieldTypeString', length: 10 },
    { name: 'height', type: 'esriFieldTypeInteger' },
  ];
  admin = `${service.replace('/rest/services/', '/rest/admin/services/')}/0`;
  layer = `${service}/0`;
  const definition = { layers: [{ name: 'signs', geometryType: 'esriGeometryPoint', fields }] };
  await petra.post(`${admin.slice(0, -2)}/addToDefinition`, { addToDefinition: definition });
  const features = [1, 2, 3].map((n) => ({ attributes: { code: `c${n}`, height: n }, geometry: { x: n, y: n } }));
  await petra.post(`${layer}/addFeatures`, { features });
});
afterAll(() => t.close());

const add = (index: object): Promise<AnyReply> => t.as('petra').post(`${admin}/addToDefinition`, { addToDefinition: { indexes: [index] } });
const apply = (params: Record<string, object | boolean | string>): Promise<AnyReply> => t.as('petra').post(`${layer}/applyEdits`, params);
const IN_USE = { success: false, error: { code: 1000, description: expect.stringContaining('in use already') } };

describe('a unique index', () => {
  it('is not made where a value stands twice, and refuses the edits that would write one twice, by name and not as a fault of the server', async () => {
    expect(await add({ name: 'by_code', fields: 'code', isUnique: true })).toMatchObject({ success: true });
    const another = { attributes: { code: 'c1' }, geometry: { x: 0, y: 0 } };
    const fine = { attributes: { code: 'c4' }, geometry: { x: 0, y: 0 } };
    expect((await apply({ adds: [another] })).addResults).toMatchObject([IN_USE]);
    expect((await apply({ updates: [{ attributes: { objectid: 2, code: 'c1' } }] })).updateResults).toMatchObject([IN_USE]);
    const apart = await apply({ adds: [another, fine, another], rollbackOnFailure: false });
    expect(apart.addResults).toMatchObject([IN_USE, { success: true }, IN_USE]);
    const together = await apply({ adds: [{ ...fine, attributes: { code: 'c5' } }, another] });
    expect(together.addResults).toMatchObject([{ success: false }, IN_USE]);
    const everywhere = await t.as('petra').post(`${layer}/calculate`, { where: '1=1', calcExpression: [{ field: 'code', value: 'same' }] });
    expect(everywhere.error).toMatchObject({ code: 400, message: expect.stringContaining('in use already') });
    const { features } = await t.as('petra').get(`${layer}/query`, { outFields: 'code', orderByFields: 'OBJECTID' });
    expect(features.map((one: AnyReply) => one.attributes.code)).toEqual(['c1', 'c2', 'c3', 'c4']);
    await apply({ updates: [{ attributes: { objectid: 2, height: 1 } }] });
    const twice = await add({ name: 'by_height', fields: 'height', isUnique: true });
    expect(twice.error).toMatchObject({ code: 400, message: expect.stringContaining('stands there twice') });
    expect(await add({ name: 'by_height', fields: 'height' })).toMatchObject({ success: true });
  });
});
