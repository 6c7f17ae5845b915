// Parameters made by chance: whatever comes, the answer is a reply or a refusal that says nothing of the inside.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: string;
/** More with FUZZ_RUNS, for a long search. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 40);

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, {
    createParameters: { name: 'fuzzed', capabilities: 'Query,Editing' },
  });
  const service = new URL(made.serviceurl).pathname;
  layer = `${service}/0`;
  const types = { name: 'String', n: 'Integer', x: 'Double', seen: 'Date', day: 'DateOnly', at: 'TimeOnly', big: 'BigInteger', id: 'GUID' };
  const fields = Object.entries(types).map(([name, type]) => ({ name, alias: name, type: `esriFieldType${type}` }));
  await petra.post(`${service.replace('/rest/', '/rest/admin/')}/addToDefinition`, {
    addToDefinition: { layers: [{ name: 'l', geometryType: 'esriGeometryPolygon', fields }] },
  });
  const features = Array.from({ length: 20 }, (_, i) => ({
    attributes: { name: `it's ${i}`, n: i - 3, x: i / 3, seen: i * 1e11, day: '2020-01-31', at: '13:45:00', big: 2 ** 40 + i },
    geometry: {
      rings: [
        [
          [i, 0],
          [i, 1],
          [i + 1, 1],
          [i + 1, 0],
          [i, 0],
        ],
      ],
      spatialReference: { wkid: 4326 },
    },
  }));
  await petra.post(`${layer}/addFeatures`, { features });
});
afterAll(() => t.close());

/** What only the inside of the server says. */
const INSIDE =
  /\b(select|from hosted|pg_|relation|syntax error|operator does not exist|function .* does not|ST_|postgis|liblwgeom|GEOS|kysely|zod|undefined is not|TypeError|at \w+ \(|\.ts:)/i;

async function holds(
  params: Record<string, string | number | boolean | object>,
  operation = 'query',
  method: 'GET' | 'POST' = 'POST',
): Promise<void> {
  const reply = await t.as('petra').raw(method, `${layer}/${operation}`, params);
  expect(reply.statusCode, JSON.stringify(params)).toBe(200);
  if (!String(reply.headers['content-type']).includes('json')) return;
  const body: AnyReply = reply.json();
  if (body.error === undefined) return;
  expect(body.error.code, `${JSON.stringify(params)} → ${JSON.stringify(body.error)}`).toBeLessThan(500);
  // What the caller wrote may be said back.
  const said = JSON.stringify([body.error.message, body.error.details]);
  const [word] = INSIDE.exec(said) ?? [];
  if (word !== undefined && !JSON.stringify(params).includes(word)) expect.fail(`${JSON.stringify(params)} → ${said}`);
}

const check = <T>(arbitrary: fc.Arbitrary<T>, act: (value: T) => Promise<void>, numRuns = RUNS): Promise<void> =>
  fc.assert(fc.asyncProperty(arbitrary, act), { numRuns });

const WORDS = [
  ...['name', 'n', 'x', 'seen', 'day', 'at', 'big', 'id', 'OBJECTID', 'GlobalID', '"name"', 'nothing', 'shape', 'ctid', 'tableoid'],
  ...['=', '<>', '!=', '<', '>=', '+', '-', '*', '/', '||', '%', '(', ')', ',', ';', '--', '/*', "'", '"', '$1', '::', '\\', '@', '?'],
  ...[
    'AND',
    'OR',
    'NOT',
    'IN',
    'IS',
    'NULL',
    'LIKE',
    'ESCAPE',
    'BETWEEN',
    'CASE',
    'WHEN',
    'THEN',
    'ELSE',
    'END',
    'CAST',
    'AS',
    'INTEGER',
    'DATE',
    'TIMESTAMP',
    'INTERVAL',
    'DAY',
  ],
  ...[
    "'a'",
    "'it''s'",
    "'12'",
    "'2020-01-31'",
    '1',
    '-1',
    '0',
    '1e308',
    '1e999',
    '9223372036854775808',
    '0.1',
    'DATE',
    'CURRENT_TIMESTAMP',
    'CURRENT_USER',
    'TRUE',
  ],
  ...[
    'UPPER(',
    'SUBSTRING(',
    'MOD(',
    'POWER(',
    'SQRT(',
    'LOG(',
    'EXTRACT(',
    'YEAR',
    'FROM',
    'ROUND(',
    'COALESCE(',
    'NULLIF(',
    'POSITION(',
    'SELECT',
    'UNION',
    'pg_sleep(5)',
    'ACOS(',
  ],
];
const phrase = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 14 }).map((words) => words.join(' '));
const number = fc.oneof(fc.double(), fc.constantFrom(0, -1, 1e308, 90, 180, -20_037_508.34, Number.MAX_SAFE_INTEGER));

/** Expressions that are right in form, so that they reach the database. */
const value = fc.letrec((tie) => ({
  expr: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('n', 'x', 'big', 'OBJECTID', '1', '0', '-3', '1e300', '0.5'),
    fc.tuple(tie('expr'), fc.constantFrom('+', '-', '*', '/'), tie('expr')).map(([a, o, b]) => `(${a} ${o} ${b})`),
    fc
      .tuple(fc.constantFrom('ABS', 'SQRT', 'LOG', 'LOG10', 'EXP', 'ACOS', 'TAN', 'ROUND', 'SIGN', 'FLOOR'), tie('expr'))
      .map(([f, a]) => `${f}(${a})`),
    fc.tuple(tie('expr'), tie('expr')).map(([a, b]) => `POWER(${a}, ${b})`),
    fc.tuple(tie('expr'), tie('expr')).map(([a, b]) => `MOD(${a}, ${b})`),
    tie('expr').map((a) => `CAST(${a} AS INTEGER)`),
    fc.constantFrom('CHAR_LENGTH(name)', 'EXTRACT(YEAR FROM seen)', 'CAST(name AS FLOAT)', 'CAST(day AS VARCHAR(3))'),
  ),
})).expr as fc.Arbitrary<string>;

describe('queries made by chance', () => {
  it('with any text as where are answered or refused', { timeout: 120_000 }, async () => {
    await check(fc.oneof(phrase, fc.string({ maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 30 })), (where) =>
      holds({ where, outFields: '*' }),
    );
  });

  it('with computed conditions are answered or refused', { timeout: 120_000 }, async () => {
    await check(fc.tuple(value, fc.constantFrom('=', '<', '>='), value), ([a, o, b]) =>
      holds({ where: `${a} ${o} ${b}`, returnCountOnly: true }),
    );
  });

  it('with any text as order, group, having and fields are answered or refused', { timeout: 120_000 }, async () => {
    const statistics = [{ statisticType: 'max', onStatisticField: 'n', outStatisticFieldName: 'm' }];
    await check(
      phrase,
      async (text) => {
        await holds({ where: '1=1', orderByFields: text });
        await holds({ where: '1=1', outFields: text });
        await holds({ where: '1=1', outStatistics: statistics, groupByFieldsForStatistics: 'name', having: text });
      },
      Math.ceil(RUNS / 2),
    );
  });

  it('with any geometry are answered or refused', { timeout: 120_000 }, async () => {
    const position = fc.array(number, { maxLength: 4 });
    const ring = fc.array(position, { maxLength: 6 });
    const geometry = fc.oneof(
      fc.record({ x: number, y: number }),
      fc.record({ points: ring }),
      fc.record({ paths: fc.array(ring, { maxLength: 3 }) }),
      fc.record({ rings: fc.array(ring, { maxLength: 3 }) }),
      fc.record({
        xmin: number,
        ymin: number,
        xmax: number,
        ymax: number,
        spatialReference: fc.record({ wkid: fc.constantFrom(4326, 102100, 25832, 2154, -1, 0, 999_999) }),
      }),
      fc.jsonValue(),
    );
    const relation = fc.constantFrom(
      'Intersects',
      'Contains',
      'Within',
      'Crosses',
      'Overlaps',
      'Touches',
      'EnvelopeIntersects',
      'Disjoint',
      'Relation',
      '',
    );
    const more = fc.record({
      inSR: fc.constantFrom('4326', '3857', '25832', '27700', '0', 'x', '{"wkid":4326}'),
      distance: fc.constantFrom('', '5', '1e9', '-1', 'x'),
    });
    await check(fc.tuple(geometry, relation, more), ([shape, spatial, rest]) =>
      holds({ ...rest, geometry: JSON.stringify(shape), spatialRel: `esriSpatialRel${spatial}`, returnCountOnly: true }),
    );
  });

  it('with any quantisation, statistics and paging are answered or refused', { timeout: 120_000 }, async () => {
    const extent = fc.record({
      xmin: number,
      ymin: number,
      xmax: number,
      ymax: number,
      spatialReference: fc.option(fc.record({ wkid: fc.constantFrom(4326, 3857, 5) })),
    });
    const quantisation = fc.oneof(
      fc.record({
        extent,
        tolerance: number,
        mode: fc.constantFrom('view', 'edit', 'x'),
        originPosition: fc.constantFrom('upperLeft', 'lowerLeft', 'x'),
      }),
      fc.jsonValue(),
    );
    await check(
      fc.tuple(quantisation, fc.constantFrom('json', 'pbf', 'geojson'), fc.constantFrom('', '4326', '3857', '25832')),
      ([quantizationParameters, f, outSR]) =>
        holds({ where: '1=1', quantizationParameters: JSON.stringify(quantizationParameters), f, outSR }),
    );
    const statistic = fc.record({
      statisticType: fc.constantFrom('count', 'sum', 'min', 'avg', 'stddev', 'percentile_cont', 'percentile_disc', 'exceedslimit', 'x'),
      onStatisticField: fc.option(fc.constantFrom('name', 'n', 'seen', 'day', 'at', 'GlobalID', 'OBJECTID', 'nothing', 'shape')),
      outStatisticFieldName: fc.option(fc.constantFrom('a', 'b', 'select', 'x y', '')),
      statisticParameters: fc.option(fc.record({ value: number, orderBy: fc.constantFrom('ASC', 'DESC', 'x') })),
    });
    await check(fc.oneof(fc.array(statistic, { maxLength: 3 }), fc.jsonValue()), (outStatistics) =>
      holds({ outStatistics: JSON.stringify(outStatistics) }),
    );
    await check(
      fc.tuple(fc.string({ maxLength: 6 }), fc.string({ maxLength: 6 })),
      ([resultOffset, resultRecordCount]) => holds({ where: '1=1', resultOffset, resultRecordCount }, 'query', 'GET'),
      Math.ceil(RUNS / 2),
    );
  });
});

describe('edits made by chance', () => {
  it('are refused element by element, and leave the layer usable', { timeout: 120_000 }, async () => {
    const attributes = fc.dictionary(
      fc.constantFrom('name', 'n', 'x', 'seen', 'day', 'at', 'big', 'id', 'OBJECTID', 'GlobalID', '__proto__', 'constructor'),
      fc.jsonValue({ maxDepth: 1 }),
    );
    const geometry = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.record({
        rings: fc.array(fc.array(fc.array(number, { maxLength: 3 }), { maxLength: 5 }), { maxLength: 2 }),
        spatialReference: fc.option(fc.record({ wkid: fc.constantFrom(4326, 25832, 3857, 0) }), { nil: undefined }),
      }),
    );
    const feature = fc.oneof(fc.record({ attributes, geometry }), fc.record({ attributes }), fc.jsonValue({ maxDepth: 2 }));
    await check(
      fc.tuple(fc.array(feature, { maxLength: 3 }), fc.boolean()),
      async ([features, useGlobalIds]) => {
        await holds({ features: JSON.stringify(features), rollbackOnFailure: true, useGlobalIds }, 'addFeatures');
        await holds({ features: JSON.stringify(features), rollbackOnFailure: false, useGlobalIds }, 'updateFeatures');
      },
      RUNS,
    );
    await check(
      fc.tuple(phrase, fc.jsonValue()),
      async ([text, json]) => {
        await holds({ where: '1=0', calcExpression: JSON.stringify([{ field: 'n', sqlExpression: text }]) }, 'calculate');
        await holds({ where: '1=0', calcExpression: JSON.stringify(json) }, 'calculate');
        await holds(
          { adds: JSON.stringify(json), updates: JSON.stringify(json), deletes: text, attachments: JSON.stringify(json) },
          'applyEdits',
        );
        await holds({ classificationDef: JSON.stringify(json) }, 'generateRenderer');
        await holds({ edits: JSON.stringify(json), fieldMappings: JSON.stringify(json), appendSourceInfo: JSON.stringify(json) }, 'append');
      },
      Math.ceil(RUNS / 2),
    );
    expect((await t.as('petra').get(`${layer}/query`, { returnCountOnly: true })).count).toBeGreaterThanOrEqual(20);
  });
});
