// The heat map renderer as a layer of a vector tile style, drawn as the map viewer draws it.
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

/** Height of the kernel of such layers at its centre. */
const KERNEL_HEIGHT = 0.3989;
const DEFAULT_RADIUS_POINTS = 10;
const DEFAULT_INTENSITY = 100;

/** Colours used when the renderer names none. */
const DEFAULT_STOPS: readonly (readonly [number, string])[] = [
  [0, 'rgba(133,193,200,0)'],
  [0.1, 'rgba(133,193,200,0.471)'],
  [0.4, 'rgba(144,161,190,0.784)'],
  [0.7, 'rgba(180,110,160,0.863)'],
  [1, 'rgba(233,74,110,0.941)'],
];

/** What a heat map adds to a layer of the style. Features count alike when tiles do not hold the field that weighs them. */
export function heatLayer(renderer: Members, opacity: number, read: FieldReader): Members {
  const radius = Math.max(1, positive(renderer.radius) ?? positive(renderer.blurRadius) ?? DEFAULT_RADIUS_POINTS) * PIXELS_PER_POINT;
  const scale = weightScale(renderer, radius);
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

const positive = (value: unknown): number | undefined => {
  const found = number(value, 0);
  return found > 0 ? found : undefined;
};

/**
 * The factor that makes the largest density of the renderer the top of the colours.
 * The format's kernel is `3 / (π r²)` high and counts per pixel, that of the style has a fixed height.
 */
function weightScale({ maxDensity, maxPixelIntensity }: Members, radius: number): number {
  const density = positive(maxDensity);
  if (density !== undefined) return 3 / (Math.PI * radius * radius) / KERNEL_HEIGHT / density;
  return 1 / (KERNEL_HEIGHT * (positive(maxPixelIntensity) ?? DEFAULT_INTENSITY) * 0.5);
}

function heatColours({ colorStops }: Members): Expression {
  const given = rising(list(colorStops).map(({ ratio, color }) => [Math.min(1, Math.max(0, number(ratio, 0))), colour(color)] as const));
  const stops = given.length > 1 ? given : DEFAULT_STOPS;
  // Outside of every kernel the density is 0 and must stay clear.
  const clear = (stops[0]?.[0] ?? 0) > 0 ? [0, CLEAR] : [];
  return ['interpolate', ['linear'], ['heatmap-density'], ...clear, ...stops.flat()];
}
