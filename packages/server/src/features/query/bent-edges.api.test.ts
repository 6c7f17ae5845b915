// Places in a system in which the edges are straight that are bent in the one that features are stored in.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

const SYSTEM = { wkid: 25832 };
/** Six hundred kilometres wide and high; the middles of its upper and lower edge lie ten kilometres from where a straight line of the map has them. */
const BOX = { xmin: 200_000, ymin: 5_400_000, xmax: 800_000, ymax: 6_000_000, spatialReference: SYSTEM };
const CORNERS = [
  [BOX.xmin, BOX.ymin],
  [BOX.xmin, BOX.ymax],
  [BOX.xmax, BOX.ymax],
  [BOX.xmax, BOX.ymin],
  [BOX.xmin, BOX.ymin],
];
/** Names and metres north of the middle of the upper or lower edge. */
const PLACES: [string, number, number][] = [
  ['in 3', 500_000, BOX.ymax - 3_000],
  ['in 2', 500_000, BOX.ymax - 2_000],
  ['in 1', 480_000, BOX.ymax - 1_000],
  ['close in', 500_000, BOX.ymax - 20],
  ['close out', 500_000, BOX.ymax + 20],
  ['above', 520_000, BOX.ymax + 1_000],
  ['below', 500_000, BOX.ymin - 1_000],
  ['low', 500_000, BOX.ymin + 1_000],
  ['middle', 500_000, 5_700_000],
  ['west', BOX.xmin - 1_000, 5_700_000],
];
const INSIDE = ['in 3', 'in 2', 'in 1', 'close in', 'low', 'middle'];
let t: TestPortal;
let service: string;

const admin = (path: string): string => path.replace('/rest/services/', '/rest/admin/services/');
const made = async (name: string, more: object = {}): Promise<string> => {
  const petra = t.as('petra');
  const createParameters = { name, capabilities: 'Query,Editing', ...more };
  return new URL((await petra.post(`content/users/${petra.username}/createService`, { createParameters, ...more })).serviceurl).pathname;
};

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  service = await made('Edges');
  const fields = [{ name: 'name', type: 'esriFieldTypeString' }];
  const layers = [{ name: 'edges', geometryType: 'esriGeometryPoint', fields }];
  await t.as('petra').post(`${admin(service)}/addToDefinition`, { addToDefinition: { layers } });
  const features = PLACES.map(([name, x, y]) => ({ attributes: { name }, geometry: { x, y, spatialReference: SYSTEM } }));
  const { addResults } = await t.as('petra').post(`${service}/0/addFeatures`, { features });
  expect(addResults.every((one: AnyReply) => one.success)).toBe(true);
});
afterAll(() => t.close());

const found = async (params: object, path = service): Promise<string[]> => {
  const reply: AnyReply = await t.as('petra').get(`${path}/0/query`, { outFields: 'name', ...params } as never);
  expect(reply.error).toBeUndefined();
  return reply.features.map((one: AnyReply) => one.attributes.name);
};

describe('edges that are straight in another system', () => {
  it('lie where the database has them', async () => {
    const { rows: layers } = await sql<{ table_name: string }>`select table_name from feature_layer where name = 'edges'`.execute(
      t.portal.db,
    );
    const { rows } = await sql<{ name: string }>`
      select f1_name as name from ${sql.table(`hosted.${layers[0]?.table_name}`)}, ST_Transform(shape, 25832) as place
      where ST_X(place) between ${BOX.xmin} and ${BOX.xmax} and ST_Y(place) between ${BOX.ymin} and ${BOX.ymax} order by objectid`.execute(
      t.portal.db,
    );
    expect(rows.map(({ name }) => name)).toEqual(INSIDE);
  });

  it.each([
    ['box', BOX],
    ['box in short', `${BOX.xmin},${BOX.ymin},${BOX.xmax},${BOX.ymax}`],
    ['polygon', { rings: [CORNERS], spatialReference: SYSTEM }],
  ])('bound a %s', async (_kind, geometry) => {
    expect(await found({ geometry, inSR: 25832 })).toEqual(INSIDE);
    expect(await found({ geometry, inSR: 25832, spatialRel: 'esriSpatialRelContains' })).toEqual(INSIDE);
    const others = PLACES.map(([name]) => name).filter((name) => !INSIDE.includes(name));
    expect(await found({ geometry, inSR: 25832, spatialRel: 'esriSpatialRelDisjoint' })).toEqual(others);
  });

  it('are what a distance is measured from', async () => {
    const line = { paths: [[[BOX.xmin, BOX.ymax], [BOX.xmax, BOX.ymax]]], spatialReference: SYSTEM }; // biome-ignore format: one line
    expect(await found({ geometry: line, distance: 1_500 })).toEqual(['in 1', 'close in', 'close out', 'above']);
  });

  it('bound the area of a view', async () => {
    const view = await made('Edges_view', { isView: true });
    const filter = { operator: 'esriSpatialRelIntersects', value: { geometryType: 'esriGeometryEnvelope', geometry: BOX } };
    const viewLayerDefinition = { sourceServiceName: 'Edges', sourceLayerId: 0, sourceLayerFields: '*', filter };
    const layers = [{ name: 'inside', adminLayerInfo: { viewLayerDefinition } }];
    const added = await t.as('petra').post(`${admin(view)}/addToDefinition`, { addToDefinition: { layers } });
    expect(added.success).toBe(true);
    expect(await found({ where: '1=1' }, view)).toEqual(INSIDE);
  });
});
