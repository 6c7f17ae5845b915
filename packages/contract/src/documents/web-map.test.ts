// Reading and changing web maps.

import { describe, expect, test } from 'vitest';
import { builtInBasemap } from './basemaps.ts';
import { extentBounds, viewpointBounds, viewpointOf } from './viewpoint.ts';
import { flattenLayers, NotAWebMap, newWebMap, readWebMap } from './web-map.ts';
import {
  addLayer,
  moveLayer,
  removeLayer,
  setBasemap,
  setOpacity,
  setRenderer,
  setTitle,
  setViewpoint,
  setVisibility,
} from './web-map-edit.ts';

const stored = {
  operationalLayers: [
    {
      id: 'a',
      title: 'Rivers',
      layerType: 'ArcGISFeatureLayer',
      url: 'https://x/FeatureServer/0',
      opacity: 0.5,
      somethingNew: { deep: [1] },
    },
    { id: 'b', title: 'Odd', layerType: 'SubtypeGroupLayer', url: 'https://x/1' },
    { id: 'a', title: 'Twin', url: 'https://x/FeatureServer/2', layerDefinition: { drawingInfo: { renderer: { type: 'dotDensity' } } } },
    'not a layer',
  ],
  baseMap: { title: 'Topo', baseMapLayers: [{ id: 'base', layerType: 'VectorTileLayer', styleUrl: 'https://x/root.json' }] },
  spatialReference: { wkid: 3035 },
  version: '2.20',
  presentation: { slides: [] },
};

describe('reading a web map', () => {
  test('keeps members that it does not know', () => {
    const { map } = readWebMap(structuredClone(stored));
    expect(map.presentation).toEqual({ slides: [] });
    expect(map.operationalLayers[0]).toEqual(stored.operationalLayers[0]);
    expect(map.baseMap).toEqual(stored.baseMap);
    expect(map.version).toBe('2.20');
  });

  test('does not change a complete document', () => {
    const whole = {
      ...newWebMap('https://maps.example.org'),
      operationalLayers: [stored.operationalLayers[0]],
      widgets: { timeSlider: { x: 1 } },
    };
    expect(readWebMap(structuredClone(whole)).map).toEqual(whole);
  });

  test('says what it does not show', () => {
    const { notes } = readWebMap(stored);
    expect(notes).toEqual([
      { code: 'layer-type', layer: 'Odd', detail: 'SubtypeGroupLayer' },
      { code: 'renderer', layer: 'Twin', detail: 'dotDensity' },
      { code: 'layer', detail: '4' },
      { code: 'projection', detail: '3035' },
    ]);
  });

  test('gives twins an id of their own and a layer without a type the type of its address', () => {
    const { map } = readWebMap(stored);
    expect(map.operationalLayers.map((layer) => [layer.id, layer.layerType])).toEqual([
      ['a', 'ArcGISFeatureLayer'],
      ['b', 'SubtypeGroupLayer'],
      ['a-2', 'ArcGISFeatureLayer'],
    ]);
  });

  test('reads an empty object as an empty map', () => {
    expect(readWebMap({}).map).toMatchObject({
      operationalLayers: [],
      baseMap: { id: 'graticule-light' },
      spatialReference: { wkid: 102100 },
    });
  });

  test.each([null, 'text', 3, [1]])('refuses %j', (value) => {
    expect(() => readWebMap(value)).toThrow(NotAWebMap);
  });

  test('wrong kinds of members count as absent', () => {
    const { map } = readWebMap({ operationalLayers: [{ id: 7, title: 5, opacity: 'half', visibility: 'no' }], baseMap: 'x' });
    expect(map.operationalLayers[0]).toMatchObject({ id: '7', title: '', opacity: undefined, visibility: undefined });
    expect(map.baseMap.id).toBe('graticule-light');
  });
});

describe('changing a web map', () => {
  const layer = (id: string) => ({ id, title: id.toUpperCase(), layerType: 'ArcGISFeatureLayer', extra: id });
  const map = { ...newWebMap('https://maps.example.org'), operationalLayers: [layer('a'), layer('b'), layer('c')] };
  const ids = (changed: typeof map) => changed.operationalLayers.map((each) => each.id).join('');

  test('leaves the old document as it was', () => {
    const before = JSON.stringify(map);
    setVisibility(map, 'a', false);
    moveLayer(map, 'a', 2);
    removeLayer(map, 'b');
    setRenderer(map, 'c', { type: 'simple' });
    expect(JSON.stringify(map)).toBe(before);
  });

  test('adds on top, or where asked, with an id of its own', () => {
    expect(addLayer(map, layer('a')).operationalLayers.map((each) => each.id)).toEqual(['a', 'b', 'c', 'a-2']);
    expect(addLayer(map, layer('d'), 0).operationalLayers[0]?.id).toBe('d');
  });

  test('moves and removes', () => {
    expect(ids(moveLayer(map, 'a', 1) as typeof map)).toBe('bac');
    expect(ids(moveLayer(map, 'c', -5) as typeof map)).toBe('cab');
    expect(moveLayer(map, 'zz', 0)).toBe(map);
    expect(ids(removeLayer(map, 'b') as typeof map)).toBe('ac');
  });

  test('changes one layer and shares the others', () => {
    const changed = setOpacity(setTitle(map, 'b', 'Brooks'), 'b', 1.7);
    expect(changed.operationalLayers[1]).toEqual({ ...layer('b'), title: 'Brooks', opacity: 1 });
    expect(changed.operationalLayers[0]).toBe(map.operationalLayers[0]);
  });

  test('reaches into groups', () => {
    const grouped = {
      ...newWebMap('https://maps.example.org'),
      operationalLayers: [{ id: 'g', title: 'G', layerType: 'GroupLayer', layers: [layer('x'), layer('y')] }],
    };
    expect(flattenLayers(setVisibility(grouped, 'x', false).operationalLayers)[0]?.visibility).toBe(false);
    expect(flattenLayers(removeLayer(grouped, 'x').operationalLayers).map((each) => each.id)).toEqual(['y']);
  });

  test('sets the basemap and the view, keeping the rest of the initial state', () => {
    const changed = setViewpoint({ ...setBasemap(map, 'dark', 'https://maps.example.org'), initialState: { timeExtent: [1, 2] } }, [
      [-10, 30],
      [40, 70],
    ]);
    expect(changed.baseMap).toEqual(builtInBasemap('dark', 'https://maps.example.org'));
    expect(changed.initialState?.timeExtent).toEqual([1, 2]);
    const [[west, south], [east, north]] = viewpointBounds(changed.initialState?.viewpoint) ?? [
      [0, 0],
      [0, 0],
    ];
    expect([west, south, east, north].map((value) => Math.round(value * 1e4) / 1e4)).toEqual([-10, 30, 40, 70]);
  });
});

describe('views', () => {
  test('a view across the antimeridian stays one piece', () => {
    expect(
      viewpointOf([
        [170, -20],
        [-170, 0],
      ]).targetGeometry,
    ).toMatchObject({ xmin: 18924313.435, xmax: 21150703.251 });
  });

  test('degrees, metres and other systems', () => {
    expect(extentBounds({ xmin: 1, ymin: 2, xmax: 3, ymax: 4, spatialReference: { wkid: 4326 } })).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(extentBounds({ xmin: 1, ymin: 2, xmax: 3, ymax: 4, spatialReference: { wkid: 3035 } })).toBeUndefined();
    expect(extentBounds({ xmin: 'NaN', ymin: 2, xmax: 3, ymax: 4, spatialReference: { wkid: 4326 } })).toBeUndefined();
  });

  test('a point with a scale becomes a rectangle around it', () => {
    const bounds = viewpointBounds({ targetGeometry: { x: 0, y: 0, spatialReference: { wkid: 102100 } }, scale: 4_000_000 });
    expect(bounds?.[0][0]).toBeCloseTo(-4.753, 2);
    expect(bounds?.[1][0]).toBeCloseTo(4.753, 2);
  });
});
