// The heat map renderer as a layer of the map library.
import type { HeatmapRenderer } from '@graticule/contract/documents/renderer';
import type { ExpressionSpecification, HeatmapLayerSpecification } from 'maplibre-gl';
import { numberOf } from './classes.ts';
import { cssColor, pixels } from './units.ts';

/** Height of the library's kernel at its centre. */
const KERNEL_HEIGHT = 0.3989;

/** Colours used when the renderer names none. */
const DEFAULT_STOPS: NonNullable<HeatmapRenderer['colorStops']> = [
  { ratio: 0, color: [133, 193, 200, 0] },
  { ratio: 0.1, color: [133, 193, 200, 120] },
  { ratio: 0.4, color: [144, 161, 190, 200] },
  { ratio: 0.7, color: [180, 110, 160, 220] },
  { ratio: 1, color: [233, 74, 110, 240] },
];

/** Paint of a heat map. */
export function heatmapPaint(renderer: HeatmapRenderer, opacity: number): HeatmapLayerSpecification['paint'] {
  const radius = pixels(renderer.radius ?? renderer.blurRadius ?? 10);
  const scale = weightScale(renderer, radius);
  const weight = (renderer.field ? weightOf(renderer.field, scale) : scale) as ExpressionSpecification;
  return {
    'heatmap-weight': weight,
    'heatmap-radius': radius,
    'heatmap-opacity': opacity,
    'heatmap-color': ['interpolate', ['linear'], ['heatmap-density'], ...colorStops(renderer)] as unknown as ExpressionSpecification,
  };
}

function weightOf(field: string, scale: number): ExpressionSpecification {
  const { value, isNumber } = numberOf(field);
  return ['case', isNumber, ['*', ['max', value, 0], scale], 0] as unknown as ExpressionSpecification;
}

/**
 * The factor that makes the largest density of the renderer the top of the colours.
 * The format's kernel is `3 / (π r²)` high and counts per pixel, the library's has a fixed height.
 */
function weightScale(renderer: HeatmapRenderer, radius: number): number {
  if (renderer.maxDensity) return 3 / (Math.PI * radius * radius) / KERNEL_HEIGHT / renderer.maxDensity;
  return 1 / (KERNEL_HEIGHT * (renderer.maxPixelIntensity ?? 100) * 0.5);
}

function colorStops(renderer: HeatmapRenderer): (number | string)[] {
  const given = renderer.colorStops && renderer.colorStops.length > 1 ? renderer.colorStops : DEFAULT_STOPS;
  const stops = [...given].sort((a, b) => a.ratio - b.ratio);
  const rising = stops.filter((stop, i) => i === 0 || stop.ratio > (stops[i - 1]?.ratio ?? -1));
  const first = rising[0];
  // outside of every kernel the density is 0 and must stay clear
  const clear = first && first.ratio > 0 ? [0, 'rgba(0, 0, 0, 0)'] : [];
  return [...clear, ...rising.flatMap((stop) => [stop.ratio, cssColor(stop.color)])];
}
