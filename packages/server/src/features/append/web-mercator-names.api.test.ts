// Rows that come with a call to append: Web Mercator has several numbers, which all mean the same.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const createParameters = { name: 'Appended', capabilities: 'Query,Editing' };
  layer = `${new URL((await petra.post(`content/users/${petra.username}/createService`, { createParameters })).serviceurl).pathname}/0`;
  const layers = [{ name: 'l', geometryType: 'esriGeometryPoint', fields: [{ name: 'n', type: 'esriFieldTypeInteger' }] }];
  await petra.post(`${layer.replace('/rest/', '/rest/admin/').slice(0, -2)}/addToDefinition`, { addToDefinition: { layers } });
});
afterAll(() => t.close());

const point = (spatialReference: object, n: number): object => ({ attributes: { n }, geometry: { x: 1000 * n, y: 500, spatialReference } });
const append = (edits: object): Promise<AnyReply> =>
  t.as('petra').post(`${layer}/append`, { edits, appendUploadFormat: 'featureCollection' });

it('keeps features whose geometries call Web Mercator by different numbers', async () => {
  const named = [{ wkid: 102100, latestWkid: 3857 }, { wkid: 3857 }, { wkid: 102100 }, { wkid: 102113 }, { wkid: 900913 }];
  const features = named.map((one, at) => point(one, at + 1));
  const layerDefinition = { geometryType: 'esriGeometryPoint', fields: [{ name: 'n', type: 'esriFieldTypeInteger' }] };
  const { statusUrl } = await append({ layers: [{ layerDefinition, featureSet: { geometryType: 'esriGeometryPoint', features } }] });
  await t.runJobs();
  expect(await t.as('petra').get(new URL(statusUrl).pathname)).toMatchObject({ status: 'Completed', recordCount: 5 });
  const { features: kept } = await t.as('petra').get(`${layer}/query`, { outFields: 'n', orderByFields: 'n' });
  expect(kept.map((one: AnyReply) => one.geometry)).toEqual(
    [1, 2, 3, 4, 5].map((n) => ({ x: expect.closeTo(1000 * n, 3), y: expect.closeTo(500, 3) })),
  );
  const told = {
    layerDefinition: { ...layerDefinition, extent: { spatialReference: { wkid: 3857 } } },
    featureSet: { features: [point({ wkid: 102100 }, 6)] },
  };
  await append({ layers: [told] });
  await t.runJobs();
  expect((await t.as('petra').get(`${layer}/query`, { where: 'n = 6' })).features[0].geometry).toEqual({
    x: expect.closeTo(6000, 3),
    y: expect.closeTo(500, 3),
  });
});

it('refuses features that are in different reference systems', async () => {
  const features = [point({ wkid: 102100 }, 7), point({ wkid: 4326 }, 8)];
  expect((await append({ features })).error).toMatchObject({ code: 400, message: expect.stringContaining('several spatial references') });
});

it.each([102100, 102113, 3857, 3785, 4326])('SH-284 a query is asked and answered in %d', async (wkid) => {
  const petra = t.as('petra');
  const { objectIdFieldName, features } = await petra.get(`${layer}/query`, { where: 'n = 2', outFields: '*', outSR: wkid });
  const isDegrees = wkid === 4326;
  const place = isDegrees ? [2000 / 111_319.490793, 500 / 111_319.490793] : [2000, 500];
  expect(features).toHaveLength(1);
  const { x, y } = features[0].geometry;
  expect([x, y]).toEqual(place.map((one) => expect.closeTo(one, isDegrees ? 8 : 3)));
  const near = isDegrees ? 1e-5 : 1;
  const geometry = { xmin: x - near, ymin: y - near, xmax: x + near, ymax: y + near };
  const asked = { geometry, geometryType: 'esriGeometryEnvelope', inSR: wkid, returnIdsOnly: true };
  expect((await petra.get(`${layer}/query`, asked)).objectIds).toEqual([features[0].attributes[objectIdFieldName]]);
});
