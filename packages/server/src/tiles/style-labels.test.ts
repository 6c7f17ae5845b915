// Labels become symbol layers that map libraries accept, where a style can tell their text and their features.
import { createExpression, featureFilter } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it, test } from 'vitest';
import { FIELDS, labelLayers } from '../../testing/style-layers.ts';
import type { HostedLayer } from '../features/index.ts';

type Geometry = HostedLayer['geometryType'];

const SIMPLE = { type: 'simple', symbol: { type: 'esriSMS', color: [1, 2, 3, 255], size: 6 } };
const labelled = (labels: unknown, geometryType: Geometry = 'esriGeometryPoint', more: object = {}) =>
  labelLayers(
    {
      id: 0,
      geometryType,
      fields: FIELDS,
      definition: { drawingInfo: { renderer: SIMPLE, labelingInfo: labels, ...more } },
    } as unknown as HostedLayer,
    'x',
  );
const script = (expression: string) => ({ labelExpressionInfo: { expression } });

/** What a label says of a feature. */
function said(label: object, properties: Record<string, unknown>, id = 7): unknown {
  const [layer] = labelled([label]);
  const parsed = createExpression((layer?.layout as Record<string, unknown> | undefined)?.['text-field'], 'layers[0].layout.text-field');
  if (parsed.result === 'error') throw new Error(parsed.value.map(({ message }) => message).join());
  return String(parsed.value.evaluate({ zoom: 0 }, { type: 'Point', id, properties }));
}

describe('the text of labels', () => {
  const feature = { kind: 'Oak', n: 3, size: 'tall' };
  test.each([
    [{ labelExpression: '[KIND]' }, 'Oak'],
    [{ labelExpression: '[kind] CONCAT " / " CONCAT [n]' }, 'Oak / 3'],
    [script('$feature.kind'), 'Oak'],
    [script('$feature["Kind"] + ": " + $feature.n'), 'Oak: 3'],
    [script('"No. " + $feature.n + $feature.n'), 'No. 33'],
    [script('$feature.OBJECTID'), '7'],
    [{ labelExpressionInfo: { value: '{kind} ({state})' } }, 'Oak ()'],
  ])('%j is %s', (label, text) => {
    expect(said(label, feature)).toBe(text);
  });

  test.each([
    ['a script that computes', script('Upper($feature.kind)')],
    ['a sum', script('$feature.n + $feature.area')],
    ['a sum with a text behind it', script('$feature.n + $feature.area + " m"')],
    ['a field that tiles do not hold', { labelExpression: '[GlobalID]' }],
    ['a field that is not there', { labelExpression: '[gone]' }],
    ['a date, which styles cannot write', { labelExpression: '[built]' }],
    ['a condition that only the database understands', { labelExpression: '[kind]', where: "UPPER(kind) = 'OAK'" }],
    ['a condition on a field that tiles do not hold', { labelExpression: '[kind]', where: "GlobalID = 'x'" }],
    ['a condition that goes too deep', { labelExpression: '[kind]', where: `${'('.repeat(900)}n=1${')'.repeat(900)}` }],
    ['a condition that is too long', { labelExpression: '[kind]', where: `n IN (${'1,'.repeat(1000)}1)` }],
    ['nothing', null],
  ])('is left out for %s, and others are drawn', (_, label) => {
    expect(labelled([label, { labelExpression: '[kind]' }]).map(({ id }) => id)).toEqual(['x/label-1']);
  });

  test.each([undefined, null, 'all', {}, []])('is none where the drawing says %j', (labels) => {
    expect(labelled(labels)).toEqual([]);
  });

  it('is none in heat maps and tables', () => {
    expect(labelled([{ labelExpression: '[kind]' }], 'esriGeometryPoint', { renderer: { type: 'heatmap' } })).toEqual([]);
    expect(labelled([{ labelExpression: '[kind]' }], null)).toEqual([]);
  });

  it('has at most a hundred classes', () => {
    expect(labelled(Array.from({ length: 150 }, () => ({ labelExpression: '[kind]' })))).toHaveLength(100);
  });
});

describe('the features that are labelled', () => {
  const holds = (label: object, properties: Record<string, unknown>, geometryType?: Geometry): boolean =>
    featureFilter(labelled([{ labelExpression: '[kind]', ...label }], geometryType)[0]?.filter as never, 'layers[0].filter').filter(
      { zoom: 0 } as never,
      { type: 1, id: 7, properties } as never,
    );

  test.each([
    ['N > 5', { n: 6 }, { n: 5 }],
    ["kind IN ('get', 'n')", { kind: 'get' }, { kind: 'x' }],
    ['OBJECTID = 7 AND n = 1', { n: 1 }, { n: 2 }],
  ])('are those of %s', (where, match, other) => {
    expect([holds({ where }, match), holds({ where }, other)]).toEqual([true, false]);
  });

  it('are all without a condition', () => {
    for (const where of [undefined, null, '', '1=1'])
      expect(labelled([{ labelExpression: '[kind]', where }])[0]).not.toHaveProperty('filter');
  });

  it('are no squares that stand for several polygons', () => {
    const square = { 'merged.side': 5, n: 6 };
    for (const where of ['', 'n > 5'])
      expect([{ n: 6 }, square].map((feature) => holds({ where }, feature, 'esriGeometryPolygon'))).toEqual([true, false]);
  });
});

describe('the look of labels', () => {
  it('has the colour, halo, size, face, place and scales of the class', () => {
    const symbol = {
      type: 'esriTS',
      color: [255, 0, 0, 255],
      haloColor: [255, 255, 255, 128],
      haloSize: 1.5,
      font: { family: 'Arial', size: 12, weight: 'bold' },
    };
    const label = {
      labelExpression: '[kind]',
      symbol,
      labelPlacement: 'esriServerPointLabelPlacementAboveCenter',
      minScale: 36_978_595.475,
    };
    expect(labelled([label], 'esriGeometryPoint', { transparency: 25 })).toEqual([
      {
        id: 'x/label-0',
        type: 'symbol',
        source: 'esri',
        'source-layer': 'x',
        minzoom: expect.closeTo(3, 5),
        layout: {
          'text-field': ['to-string', ['get', 'kind']],
          'text-font': ['Noto Sans SemiBold'],
          'text-size': 16,
          'text-max-width': 9,
          'text-anchor': 'bottom',
          'text-offset': [0, -0.5],
        },
        paint: {
          'text-color': 'rgba(255,0,0,1)',
          'text-opacity': 0.75,
          'text-halo-color': 'rgba(255,255,255,0.502)',
          'text-halo-width': 2,
        },
      },
    ]);
  });

  test.each([
    ['esriGeometryPolyline', { 'symbol-placement': 'line' }],
    ['esriGeometryPolygon', { 'text-anchor': 'center' }],
    ['esriGeometryMultipoint', { 'text-variable-anchor': expect.anything() }],
  ] as const)('follows the kind of geometry: %s', (geometryType, layout) => {
    expect(labelled([{ labelExpression: '[kind]' }], geometryType)[0]).toMatchObject({ layout });
  });

  test.each([
    [{ font: { style: 'italic' } }, { 'text-font': ['Noto Sans Italic'], 'text-size': 12 }],
    [{ font: { size: 1e9 } }, { 'text-font': ['Noto Sans Regular'], 'text-size': expect.closeTo(266.67, 1) }],
    [{ font: { size: 'large' }, color: 'red', haloSize: 3 }, { 'text-size': 12 }],
    [undefined, { 'text-size': 12 }],
  ])('stands whatever the symbol says: %j', (symbol, layout) => {
    const [drawn] = labelled([{ labelExpression: '[kind]', symbol }]);
    expect(drawn).toMatchObject({ layout, paint: { 'text-color': 'rgba(22,32,46,1)' } });
    expect(drawn?.paint).not.toHaveProperty('text-halo-width');
  });

  it('may lie over others where the class says so', () => {
    expect(labelled([{ labelExpression: '[kind]', deconflictionStrategy: 'none' }])[0]).toMatchObject({
      layout: { 'text-allow-overlap': true },
    });
  });
});
