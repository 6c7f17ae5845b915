// Files with columns and no rows: they become layers and tables that are filled by editing, and never empty one that has features.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const csv = (text: string): { file: { name: string; bytes: Buffer } } => ({ file: { name: 'form.csv', bytes: Buffer.from(text) } });

async function publish(
  text: string,
  params: Record<string, object | string | boolean>,
): Promise<{ path: string; status: AnyReply; itemId: string }> {
  const petra = t.as('petra');
  const reply = await petra.upload(`content/users/${petra.username}/publish`, { fileType: 'csv', ...params }, csv(text));
  const [{ serviceurl, serviceItemId }] = reply.services;
  await t.runJobs();
  const status = await petra.get(`content/users/${petra.username}/items/${serviceItemId}/status`);
  return { path: new URL(serviceurl).pathname, status, itemId: serviceItemId };
}

const types = ({ fields }: AnyReply): string[] => fields.map((one: AnyReply) => `${one.name} ${one.type.slice(13)}`);
const count = async (path: string): Promise<number> => (await t.as('petra').get(`${path}/0/query`, { returnCountOnly: true })).count;

describe('a file with a header and no rows', () => {
  it('is said to have none by the analysis, and becomes a layer where its names say where things are', async () => {
    const { publishParameters } = await t.as('petra').upload('content/features/analyze', { fileType: 'csv' }, csv('name,lat,lon\n'));
    expect(publishParameters).toMatchObject({ rowCount: 0, locationType: 'coordinates', warningSentences: [{ code: 'header-only' }] });
    const { path, status, itemId } = await publish('name,lat,lon\n', { publishParameters: { ...publishParameters, name: 'Form' } });
    expect(status).toMatchObject({ status: 'completed' });
    const layer = await t.as('petra').get(`${path}/0`);
    expect(layer).toMatchObject({ type: 'Feature Layer', geometryType: 'esriGeometryPoint' });
    for (const side of ['xmin', 'ymin', 'xmax', 'ymax']) expect(Number.isFinite(layer.extent[side])).toBe(true);
    expect(types(layer)).toEqual(['OBJECTID OID', 'GlobalID GlobalID', 'name String', 'lat Double', 'lon Double']);
    expect(await count(path)).toBe(0);
    const { layers } = await t.as('petra').get(`content/items/${itemId}/info/publishReport.json`);
    expect(layers[0]).toMatchObject({ featuresLoaded: 0, rowsRefused: 0, warnings: [{ code: 'header-only' }] });
    const features = [{ attributes: { name: 'first', lat: 1.5 }, geometry: { x: 1, y: 2 } }];
    const { addResults } = await t.as('petra').post(`${path}/0/addFeatures`, { features });
    expect(addResults).toMatchObject([{ objectId: 1, success: true }]);
    expect((await t.as('petra').get(path)).fullExtent).toMatchObject({ xmin: expect.closeTo(1, 6), ymax: expect.closeTo(2, 6) });
  });

  it('becomes a table where its places are left aside or it has none, with the types that were chosen', async () => {
    const chosen = { name: 'Rows', locationType: 'none', columns: [{ name: 'when', type: 'esriFieldTypeDate' }] };
    const { path, status } = await publish('when,lat,lon\n', { publishParameters: chosen });
    expect(status.status).toBe('completed');
    const table = await t.as('petra').get(`${path}/0`);
    expect(table.type).toBe('Table');
    expect(types(table).slice(2)[0]).toBe('when Date');
    expect((await publish('a;b\n', { publishParameters: { name: 'Two' } })).status.status).toBe('completed');
  });

  it('never takes the place of features', async () => {
    const petra = t.as('petra');
    const { path } = await publish('name,lat,lon\na,1,2\n', { publishParameters: { name: 'Kept' } });
    await publish('name,lat,lon\n', { publishParameters: { name: 'Kept' }, overwrite: true });
    expect(await count(path)).toBe(1);
    expect((await petra.get(`${path}/0/query`, { outFields: 'name' })).features).toMatchObject([{ attributes: { name: 'a' } }]);
  });

  it('is still refused where rows were there and none could be used', async () => {
    const { status } = await publish('name,lat,lon\na,95,200\n', { publishParameters: { name: 'Nowhere' } });
    expect(status).toMatchObject({ status: 'failed', reasons: [{ code: 'rows-unusable' }] });
  });
});
