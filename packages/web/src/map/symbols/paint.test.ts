// Renderers become layers that the map library accepts and that pick the right symbol.
import type { Renderer } from '@graticule/contract/documents/renderer';
import { expression, featureFilter, latest, type StyleSpecification, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, test } from 'vitest';
import { type GeometryKind, rendererLayers } from './paint.ts';

const dot = (color: [number, number, number, number], size = 6) => ({
  type: 'esriSMS',
  style: 'esriSMSCircle',
  color,
  size,
  outline: { type: 'esriSLS', color: [0, 0, 0, 255], width: 1 },
});
const area = (color: [number, number, number, number], more = {}) => ({
  type: 'esriSFS',
  style: 'esriSFSSolid',
  color,
  outline: { type: 'esriSLS', color: [9, 9, 9, 255], width: 0.75 },
  ...more,
});
const RED = [255, 0, 0, 255] as [number, number, number, number];
const BLUE = [0, 0, 255, 128] as [number, number, number, number];

const draw = (renderer: Renderer, kind: GeometryKind, opacity = 1) => rendererLayers(renderer, { id: 'a', source: 's', kind, opacity });

/** The value of a paint property for a feature. */
function valueFor(layer: ReturnType<typeof draw>[number] | undefined, property: string, properties: Record<string, unknown>): unknown {
  if (!layer) throw new Error('no layer');
  const paint = (layer.paint as Record<string, unknown>)[property];
  const spec = (latest as unknown as Record<string, Record<string, never>>)[`paint_${layer.type}`]?.[property];
  const parsed = expression.createPropertyExpression(paint as never, 'layers[0].paint', spec as never);
  if (parsed.result === 'error') throw new Error(JSON.stringify(parsed.value));
  const value = parsed.value.evaluate({ zoom: 3 }, { type: 1, properties } as never);
  return value instanceof Object && 'toString' in value ? String(value) : value;
}

const isDrawn = (layer: ReturnType<typeof draw>[number] | undefined, properties: Record<string, unknown>): boolean =>
  featureFilter((layer as { filter?: never }).filter, 'layers[0].filter').filter({ zoom: 3 } as never, { type: 1, properties } as never);

const RENDERERS: [string, GeometryKind, Renderer][] = [
  ['one symbol', 'point', { type: 'simple', symbol: dot(RED) }],
  ['a diamond', 'point', { type: 'simple', symbol: { ...dot(RED), style: 'esriSMSDiamond' } }],
  ['a picture', 'point', { type: 'simple', symbol: { type: 'esriPMS', url: 'https://x/a.png', width: 12, height: 12 } }],
  ['a line', 'line', { type: 'simple', symbol: { type: 'esriSLS', style: 'esriSLSDash', color: RED, width: 2 } }],
  [
    'unlike lines',
    'line',
    {
      type: 'uniqueValue',
      field1: 'k',
      uniqueValueInfos: [
        { value: 'a', symbol: { type: 'esriSLS', style: 'esriSLSDot', color: RED, width: 1 } },
        { value: 'b', symbol: { type: 'esriSLS', style: 'esriSLSSolid', color: BLUE, width: 2 } },
      ],
    },
  ],
  ['a hatch', 'polygon', { type: 'simple', symbol: area(RED, { style: 'esriSFSForwardDiagonal' }) }],
  [
    'classes',
    'polygon',
    {
      type: 'classBreaks',
      field: 'n',
      minValue: 0,
      classBreakInfos: [
        { classMaxValue: 10, symbol: area(RED) },
        { classMaxValue: 20, symbol: area(BLUE) },
      ],
    },
  ],
  [
    'sizes',
    'point',
    {
      type: 'simple',
      symbol: dot(RED),
      visualVariables: [{ type: 'sizeInfo', field: 'n', minDataValue: 0, maxDataValue: 100, minSize: 3, maxSize: 30 }],
    },
  ],
  [
    'colours and opacity',
    'point',
    {
      type: 'simple',
      symbol: dot(RED),
      visualVariables: [
        {
          type: 'colorInfo',
          field: 'n',
          stops: [
            { value: 0, color: RED },
            { value: 9, color: BLUE },
          ],
        },
        {
          type: 'transparencyInfo',
          field: 'n',
          stops: [
            { value: 0, transparency: 100 },
            { value: 9, transparency: 0 },
          ],
        },
      ],
    },
  ],
  [
    'heat',
    'point',
    {
      type: 'heatmap',
      field: 'n',
      radius: 10,
      maxDensity: 5,
      colorStops: [
        { ratio: 0.1, color: BLUE },
        { ratio: 1, color: RED },
      ],
    },
  ],
];

describe('renderers as layers', () => {
  test.each(RENDERERS)('%s (%s) is a style that the library accepts', (_, kind, renderer) => {
    const layers = draw(renderer, kind, 0.5);
    expect(layers.length).toBeGreaterThan(0);
    const style: StyleSpecification = {
      version: 8,
      sources: { s: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } } },
      layers: layers as never,
    };
    expect(validateStyleMin(style)).toEqual([]);
  });

  test('sizes are points and become pixels', () => {
    const [layer] = draw({ type: 'simple', symbol: dot(RED, 6) }, 'point');
    expect(valueFor(layer, 'circle-radius', {})).toBe(4);
    expect(valueFor(layer, 'circle-stroke-width', {})).toBe(1.33);
  });

  test('unique values match numbers and text, and leave out the rest without a default', () => {
    const renderer: Renderer = {
      type: 'uniqueValue',
      field1: 'k',
      uniqueValueInfos: [
        { value: 1, symbol: dot(RED) },
        { value: 'b', symbol: dot(BLUE) },
      ],
    };
    const [layer] = draw(renderer, 'point');
    expect(valueFor(layer, 'circle-color', { k: 1 })).toBe('rgba(255,0,0,1)');
    expect(valueFor(layer, 'circle-color', { k: 'b' })).toBe('rgba(0,0,255,0.502)');
    expect([isDrawn(layer, { k: 1 }), isDrawn(layer, { k: 'c' }), isDrawn(layer, {})]).toEqual([true, false, false]);
  });

  test.each([
    ['a', 'rgba(255,0,0,1)', true],
    [2, 'rgba(255,0,0,1)', true],
    ['b', 'rgba(0,0,255,0.502)', true],
    [null, 'rgba(0,0,255,0.502)', true],
    ['c', undefined, false],
  ])('unique values of groups draw all of the values of a class alike: %s', (k, color, isSeen) => {
    const classes = [
      { symbol: dot(RED), values: [['a'], [2]] },
      { symbol: dot(BLUE), values: [['b'], ['<Null>']] },
    ];
    const [layer] = draw({ type: 'uniqueValue', field1: 'k', uniqueValueGroups: [{ classes }] }, 'point');
    expect(isDrawn(layer, { k })).toBe(isSeen);
    if (isSeen) expect(valueFor(layer, 'circle-color', { k })).toBe(color);
  });

  test('unique values of groups join several fields by the delimiter', () => {
    const classes = [{ symbol: dot(RED), values: [['x', 2]] }];
    const groups = { fieldDelimiter: '; ', uniqueValueGroups: [{ classes }] };
    const [layer] = draw({ type: 'uniqueValue', field1: 'a', field2: 'b', ...groups }, 'point');
    expect([isDrawn(layer, { a: 'x', b: 2 }), isDrawn(layer, { a: 'x', b: 3 })]).toEqual([true, false]);
  });

  test('a default symbol draws everything else', () => {
    const renderer: Renderer = {
      type: 'uniqueValue',
      field1: 'k',
      defaultSymbol: dot(BLUE),
      uniqueValueInfos: [{ value: 'a', symbol: dot(RED) }],
    };
    const [layer] = draw(renderer, 'point');
    expect(valueFor(layer, 'circle-color', { k: 'z' })).toBe('rgba(0,0,255,0.502)');
    expect((layer as { filter?: unknown }).filter).toBeUndefined();
  });

  test('unique values of several fields are joined by the delimiter', () => {
    const renderer: Renderer = {
      type: 'uniqueValue',
      field1: 'a',
      field2: 'b',
      fieldDelimiter: ', ',
      uniqueValueInfos: [{ value: 'x, 2', symbol: dot(RED) }],
    };
    const [layer] = draw(renderer, 'point');
    expect([isDrawn(layer, { a: 'x', b: 2 }), isDrawn(layer, { a: 'x', b: 3 })]).toEqual([true, false]);
  });

  test.each([
    [0, 'rgba(255,0,0,1)'],
    [10, 'rgba(255,0,0,1)'],
    [10.01, 'rgba(0,0,255,0.502)'],
    [20, 'rgba(0,0,255,0.502)'],
  ])('a class holds its upper bound: %d', (n, color) => {
    const [layer] = draw(RENDERERS[6]?.[2] as Renderer, 'polygon');
    expect(valueFor(layer, 'fill-color', { n })).toBe(color);
    expect(isDrawn(layer, { n })).toBe(true);
  });

  test.each([
    [
      { normalizationType: 'esriNormalizeByField', normalizationField: 'by' },
      { n: 100, by: 20 },
      { n: 100, by: 0 },
    ],
    [{ normalizationType: 'esriNormalizeByLog' }, { n: 1e6 }, { n: 0 }],
    [{ normalizationType: 'esriNormalizeByPercentOfTotal', normalizationTotal: 200 }, { n: 10 }, { n: 60 }],
  ])('classes of numbers in relation to others: %j', (relation, within, without) => {
    const classes = RENDERERS[6]?.[2] as Renderer;
    const [layer] = draw({ ...classes, ...relation } as Renderer, 'polygon');
    expect(valueFor(layer, 'fill-color', within)).toBe('rgba(255,0,0,1)');
    expect([isDrawn(layer, within), isDrawn(layer, without)]).toEqual([true, false]);
  });

  test('values outside the classes, text and nothing are not drawn', () => {
    const [layer] = draw(RENDERERS[6]?.[2] as Renderer, 'polygon');
    expect([{ n: -1 }, { n: 21 }, { n: '5' }, {}].map((properties) => isDrawn(layer, properties))).toEqual([false, false, false, false]);
  });

  test('sizes follow the number between their ends and stay there beyond', () => {
    const [layer] = draw(RENDERERS[7]?.[2] as Renderer, 'point');
    expect([0, 100, 1000].map((n) => valueFor(layer, 'circle-radius', { n }))).toEqual([2, 20, 20]);
    expect(valueFor(layer, 'circle-radius', {})).toBe(2);
  });

  test('the opacity of the layer multiplies that of the variable', () => {
    const [layer] = draw(RENDERERS[8]?.[2] as Renderer, 'point', 0.5);
    expect(valueFor(layer, 'circle-opacity', { n: 9 })).toBe(0.5);
    expect(valueFor(layer, 'circle-opacity', { n: 0 })).toBe(0);
  });

  test('a heat map is drawn of points only and leaves out features without a weight', () => {
    const heat = RENDERERS[9]?.[2] as Renderer;
    expect(draw(heat, 'polygon')).toEqual([]);
    const [layer] = draw(heat, 'point');
    expect([isDrawn(layer, { n: 3 }), isDrawn(layer, { n: 0 }), isDrawn(layer, {})]).toEqual([true, false, false]);
  });

  describe('squares of several polygons in far tiles', () => {
    const drawTiled = (renderer: Renderer, more = {}) =>
      rendererLayers(renderer, { id: 'a', source: 's', sourceLayer: 'features', kind: 'polygon', opacity: 1, ...more });
    const outlined = { type: 'simple', symbol: area([255, 0, 0, 128]) } as Renderer;
    const plain = { type: 'simple', symbol: area(RED, { outline: null }) } as Renderer;
    /** Sides of two pixels at zoom 3. */
    const TWO_PIXELS = 2 * (40_075_016.686 / 512 / 8);
    const whole = { 'merged.side': TWO_PIXELS };
    const dust = { 'merged.side': TWO_PIXELS / 100, 'merged.spread': TWO_PIXELS };
    const drawnBy = (layers: ReturnType<typeof draw>, properties: Record<string, unknown>) =>
      layers.filter((layer) => isDrawn(layer, properties)).map(({ id }) => id);

    test('have no outlines of their own, and no edges that are smoothed', () => {
      const layers = drawTiled(outlined);
      expect(drawnBy(layers, {})).toEqual(['a:fill', 'a:outline']);
      expect(drawnBy(layers, whole)).toEqual(['a:merged', 'a:merged-outlines']);
      const fills = layers.filter(({ id }) => id === 'a:merged' || id === 'a:merged-outlines');
      expect(fills.map((layer) => (layer.paint as Record<string, unknown>)['fill-antialias'])).toEqual([false, false]);
    });

    test('are as dark as the outlines of the polygons would make them', () => {
      const shade = drawTiled(outlined).find(({ id }) => id === 'a:merged-outlines');
      expect(valueFor(shade, 'fill-color', whole)).toBe('rgba(9,9,9,1)');
      // An outline of one pixel leaves a quarter of polygons that are two wide, and nothing of those of one.
      expect(valueFor(shade, 'fill-opacity', whole)).toBeCloseTo(0.75, 3);
      expect(valueFor(shade, 'fill-opacity', { 'merged.side': TWO_PIXELS / 2 })).toBeCloseTo(1, 3);
    });

    test('are as wide as the outlines reach', () => {
      const layers = drawTiled(outlined);
      expect(drawnBy(layers, dust)).toEqual(['a:merged', 'a:merged-outlines', 'a:merged-spread']);
      const spread = layers.find(({ id }) => id === 'a:merged-spread');
      expect(valueFor(spread, 'line-width', dust)).toBeCloseTo(2, 2);
      expect(valueFor(spread, 'line-color', dust)).toBe('rgba(9,9,9,1)');
    });

    test('of polygons without outlines are filled alone', () => {
      const layers = drawTiled(plain);
      expect(drawnBy(layers, whole)).toEqual(['a:merged']);
      expect(drawnBy(layers, dust)).toEqual(['a:merged', 'a:merged-spread']);
      expect(valueFor(layers.at(-1), 'line-color', dust)).toBe('rgba(255,0,0,1)');
    });

    test('keep to the filter and the scales of the layer, and are in tiles alone', () => {
      const layers = drawTiled(outlined, { filter: ['==', ['get', 'n'], 1], minzoom: 2, maxzoom: 5 });
      expect(drawnBy(layers, { ...whole, n: 1 })).toEqual(['a:merged', 'a:merged-outlines']);
      expect(drawnBy(layers, { ...whole, n: 2 })).toEqual([]);
      expect(layers.map(({ minzoom, maxzoom }) => [minzoom, maxzoom])).toEqual(Array(5).fill([2, 5]));
      expect(drawTiled(outlined, { minzoom: 10 })).toHaveLength(2);
      expect(draw(outlined, 'polygon')).toHaveLength(2);
    });

    test.each(RENDERERS.filter(([, kind]) => kind === 'polygon'))('are drawn by layers that the library accepts: %s', (_, __, renderer) => {
      const layers = drawTiled(renderer, { filter: ['==', ['get', 'n'], 1] });
      const style = { version: 8, sources: { s: { type: 'vector', tiles: ['http://x/{z}/{x}/{y}'] } }, layers } as StyleSpecification;
      expect(validateStyleMin(style)).toEqual([]);
      expect(layers.length).toBeGreaterThan(2);
    });
  });
});
