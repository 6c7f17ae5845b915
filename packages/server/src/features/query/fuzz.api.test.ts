// Parameters made by chance, on a layer of each kind of geometry, a table and a view: whatever comes, the answer is a reply or a refusal
// that says nothing of the inside, and the forms of a reply agree.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { CONDITIONS } from '../../../testing/corpus/conditions.ts';
import { HOSTILE } from '../../../testing/corpus/forms.ts';
import { GEOMETRIES, QUANTISATIONS } from '../../../testing/corpus/geometries.ts';
import { FUZZ_ROWS, fuzzLayers } from '../../../testing/fuzz-layers.ts';
import { condition, number, phrase } from '../../../testing/made-conditions.ts';
import { featuresIn, numbersOf, openPbfClient, type PbfClient } from '../../../testing/pbf-client.ts';
import { refusalFault } from '../../../testing/refusals.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

type Params = Record<string, string | number | boolean | object>;

let t: TestPortal;
let client: PbfClient;
let layers: Readonly<Record<string, string>>;
/** More with FUZZ_RUNS, for a long search. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 40);
const KINDS = ['Polygon', 'Point', 'Polyline', 'Multipoint', 'table', 'view'] as const;
type Kind = (typeof KINDS)[number];
const kind = fc.constantFrom(...KINDS);
/** The kind whose turn it is, so that a list is tried on all kinds without trying all on each. */
const turn = (at: number): Kind => KINDS[at % KINDS.length] ?? 'Polygon';

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  layers = await fuzzLayers(t, 'petra');
  client = await openPbfClient();
});
afterAll(async () => {
  client.close();
  await t.close();
});

/** The bytes of an answer; undefined of a refusal that is as refusals have to be. */
async function answered(of: Kind, params: Params, operation = 'query', method: 'GET' | 'POST' = 'POST'): Promise<Buffer | undefined> {
  const sent = `${of} ${operation} ${JSON.stringify(params)}`;
  const reply = await t.as('petra').raw(method, `${layers[of]}/${operation}`, params);
  expect(reply.statusCode, sent).toBe(200);
  if (!String(reply.headers['content-type']).includes('json')) return reply.rawPayload;
  const { error } = reply.json();
  expect(refusalFault(error, sent), sent).toBeUndefined();
  return error === undefined ? reply.rawPayload : undefined;
}

async function parsed(of: Kind, params: Params): Promise<AnyReply> {
  const bytes = await answered(of, params);
  return bytes === undefined ? undefined : JSON.parse(String(bytes));
}

/** The vendor's public client reads no protocol buffers of sets of points and of tables. */
const isKnown = (of: Kind): boolean => of !== 'Multipoint' && of !== 'table';

/** The ids that a question chooses; count, JSON and protocol buffers have to say the same. Undefined where one of them was refused. */
async function agreed(of: Kind, question: Params): Promise<number[] | undefined> {
  const [counted, ids, json, pbf] = [
    await parsed(of, { ...question, returnCountOnly: true }),
    await parsed(of, { ...question, returnIdsOnly: true }),
    await parsed(of, { ...question, outFields: '*' }),
    await answered(of, { ...question, outFields: '*', f: 'pbf' }),
  ];
  if (counted === undefined || ids === undefined || json === undefined || pbf === undefined) return undefined;
  const sent = `${of} ${JSON.stringify(question)}`;
  const objectIds: number[] = (ids.objectIds ?? []).toSorted((one: number, other: number) => one - other);
  expect(counted.count, sent).toBe(objectIds.length);
  const byId = (one: AnyReply, other: AnyReply): number => one.attributes.OBJECTID - other.attributes.OBJECTID;
  const written = json.features.toSorted(byId);
  expect(written.map((one: AnyReply) => one.attributes.OBJECTID), sent).toEqual(objectIds); // biome-ignore format: with its message
  expect(featuresIn(pbf), sent).toBe(objectIds.length);
  if (!isKnown(of)) return objectIds;
  const read = (await client.read(pbf)).toSorted(byId);
  expect(read.map((one) => one.attributes), sent).toEqual(written.map((one: AnyReply) => one.attributes)); // biome-ignore format: with its message
  for (const [at, one] of read.entries()) {
    const [given, expected] = [numbersOf(one.geometry), numbersOf(written[at].geometry)];
    expect(given.length, sent).toBe(expected.length);
    for (const [axis, value] of given.entries()) expect(value, sent).toBeCloseTo(expected[axis] ?? Number.NaN, 3);
  }
  return objectIds;
}

/** Any JSON, and what is a trap of some kind. */
const anyJson = fc.oneof(fc.jsonValue(), fc.constantFrom(...HOSTILE));

const numbers: Partial<Record<Kind, number>> = {};

/** Whether a condition, its negation and neither of them add up to all rows; undefined where one was refused. */
async function addsUp(of: Kind, where: string): Promise<boolean | undefined> {
  numbers[of] ??= (await parsed(of, { where: '1=1', returnCountOnly: true })).count;
  let sum = 0;
  for (const part of [where, `NOT (${where})`, `CASE WHEN (${where}) THEN 0 WHEN NOT (${where}) THEN 0 ELSE 1 END = 1`]) {
    const reply = await parsed(of, { where: part, returnCountOnly: true });
    if (reply === undefined) return undefined;
    sum += reply.count;
  }
  expect(sum, `${of} ${where}`).toBe(numbers[of]);
  return true;
}

const check = <T>(arbitrary: fc.Arbitrary<T>, act: (value: T) => Promise<unknown>, numRuns = RUNS): Promise<void> =>
  fc.assert(
    fc.asyncProperty(arbitrary, async (value) => void (await act(value))),
    { numRuns },
  );

describe('queries made by chance', () => {
  it('with any text as where are answered or refused', { timeout: 120_000 }, async () => {
    const text = fc.oneof(phrase, fc.string({ maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 30 }));
    await check(fc.tuple(kind, text), ([of, where]) => answered(of, { where, outFields: '*' }));
  });

  it('with conditions of the corpus are answered or refused, and the forms of the answer agree', { timeout: 120_000 }, async () => {
    let answers = 0;
    for (const [at, where] of CONDITIONS.entries()) {
      if ((await agreed(turn(at), { where })) === undefined) continue;
      answers += 1;
      await addsUp(turn(at + 1), where);
    }
    expect(answers).toBeGreaterThan(40);
  });

  it('with conditions choose rows that those without and those of neither complete', { timeout: 120_000 }, async () => {
    let whole = 0;
    await check(fc.tuple(kind, condition), async ([of, where]) => {
      if (await addsUp(of, where)) whole += 1;
    });
    expect(whole).toBeGreaterThan(RUNS / 4);
    await check(fc.tuple(kind, condition), ([of, where]) => agreed(of, { where }), Math.ceil(RUNS / 2));
  });

  it('with any text as order, group, having and fields are answered or refused', { timeout: 120_000 }, async () => {
    const statistics = [{ statisticType: 'max', onStatisticField: 'n', outStatisticFieldName: 'm' }];
    await check(
      fc.tuple(kind, phrase),
      async ([of, text]) => {
        await answered(of, { where: '1=1', orderByFields: text });
        await answered(of, { where: '1=1', outFields: text });
        await answered(of, { where: '1=1', outStatistics: statistics, groupByFieldsForStatistics: 'name', having: text });
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
    let answers = 0;
    await check(fc.tuple(kind, geometry, relation, more), async ([of, shape, spatial, rest]) => {
      const question = { ...rest, geometry: JSON.stringify(shape), spatialRel: `esriSpatialRel${spatial}`, returnCountOnly: true };
      if ((await answered(of, question)) !== undefined) answers += 1;
    });
    expect(answers).toBeGreaterThan(RUNS / 20);
  });

  it('with geometries of the corpus choose what their boxes choose, or some of it', { timeout: 120_000 }, async () => {
    let answers = 0;
    for (const [at, shape] of GEOMETRIES.entries()) {
      const question = { geometry: JSON.stringify(shape) ?? '', inSR: '4326' };
      const [first, second] = [turn(at), turn(at + 3)];
      for (const of of first === 'table' || second === 'table' ? KINDS : [first, second]) {
        const boxed = await agreed(of, { ...question, spatialRel: 'esriSpatialRelEnvelopeIntersects' });
        for (const spatial of ['Intersects', 'Within', 'Contains', 'Crosses', 'Overlaps', 'Touches']) {
          const chosen = await parsed(of, { ...question, spatialRel: `esriSpatialRel${spatial}`, returnIdsOnly: true });
          if (boxed === undefined || chosen === undefined || of === 'table') continue;
          answers += 1;
          const beside = (chosen.objectIds ?? []).filter((id: number) => !boxed.includes(id));
          expect(beside, `${of} ${spatial} ${question.geometry}`).toEqual([]);
        }
      }
    }
    expect(answers).toBeGreaterThan(GEOMETRIES.length);
  });

  it('with quantisations of the corpus come in each form with the same rows', { timeout: 120_000 }, async () => {
    let answers = 0;
    for (const [at, quantisation] of QUANTISATIONS.entries())
      for (const of of [turn(at), turn(at + 1), turn(at + 2)])
        for (const outSR of ['', '3857']) {
          const question = { where: '1=1', quantizationParameters: JSON.stringify(quantisation), outSR, outFields: 'OBJECTID' };
          const [json, geojson, pbf] = [
            await parsed(of, question),
            await answered(of, { ...question, f: 'geojson' }),
            await answered(of, { ...question, f: 'pbf' }),
          ];
          if (json === undefined || pbf === undefined) continue;
          answers += 1;
          const sent = `${of} ${JSON.stringify(question)}`;
          const idsOf = (list: AnyReply[]): number[] => list.map((one) => one.attributes.OBJECTID);
          expect(featuresIn(pbf), sent).toBe(json.features.length);
          if (isKnown(of)) expect(idsOf(await client.read(pbf)), sent).toEqual(idsOf(json.features));
          if (geojson !== undefined) expect(JSON.parse(String(geojson)).features.length, sent).toBe(json.features.length);
        }
    expect(answers).toBeGreaterThan(QUANTISATIONS.length);
  });

  it('with any quantisation, statistics and paging are answered or refused', { timeout: 120_000 }, async () => {
    const extent = fc.record({
      xmin: number,
      ymin: number,
      xmax: number,
      ymax: number,
      spatialReference: fc.option(fc.record({ wkid: fc.constantFrom(4326, 3857, 5) })),
    });
    let answers = 0;
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
      fc.tuple(kind, quantisation, fc.constantFrom('json', 'pbf', 'geojson'), fc.constantFrom('', '4326', '3857', '25832')),
      async ([of, quantizationParameters, f, outSR]) => {
        const question = { where: '1=1', quantizationParameters: JSON.stringify(quantizationParameters), f, outSR };
        if ((await answered(of, question)) !== undefined) answers += 1;
      },
    );
    expect(answers).toBeGreaterThan(RUNS / 20);
    const statistic = fc.record({
      statisticType: fc.constantFrom('count', 'sum', 'min', 'avg', 'stddev', 'percentile_cont', 'percentile_disc', 'exceedslimit', 'x'),
      onStatisticField: fc.option(fc.constantFrom('name', 'n', 'seen', 'day', 'at', 'GlobalID', 'OBJECTID', 'nothing', 'shape')),
      outStatisticFieldName: fc.option(fc.constantFrom('a', 'b', 'select', 'x y', '')),
      statisticParameters: fc.option(fc.record({ value: number, orderBy: fc.constantFrom('ASC', 'DESC', 'x') })),
    });
    await check(fc.tuple(kind, fc.oneof(fc.array(statistic, { maxLength: 3 }), anyJson)), ([of, outStatistics]) =>
      answered(of, { outStatistics: JSON.stringify(outStatistics) }),
    );
    await check(
      fc.tuple(kind, fc.string({ maxLength: 6 }), fc.string({ maxLength: 6 })),
      ([of, resultOffset, resultRecordCount]) => answered(of, { where: '1=1', resultOffset, resultRecordCount }, 'query', 'GET'),
      Math.ceil(RUNS / 2),
    );
  });
});

describe('values of the corpus', () => {
  const right = {
    statisticType: 'percentile_cont',
    onStatisticField: 'n',
    outStatisticFieldName: 'a',
    statisticParameters: { value: 0.5 },
  };

  it('are answered or refused in each part of a statistic, and as conditions of layers', { timeout: 120_000 }, async () => {
    const service = (layers.Point ?? '').replace(/\/\d+$/, '');
    for (const value of HOSTILE) {
      const wrong = [
        value,
        ...Object.keys(right).map((name) => ({ ...right, [name]: value })),
        { ...right, statisticParameters: { value } },
      ];
      for (const one of wrong) await answered('Point', { outStatistics: JSON.stringify([one]) });
      for (const layerDefs of [value, [value], [{ layerId: value, where: value }], { 0: value }]) {
        const sent = JSON.stringify(layerDefs);
        const reply = await t.as('petra').post(`${service}/query`, { layerDefs: sent });
        expect(refusalFault(reply.error, sent), sent).toBeUndefined();
      }
    }
  });

  it('are refused as values of fields, as ids and as versions', { timeout: 120_000 }, async () => {
    for (const value of HOSTILE) {
      const attributes = ['day', 'at', 'id', 'seen', 'GlobalID'].map((name) => ({ attributes: { [name]: value } }));
      for (const useGlobalIds of [false, true]) {
        await answered('table', { features: JSON.stringify(attributes), useGlobalIds }, 'updateFeatures');
        await answered('table', { deletes: JSON.stringify([value]), useGlobalIds }, 'applyEdits');
      }
      await answered('table', { updates: '[]', ifUnchanged: JSON.stringify({ 1: value }) }, 'applyEdits');
    }
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
      fc.constantFrom(...GEOMETRIES),
      fc
        .tuple(
          fc.constantFrom('rings', 'paths'),
          fc.array(fc.array(fc.array(number, { maxLength: 4 }), { maxLength: 5 }), { maxLength: 2 }),
          fc.option(fc.record({ wkid: fc.constantFrom(4326, 25832, 3857, 0) }), { nil: undefined }),
        )
        .map(([parts, coordinates, spatialReference]) => ({ [parts]: coordinates, hasZ: true, spatialReference })),
      fc.record({ x: number, y: number, z: number, m: number }),
      fc.record({ points: fc.array(fc.array(number, { maxLength: 4 }), { maxLength: 4 }), hasM: fc.boolean() }),
    );
    const feature = fc.oneof(fc.record({ attributes, geometry }), fc.record({ attributes }), fc.jsonValue({ maxDepth: 2 }));
    await check(
      fc.tuple(kind, fc.array(feature, { maxLength: 3 }), fc.boolean()),
      async ([of, features, useGlobalIds]) => {
        await answered(of, { features: JSON.stringify(features), rollbackOnFailure: true, useGlobalIds }, 'addFeatures');
        await answered(of, { features: JSON.stringify(features), rollbackOnFailure: false, useGlobalIds }, 'updateFeatures');
      },
      RUNS,
    );
    await check(
      fc.tuple(kind, phrase, anyJson),
      async ([of, text, json]) => {
        await answered(of, { where: '1=0', calcExpression: JSON.stringify([{ field: 'n', sqlExpression: text }]) }, 'calculate');
        await answered(of, { where: '1=0', calcExpression: JSON.stringify(json) }, 'calculate');
        await answered(
          of,
          { adds: JSON.stringify(json), updates: JSON.stringify(json), deletes: text, attachments: JSON.stringify(json) },
          'applyEdits',
        );
        await answered(of, { classificationDef: JSON.stringify(json) }, 'generateRenderer');
        await answered(
          of,
          { edits: JSON.stringify(json), fieldMappings: JSON.stringify(json), appendSourceInfo: JSON.stringify(json) },
          'append',
        );
      },
      Math.ceil(RUNS / 2),
    );
    for (const of of KINDS) {
      const left = await agreed(of, { where: '1=1' });
      expect(left?.length, of).toBeGreaterThanOrEqual(of === 'view' ? 10 : FUZZ_ROWS);
    }
  });
});
