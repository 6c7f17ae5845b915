// Conditions on fields that keep moments with their offsets: what is compared is when it was, not how it is written.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: string;

/** By object id; the first two are the same moment. */
const SEEN = [
  '2020-01-31T10:00:00+01:00',
  '2020-01-31T04:00:00-05:00',
  '2020-01-31T10:00:00-05:00',
  '2020-02-01T00:30:00.500+05:30',
  null,
  '2019-12-31T23:59:59+00:00',
];

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, {
    createParameters: { name: 'seen', capabilities: 'Query,Editing' },
  });
  layer = `${new URL(made.serviceurl).pathname}/0`;
  const fields = [
    { name: 'seen', type: 'esriFieldTypeTimestampOffset' },
    { name: 'noted', type: 'esriFieldTypeDate' },
    { name: 'word', type: 'esriFieldTypeString' },
  ];
  await petra.post(`${layer.replace('/rest/', '/rest/admin/').replace(/\/0$/, '')}/addToDefinition`, {
    addToDefinition: { tables: [{ name: 'l', fields }] },
  });
  const noted = Date.UTC(2020, 0, 31, 9);
  const features = SEEN.map((seen) => ({ attributes: { seen, noted, word: seen } }));
  await petra.post(`${layer}/addFeatures`, { features });
});
afterAll(() => t.close());

const ids = async (where: string): Promise<number[] | string> => {
  const reply = await t.as('petra').get(`${layer}/query`, { where, returnIdsOnly: true, orderByFields: 'OBJECTID' });
  return reply.objectIds ?? JSON.stringify(reply.error);
};

describe('a moment with an offset', () => {
  it.each([
    ["seen = '2020-01-31T09:00:00Z'", [1, 2]],
    ["seen = '2020-01-31T04:00:00-05:00'", [1, 2]],
    ["seen <> '2020-01-31 09:00'", [3, 4, 6]],
    ["seen > TIMESTAMP '2020-01-31 10:00:00 +01:00'", [3, 4]],
    ["TIMESTAMP '2020-01-31 09:00:00' <= seen", [1, 2, 3, 4]],
    ["seen < DATE '2020-01-01'", [6]],
    ["seen >= DATE '2020-02-01'", []],
    ["seen BETWEEN '2020-01-31T14:30:00-00:30' AND '2020-01-31T19:00:00.500Z'", [3, 4]],
    ["seen IN ('2020-01-31T14:00:00+05:00', '2020-01-01T00:59:59+01:00')", [1, 2, 6]],
    ["seen NOT IN ('2020-01-31T14:00:00+05:00')", [3, 4, 6]],
    ['seen = noted', [1, 2]],
    ['seen < CURRENT_TIMESTAMP', [1, 2, 3, 4, 6]],
    ['seen IS NULL', [5]],
    ["CASE seen WHEN '2020-01-31T09:00:00Z' THEN 1 ELSE 0 END = 1", [1, 2]],
    ['EXTRACT(DAY FROM seen) = 31 AND EXTRACT(HOUR FROM seen) = 19', [4]],
    ["CAST(seen AS TIMESTAMP) = TIMESTAMP '2020-01-31 15:00:00'", [3]],
    ["seen LIKE '%-05:00'", [2, 3]],
    ['seen = word', [1, 2, 3, 4, 6]],
    ["noted = '2020-01-31T10:00:00+01:00'", [1, 2, 3, 4, 5, 6]],
  ])('is compared as a moment: %s', async (where, expected) => {
    expect(await ids(where)).toEqual(expected);
  });

  it.each([["seen = 'yesterday'"], ["seen = '2020-02-30T00:00:00Z'"], ["seen > '2020-01-31T00:00:00+19:00'"]])(
    'is not compared with other texts: %s',
    async (where) => {
      expect(await ids(where)).toContain('where');
    },
  );

  it('never makes a query fail, whatever stands in a row of former times', async () => {
    const [first] = await t.portal.db.selectFrom('feature_layer').select('table_name').where('name', '=', 'l').execute();
    const odd = ['2020-02-30T00:00:00Z', '0000-01-01', 'yesterday', '', '2020-13-01T00:00', '2020-01-01T24:00:00Z', '2020-01-31 09:00'];
    const rows = odd.map((text) => `('${text}')`).join(',');
    await sql.raw(`insert into hosted.${first?.table_name} (f1_seen) values ${rows}`).execute(t.portal.db);
    expect(await ids("seen = '2020-01-31T09:00:00Z'")).toEqual([1, 2, 13]);
    expect(await ids("seen < DATE '2000-01-01'")).toEqual([]);
    await sql.raw(`delete from hosted.${first?.table_name} where objectid > 6`).execute(t.portal.db);
  });

  it('is put in order by when it was, also over several pages, among distinct rows and as a group', async () => {
    const ask = (params: object): Promise<AnyReply> =>
      t.as('petra').get(`${layer}/query`, { where: '1=1', outFields: 'OBJECTID,seen', ...params } as never);
    const idsOf = (reply: AnyReply): number[] => reply.features.map((one: AnyReply) => one.attributes.OBJECTID);
    for (const [orderByFields, expected] of [
      ['seen', [6, 1, 2, 3, 4, 5]],
      ['seen DESC', [5, 4, 3, 1, 2, 6]],
      ['seen DESC, OBJECTID DESC', [5, 4, 3, 2, 1, 6]],
    ] as const) {
      expect(idsOf(await ask({ orderByFields })), orderByFields).toEqual(expected);
      const pages: number[] = [];
      for (let resultOffset = 0; resultOffset < 6; resultOffset += 2)
        pages.push(...idsOf(await ask({ orderByFields, resultOffset, resultRecordCount: 2 })));
      expect(pages, orderByFields).toEqual(expected);
    }
    const inOrder = [6, 2, 1, 3, 4, 5].map((id) => SEEN[id - 1]);
    const times = (reply: AnyReply): unknown[] => reply.features.map((one: AnyReply) => one.attributes.seen);
    const moment = { orderByFields: 'seen' };
    expect(times(await ask({ ...moment, returnDistinctValues: true, outFields: 'seen' })).toSorted()).toEqual([...inOrder].toSorted());
    expect(times(await ask({ ...moment, returnDistinctValues: true, outFields: 'seen' }))).toEqual(inOrder);
    const outStatistics = [{ statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'n' }];
    expect(times(await ask({ ...moment, groupByFieldsForStatistics: 'seen', outStatistics }))).toEqual(inOrder);
  });

  it('is found as the least, the greatest and in between as it is written, up to the end of the calendar', async () => {
    const petra = t.as('petra');
    const far = ['9999-12-31T23:59:59-05:00', '0001-01-02T00:00:00+01:00'];
    const { addResults } = await petra.post(`${layer}/addFeatures`, { features: far.map((seen) => ({ attributes: { seen } })) });
    const of = (statisticType: string, more: object = {}): object => ({
      statisticType,
      onStatisticField: 'seen',
      outStatisticFieldName: statisticType,
      ...more,
    });
    const middle = of('percentile_disc', { statisticParameters: { value: 0.5 } });
    const { features } = await petra.get(`${layer}/query`, { where: '1=1', outStatistics: [of('min'), of('max'), middle] });
    expect(features[0].attributes).toEqual({ min: far[1], max: far[0], percentile_disc: expect.stringMatching(/^2020-01-31T/) });
    await petra.post(`${layer}/deleteFeatures`, { objectIds: addResults.map((one: AnyReply) => one.objectId).join(',') });
  });

  it('is checked when it is written, and kept with its offset', async () => {
    const features = ['soon', '2020-02-30T00:00:00Z', '2020-01-31 10:00 +0100', 0].map((seen) => ({ attributes: { seen } }));
    const { addResults } = await t.as('petra').post(`${layer}/addFeatures`, { features, rollbackOnFailure: false });
    expect(addResults.map((one: { success: boolean }) => one.success)).toEqual([false, false, true, true]);
    expect(addResults[0].error.description).toContain('seen');
    const kept = await t.as('petra').get(`${layer}/query`, { objectIds: addResults[2].objectId, outFields: 'seen' });
    expect(kept.features[0].attributes.seen).toBe('2020-01-31T10:00:00+01:00');
  });
});
