// Where and in which layers features are looked for.
import type { OperationalLayer } from '@graticule/contract/documents/web-map';
import { afterEach, expect, it, vi } from 'vitest';
import { boxesOf, findNearby, shownFeatureLayers } from './nearby-features.ts';

afterEach(() => vi.unstubAllGlobals());

it.each<[string, Parameters<typeof boxesOf>[0], ReturnType<typeof boxesOf>]>([
  [
    'is one box at home',
    [
      [0, 0],
      [10, 10],
    ],
    [
      [
        [0, 0],
        [10, 10],
      ],
    ],
  ],
  [
    'is brought home from another turn of the earth',
    [
      [370, 0],
      [380, 10],
    ],
    [
      [
        [10, 0],
        [20, 10],
      ],
    ],
  ],
  [
    'is two boxes across the 180th meridian',
    [
      [170, 0],
      [190, 10],
    ],
    [
      [
        [170, 0],
        [180, 10],
      ],
      [
        [-180, 0],
        [-170, 10],
      ],
    ],
  ],
  [
    'is the world at most',
    [
      [-300, -95],
      [300, 95],
    ],
    [
      [
        [-180, -90],
        [180, 90],
      ],
    ],
  ],
])('a view %s', (_, bounds, boxes) => {
  expect(boxesOf(bounds)).toEqual(boxes);
});

it('layers that are hidden, by themselves or with their group, have nothing to fall on', () => {
  const layer = (id: string, more: object = {}): OperationalLayer =>
    ({ id, title: id, layerType: 'ArcGISFeatureLayer', url: `/${id}/FeatureServer/0`, ...more }) as OperationalLayer;
  const group = (id: string, layers: OperationalLayer[], more: object = {}): OperationalLayer =>
    ({ id, title: id, layerType: 'GroupLayer', layers, ...more }) as OperationalLayer;
  const operationalLayers = [
    layer('bottom'),
    layer('hidden', { visibility: false }),
    group('shown', [layer('inside')]),
    group('gone', [layer('inside-hidden')], { visibility: false }),
    layer('tiles', { layerType: 'VectorTileLayer' }),
    layer('top'),
  ];
  expect(shownFeatureLayers({ operationalLayers }).map(({ id }) => id)).toEqual(['top', 'inside', 'bottom']);
});

it('of a layer with huge features no more is fetched than could be kept, and the others are had in full', async () => {
  let [sent, isEnded] = [0, false];
  const piece = new TextEncoder().encode(`[${'11.123456789012,52.123456789012],['.repeat(2000)}`);
  const huge = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += piece.length;
      controller.enqueue(piece);
    },
    cancel() {
      isEnded = true;
    },
  });
  const point = { geometryType: 'esriGeometryPoint', features: [{ attributes: { id: 1 }, geometry: { x: 1, y: 2 } }] };
  vi.stubGlobal('fetch', async (url: string) => new Response(url.includes('/huge/') ? huge : JSON.stringify(point)));
  const layers = ['huge', 'points'].map((id) => ({ id, title: id, url: `/${id}/FeatureServer/0` }) as OperationalLayer);
  const query = { layers, frame: { wkid: 4326 as const }, portalHostname: undefined, own: undefined };
  const box: Parameters<typeof boxesOf>[0] = [
    [0, 0],
    [10, 10],
  ];
  const { tooMany, layers: found } = await findNearby(query, box, new AbortController().signal);
  expect(tooMany).toEqual(['huge']);
  expect(found.map(({ title, shapes }) => [title, shapes.length])).toEqual([['points', 1]]);
  expect(isEnded).toBe(true);
  expect(sent).toBeLessThan(5_000_000);
});
