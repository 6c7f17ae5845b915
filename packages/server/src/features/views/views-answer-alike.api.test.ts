// A view answers every question as a layer would that holds what the view shows and nothing else: in every kind of answer, and in every refusal.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

type Params = Record<string, string | number | boolean | object>;

let t: TestPortal;
/** Services of two layers: of the view, and of the layers that hold only what it shows. */
let shown: string;
let alone: string;
const RUNS = Number(process.env.FUZZ_RUNS ?? 60);
const admin = (service: string): string => service.replace('/rest/services', '/rest/admin/services');

const TYPES = { name: 'String', kind: 'String', n: 'Integer', x: 'Double', seen: 'Date', day: 'DateOnly' };
const fieldsOf = (more: Record<string, string> = {}): object[] =>
  Object.entries({ ...TYPES, ...more }).map(([name, type]) => ({ name, alias: name, type: `esriFieldType${type}` }));
const ROWS = 24;
/** The rows that the view leaves out lie among the others, and differ from them in everything. */
const isHidden = (i: number): boolean => i % 4 === 1;
const idOf = (i: number, of: number): string => `{6B29FC40-CA47-1067-B31D-00DD0${of}06${String(i).padStart(4, '0')}}`;

function row(i: number, of: number, withSecrets: boolean): object {
  const hidden = isHidden(i);
  const attributes = {
    GlobalID: idOf(i, of),
    name: hidden ? `hidden ${i}` : ['', 'a', "it's", 'Ä', '%'][i % 5],
    kind: i % 3 === 0 ? null : hidden ? 'z' : `k${i % 3}`,
    n: hidden ? 900 + i : i - 5,
    x: hidden ? -1e9 : i / 4,
    seen: i % 5 === 0 ? null : (hidden ? 9e11 : 1e11) + i * 1e9,
    day: hidden ? '1890-01-01' : `2020-01-${String(i + 1).padStart(2, '0')}`,
    ...(withSecrets ? { secret: `word ${i}`, income: i * 1000 } : {}),
  };
  return {
    attributes,
    ...(of === 0 ? { geometry: { x: hidden ? 120 : i, y: hidden ? 60 : i / 3, spatialReference: { wkid: 4326 } } } : {}),
  };
}

const relation = (role: string, relatedTableId: number): object => ({
  id: 0,
  name: 'kinds',
  relatedTableId,
  role: `esriRelRole${role}`,
  keyField: 'kind',
});

async function create(name: string, more: object = {}): Promise<{ path: string; itemId: string }> {
  const petra = t.as('petra');
  const createParameters = { name, capabilities: 'Query,Editing' };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters, ...more });
  await petra.post(`content/users/${petra.username}/items/${made.itemId}/share`, { everyone: true });
  return { path: new URL(made.serviceurl).pathname, itemId: made.itemId };
}

/** Both layers with all rows, a file at each place, and the rows that are to be left out removed again where nobody is to know them. */
async function fill(service: string, withSecrets: boolean): Promise<void> {
  const petra = t.as('petra');
  const more: Record<string, string> = withSecrets ? { secret: 'String', income: 'Integer' } : {};
  const addToDefinition = {
    layers: [
      {
        name: 'places',
        geometryType: 'esriGeometryPoint',
        hasAttachments: true,
        fields: fieldsOf(more),
        relationships: [relation('Origin', 1)],
      },
    ],
    tables: [{ name: 'notes', fields: fieldsOf(more), relationships: [relation('Destination', 0)] }],
  };
  expect(await petra.post(`${admin(service)}/addToDefinition`, { addToDefinition })).toMatchObject({ success: true });
  const edits = [0, 1].map((id) => ({ id, adds: Array.from({ length: ROWS }, (_, i) => row(i, id, withSecrets)) }));
  const files = Array.from({ length: ROWS }, (_, i) => ({
    globalId: idOf(i, 2),
    parentGlobalId: idOf(i, 0),
    name: isHidden(i) ? `hidden${i}.txt` : `f${i}.txt`,
    keywords: isHidden(i) ? 'hidden' : `k${i % 2}`,
    data: Buffer.from(isHidden(i) ? 'hidden' : 'x'.repeat(i + 10)).toString('base64'),
  }));
  const made = await petra.post(`${service}/applyEdits`, {
    edits: edits.map((one) => (one.id === 0 ? { ...one, attachments: { adds: files } } : one)),
    useGlobalIds: true,
  });
  for (const { addResults, attachments } of made)
    for (const { success } of [...addResults, ...(attachments?.addResults ?? [])]) expect(success).toBe(true);
}

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const source = await create('source_of_all');
  await fill(source.path, true);
  shown = (await create('shown_part', { isView: true })).path;
  const view = (id: number, name: string): object => ({
    name,
    adminLayerInfo: {
      viewLayerDefinition: { sourceServiceName: 'source_of_all', sourceLayerId: id, sourceLayerFields: Object.keys(TYPES).join(',') },
    },
    viewDefinitionQuery: 'n < 800 OR n IS NULL',
  });
  const addToDefinition = { layers: [view(0, 'places')], tables: [view(1, 'notes')] };
  expect(await petra.post(`${admin(shown)}/addToDefinition`, { addToDefinition })).toMatchObject({ success: true });
  alone = (await create('shown_alone')).path;
  await fill(alone, false);
  const hidden = Array.from({ length: ROWS }, (_, i) => i).filter(isHidden);
  for (const id of [0, 1]) {
    const objectIds = hidden.map((i) => i + 1).join(',');
    expect((await petra.post(`${alone}/${id}/deleteFeatures`, { objectIds })).deleteResults).toHaveLength(hidden.length);
  }
});
afterAll(() => t.close());

/** The same question to both, and the same answer. The numbers of files go on over all layers, so that only their order is the same. */
async function alike(operation: string, params: Params): Promise<void> {
  const ask = async (service: string): Promise<unknown> => {
    const { body } = await t.stranger.raw('POST', `${service}/${operation}`, params);
    const named = body.replaceAll(service.split('/')[4] ?? '', 'service');
    return JSON.parse(/attachments$/i.test(operation) ? named.replaceAll(/"id":\d+/g, '"id":0') : named);
  };
  expect(await ask(shown), `${operation} ${JSON.stringify(params)}`).toEqual(await ask(alone));
}

const check = (arbitrary: fc.Arbitrary<[string, Params]>, numRuns = RUNS): Promise<void> =>
  fc.assert(
    fc.asyncProperty(arbitrary, async ([operation, params]) => void (await alike(operation, params))),
    { numRuns },
  );

const plainValue = fc.constantFrom('n', 'x', 'OBJECTID', '0', '3', '12', '905', '-1', '2.5');
const plainText = fc.constantFrom('name', 'kind', "''", "'a'", "'k1'", "'z'", "'hidden 1'", 'UPPER(name)', "COALESCE(kind, 'none')");
/** Conditions that have a result for every row. */
const condition = fc.letrec<{ whole: string }>((tie) => ({
  whole: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(plainValue, fc.constantFrom('=', '<>', '<', '<=', '>', '>='), plainValue).map((parts) => parts.join(' ')),
    fc.tuple(plainText, fc.constantFrom('=', '<>', '<', '>'), plainText).map((parts) => parts.join(' ')),
    fc.constantFrom(
      "name LIKE 'h%'",
      "name LIKE '%'",
      'kind IS NULL',
      'seen IS NOT NULL',
      "seen > DATE '1990-01-01'",
      "day < '1900-01-01'",
    ),
    fc.constantFrom('1=1', '1=0', 'n IN (1, 2, 901, 905)', 'n BETWEEN 0 AND 1000', "secret = 'word 1'", 'income > 5', 'objectid > 20'),
    fc.tuple(tie('whole'), fc.constantFrom('AND', 'OR'), tie('whole')).map(([a, o, b]) => `(${a}) ${o} (${b})`),
    tie('whole').map((a) => `NOT (${a})`),
  ),
})).whole;
const field = fc.constantFrom('name', 'kind', 'n', 'x', 'seen', 'day', 'OBJECTID', 'GlobalID', 'secret', 'UPPER(kind)', 'n * 2 AS twice');
const order = fc.tuple(field, fc.constantFrom('', ' ASC', ' DESC')).map(([name, way]) => `${name.replace(/ AS .*/, '')}${way}`);
const list = (one: fc.Arbitrary<string>, maxLength = 3): fc.Arbitrary<string> =>
  fc.uniqueArray(one, { minLength: 1, maxLength }).map((all) => all.join(','));
const place = fc.constantFrom<Params>(
  {},
  { geometry: '0,0,12,6', inSR: 4326, geometryType: 'esriGeometryEnvelope' },
  { geometry: '100,50,130,70', inSR: 4326, geometryType: 'esriGeometryEnvelope' },
  { geometry: '{"x":8,"y":3}', inSR: 4326, geometryType: 'esriGeometryPoint', distance: 400, units: 'esriSRUnit_Kilometer' },
  { objectIds: '1,2,3,6,10,14' },
  { globalIds: [1, 2, 5].map((i) => idOf(i, 0)).join(',') },
);
const some = (params: Record<string, fc.Arbitrary<string | number | boolean | object>>): fc.Arbitrary<Params> =>
  fc.record(params, { requiredKeys: [] }) as fc.Arbitrary<Params>;
const question = (more: fc.Arbitrary<Params>): fc.Arbitrary<Params> =>
  fc.tuple(condition, place, more).map(([where, where2, rest]) => ({ where, ...where2, ...rest }));
const layer = fc.constantFrom(0, 1);
const asked = (operation: string, params: fc.Arbitrary<Params>): fc.Arbitrary<[string, Params]> =>
  fc.tuple(layer, params).map(([id, given]) => [`${id}/${operation}`, given]);

const page = { resultOffset: fc.constantFrom(0, 3, 17), resultRecordCount: fc.constantFrom(1, 4, 100) };
const statistic = fc.record({
  statisticType: fc.constantFrom('count', 'min', 'max', 'sum', 'percentile_disc', 'percentile_cont', 'avg'),
  onStatisticField: fc.constantFrom('n', 'n', 'OBJECTID', 'n + 1', 'income', 'seen'),
  outStatisticFieldName: fc.constantFrom('a', 'b', 'c'),
});

describe('a view answers as a layer that holds only what it shows', () => {
  it('features, ids, counts and extents, in order and by pages', { timeout: 300_000 }, async () => {
    const more = some({
      ...page,
      outFields: fc.oneof(list(field), fc.constant('*')),
      orderByFields: list(order, 2),
      returnGeometry: fc.boolean(),
      outSR: fc.constantFrom(4326, 102100),
      f: fc.constantFrom('json', 'geojson'),
    });
    const kindOf = fc.constantFrom<Params>(
      {},
      {},
      { returnIdsOnly: true },
      { returnCountOnly: true },
      { returnExtentOnly: true, returnCountOnly: true },
    );
    const all = fc.tuple(question(more), kindOf).map(([one, two]): Params => ({ ...one, ...two }));
    await check(asked('query', all), RUNS * 2);
  });

  it('distinct values', { timeout: 300_000 }, async () => {
    const more = some({ ...page, orderByFields: list(order, 1), returnCountOnly: fc.boolean() });
    const all = fc
      .tuple(question(more), list(field, 2))
      .map(([one, outFields]): Params => ({ ...one, outFields, returnDistinctValues: true }));
    await check(asked('query', all));
  });

  it('statistics of groups, with conditions on them', { timeout: 300_000 }, async () => {
    const more = some({
      groupByFieldsForStatistics: list(fc.constantFrom('kind', 'name', 'secret', 'UPPER(kind)'), 2),
      orderByFields: fc.constantFrom('a', 'kind DESC', 'b DESC, a', 'income'),
      having: fc.constantFrom('COUNT(*) > 1', 'a > 1', "kind = 'z'", 'MAX(n) > 800', 'SUM(income) > 0', 'MIN(n) < 0 AND COUNT(n) > 2'),
      ...page,
    });
    const all = fc
      .tuple(question(more), fc.uniqueArray(statistic, { minLength: 1, maxLength: 3, selector: (one) => one.outStatisticFieldName }))
      .map(([one, outStatistics]): Params => ({ ...one, outStatistics }));
    await check(asked('query', all));
  });

  it('the first of groups, and several layers at once', { timeout: 300_000 }, async () => {
    const topFilter = fc.record({
      groupByFields: fc.constantFrom('kind', 'name', 'secret'),
      topCount: fc.constantFrom(1, 2),
      orderByFields: fc.constantFrom('n DESC', 'x', 'income DESC', 'seen'),
    });
    const top = fc.tuple(question(fc.constant({ outFields: '*' })), topFilter).map(([one, two]): Params => ({ ...one, topFilter: two }));
    await check(asked('queryTopFeatures', top), Math.ceil(RUNS / 2));
    const several = fc
      .tuple(condition, condition, place)
      .map(([a, b, { objectIds: _ids, globalIds: _globals, ...where }]): [string, Params] => [
        'query',
        { layerDefs: JSON.stringify({ 0: a, 1: b }), ...where },
      ]);
    await check(several, Math.ceil(RUNS / 2));
  });

  it('related records', { timeout: 300_000 }, async () => {
    const more = some({
      ...page,
      orderByFields: list(order, 2),
      definitionExpression: condition,
      outFields: fc.oneof(list(field), fc.constant('*')),
      returnCountOnly: fc.boolean(),
    });
    const objectIds = fc.constantFrom('1', '2', '1,2,3,4,5,6', '9,10,11,12,14,23,24', '999');
    await check(
      asked(
        'queryRelatedRecords',
        fc.tuple(more, objectIds).map(([one, ids]): Params => ({ ...one, relationshipId: 0, objectIds: ids })),
      ),
    );
  });

  it('files', { timeout: 300_000 }, async () => {
    const more = some({
      ...page,
      definitionExpression: condition,
      objectIds: fc.constantFrom('1,2,3,6,7', '2,6,10'),
      attachmentsDefinitionExpression: fc.constantFrom("name LIKE '%.txt'", "keywords = 'hidden'", 'size < 20'),
      keywords: fc.constantFrom('k1', 'hidden', 'k0,k1'),
      size: fc.constantFrom('0,15', '6,6', '20'),
      orderByFields: fc.constantFrom('name DESC', 'size', 'keywords, name'),
      returnCountOnly: fc.boolean(),
      returnMetadata: fc.boolean(),
    });
    await check(more.map((given): [string, Params] => ['0/queryAttachments', given]));
    for (const i of [0, 1, 2, 5]) {
      await alike(`0/${i + 1}/attachments`, {});
      await alike(`0/${i + 1}`, {});
    }
  });

  it('renderers of values, and checks of expressions', { timeout: 300_000 }, async () => {
    const unique = fc.record({ type: fc.constant('uniqueValueDef'), uniqueValueFields: fc.uniqueArray(fc.constantFrom('kind', 'name', 'secret'), { minLength: 1, maxLength: 2 }) }); // biome-ignore format: one kind in one line
    const classes = fc.record({
      type: fc.constant('classBreaksDef'),
      classificationField: fc.constantFrom('n', 'income', 'OBJECTID'),
      classificationMethod: fc.constantFrom('esriClassifyEqualInterval', 'esriClassifyQuantile', 'esriClassifyNaturalBreaks'),
      breakCount: fc.constantFrom(1, 3, 5),
    });
    const drawn = fc
      .tuple(fc.oneof(unique, classes), condition)
      .map(([classificationDef, where]): Params => ({ classificationDef, where }));
    await check(asked('generateRenderer', drawn));
    await check(
      asked(
        'validateSQL',
        fc.tuple(condition, fc.constantFrom('where', 'expression')).map(([sql, sqlType]): Params => ({ sql, sqlType })),
      ),
    );
  });
});
