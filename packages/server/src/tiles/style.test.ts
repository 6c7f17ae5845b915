// Renderers become style layers that map libraries accept and that show the features.
import { describe, expect, it } from 'vitest';
import { CLEAR, FIELDS, FIRST, fill, layer, SECOND, styleLayers } from '../../testing/style-layers.ts';
import type { HostedLayer } from '../features/index.ts';

describe('the style of a layer', () => {
  it('draws points as circles of the symbol’s size and colour', () => {
    const symbol = { type: 'esriSMS', size: 6, color: [255, 0, 0, 255], outline: { color: [255, 255, 255, 128], width: 0.75 } };
    const [circle] = styleLayers(layer('esriGeometryPoint', { type: 'simple', symbol }, 50), 'Spots');
    expect(circle).toMatchObject({
      type: 'circle',
      source: 'esri',
      'source-layer': 'Spots',
      paint: { 'circle-color': 'rgba(255,0,0,1)', 'circle-radius': 4, 'circle-stroke-width': 1, 'circle-opacity': 0.5 },
    });
  });

  it('draws unique values as a match', () => {
    const unique = {
      type: 'uniqueValue',
      field1: 'kind',
      uniqueValueInfos: [{ value: 'A', symbol: fill([1, 2, 3, 255]) }],
      defaultSymbol: fill([9, 9, 9, 0]),
    };
    const [area, outline] = styleLayers(layer('esriGeometryPolygon', unique), 'x');
    expect(area).toMatchObject({
      paint: { 'fill-color': ['match', ['to-string', ['get', 'kind']], 'A', 'rgba(1,2,3,1)', 'rgba(9,9,9,0)'] },
    });
    expect(outline).toMatchObject({ type: 'line', paint: { 'line-width': ['match', ['to-string', ['get', 'kind']], 'A', 1, 1] } });
  });

  it.each([
    [
      { field2: 'size', field3: '', fieldDelimiter: ', ' },
      ['concat', ['to-string', ['get', 'kind']], ', ', ['to-string', ['get', 'size']]],
    ],
    [
      { field2: 'size', field3: 'state' },
      ['concat', ['to-string', ['get', 'kind']], ',', ['to-string', ['get', 'size']], ',', ['to-string', ['get', 'state']]],
    ],
    [{ field2: '', field3: null, fieldDelimiter: ', ' }, ['to-string', ['get', 'kind']]],
  ])('joins the fields of unique values by the delimiter: %j', (more, input) => {
    const uniqueValueInfos = [{ value: 'A, 2', symbol: fill([1, 2, 3, 255]) }];
    const renderer = { type: 'uniqueValue', field1: 'kind', ...more, uniqueValueInfos, defaultSymbol: fill([9, 9, 9, 0]) };
    const [area] = styleLayers(layer('esriGeometryPolygon', renderer), 'x');
    expect(area).toMatchObject({ paint: { 'fill-color': ['match', input, 'A, 2', 'rgba(1,2,3,1)', 'rgba(9,9,9,0)'] } });
  });

  it('draws the values of groups as a match too, each value once', () => {
    const classes = [
      {
        symbol: fill([1, 2, 3, 255]),
        values: [
          ['A', 2],
          ['B', '<Null>'],
        ],
      },
      {
        symbol: fill([4, 5, 6, 255]),
        values: [
          ['A', 2],
          ['C', 1],
        ],
      },
    ];
    const groups = { uniqueValueGroups: [{ heading: 'All', classes }], defaultSymbol: fill([9, 9, 9, 0]) };
    const [area] = styleLayers(layer('esriGeometryPolygon', { type: 'uniqueValue', field1: 'kind', field2: 'size', ...groups }), 'x');
    const input = ['concat', ['to-string', ['get', 'kind']], ',', ['to-string', ['get', 'size']]];
    const [first, second] = ['rgba(1,2,3,1)', 'rgba(4,5,6,1)'];
    expect(area).toMatchObject({ paint: { 'fill-color': ['match', input, 'A,2', first, 'B,', first, 'C,1', second, 'rgba(9,9,9,0)'] } });
  });

  it('draws squares of several polygons without outlines of their own', () => {
    const symbol = fill([1, 2, 3, 128]);
    const layers = styleLayers(layer('esriGeometryPolygon', { type: 'simple', symbol }), 'x');
    expect(layers.map(({ id, filter }) => [id, filter])).toEqual([
      ['x/fill', ['!', ['has', 'merged.side']]],
      ['x/outline', ['!', ['has', 'merged.side']]],
      ['x/merged', ['has', 'merged.side']],
      ['x/merged-outlines', ['has', 'merged.side']],
      ['x/merged-spread', ['has', 'merged.spread']],
    ]);
    expect(layers[3]).toMatchObject({ type: 'fill', maxzoom: 9, paint: { 'fill-color': 'rgba(0,0,0,1)', 'fill-antialias': false } });
    const plain = styleLayers(layer('esriGeometryPolygon', { type: 'simple', symbol: { ...symbol, outline: null } }), 'x');
    expect(plain.map(({ id }) => id)).toEqual(['x/fill', 'x/outline', 'x/merged', 'x/merged-spread']);
    expect(plain[3]).toMatchObject({ paint: { 'line-color': 'rgba(1,2,3,0.502)' } });
  });

  it('draws a layer that nobody styled as its description says', () => {
    const unstyled = { id: 0, geometryType: 'esriGeometryPoint', fields: FIELDS, definition: {} } as unknown as HostedLayer;
    expect(styleLayers(unstyled, 'x')[0]).toMatchObject({ paint: { 'circle-color': 'rgba(29,105,150,1)', 'circle-opacity': 1 } });
  });

  it('draws lines', () => {
    const [line] = styleLayers(
      layer('esriGeometryPolyline', { type: 'simple', symbol: { type: 'esriSLS', color: [0, 0, 255, 255], width: 3 } }),
      'x',
    );
    expect(line).toMatchObject({ type: 'line', paint: { 'line-color': 'rgba(0,0,255,1)', 'line-width': 4 } });
  });

  it('leaves what is hollow unseen', () => {
    const hollow = {
      type: 'esriSFS',
      style: 'esriSFSNull',
      color: [1, 2, 3, 255],
      outline: { style: 'esriSLSNull', color: [4, 5, 6, 255] },
    };
    const [area, outline] = styleLayers(layer('esriGeometryPolygon', { type: 'simple', symbol: hollow }), 'x');
    expect([area?.paint, outline?.paint]).toMatchObject([
      { 'fill-color': 'rgba(0,0,0,0)' },
      { 'line-color': 'rgba(0,0,0,0)', 'line-width': 0 },
    ]);
  });
});

describe('a heat map', () => {
  const RED = [255, 0, 0, 255];
  const stops = [
    { ratio: 1, color: RED },
    { ratio: 0.2, color: [0, 0, 255, 128] },
  ];
  const heat = (more: object) => styleLayers(layer('esriGeometryPoint', { type: 'heatmap', colorStops: stops, ...more }, 25), 'x');

  it('has the colours, radius and weight of the renderer', () => {
    const layers = heat({ blurRadius: 15, maxPixelIntensity: 50, field: 'N' });
    const weight = ['to-number', ['get', 'n'], 0];
    expect(layers).toEqual([
      {
        id: 'x/heat',
        type: 'heatmap',
        source: 'esri',
        'source-layer': 'x',
        filter: ['>', weight, 0],
        paint: {
          'heatmap-weight': ['*', ['max', weight, 0], expect.closeTo(0.1003, 4)],
          'heatmap-radius': 20,
          'heatmap-opacity': 0.75,
          'heatmap-color': [
            'interpolate',
            ['linear'],
            ['heatmap-density'],
            0,
            'rgba(0,0,0,0)',
            0.2,
            'rgba(0,0,255,0.502)',
            1,
            'rgba(255,0,0,1)',
          ],
        },
      },
    ]);
  });

  it.each([
    ['no field', {}, expect.closeTo(0.0501, 4)],
    ['a field that tiles do not hold', { field: 'GlobalID' }, expect.closeTo(0.0501, 4)],
    ['a field that is no more', { field: 'gone' }, expect.closeTo(0.0501, 4)],
    ['a density', { radius: 10, maxDensity: 0.01 }, expect.closeTo(1.3466, 4)],
    ['nothing for the largest intensity', { maxPixelIntensity: 0, radius: 0, blurRadius: -1 }, expect.closeTo(0.0501, 4)],
  ])('counts features alike with %s', (_, more, weight) => {
    const [drawn] = heat(more);
    expect(drawn?.filter).toBeUndefined();
    expect(drawn).toMatchObject({ type: 'heatmap', paint: { 'heatmap-weight': weight } });
  });

  it.each([
    ['none', undefined],
    ['one', [{ ratio: 0.5, color: RED }]],
    ['two in one place', [0, 0].map((ratio) => ({ ratio, color: RED }))],
    ['no list', 'red'],
  ])('has colours of its own when the renderer has too few: %s', (_, colorStops) => {
    expect(heat({ colorStops })[0]).toMatchObject({ paint: { 'heatmap-color': expect.arrayContaining([1, 'rgba(233,74,110,0.941)']) } });
  });

  it('is not made of lines and areas, which are drawn by default', () => {
    const [line] = styleLayers(layer('esriGeometryPolyline', { type: 'heatmap' }), 'x');
    expect(line).toMatchObject({ type: 'line', paint: { 'line-color': 'rgba(29,105,150,1)', 'line-width': 2 } });
  });
});

describe('what a style cannot tell', () => {
  const infos = [{ value: 'A', classMaxValue: 1, symbol: fill([1, 2, 3, 255]) }];
  const grey = fill([9, 9, 9, 255]);
  const BY_DEFAULT = 'rgba(29,105,150,0.51)';
  const GREY = 'rgba(9,9,9,1)';

  it.each([
    ['a script for unique values', { type: 'uniqueValue', valueExpression: 'Upper($feature.kind)', uniqueValueInfos: infos }, BY_DEFAULT],
    [
      'a script for unique values with a symbol for others',
      { type: 'uniqueValue', field1: null, valueExpression: '1 + 1', uniqueValueInfos: infos, defaultSymbol: grey },
      GREY,
    ],
    ['a script for classes', { type: 'classBreaks', valueExpression: '$feature.n * 2', classBreakInfos: infos }, BY_DEFAULT],
    [
      'a script for classes with a symbol for others',
      { type: 'classBreaks', field: '', valueExpression: '2', classBreakInfos: infos, defaultSymbol: grey },
      GREY,
    ],
    ['a field that tiles do not hold', { type: 'uniqueValue', field1: 'GlobalID', uniqueValueInfos: infos, defaultSymbol: grey }, GREY],
    ['one of several fields that is no more', { type: 'uniqueValue', field1: 'kind', field2: 'gone', uniqueValueInfos: infos }, BY_DEFAULT],
    [
      'a field in relation to one that is no more',
      {
        type: 'classBreaks',
        field: 'n',
        normalizationType: 'esriNormalizeByField',
        normalizationField: 'gone',
        classBreakInfos: infos,
      },
      BY_DEFAULT,
    ],
    ['no classes', { type: 'uniqueValue', field1: 'kind' }, BY_DEFAULT],
    ['a renderer of another kind', { type: 'dotDensity', attributes: [] }, BY_DEFAULT],
    ['no symbol', { type: 'simple', symbol: null }, BY_DEFAULT],
    ['a symbol of another kind', { type: 'simple', symbol: { type: 'CIMSymbolReference', symbol: {} } }, BY_DEFAULT],
    ['a picture', { type: 'simple', symbol: { type: 'esriPFS', url: 'a.png' } }, BY_DEFAULT],
  ])('is drawn with one symbol: %s', (_, renderer, color) => {
    expect(styleLayers(layer('esriGeometryPolygon', renderer), 'x')[0]).toMatchObject({ type: 'fill', paint: { 'fill-color': color } });
  });

  it('is drawn as circles as wide as the pictures, in colours that keep the classes apart', () => {
    const picture = (width?: number) => ({ type: 'esriPMS', url: 'a.png', width, height: 20 });
    const uniqueValueInfos = ['A', 'B'].map((value, at) => ({ value, symbol: picture(12 + 6 * at) }));
    const renderer = { type: 'uniqueValue', field1: 'kind', uniqueValueInfos, defaultSymbol: picture() };
    const [circle] = styleLayers(layer('esriGeometryPoint', renderer), 'x');
    const input = ['to-string', ['get', 'kind']];
    expect(circle).toMatchObject({
      type: 'circle',
      paint: {
        'circle-color': ['match', input, 'A', 'rgba(204,80,62,1)', 'B', 'rgba(15,133,84,1)', 'rgba(29,105,150,1)'],
        'circle-radius': ['match', input, 'A', 8, 'B', 12, 4],
      },
    });
  });

  it('keeps the outline of areas filled with pictures', () => {
    const symbol = { type: 'esriPFS', url: 'a.png', outline: { type: 'esriSLS', color: [7, 8, 9, 255], width: 3 } };
    const [, outline] = styleLayers(layer('esriGeometryPolygon', { type: 'simple', symbol }), 'x');
    expect(outline).toMatchObject({ paint: { 'line-color': 'rgba(7,8,9,1)', 'line-width': 4 } });
  });
});

describe('the fields of a style', () => {
  const colourOf = (renderer: object) => styleLayers(layer('esriGeometryPolygon', renderer), 'x')[0]?.paint;
  const uniqueValueInfos = [{ value: 'A', symbol: fill([1, 2, 3, 255]) }];
  const classBreakInfos = [10, 20].map((classMaxValue, at) => ({ classMaxValue, symbol: fill([at, 0, 0, 255]) }));

  it.each(['$feature.kind', ' return $feature["Kind"]; ', "$feature[ 'KIND' ]"])(
    'are found in a script that only names one: %s',
    (valueExpression) => {
      expect(colourOf({ type: 'uniqueValue', valueExpression, uniqueValueInfos })).toMatchObject({
        'fill-color': ['match', ['to-string', ['get', 'kind']], 'A', 'rgba(1,2,3,1)', 'rgba(0,0,0,0)'],
      });
    },
  );

  it.each([
    ['N', ['get', 'n']],
    ['objectid', ['id']],
    ['built', ['get', 'built']],
  ])('are those of the tiles, whose names differ by case: %s', (field, read) => {
    expect(colourOf({ type: 'classBreaks', field, classBreakInfos })).toMatchObject({
      'fill-color': [
        'case',
        ['all', ['==', ['typeof', read], 'number'], ['<=', ['to-number', read, 0], 10]],
        FIRST,
        ['all', ['==', ['typeof', read], 'number'], ['<=', ['to-number', read, 0], 20]],
        SECOND,
        CLEAR,
      ],
    });
  });

  it('may have a value twice', () => {
    const twice = [...uniqueValueInfos, { value: 'A', symbol: fill([7, 7, 7, 255]) }];
    expect(colourOf({ type: 'uniqueValue', field1: 'kind', uniqueValueInfos: twice })).toMatchObject({
      'fill-color': ['match', ['to-string', ['get', 'kind']], 'A', 'rgba(1,2,3,1)', 'rgba(0,0,0,0)'],
    });
  });
});

describe('size, colour and opacity that follow a number', () => {
  const symbol = { type: 'esriSMS', size: 6, color: [255, 0, 0, 255] };
  const spot = (...visualVariables: object[]) =>
    styleLayers(layer('esriGeometryPoint', { type: 'simple', symbol, visualVariables }, 50), 'x')[0]?.paint;
  const known = ['==', ['typeof', ['get', 'n']], 'number'];
  const ramp = (...stops: unknown[]) => ['interpolate', ['linear'], ['to-number', ['get', 'n'], 0], ...stops];

  it('are ramps over the field', () => {
    const drawn = spot(
      { type: 'sizeInfo', field: 'n', minDataValue: 0, maxDataValue: 10, minSize: 3, maxSize: { stops: [{ size: 30 }] } },
      {
        type: 'colorInfo',
        valueExpression: '$feature.n',
        stops: [
          { value: 10, color: [0, 0, 255, 255] },
          { value: 0, color: [0, 255, 0, 255] },
        ],
      },
      { type: 'transparencyInfo', field: 'n', stops: [0, 10].map((value) => ({ value, transparency: value * 9 })) },
    );
    const opacity = ['*', ['case', known, ramp(0, 1, 10, expect.closeTo(0.1)), 1], 0.5];
    expect(drawn).toMatchObject({
      'circle-radius': ['/', ['case', known, ramp(0, 4, 10, 40), 4], 2],
      'circle-color': ['case', known, ramp(0, 'rgba(0,255,0,1)', 10, 'rgba(0,0,255,1)'), 'rgba(0,255,0,1)'],
      'circle-opacity': opacity,
      'circle-stroke-opacity': opacity,
    });
  });

  it('may follow a number in relation to another', () => {
    const variable = {
      type: 'sizeInfo',
      field: 'n',
      normalizationField: 'area',
      stops: [1, 2].map((value) => ({ value, size: value * 3 })),
    };
    expect(spot(variable)).toMatchObject({
      'circle-radius': [
        '/',
        ['case', ['all', known, ['==', ['typeof', ['get', 'area']], 'number'], ['!=', ['get', 'area'], 0]], expect.any(Array), 4],
        2,
      ],
    });
  });

  it.each([
    ['without a field', { type: 'sizeInfo', valueExpression: '$feature.n + 1', minDataValue: 0, maxDataValue: 10 }],
    ['of outlines', { type: 'sizeInfo', target: 'outline', field: 'n', minDataValue: 0, maxDataValue: 10 }],
    [
      'in relation to a field that is no more',
      { type: 'sizeInfo', field: 'n', normalizationField: 'gone', minDataValue: 0, maxDataValue: 1 },
    ],
    ['over no range', { type: 'sizeInfo', field: 'n', minDataValue: 5, maxDataValue: 5 }],
    ['of another kind', { type: 'rotationInfo', field: 'n' }],
  ])('leave what they cannot follow to the symbol: %s', (_, variable) => {
    expect(spot(variable)).toMatchObject({ 'circle-radius': 4, 'circle-color': 'rgba(255,0,0,1)', 'circle-opacity': 0.5 });
  });

  it('draw lines and areas, also squares that stand for several', () => {
    const stops = [0, 10].map((value) => ({ value, color: [value, 0, 0, 255], transparency: value, size: value }));
    const visualVariables = ['sizeInfo', 'colorInfo', 'transparencyInfo'].map((type) => ({ type, field: 'n', stops }));
    const color = ['case', known, ramp(0, 'rgba(0,0,0,1)', 10, 'rgba(10,0,0,1)'), 'rgba(0,0,0,1)'];
    const areas = styleLayers(layer('esriGeometryPolygon', { type: 'simple', symbol: fill([1, 2, 3, 255]), visualVariables }), 'x');
    expect(areas.filter(({ id }) => id === 'x/fill' || id === 'x/merged')).toMatchObject([
      { paint: { 'fill-color': color } },
      { paint: { 'fill-color': color } },
    ]);
    const line = { type: 'esriSLS', color: [0, 0, 255, 255], width: 3 };
    expect(styleLayers(layer('esriGeometryPolyline', { type: 'simple', symbol: line, visualVariables }), 'x')[0]).toMatchObject({
      paint: { 'line-color': color, 'line-width': ['case', known, ramp(0, 0, 10, expect.closeTo(13.333)), 0] },
    });
  });
});
