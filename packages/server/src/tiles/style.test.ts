import { describe, expect, it } from 'vitest';
import type { HostedLayer } from '../features/index.ts';
import { styleLayers } from './style.ts';

const layer = (geometryType: HostedLayer['geometryType'], renderer: object, transparency = 0): HostedLayer =>
  ({ geometryType, definition: { drawingInfo: { renderer, transparency } } }) as unknown as HostedLayer;

const fill = (color: number[]): object => ({ type: 'esriSFS', color, outline: { type: 'esriSLS', color: [0, 0, 0, 255], width: 0.75 } });

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

  it('draws unique values as a match and class breaks as steps', () => {
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
    const infos = [10, 20].map((classMaxValue, at) => ({ classMaxValue, symbol: fill([at, 0, 0, 255]) }));
    const [steps] = styleLayers(layer('esriGeometryPolygon', { type: 'classBreaks', field: 'n', classBreakInfos: infos }), 'x');
    expect(steps).toMatchObject({
      paint: { 'fill-color': ['step', ['to-number', ['get', 'n'], 0], 'rgba(0,0,0,1)', 10, 'rgba(1,0,0,1)'] },
    });
  });

  it.each([
    [
      { normalizationType: 'esriNormalizeByField', normalizationField: 'area' },
      [
        'case',
        ['==', ['to-number', ['get', 'area'], 0], 0],
        expect.any(Number),
        ['/', ['to-number', ['get', 'n'], 0], ['to-number', ['get', 'area'], 0]],
      ],
    ],
    [
      { normalizationType: 'esriNormalizeByLog' },
      ['case', ['>', ['to-number', ['get', 'n'], 0], 0], ['log10', ['to-number', ['get', 'n'], 0]], expect.any(Number)],
    ],
    [{ normalizationType: 'esriNormalizeByPercentOfTotal', normalizationTotal: 40 }, ['*', 100, ['/', ['to-number', ['get', 'n'], 0], 40]]],
  ])('puts numbers into classes in relation to others: %j', (relation, input) => {
    const infos = [10, 20].map((classMaxValue, at) => ({ classMaxValue, symbol: fill([at, 0, 0, 255]) }));
    const renderer = { type: 'classBreaks', field: 'n', ...relation, classBreakInfos: infos };
    const [area] = styleLayers(layer('esriGeometryPolygon', renderer), 'x');
    expect(area).toMatchObject({ paint: { 'fill-color': ['step', input, 'rgba(0,0,0,1)', 10, 'rgba(1,0,0,1)'] } });
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
    const unstyled = { id: 0, geometryType: 'esriGeometryPoint', definition: {} } as unknown as HostedLayer;
    expect(styleLayers(unstyled, 'x')[0]).toMatchObject({ paint: { 'circle-color': 'rgba(29,105,150,1)', 'circle-opacity': 1 } });
  });

  it('draws lines', () => {
    const [line] = styleLayers(
      layer('esriGeometryPolyline', { type: 'simple', symbol: { type: 'esriSLS', color: [0, 0, 255, 255], width: 3 } }),
      'x',
    );
    expect(line).toMatchObject({ type: 'line', paint: { 'line-color': 'rgba(0,0,255,1)', 'line-width': 4 } });
  });
});
