// Conditions on numbers of 32 bits: what replies tell of a value finds it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: string;
const VALUES = [0.1, -2.7, 16_777_216, 1e-5, 3.3e38, 0, null];

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const createParameters = { name: 'singles', capabilities: 'Query,Editing' };
  layer = `${new URL((await petra.post(`content/users/${petra.username}/createService`, { createParameters })).serviceurl).pathname}/0`;
  const fields = [
    { name: 's', type: 'esriFieldTypeSingle' },
    { name: 'd', type: 'esriFieldTypeDouble' },
  ];
  const addToDefinition = { tables: [{ name: 'l', fields }] };
  await petra.post(`${layer.replace('/rest/', '/rest/admin/').replace(/\/0$/, '')}/addToDefinition`, { addToDefinition });
  await petra.post(`${layer}/addFeatures`, { features: VALUES.map((s) => ({ attributes: { s, d: s } })) });
});
afterAll(() => t.close());

const ask = (params: object): Promise<AnyReply> => t.as('petra').get(`${layer}/query`, { where: '1=1', ...params } as never);
const ids = async (where: string): Promise<unknown> => {
  const { objectIds, error } = await ask({ where, returnIdsOnly: true });
  return objectIds ?? error;
};

describe('a number of 32 bits', () => {
  it('is found by the value that is told of it, whether the field has 32 bits or 64', async () => {
    const { features } = await ask({ outFields: 's,d' });
    expect(features.map((one: AnyReply) => one.attributes.s)).toEqual(VALUES);
    for (const field of ['s', 'd'])
      for (const [at, value] of VALUES.entries()) if (value !== null) expect(await ids(`${field} = ${value}`)).toEqual([at + 1]);
  });

  it.each<[string, number[]]>([
    ['s IN (0.1, -2.7, 5)', [1, 2]],
    ['s IN (0.1, 0.00001)', [1, 4]],
    ['s NOT IN (0.1, 0.00001, 0)', [2, 3, 5]],
    ['s <> 0.1', [2, 3, 4, 5, 6]],
    ['s > 0.1', [3, 5]],
    ['s >= 0.1', [1, 3, 5]],
    ['s < -2.7', []],
    ['0.1 = s', [1]],
    ["s = '0.1'", [1]],
    ['s = 16777217', [3]],
    ['s BETWEEN 0.1 AND 1e7', [1]],
    ['s BETWEEN -2.7 AND 0.1', [1, 2, 4, 6]],
    ['CASE s WHEN 0.1 THEN 1 WHEN -2.7 THEN 2 ELSE 0 END > 0', [1, 2]],
    ['NULLIF(s, 0.1) IS NULL', [1, 7]],
    ['s < 1e300 AND s > 1e-300', [1, 3, 4, 5]],
    ['s = NULL', []],
    ['s IN (0.1, 1e300)', [1]],
    ['s IN (0.1, 0 - 2.5)', [1]],
    ['s IN (0.1, NULL)', [1]],
    ['-s = -0.1', [1]],
    ['-s IN (2.7, -0.1)', [1, 2]],
    ['0.1 IN (s, 5)', [1]],
    ['s = d', [3, 6]],
  ])('is compared as one: %s', async (where, expected) => expect(await ids(where)).toEqual(expected));

  it('is joined with texts as people see it', async () => {
    const asked = { outFields: "CONCAT(s, '') AS t,'' || d AS u", orderByFields: 'OBJECTID' };
    const seen = ['0.1', '-2.7', '16777216', '0.00001', `33${'0'.repeat(37)}`, '0'];
    const { features } = await ask(asked);
    expect(features.map((one: AnyReply) => Object.values(one.attributes))).toEqual([...seen.map((text) => [text, text]), ['', null]]);
    for (const [at, text] of seen.entries()) expect(await ids(`CONCAT('=', s) = '=${text}'`)).toEqual([at + 1]);
  });

  it('is the least or the greatest of a group by that value', async () => {
    const outStatistics = [{ statisticType: 'max', onStatisticField: 's', outStatisticFieldName: 'm' }];
    const { features } = await ask({ where: 's < 1', outStatistics, having: 'm = 0.1' });
    expect(features).toEqual([{ attributes: { m: 0.1 } }]);
  });
});
