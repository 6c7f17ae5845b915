// Where a saved map opens.
import { builtInBasemap } from '@graticule/contract/documents/basemaps';
import { afterEach, expect, test, vi } from 'vitest';
import { openMap } from './open-map.ts';

afterEach(() => vi.unstubAllGlobals());

const EXTENT = [
  [5, 50],
  [15, 60],
];
const VIEW = { targetGeometry: { xmin: 1, ymin: 2, xmax: 3, ymax: 4, spatialReference: { wkid: 4326 } } };

async function baseMapOpened(baseMap: object): Promise<unknown> {
  const data = { operationalLayers: [], baseMap, version: '2.30', spatialReference: { wkid: 102100 } };
  vi.stubGlobal('fetch', async (url: string) => new Response(JSON.stringify(url.includes('/data') ? data : { id: 'm1', extent: [] })));
  return (await openMap({ webmap: 'm1', scheme: 'light' })).document.baseMap;
}

async function viewpointOpened(extent: unknown, viewpoint?: unknown): Promise<unknown> {
  const data = { operationalLayers: [], baseMap: { title: '', baseMapLayers: [] }, version: '2.30', spatialReference: { wkid: 102100 } };
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = url.includes('/data') ? { ...data, ...(viewpoint ? { initialState: { viewpoint } } : {}) } : { id: 'm1', extent };
    return new Response(JSON.stringify(answer));
  });
  return (await openMap({ webmap: 'm1', scheme: 'light' })).document.initialState?.viewpoint;
}

test('a map that says where it opens does so there', async () => {
  expect(await viewpointOpened(EXTENT, VIEW)).toEqual(VIEW);
});

test('a map that does not say it opens where its item lies, or shows the world', async () => {
  expect(await viewpointOpened(EXTENT)).toMatchObject({ targetGeometry: { xmin: expect.any(Number), ymax: expect.any(Number) } });
  expect(await viewpointOpened([])).toBeUndefined();
});

test('a built-in basemap is that of this portal, whatever the map says of it, and one of another stays', async () => {
  const dark = builtInBasemap('dark', location.origin);
  expect(await baseMapOpened({ id: 'graticule-dark', title: 'Dark', baseMapLayers: [] })).toEqual(dark);
  expect(await baseMapOpened({ ...builtInBasemap('dark', 'https://old.example.org'), more: 1 })).toEqual({ ...dark, more: 1 });
  const own = { title: 'Topo', baseMapLayers: [{ id: 'topo', layerType: 'VectorTileLayer', styleUrl: 'https://x/root.json' }] };
  expect(await baseMapOpened(own)).toEqual(own);
});
