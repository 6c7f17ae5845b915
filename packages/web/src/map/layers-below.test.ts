// Which layers below the map are opened as layers, and which the pages draw by themselves.
import { builtInBasemap } from '@graticule/contract/documents/basemaps';
import { newWebMap } from '@graticule/contract/documents/web-map';
import { expect, it } from 'vitest';
import { layersBelow } from './open-web-map.ts';

it('a built-in basemap is drawn from the archive, without asking the service that other clients ask', () => {
  const map = newWebMap('https://maps.example.org', 'dark');
  expect(map.baseMap.baseMapLayers).toHaveLength(1);
  expect(layersBelow(map)).toEqual([]);
  const [saved] = builtInBasemap('light', 'https://old.example.org').baseMapLayers;
  expect(layersBelow({ ...map, baseMap: { title: 'Light', baseMapLayers: [saved as { id: string }] } })).toEqual([]);
});

it('a basemap of another is opened like any layer', () => {
  const own = { id: 'topo', layerType: 'VectorTileLayer', styleUrl: 'https://tiles.example.org/root.json' };
  expect(layersBelow({ ...newWebMap(''), baseMap: { title: 'Topo', baseMapLayers: [own] } })).toEqual([own]);
});
