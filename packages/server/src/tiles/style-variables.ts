// Size, colour and opacity that follow a number, as expressions of a vector tile style.
import {
  asNumber,
  colour,
  type Expression,
  type FieldReader,
  followedField,
  isNumber,
  list,
  type Members,
  members,
  number,
  PIXELS_PER_POINT,
  rising,
} from './style-values.ts';

const LEAST_SIZE_POINTS = 4;
const LARGEST_SIZE_POINTS = 40;

/** What stands in for the values of the symbols. @units size across, in pixels */
export interface FollowedValues {
  size?: Expression;
  color?: Expression;
  opacity?: Expression;
}

/** The values that follow a field which tiles hold; others are left to the symbols. */
export function followedValues(renderer: Members, read: FieldReader): FollowedValues {
  const found: FollowedValues = {};
  for (const variable of list(renderer.visualVariables)) {
    const [kind, stops] = stopsOf(variable);
    const follow = variable.target === 'outline' || stops.length < 2 ? undefined : numberIn(variable, read);
    if (kind === undefined || follow === undefined) continue;
    const ramp = ['interpolate', ['linear'], follow.value, ...stops.flat()];
    found[kind] = ['case', follow.isKnown, ramp, stops[0]?.[1]];
  }
  return found;
}

function numberIn(variable: Members, read: FieldReader): { value: Expression; isKnown: Expression } | undefined {
  const field = read(followedField(variable.field, variable.valueExpression));
  const { normalizationField } = variable;
  if (field === undefined) return undefined;
  if (typeof normalizationField !== 'string' || normalizationField === '') return { value: asNumber(field), isKnown: isNumber(field) };
  const by = read(normalizationField);
  if (by === undefined) return undefined;
  return { value: ['/', asNumber(field), asNumber(by)], isKnown: ['all', isNumber(field), isNumber(by), ['!=', by, 0]] };
}

type Stops = (readonly [number, string | number])[];

function stopsOf(variable: Members): [keyof FollowedValues | undefined, Stops] {
  const stops = list(variable.stops).filter(({ value }) => typeof value === 'number');
  const at = (read: (stop: Members) => string | number): Stops => rising(stops.map((stop) => [number(stop.value, 0), read(stop)] as const));
  switch (variable.type) {
    case 'colorInfo':
      return ['color', at(({ color }) => colour(color))];
    case 'transparencyInfo':
      return ['opacity', at(({ transparency }) => Math.min(1, Math.max(0, 1 - number(transparency, 0) / 100)))];
    case 'sizeInfo':
      return ['size', stops.length > 0 ? at(({ size }) => pixels(size, LEAST_SIZE_POINTS)) : sizeRange(variable)];
    default:
      return [undefined, []];
  }
}

function sizeRange({ minDataValue, maxDataValue, minSize, maxSize }: Members): Stops {
  if (typeof minDataValue !== 'number' || typeof maxDataValue !== 'number') return [];
  return rising([
    [minDataValue, pixels(minSize, LEAST_SIZE_POINTS)],
    [maxDataValue, pixels(maxSize, LARGEST_SIZE_POINTS)],
  ]);
}

/** A size that itself depends on the scale is taken at its first stop. */
function pixels(size: unknown, otherwise: number): number {
  const [first] = list(members(size).stops);
  return Math.max(0, number(size, number(first?.size, otherwise))) * PIXELS_PER_POINT;
}
