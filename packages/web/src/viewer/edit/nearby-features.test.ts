// Where and in which layers features are looked for.
import type { OperationalLayer } from '@graticule/contract/documents/web-map';
import { expect, it } from 'vitest';
import { boxesOf, shownFeatureLayers } from './nearby-features.ts';

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
