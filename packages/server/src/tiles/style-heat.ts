// The heat map renderer as a layer of a vector tile style, drawn as the map viewer draws it.
import { HEAT_RADIUS_POINTS, HEAT_STOPS, heatWeightScale, positiveNumber } from '@graticule/contract/documents/heat-map';
import {
  asNumber,
  CLEAR,
  colour,
  type Expression,
  type FieldReader,
  followedField,
  list,
  type Members,
  number,
  PIXELS_PER_POINT,
  rising,
} from './style-values.ts';

/** What a heat map adds to a layer of the style. Features count alike when tiles do not hold the field that weighs them. */
export function heatLayer(renderer: Members, opacity: number, read: FieldReader): Members {
  const radius =
    Math.max(1, positiveNumber(renderer.radius) ?? positiveNumber(renderer.blurRadius) ?? HEAT_RADIUS_POINTS) * PIXELS_PER_POINT;
  const scale = heatWeightScale(renderer, radius);
  const field = read(followedField(renderer.field, renderer.valueExpression));
  const weight = field === undefined ? undefined : asNumber(field);
  return {
    type: 'heatmap',
    // A weight of nothing has no kernel, and the map libraries would draw it without an end.
    ...(weight === undefined ? {} : { filter: ['>', weight, 0] }),
    paint: {
      'heatmap-weight': weight === undefined ? scale : ['*', ['max', weight, 0], scale],
      'heatmap-radius': radius,
      'heatmap-opacity': opacity,
      'heatmap-color': heatColours(renderer),
    },
  };
}

function heatColours({ colorStops }: Members): Expression {
  const given = risingStops(colorStops);
  const stops = given.length > 1 ? given : risingStops(HEAT_STOPS);
  // Outside of every kernel the density is 0 and must stay clear.
  const clear = (stops[0]?.[0] ?? 0) > 0 ? [0, CLEAR] : [];
  return ['interpolate', ['linear'], ['heatmap-density'], ...clear, ...stops.flat()];
}

const risingStops = (stops: unknown): (readonly [number, string])[] =>
  rising(list(stops).map(({ ratio, color }) => [Math.min(1, Math.max(0, number(ratio, 0))), colour(color)] as const));
