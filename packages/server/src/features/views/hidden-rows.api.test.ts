// Questions that fail on some values tell nothing of the rows that a view leaves out.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { lockService } from '../definition/definition.store.ts';

let t: TestPortal;
let view: string;
let other: string;
const admin = (service: string): string => service.replace('/rest/services', '/rest/admin/services');

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const make = async (name: string, more: object): Promise<string> => {
    const made = await petra.post(`content/users/${petra.username}/createService`, {
      createParameters: { name, capabilities: 'Query,Editing' },
      ...more,
    });
    return new URL(made.serviceurl).pathname;
  };
  const source = await make('all_of_them', {});
  const fields = [{ name: 'name', type: 'esriFieldTypeString', alias: 'name', length: 20 }];
  await petra.post(`${admin(source)}/addToDefinition`, {
    addToDefinition: { layers: [{ name: 'all', geometryType: 'esriGeometryPoint', fields }] },
  });
  await petra.post(`${source}/0/addFeatures`, {
    features: [
      { attributes: { name: '17' }, geometry: { x: 1, y: 1 } },
      { attributes: { name: 'secret' }, geometry: { x: 900, y: 900 } },
    ],
  });
  view = await make('near_ones', { isView: true });
  other = await make('other_ones', { isView: true });
  const viewLayerDefinition = {
    sourceServiceName: 'all_of_them',
    sourceLayerId: 0,
    // Takes longer to compute than what is asked below, so that the database would compute that first.
    viewDefinitionQuery: 'CHAR_LENGTH(LOWER(UPPER(TRIM(LOWER(UPPER(TRIM(name))))))) < 3',
  };
  const added = await petra.post(`${admin(view)}/addToDefinition`, {
    addToDefinition: { layers: [{ name: 'near', adminLayerInfo: { viewLayerDefinition } }] },
  });
  expect(added.success).toBe(true);
});
afterAll(() => t.close());

describe('a view', () => {
  it.each([
    'CAST(name AS INTEGER) = 17',
    "CASE WHEN name LIKE 'se%' THEN CAST(name AS INTEGER) ELSE 1 END = 1",
    "POWER(CHAR_LENGTH(name), CASE WHEN name = 'secret' THEN 9999 ELSE 1 END) = 2",
    "'x' NOT LIKE CONCAT(name, '!') ESCAPE '!' OR CAST(name AS FLOAT) > 0",
    "name <> 'secret' OR CAST('x' AS DATE) = DATE '2000-01-01'",
    "CASE WHEN name = 'secret' THEN CAST('x' || '' AS TIMESTAMP) ELSE CURRENT_TIMESTAMP END > DATE '2000-01-01'",
    "NOT (name LIKE 'secre!' ESCAPE '!')",
  ])('does not fail on rows that it does not show: %s', async (where) => {
    const ask = (params: Record<string, string | boolean | object>): Promise<AnyReply> =>
      t.as('petra').get(`${view}/0/query`, { where, ...params });
    expect(await ask({ returnCountOnly: true })).toEqual({ count: 1 });
    expect(await ask({ returnIdsOnly: true })).toMatchObject({ objectIds: [1] });
    expect((await ask({ outFields: '*' })).features).toHaveLength(1);
    expect((await ask({ returnExtentOnly: true })).extent).toMatchObject({ xmin: 1, xmax: 1 });
    expect((await ask({ outFields: 'name', returnDistinctValues: true, returnGeometry: false })).features).toHaveLength(1);
    const outStatistics = [{ statisticType: 'count', onStatisticField: 'name', outStatisticFieldName: 'n' }];
    expect((await ask({ outStatistics })).features[0].attributes).toEqual({ n: 1 });
    const away = await t.as('petra').post(`${view}/0/deleteFeatures`, { where: `NOT (${where})` });
    expect(away.deleteResults).toEqual([]);
  });

  it('calculates values of the rows that it shows alone', async () => {
    const calcExpression = [{ field: 'name', sqlExpression: 'CAST(CAST(name AS INTEGER) + 1 AS VARCHAR(20))' }];
    expect(await t.as('petra').post(`${view}/0/calculate`, { where: '1=1', calcExpression })).toMatchObject({ updatedFeatureCount: 1 });
  });

  it('is changed, and given layers, once a change of what it shows is over', async () => {
    const petra = t.as('petra');
    const { item_id: itemId } = await t.portal.db
      .selectFrom('feature_service')
      .select('item_id')
      .where('name', '=', 'all_of_them')
      .executeTakeFirstOrThrow();
    const adminLayerInfo = { viewLayerDefinition: { sourceServiceName: 'all_of_them', sourceLayerId: 0 } };
    const { begun } = await t.portal.db.transaction().execute(async (db) => {
      await lockService(db, itemId);
      let done = 0;
      const begun = [
        petra.post(`${admin(view)}/0/updateDefinition`, { updateDefinition: { viewDefinitionQuery: "name = '18'" } }).finally(() => done++),
        petra
          .post(`${admin(other)}/addToDefinition`, { addToDefinition: { layers: [{ name: 'all', adminLayerInfo }] } })
          .finally(() => done++),
      ];
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect(done).toBe(0);
      return { begun };
    });
    for (const reply of await Promise.all(begun)) expect(reply).toMatchObject({ success: true });
  });
});
