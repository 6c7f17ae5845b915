// The heat map renderer as a layer of the map library.
import { HEAT_RADIUS_POINTS, HEAT_STOPS, heatWeightScale } from '@graticule/contract/documents/heat-map';
import type { HeatmapRenderer } from '@graticule/contract/documents/renderer';
import type { ExpressionSpecification, HeatmapLayerSpecification } from 'maplibre-gl';
import { numberOf } from './classes.ts';
import { cssColor, pixels } from './units.ts';

/** Paint of a heat map. */
export function heatmapPaint(renderer: HeatmapRenderer, opacity: number): HeatmapLayerSpecification['paint'] {
  const radius = pixels(renderer.radius ?? renderer.blurRadius ?? HEAT_RADIUS_POINTS);
  const scale = heatWeightScale(renderer, radius);
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

function colorStops(renderer: HeatmapRenderer): (number | string)[] {
  const given = renderer.colorStops && renderer.colorStops.length > 1 ? renderer.colorStops : HEAT_STOPS;
  const stops = [...given].sort((a, b) => a.ratio - b.ratio);
  const rising = stops.filter((stop, i) => i === 0 || stop.ratio > (stops[i - 1]?.ratio ?? -1));
  const first = rising[0];
  // outside of every kernel the density is 0 and must stay clear
  const clear = first && first.ratio > 0 ? [0, 'rgba(0, 0, 0, 0)'] : [];
  return [...clear, ...rising.flatMap((stop) => [stop.ratio, cssColor(stop.color)])];
}
