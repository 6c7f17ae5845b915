// Lines that come simpler, from several layers at once and as related records: tolerances are parts of a degree.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;

const LINE = [
  [0, 0],
  [1, 0.0005],
  [2, 0],
];

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters: { name: 'Paths' } });
  service = new URL(made.serviceurl).pathname;
  const code = { name: 'code', type: 'esriFieldTypeString' };
  const related = { id: 0, relatedTableId: 0, keyField: 'code' };
  const lines = {
    name: 'lines',
    geometryType: 'esriGeometryPolyline',
    spatialReference: { wkid: 4326 },
    fields: [code],
    relationships: [{ ...related, name: 'notes', relatedTableId: 1, role: 'esriRelRoleOrigin' }],
  };
  const notes = { name: 'notes', fields: [code], relationships: [{ ...related, name: 'lines', role: 'esriRelRoleDestination' }] };
  const admin = service.replace('/rest/services/', '/rest/admin/services/');
  const added = await petra.post(`${admin}/addToDefinition`, { addToDefinition: { layers: [lines], tables: [notes] } });
  expect(added).toMatchObject({ success: true });
  const edits = [
    { id: 0, adds: [{ attributes: { code: 'a' }, geometry: { paths: [LINE], spatialReference: { wkid: 4326 } } }] },
    { id: 1, adds: [{ attributes: { code: 'a' } }] },
  ];
  await petra.post(`${service}/applyEdits`, { edits });
});
afterAll(() => t.close());

it.each([
  [0.001, [LINE[0], LINE[2]]],
  [0.0001, LINE],
])('are as near as %f degrees', async (maxAllowableOffset, expected) => {
  const ask = (path: string, more: object = {}): Promise<AnyReply> =>
    t.as('petra').get(`${service}${path}`, { maxAllowableOffset, outSR: 4326, geometryPrecision: 6, ...more });
  const paths = (feature: AnyReply): AnyReply => feature.geometry.paths[0];
  const [alone] = (await ask('/0/query', { where: '1=1' })).features;
  const [{ features: together }] = (await ask('/query', { layerDefs: '0:1=1' })).layers;
  const { relatedRecordGroups } = await ask('/1/queryRelatedRecords', { objectIds: '1', relationshipId: 0 });
  expect(paths(alone)).toEqual(expected);
  expect(paths(together[0])).toEqual(expected);
  expect(paths(relatedRecordGroups[0].relatedRecords[0])).toEqual(expected);
});

it('refuse a tolerance below zero', async () => {
  const parameters = { maxAllowableOffset: -0.5 };
  const together = await t.as('petra').get(`${service}/query`, parameters);
  const related = await t.as('petra').get(`${service}/1/queryRelatedRecords`, { objectIds: '1', relationshipId: 0, ...parameters });
  for (const { error } of [together, related])
    expect(error).toMatchObject({
      code: 400,
      details: ["'maxAllowableOffset' parameter is invalid: it is -0.5", 'Give a number from 0 on.'],
    });
});
