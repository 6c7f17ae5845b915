// Renderers that are made from the values of a field: where classes end, what they relate to, and how they are drawn.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: string;

/** Kind, value, what it is divided by, and a power of ten. */
const ROWS: [string, string, number | null, number | null, number][] = [
  ['oak', 'a', 1, 2, 1],
  ['oak', 'a', 2, 2, 10],
  ['ash', 'a', 3, 2, 100],
  ['ash', 'b', 10, 0, 1000],
  ['ash', 'b', 11, null, 10_000],
  ['yew', 'b', 12, 4, 0],
  ['yew', 'c', 50, 4, -5],
  ['yew', 'c', 51, 4, 100_000],
  ['fir', 'c', null, 4, 1],
];

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters: { name: 'Classes' } });
  const service = new URL(made.serviceurl).pathname;
  const number = (name: string) => ({ name, type: 'esriFieldTypeInteger' });
  const text = (name: string) => ({ name, type: 'esriFieldTypeString' });
  const fields = [text('kind'), text('place'), number('value'), number('area'), number('power')];
  const definition = { layers: [{ name: 'trees', geometryType: 'esriGeometryPoint', fields }] };
  await petra.post(`${service.replace('/rest/services/', '/rest/admin/services/')}/addToDefinition`, { addToDefinition: definition });
  layer = `${service}/0`;
  const features = ROWS.map(([kind, place, value, area, power]) => ({ attributes: { kind, place, value, area, power } }));
  const { addResults } = await petra.post(`${layer}/addFeatures`, { features });
  expect(addResults.every((one: AnyReply) => one.success)).toBe(true);
});
afterAll(() => t.close());

const renderer = (classificationDef: object, more: Record<string, string> = {}): Promise<AnyReply> =>
  t.as('petra').get(`${layer}/generateRenderer`, { classificationDef, ...more });
const classes = (more: object, where?: string): Promise<AnyReply> =>
  renderer({ type: 'classBreaksDef', classificationField: 'value', ...more }, where === undefined ? {} : { where });
const ends = (reply: AnyReply): number[] => reply.classBreakInfos.map((one: AnyReply) => one.classMaxValue);
const about = (values: number[]) => values.map((value) => expect.closeTo(value, 6));

describe('classes of numbers', () => {
  // The mean is 17.5; the squares of the differences from it are 3,030 together.
  const deviation = Math.sqrt(3030 / 7);
  it.each([
    ['esriClassifyEqualInterval', 5, [11, 21, 31, 41, 51]],
    ['esriClassifyQuantile', 4, [2, 10, 12, 51]],
    ['esriClassifyNaturalBreaks', 3, [3, 12, 51]],
    ['esriClassifyStandardDeviation', 5, [17.5 - deviation / 2, 17.5 + deviation / 2, 17.5 + deviation * 1.5, 51]],
  ])('end where %s has it', async (classificationMethod, breakCount, expected) => {
    const reply = await classes({ classificationMethod, breakCount });
    expect(reply).toMatchObject({ type: 'classBreaks', field: 'value', classificationMethod, minValue: 1 });
    expect(ends(reply)).toEqual(about(expected));
    expect(reply).not.toHaveProperty('normalizationType');
  });

  it('are as wide as the part of a standard deviation that is asked for', async () => {
    const half = { classificationMethod: 'esriClassifyStandardDeviation', standardDeviationInterval: 0.5 };
    const [first, second] = ends(await classes(half));
    expect((second ?? 0) - (first ?? 0)).toBeCloseTo(deviation / 2, 6);
    expect((await classes({ ...half, standardDeviationInterval: 0 })).error.code).toBe(400);
  });

  it('end at the multiples of a width that is asked for, as long as these are few', async () => {
    const defined = { classificationMethod: 'esriClassifyDefinedInterval' };
    const reply = await classes({ ...defined, definedInterval: 20, breakCount: null });
    expect([reply.classificationMethod, reply.minValue, ends(reply)]).toEqual(['esriClassifyDefinedInterval', 1, [20, 40, 51]]);
    expect((await classes(defined)).error.details[0]).toContain("'definedInterval' parameter is invalid: it is missing");
    const narrow = (await classes({ ...defined, definedInterval: 1e-9 })).error;
    expect([narrow.code, narrow.details[0]]).toEqual([400, expect.stringContaining('more than 32 classes')]);
    for (const definedInterval of [0, -1, 'wide']) expect((await classes({ ...defined, definedInterval })).error.code).toBe(400);
  });

  it('grow by one factor where geometrical intervals are asked for', async () => {
    const reply = await classes({ classificationMethod: 'esriClassifyGeometricalInterval', breakCount: 3 });
    const [first = 0, second = 0, third = 0] = ends(reply);
    expect([reply.minValue, reply.classBreakInfos.length, third]).toEqual([1, 3, 51]);
    const factor = (second - first) / (first - 1);
    expect(factor).toBeGreaterThan(1);
    expect((third - second) / (second - first)).toBeCloseTo(factor, 6);
  });

  it('are refused in ways that are not known, or that only people can do', async () => {
    for (const classificationMethod of ['esriClassifyManual', 'esriClassifyByMood']) {
      const { error } = await classes({ classificationMethod });
      expect([error.code, JSON.stringify(error)]).toEqual([400, expect.stringContaining('esriClassifyGeometricalInterval')]);
    }
  });

  it('are of expressions too, as maps write what they compute of fields', async () => {
    const more = { classificationMethod: 'esriClassifyEqualInterval', breakCount: 2 };
    const doubled = await classes({ classificationField: 'value * 2', ...more });
    expect([doubled.field, doubled.minValue, ends(doubled)]).toEqual(['value * 2', 2, [52, 102]]);
    const divided = await classes({ normalizationField: 'area + 0', ...more });
    expect([divided.normalizationField, ends(divided)]).toEqual(['area + 0', about([6.625, 12.75])]);
    expect((await classes({ classificationField: "UPPER('x')", ...more })).error.details[0]).toContain("'classificationField'");
  });

  it('are of the features that are chosen', async () => {
    const reply = await classes({ classificationMethod: 'esriClassifyEqualInterval', breakCount: 2 }, "kind = 'ash'");
    expect([reply.minValue, ends(reply)]).toEqual([3, [7, 11]]);
    expect(reply.classBreakInfos.map((one: AnyReply) => one.label)).toEqual(['3 – 7', '7 – 11']);
    expect((await classes({}, "kind = 'fir'")).classBreakInfos).toEqual([]);
  });
});

describe('numbers in relation to others', () => {
  const equal = { classificationMethod: 'esriClassifyEqualInterval', breakCount: 2 };

  it.each([
    // 0.5, 1, 1.5, 3, 12.5 and 12.75; a division by zero or by nothing gives none.
    ['esriClassifyEqualInterval', 2, [6.625, 12.75]],
    ['esriClassifyQuantile', 3, [1, 3, 12.75]],
    ['esriClassifyNaturalBreaks', 2, [3, 12.75]],
  ])('are divided by a field before %s', async (classificationMethod, breakCount, expected) => {
    const reply = await classes({
      classificationMethod,
      breakCount,
      normalizationType: 'esriNormalizeByField',
      normalizationField: 'AREA',
    });
    expect(reply).toMatchObject({ minValue: 0.5, normalizationType: 'esriNormalizeByField', normalizationField: 'area' });
    expect(ends(reply)).toEqual(about(expected));
  });

  it('are divided by a field that is named alone', async () => {
    expect(ends(await classes({ ...equal, normalizationField: 'area' }))).toEqual(about([6.625, 12.75]));
    expect(ends(await classes({ ...equal, normalizationField: '', normalizationType: 'esriNormalizeNone' }))).toEqual([26, 51]);
  });

  it('are shares of all that are chosen', async () => {
    const whole = { ...equal, normalizationType: 'esriNormalizeByPercentOfTotal' };
    const reply = await classes(whole);
    expect(reply).toMatchObject({ normalizationTotal: 140, minValue: expect.closeTo(100 / 140, 6) });
    expect(ends(reply)).toEqual(about([2600 / 140, 5100 / 140]));
    const ash = await classes(whole, "kind = 'ash'");
    expect([ash.normalizationTotal, ash.minValue]).toEqual([24, 12.5]);
    // Nothing is a share of nothing, and shares may be of less than nothing.
    expect(await classes({ ...whole, classificationField: 'power' }, 'power = 0')).toMatchObject({
      normalizationTotal: 0,
      classBreakInfos: [],
    });
    const below = await classes({ ...whole, classificationField: 'power' }, 'power <= 0');
    expect([below.normalizationTotal, below.minValue, ends(below)]).toEqual([-5, 0, [50, 100]]);
  });

  it('are logarithms, where they have one', async () => {
    const reply = await classes({ ...equal, classificationField: 'power', breakCount: 5, normalizationType: 'esriNormalizeByLog' });
    expect(reply).toMatchObject({ minValue: 0, normalizationType: 'esriNormalizeByLog' });
    expect(ends(reply)).toEqual(about([1, 2, 3, 4, 5]));
  });

  it.each([
    [{ normalizationType: 'esriNormalizeByField' }],
    [{ normalizationType: 'esriNormalizeByField', normalizationField: 'nothing' }],
    [{ normalizationType: 'esriNormalizeByField', normalizationField: 'kind' }],
    [{ normalizationType: 'esriNormalizeByField', normalizationField: '1; drop table item' }],
    [{ normalizationType: 'byMood' }],
  ])('are refused for %j', async (wrong) => {
    expect((await classes(wrong)).error.code).toBe(400);
  });
});

describe('symbols', () => {
  const ramp = { type: 'algorithmic', fromColor: [255, 0, 0, 255], toColor: [0, 255, 0, 255], algorithm: 'esriHSVAlgorithm' };
  const baseSymbol = { type: 'esriSMS', style: 'esriSMSSquare', size: 12, color: [1, 2, 3, 4], outline: { width: 2 } };
  const symbols = (reply: AnyReply): AnyReply[] => (reply.classBreakInfos ?? reply.uniqueValueInfos).map((one: AnyReply) => one.symbol);

  it('are like the one that is given, in the colours of a ramp', async () => {
    const method = { classificationMethod: 'esriClassifyEqualInterval', breakCount: 3 };
    const { color: _color, ...look } = baseSymbol;
    expect(symbols(await classes({ ...method, baseSymbol, colorRamp: ramp }))).toEqual([
      { ...look, color: [255, 0, 0, 255] },
      { ...look, color: [255, 255, 0, 255] },
      { ...look, color: [0, 255, 0, 255] },
    ]);
    const parts = { type: 'multipart', colorRamps: [ramp, { ...ramp, fromColor: [0, 255, 0, 255], toColor: [0, 0, 255, 255] }] };
    const unique = await renderer({ type: 'uniqueValueDef', uniqueValueFields: ['place'], baseSymbol, colorRamp: parts });
    expect(symbols(unique).map((one) => one.color)).toEqual([
      [255, 0, 0, 255],
      [0, 255, 0, 255],
      [0, 0, 255, 255],
    ]);
    expect(symbols(await classes({ ...method, baseSymbol })).map((one) => [one.style, one.color[2]])).toEqual([
      ['esriSMSSquare', 247],
      ['esriSMSSquare', 177],
      ['esriSMSSquare', 107],
    ]);
    expect((await classes({ colorRamp: { type: 'random' } })).error.code).toBe(400);
  });

  it('stand for values of expressions', async () => {
    const { field1, field2, uniqueValueInfos } = await renderer({
      type: 'uniqueValueDef',
      uniqueValueFields: ['SUBSTRING(kind, 1, 1)', 'place'],
      fieldDelimiter: ';',
    });
    expect([field1, field2]).toEqual(['SUBSTRING(kind, 1, 1)', 'place']);
    expect(uniqueValueInfos.map(({ value, count }: AnyReply) => [value, count])).toEqual([
      ['a;a', 1],
      ['a;b', 2],
      ['f;c', 1],
      ['o;a', 2],
      ['y;b', 1],
      ['y;c', 2],
    ]);
  });

  it('stand for values of several fields, with what is written between them', async () => {
    const unique = (fieldDelimiter?: string): Promise<AnyReply> =>
      renderer({
        type: 'uniqueValueDef',
        uniqueValueFields: ['kind', 'PLACE'],
        ...(fieldDelimiter === undefined ? {} : { fieldDelimiter }),
      });
    const reply = await unique(' / ');
    expect(reply).toMatchObject({ field1: 'kind', field2: 'place', field3: '', fieldDelimiter: ' / ' });
    expect(reply.uniqueValueInfos.map((one: AnyReply) => [one.value, one.count])).toEqual([
      ['ash / a', 1],
      ['ash / b', 2],
      ['fir / c', 1],
      ['oak / a', 2],
      ['yew / b', 1],
      ['yew / c', 2],
    ]);
    expect((await unique()).uniqueValueInfos[0].value).toBe('ash,a');
  });
});

it('features of more values than have symbols of their own are drawn with one for all others', async () => {
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters: { name: 'Many' } });
  const service = new URL(made.serviceurl).pathname;
  const definition = { tables: [{ name: 'many', fields: [{ name: 'code', type: 'esriFieldTypeInteger' }] }] };
  await petra.post(`${service.replace('/rest/services/', '/rest/admin/services/')}/addToDefinition`, { addToDefinition: definition });
  const features = Array.from({ length: 1_001 }, (_, code) => ({ attributes: { code } }));
  await petra.post(`${service}/0/addFeatures`, { features });
  const unique = (where: string): Promise<AnyReply> => {
    const baseSymbol = { type: 'esriSMS', style: 'esriSMSSquare', size: 12 };
    const classificationDef = { type: 'uniqueValueDef', uniqueValueFields: ['code'], baseSymbol };
    return petra.get(`${service}/0/generateRenderer`, { classificationDef, where });
  };
  const cut = await unique('1=1');
  expect(cut.uniqueValueInfos).toHaveLength(1_000);
  expect(cut).toMatchObject({
    defaultSymbol: { type: 'esriSMS', style: 'esriSMSSquare', size: 12, color: [170, 170, 170, 255] },
    defaultLabel: 'Other',
    exceededTransferLimit: true,
  });
  const whole = await unique('code > 0');
  expect(whole.uniqueValueInfos).toHaveLength(1_000);
  expect(whole).toMatchObject({ defaultSymbol: null, defaultLabel: '' });
  expect(whole).not.toHaveProperty('exceededTransferLimit');
});
