// What an item puts on a map.
import type { Item } from '@graticule/contract/content/item';
import { afterEach, expect, test, vi } from 'vitest';
import { layersOfItem } from './layers-of-item.ts';

afterEach(() => vi.unstubAllGlobals());

const SERVICE = 'https://gis.example.org/rest/services/Hosted/Trees/FeatureServer';

/** An item, where the service has these layers. */
function put(item: Partial<Item>, layers: object[] = []) {
  vi.stubGlobal('fetch', async (url: string) => new Response(JSON.stringify(url.includes('/data') ? {} : { layers })));
  return layersOfItem({ id: 'i1', title: 'Trees', type: 'Feature Service', ...item } as Item);
}

test.each([SERVICE, `${SERVICE}/0`])('layers of features show the labels that their service has: %s', async (url) => {
  expect(await put({ url }, [{ id: 0, name: 'trees' }])).toMatchObject([
    { layerType: 'ArcGISFeatureLayer', url: `${SERVICE}/0`, showLabels: true },
  ]);
});

test('labels of vector tiles are those of their style', async () => {
  const url = SERVICE.replace('FeatureServer', 'VectorTileServer');
  const [layer] = await put({ type: 'Vector Tile Service', url });
  expect(layer).toMatchObject({ layerType: 'VectorTileLayer', styleUrl: `${url}/resources/styles/root.json` });
  expect(layer).not.toHaveProperty('showLabels');
});

const OF_A_FILE = [
  { id: 0, name: 'regions', geometryType: 'esriGeometryPolygon' },
  { id: 1, name: 'towns', geometryType: 'esriGeometryPoint' },
  { id: 2, name: 'rivers', geometryType: 'esriGeometryPolyline' },
  { id: 3, name: 'lakes', geometryType: 'esriGeometryPolygon' },
];

test.each([
  ['of a file lie with the areas at the bottom and the points on top', location.origin, [3, 0, 2, 1]],
  ['of another server stay in its order', 'https://gis.example.org', [3, 2, 1, 0]],
])('layers %s', async (_what, origin, bottomFirst) => {
  const url = `${origin}/rest/services/Hosted/France/FeatureServer`;
  const layers = await put({ url }, OF_A_FILE);
  expect(layers.map((layer) => layer.url)).toEqual(bottomFirst.map((id) => `${url}/${id}`));
});
