// Pages of sorted features go on behind the last feature of the page before, whatever the order is made of.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent, AnyReply } from '../../../testing/agent.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: string;
const RUNS = Number(process.env.FUZZ_RUNS ?? 40);
const ROWS = 90;

type Value = string | number | null;

/** Few values of each kind, so that there are ties: empty and odd ones among them. */
const VALUES: Readonly<Record<string, readonly [type: string, values: readonly Value[]]>> = {
  name: ['String', ['a', 'A', 'ä', 'b', 'a b', 'a-b', '', 'Zoo', "it's \\ $1", '10', '9', null, null, 'x'.repeat(250)]],
  n: ['Integer', [-3, 0, 7, 2 ** 31 - 1, null]],
  small: ['SmallInteger', [-1, 0, 1, null]],
  big: ['BigInteger', [2 ** 53 - 1, 2 ** 53 - 2, -5, null]],
  single: ['Single', [0.1, 0.2, 16_777_216, 1e-30, null]],
  x: ['Double', [0.1, 0.30000000000000004, 0.3, -1e300, 1e-300, 0, null]],
  seen: ['Date', [0, -1, 1_600_000_000_123, 1_600_000_000_124, -62_000_000_000_000, null]],
  day: ['DateOnly', ['2020-01-31', '1850-12-01', '2020-02-01', null]],
  at: ['TimeOnly', ['13:45:00', '00:00:00', '23:59:59', null]],
  kept: ['TimestampOffset', ['2020-01-31T10:00:00+01:00', '2020-01-31T09:30:00-05:00', null]],
  guid: ['GUID', ['{ABCDEF01-0000-4000-8000-00000000000A}', '{00000001-0000-4000-8000-00000000000A}', null]],
};

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
  const petra = t.as('petra');
  const createParameters = { name: 'sorted', capabilities: 'Query,Editing' };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters });
  const service = new URL(made.serviceurl).pathname;
  layer = `${service}/0`;
  const fields = Object.entries(VALUES).map(([name, [type]]) => ({ name, alias: name, type: `esriFieldType${type}` }));
  await petra.post(`${service.replace('/rest/', '/rest/admin/')}/addToDefinition`, {
    addToDefinition: { layers: [{ name: 'l', geometryType: 'esriGeometryPoint', fields, indexes: [{ name: 'by_name', fields: 'name' }] }] },
  });
  const row = fc.record(Object.fromEntries(Object.entries(VALUES).map(([name, [, values]]) => [name, fc.constantFrom<Value>(...values)])));
  const [rows = []] = fc.sample(fc.array(row, { minLength: ROWS, maxLength: ROWS }), { numRuns: 1, seed: 4 });
  const features = rows.map((attributes, i) => ({ attributes, geometry: { x: i, y: i, spatialReference: { wkid: 4326 } } }));
  const added = await petra.post(`${layer}/addFeatures`, { features });
  expect(added.addResults.filter((one: AnyReply) => !one.success)).toEqual([]);
  await petra.post(`content/users/${petra.username}/items/${made.itemId}/share`, { everyone: true });
});
afterAll(() => t.close());

type Params = Record<string, string | number | boolean | object>;

const raw = async (who: Agent, params: Params): Promise<Buffer> =>
  (await who.raw('POST', `${layer}/query`, { where: '1=1', outFields: 'OBJECTID', f: 'json', ...params })).rawPayload;
const idsIn = (reply: AnyReply): number[] => reply.objectIds ?? reply.features.map((one: AnyReply) => one.attributes.OBJECTID);
const quantizationParameters = { extent: { xmin: 0, ymin: 0, xmax: 1, ymax: 1 }, tolerance: 1, mode: 'view' };

const EXPRESSIONS = [
  'UPPER(name)',
  "COALESCE(name, 'm')",
  'COALESCE(single, x)',
  "CASE WHEN n > 0 THEN 'yes' WHEN n = 0 THEN 'no' END",
  'n',
];
const direction = fc.constantFrom('', ' ASC', ' DESC', ' desc');
const term = fc.tuple(fc.constantFrom(...Object.keys(VALUES), ...Object.keys(VALUES), ...EXPRESSIONS, 'GlobalID', 'OBJECTID'), direction);
const order = fc.array(
  term.map(([of, way]) => `${of}${way}`),
  { minLength: 1, maxLength: 4 },
);
const FORMS: readonly Params[] = [
  {},
  { f: 'geojson' },
  { f: 'pbf' },
  { returnIdsOnly: true },
  { returnIdsOnly: true, f: 'pbf' },
  { quantizationParameters },
  { outFields: '*', where: 'n >= 0 OR n IS NULL' },
  { geometry: '-1,-1,60,60', geometryType: 'esriGeometryEnvelope', inSR: 4326, returnGeometry: false },
];

describe('pages of sorted features', () => {
  it('are together the whole answer, and each is what its offset gives, in any order', async () => {
    const [petra, una] = [t.as('petra'), t.as('una')];
    const asked = fc.record({ terms: order, form: fc.constantFrom(...FORMS), size: fc.integer({ min: 1, max: 40 }) });
    await fc.assert(
      fc.asyncProperty(asked, async ({ terms, form, size }) => {
        const params = { ...form, orderByFields: terms.join(','), resultRecordCount: size };
        const whole = idsIn(JSON.parse(String(await raw(petra, { ...params, f: 'json', returnIdsOnly: true, resultRecordCount: 5_000 }))));
        const offsets = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) => at * size);
        // From the last to the first, nobody has read the page before.
        const jumped: Buffer[] = [];
        for (const resultOffset of offsets.toReversed()) jumped.unshift(await raw(una, { ...params, resultOffset }));
        const read: Buffer[] = [];
        const skipped = await statementsOf(async () => {
          for (const resultOffset of offsets) read.push(await raw(petra, { ...params, resultOffset }));
        }, / offset /);
        expect(skipped).toBe(0);
        expect(read.map((one) => one.toString('latin1'))).toEqual(jumped.map((one) => one.toString('latin1')));
        if (form.f === undefined) expect(read.flatMap((one) => idsIn(JSON.parse(String(one))))).toEqual(whole);
      }),
      { numRuns: RUNS },
    );
  });

  it('skip to where their offset says in an order whose values may not be computed of each feature', async () => {
    const params = { orderByFields: 'big * 2 DESC, n / 2', resultRecordCount: 20 };
    const read: number[] = [];
    const skipped = await statementsOf(async () => {
      while (read.length < ROWS)
        read.push(...idsIn(JSON.parse(String(await raw(t.as('petra'), { ...params, resultOffset: read.length })))));
    }, / offset /);
    expect(skipped).toBe(4);
    expect(new Set(read).size).toBe(ROWS);
  });

  it('tell the time of conditions anew and go on all the same', async () => {
    const params = { where: 'seen < CURRENT_TIMESTAMP', orderByFields: 'name', resultRecordCount: 10 };
    const first = idsIn(JSON.parse(String(await raw(t.as('petra'), params))));
    t.setNow(new Date(t.portal.clock.now().getTime() + 2_000));
    const skipped = await statementsOf(async () => {
      const second = idsIn(JSON.parse(String(await raw(t.as('petra'), { ...params, resultOffset: 10 }))));
      expect(new Set([...first, ...second]).size).toBe(20);
    }, / offset /);
    expect(skipped).toBe(0);
  });
});
