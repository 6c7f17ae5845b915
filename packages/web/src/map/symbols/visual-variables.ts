// Size, colour and opacity that follow a number, as expressions of the map library.
import type { Renderer, VisualVariable } from '@graticule/contract/documents/renderer';
import type { ExpressionSpecification } from 'maplibre-gl';
import { numberOf } from './classes.ts';
import { cssColor, pixels } from './units.ts';

/** The expressions that override those of the symbols; sizes are diameters in pixels. */
export interface VariableExpressions {
  size?: ExpressionSpecification;
  color?: ExpressionSpecification;
  opacity?: ExpressionSpecification;
  /** Draws small features above large ones. */
  sortKey?: ExpressionSpecification;
}

/** Fields that the variables of a renderer read. */
export function variableFields(renderer: Renderer): string[] {
  return variablesOf(renderer).flatMap(({ field, normalizationField }) =>
    [field, normalizationField].filter((name): name is string => Boolean(name)),
  );
}

/** The variables of a renderer that are driven by a field; expressions in a scripting language are left out. */
export function variablesOf(renderer: Renderer): VisualVariable[] {
  if (renderer.type === 'heatmap') return [];
  return (renderer.visualVariables ?? []).filter((each) => Boolean(each.field) && each.target !== 'outline');
}

/** The expressions for a renderer's variables. */
export function variableExpressions(renderer: Renderer): VariableExpressions {
  const found: VariableExpressions = {};
  for (const variable of variablesOf(renderer)) {
    const { value, isNumber } = numberOf(variable.field ?? '', variable.normalizationField);
    const stops = stopsOf(variable);
    if (stops.length < 2) continue;
    const ramp = ['interpolate', ['linear'], value, ...stops.flat()] as unknown as ExpressionSpecification;
    const least = stops[0]?.[1] ?? 0;
    const expression = ['case', isNumber, ramp, least] as unknown as ExpressionSpecification;
    if (variable.type === 'sizeInfo') {
      found.size = expression;
      found.sortKey = ['-', 0, value];
    } else if (variable.type === 'colorInfo') found.color = expression;
    else found.opacity = expression;
  }
  return found;
}

type Stop = [number, number | string];

/** Stops with values that rise, as the library asks. */
function stopsOf(variable: VisualVariable): Stop[] {
  const stops = rawStops(variable).sort((a, b) => a[0] - b[0]);
  return stops.filter(([value], i) => i === 0 || value > (stops[i - 1]?.[0] ?? Number.NEGATIVE_INFINITY));
}

function rawStops(variable: VisualVariable): Stop[] {
  if (variable.type === 'colorInfo') return (variable.stops ?? []).map((stop): Stop => [stop.value, cssColor(stop.color)]);
  if (variable.type === 'transparencyInfo') return (variable.stops ?? []).map((stop): Stop => [stop.value, 1 - stop.transparency / 100]);
  if (variable.stops) return variable.stops.map((stop): Stop => [stop.value, pixels(stop.size)]);
  const { minDataValue, maxDataValue } = variable;
  if (minDataValue === undefined || maxDataValue === undefined) return [];
  return [
    [minDataValue, pixels(plainSize(variable.minSize, 4))],
    [maxDataValue, pixels(plainSize(variable.maxSize, 40))],
  ];
}

/** A size that itself depends on the scale is taken at its first stop. */
function plainSize(size: number | Record<string, unknown> | undefined, fallback: number): number {
  if (typeof size === 'number') return size;
  const stops = size?.stops;
  const first = Array.isArray(stops) ? (stops[0] as { size?: unknown } | undefined)?.size : undefined;
  return typeof first === 'number' ? first : fallback;
}
