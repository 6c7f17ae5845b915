// Which labels a style can tell, and where and at which scales it draws them.
import { describe, expect, it, test } from 'vitest';
import { fieldKinds, labelPlacement, labelZooms, labelParts as partsOf, zoomOfScale } from './labels.ts';

const NAME = { field: 'name' };
const text = (value: string) => ({ text: value });
const kindOf = fieldKinds([
  { name: 'name', type: 'esriFieldTypeString' },
  ...['n', 'Area'].map((name) => ({ name, type: 'esriFieldTypeDouble' })),
  { name: 'fid', type: 'esriFieldTypeOID' },
  { name: 'built', type: 'esriFieldTypeDate' },
  { name: 'day', type: 'esriFieldTypeDateOnly' },
  { name: 'untyped' },
]);
const labelParts = (label: Readonly<Record<string, unknown>>) => partsOf(label, kindOf);

describe('the text of a label', () => {
  test.each([
    ['$feature.name', [NAME]],
    [' return $feature["name"]; ', [NAME]],
    ["$feature['first name']", [{ field: 'first name' }]],
    ['$feature.Größe', [{ field: 'Größe' }]],
    ['$feature.name + " (" + $feature.pop + \')\'', [NAME, text(' ('), { field: 'pop' }, text(')')]],
    ['"+ " + $feature.name', [text('+ '), NAME]],
    ['$feature.name + TextFormatting.NewLine + "a\\n\\"b\\""', [NAME, text('\n'), text('a\n"b"')]],
  ])('is read from the script %s', (expression, parts) => {
    expect(labelParts({ labelExpressionInfo: { expression }, labelExpression: '[other]' })).toEqual(parts);
  });

  test.each([
    '"only text"',
    '$feature.a.b',
    'Upper($feature.name)',
    '$feature.name + 1',
    '$feature.name +',
    '$feature.name + $feature',
    '$feature.name; $feature.pop',
    `$feature.name + "${'x'.repeat(4000)}"`,
  ])('has to be computed for the script %.40s', (expression) => {
    expect(labelParts({ labelExpressionInfo: { expression }, labelExpression: '[other]' })).toBeUndefined();
  });

  test.each([
    ['[name]', [NAME]],
    ['{name}', [NAME]],
    ['"No. " CONCAT [ name ] CONCAT " " CONCAT [pop]', [text('No. '), NAME, text(' '), { field: 'pop' }]],
    ['[name] CONCAT NEWLINE CONCAT [pop]', [NAME, text('\n'), { field: 'pop' }]],
    ['[name] ([pop])', [NAME, text(' ('), { field: 'pop' }, text(')')]],
    ['  a \t b  [name]  \n[pop]  ', [text('  a \t b  '), NAME, text('  \n'), { field: 'pop' }, text('  ')]],
    ['"a"  CONCAT\t CONCAT b [name] CONCATx', [text('aCONCAT b '), NAME, text(' CONCATx')]],
    ['1("" ([name]', [text('1( ('), NAME]],
  ])('is read from the template %s', (labelExpression, parts) => {
    expect(labelParts({ labelExpression })).toEqual(parts);
    expect(labelParts({ labelExpressionInfo: { value: labelExpression } })).toEqual(parts);
  });

  test.each([
    {},
    { labelExpression: null },
    { labelExpression: 3, labelExpressionInfo: 'x' },
    { labelExpression: '' },
    { labelExpression: 'plain' },
    { labelExpression: `[name]${' '.repeat(4000)}` },
    { labelExpression: 'UCASE([name])' },
    { labelExpression: '"UCASE"""([name])' },
    { labelExpressionInfo: { expression: ['$feature.name'] } },
  ])('is not read from %j', (label) => {
    expect(labelParts(label)).toBeUndefined();
  });

  test.each([
    ['a date', '$feature.built', '[built]', false, false],
    ['a date among texts, in another case', '"Since " + $feature.BUILT', '"Since " CONCAT [BUILT]', false, false],
    ['a day, which is a text', '$feature.day', '[day]', true, true],
    ['a sum of numbers', '$feature.n + $feature.area', '[n] CONCAT [area]', false, true],
    ['a sum with the object id', '$feature["N"] + $feature.fid', '[N][fid]', false, true],
    ['a sum with a text behind it', '$feature.n + $feature.area + " m"', '[n][area] m', false, true],
    ['numbers behind a text', '"" + $feature.n + $feature.area', '" " CONCAT [n] CONCAT [area]', true, true],
    ['numbers around a text', '$feature.n + " / " + $feature.area', '[n] / [area]', true, true],
    ['a number before a field of text', '$feature.n + $feature.name + $feature.area', '[n][name][area]', true, true],
    ['a number alone', '$feature.n', '[n]', true, true],
    ['fields that nobody knows', '$feature.untyped + $feature.gone', '[untyped][gone]', true, true],
  ])('with %s is told by a style as far as the kinds of its fields allow', (_, expression, labelExpression, asScript, asTemplate) => {
    expect(labelParts({ labelExpressionInfo: { expression } }) !== undefined).toBe(asScript);
    expect(labelParts({ labelExpression }) !== undefined).toBe(asTemplate);
  });

  it('is read or given up quickly, whatever was stored', () => {
    const before = performance.now();
    for (const piece of ['"+', '$feature.a+', ' ', '" CONCAT ', '[[', "\\'", '$feature["'])
      for (const expression of [piece.repeat(2000).slice(0, 4000), `"${piece.repeat(2000)}`.slice(0, 3999)]) {
        labelParts({ labelExpressionInfo: { expression } });
        labelParts({ labelExpression: expression });
      }
    expect(performance.now() - before).toBeLessThan(2000);
  });
});

test.each([
  ['blanks', ' '.repeat(3990)],
  ['breaks between words', 'a\n\t '.repeat(990)],
  ['parentheses', '('.repeat(3990)],
])('a label takes no longer for each of many %s', (_, text) => {
  labelParts({ labelExpression: '[a]' });
  const before = performance.now();
  // A hundred take seconds where each sign is looked at again for each of the others.
  for (let n = 0; n < 100; n++) labelParts({ labelExpression: `${text}[a]` });
  expect(performance.now() - before).toBeLessThan(600);
});

describe('the place of a label', () => {
  test.each([
    ['esriServerPointLabelPlacementAboveRight', 'point', { 'text-anchor': 'bottom-left', 'text-offset': [0.4, -0.3] }],
    ['esriServerPointLabelPlacementBelowCenter', 'point', { 'text-anchor': 'top', 'text-offset': [0, 0.5] }],
    ['esriServerPointLabelPlacementCenterCenter', 'point', { 'text-anchor': 'center' }],
    ['esriServerLinePlacementAboveAlong', 'line', { 'symbol-placement': 'line', 'text-offset': [0, -0.9] }],
    ['esriServerLinePlacementCenterAlong', 'line', { 'symbol-placement': 'line' }],
    ['esriServerPolygonPlacementAlwaysHorizontal', 'polygon', { 'text-anchor': 'center' }],
  ] as const)('%s of a %s', (placement, kind, layout) => {
    expect(labelPlacement(placement, kind)).toEqual(layout);
  });

  test.each([undefined, null, 3, 'elsewhere'])('is one of several where the class says %j', (placement) => {
    expect(labelPlacement(placement, 'point')).toMatchObject({ 'text-variable-anchor': ['left', 'right', 'top', 'bottom'] });
  });
});

describe('the scales of a label', () => {
  it('are the zoom levels of tiles of 512 pixels', () => {
    expect(zoomOfScale(295_828_763.8)).toBeCloseTo(0, 4);
    expect(labelZooms({ minScale: 295_828_763.8 / 8, maxScale: 295_828_763.8 / 1024 })).toEqual({
      minzoom: expect.closeTo(3, 4),
      maxzoom: expect.closeTo(10, 4),
    });
  });

  test.each([{}, { minScale: 0, maxScale: 0 }, { minScale: null, maxScale: '5' }, { minScale: -1 }])('are all for %j', (label) => {
    expect(labelZooms(label)).toEqual({});
  });

  it('stay within the levels that there are', () => {
    expect(labelZooms({ minScale: 1e12, maxScale: 0.001 })).toEqual({ minzoom: 0, maxzoom: 24 });
  });
});
