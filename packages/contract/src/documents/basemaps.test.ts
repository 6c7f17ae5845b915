import { expect, it } from 'vitest';
import { builtInBasemap, builtInKind } from './basemaps.ts';

const layer = (id: string, more: object = {}) => ({ id, layerType: 'VectorTileLayer', styleUrl: 'https://x/root.json', ...more });

it('built-in basemaps are layers that every client draws, and are known again', () => {
  const url = 'https://maps.example.org/rest/services/World_Basemap/VectorTileServer';
  expect(builtInBasemap('dark', 'https://maps.example.org')).toEqual({
    id: 'graticule-dark',
    title: 'Dark',
    baseMapLayers: [
      {
        id: 'graticule-dark',
        title: 'Dark',
        layerType: 'VectorTileLayer',
        url,
        styleUrl: `${url}/resources/styles/dark/root.json`,
        visibility: true,
        opacity: 1,
      },
    ],
  });
  for (const kind of ['light', 'dark', 'none'] as const) expect(builtInKind(builtInBasemap(kind, 'https://x'))).toBe(kind);
});

it.each([
  ['by its id alone, as in older maps', { id: 'graticule-dark', baseMapLayers: [] }, 'dark'],
  ['where nothing is said', { baseMapLayers: [] }, 'light'],
  ['where another id has no layers', { id: 'topo', baseMapLayers: [] }, 'light'],
  ['by its layer, as other clients save it', { id: '18f3-basemap', baseMapLayers: [layer('graticule-dark')] }, 'dark'],
  ['not where there is a layer of another', { id: 'graticule-light', baseMapLayers: [layer('world')] }, undefined],
  ['not where there is another layer too', { baseMapLayers: [layer('graticule-light'), layer('names')] }, undefined],
])('a basemap is known %s', (_what, baseMap, kind) => {
  expect(builtInKind(baseMap)).toBe(kind);
});
