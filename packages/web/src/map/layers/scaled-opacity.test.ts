// Opacities of foreign styles under a layer that is not opaque.
import { createExpression, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { expect, test } from 'vitest';
import { scaledOpacity } from './scaled-opacity.ts';

test.each([
  ['nothing', undefined, 0.5],
  ['a number', 0.4, 0.2],
  [
    'stops by zoom',
    {
      base: 1.2,
      stops: [
        [3, 1],
        [9, 0.5],
      ],
    },
    {
      base: 1.2,
      stops: [
        [3, 0.5],
        [9, 0.25],
      ],
    },
  ],
  ['a function of a property', { property: 'n', stops: [[1, 0.4]], default: 0.8 }, { property: 'n', stops: [[1, 0.2]], default: 0.4 }],
])('of %s', (_, value, scaled) => {
  expect(scaledOpacity(value, 0.5)).toEqual(scaled);
});

test.each([
  ['by a value', ['case', ['==', ['get', 'n'], 1], 0.8, 0.4], 0.4],
  ['by the zoom', ['interpolate', ['linear'], ['zoom'], 0, 0.4, 10, 0.8], 0.3],
  ['in steps of the zoom, with values within', ['step', ['zoom'], 0.1, 4, ['match', ['get', 'n'], 1, 0.6, 1], 8, 0.2], 0.3],
  ['by a number', ['interpolate', ['exponential', 1], ['get', 'n'], 0, 0.2, 2, 0.4], 0.15],
])('of an expression %s', (_, expression, expected) => {
  const scaled = scaledOpacity(expression, 0.5);
  const style = {
    version: 8 as const,
    sources: { a: { type: 'vector' as const, url: 'https://example.org' } },
    layers: [{ id: 'a', type: 'circle' as const, source: 'a', 'source-layer': 'a', paint: { 'circle-opacity': scaled } }],
  };
  expect(validateStyleMin(style as unknown as Parameters<typeof validateStyleMin>[0])).toEqual([]);
  const parsed = createExpression(scaled, 'layers[0].paint.circle-opacity');
  if (parsed.result === 'error') throw new Error(parsed.value.map(({ message }) => message).join());
  expect(parsed.value.evaluate({ zoom: 5 }, { type: 'Point', properties: { n: 1 } })).toBeCloseTo(expected, 9);
});
