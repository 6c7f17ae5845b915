// Fields of XML hold texts of any length: edited, chosen by and answered in every format as they came.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { openPbfClient, type PbfClient } from '../../testing/pbf-client.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

const MARKS = ['<a>1</a>', `<b name="Ö">${'long '.repeat(400)}</b>`, null];

let t: TestPortal;
let service: string;
let client: PbfClient;
const layer = (operation: string): string => `${service}/0/${operation}`;
const query = (params: object): Promise<AnyReply> => t.as('petra').get(layer('query'), { outFields: 'mark', ...params });
const marksOf = ({ features }: { features: readonly AnyReply[] }): unknown[] => features.map(({ attributes }) => attributes.mark);

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const createParameters = { name: 'marked', capabilities: 'Query,Editing' };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters });
  service = new URL(made.serviceurl).pathname;
  const layers = [{ name: 'marks', geometryType: 'esriGeometryPoint', fields: [{ name: 'mark', type: 'esriFieldTypeXML' }] }];
  await petra.post(`${service.replace('/rest/', '/rest/admin/')}/addToDefinition`, { addToDefinition: { layers } });
  const adds = MARKS.map((mark, x) => ({ attributes: { mark }, geometry: { x, y: 0 } }));
  const { addResults } = await petra.post(layer('applyEdits'), { adds });
  expect(addResults.map((one: AnyReply) => one.success)).toEqual([true, true, true]);
  client = await openPbfClient();
});
afterAll(async () => {
  client.close();
  await t.close();
});

it('come back as they were sent, as JSON, GeoJSON and PBF', async () => {
  expect(marksOf(await query({ where: '1=1' }))).toEqual(MARKS);
  const { features } = await query({ where: '1=1', f: 'geojson' });
  expect(features.map(({ properties }: AnyReply) => properties.mark)).toEqual(MARKS);
  const { rawPayload } = await t.as('petra').raw('GET', layer('query'), { where: '1=1', outFields: 'mark', f: 'pbf' });
  expect((await client.read(rawPayload)).map(({ attributes }) => attributes.mark)).toEqual(MARKS);
});

it.each([
  ["mark = '<a>1</a>'", [MARKS[0]]],
  ["mark LIKE '%name=%'", [MARKS[1]]],
  ['mark IS NULL', [MARKS[2]]],
])('choose rows by a condition: %s', async (where, marks) => {
  expect(marksOf(await query({ where }))).toEqual(marks);
});

it('are changed by edits and calculations', async () => {
  const [{ attributes }] = (await query({ where: "mark = '<a>1</a>'", outFields: 'OBJECTID' })).features;
  const updates = [{ attributes: { OBJECTID: attributes.OBJECTID, mark: '<a>2</a>' } }];
  expect((await t.as('petra').post(layer('applyEdits'), { updates })).updateResults).toMatchObject([{ success: true }]);
  expect(marksOf(await query({ objectIds: attributes.OBJECTID }))).toEqual(['<a>2</a>']);
  const calcExpression = [{ field: 'mark', value: '<a>1</a>' }];
  const calculated = await t.as('petra').post(layer('calculate'), { where: "mark = '<a>2</a>'", calcExpression });
  expect(calculated).toMatchObject({ success: true, updatedFeatureCount: 1 });
  expect(marksOf(await query({ objectIds: attributes.OBJECTID }))).toEqual([MARKS[0]]);
});
