// Opacities of a foreign style, made fainter with the layer that it is drawn in.

type Expression = readonly unknown[];

/** Where the outputs of an expression begin that may follow the zoom: only its outputs can be changed, the whole cannot be put into another. */
const FIRST_OUTPUT: Readonly<Record<string, number>> = { interpolate: 4, 'interpolate-hcl': 4, 'interpolate-lab': 4, step: 2 };

/**
 * An opacity of a style times a factor.
 * @shape a number, an expression, or one of the older functions with stops; 1 where the style says nothing
 */
export function scaledOpacity(value: unknown, factor: number): unknown {
  if (value === undefined || value === null) return factor;
  if (typeof value === 'number') return value * factor;
  if (Array.isArray(value)) return scaledExpression(value, factor);
  return typeof value === 'object' ? scaledFunction(value as { stops?: unknown; default?: unknown }, factor) : value;
}

function scaledExpression(expression: Expression, factor: number): unknown {
  const first = FIRST_OUTPUT[String(expression[0])];
  if (first === undefined) return ['*', factor, expression];
  return expression.map((part, at) => (at >= first && (at - first) % 2 === 0 ? scaledOpacity(part, factor) : part));
}

function scaledFunction<T extends { stops?: unknown; default?: unknown }>(older: T, factor: number): T {
  // Without stops a property is the opacity itself, which cannot be changed in this form.
  if (!Array.isArray(older.stops)) return older;
  const scaled = { ...older, stops: older.stops.map(([at, opacity]) => [at, scaledOpacity(opacity, factor)]) };
  if (typeof older.default === 'number') scaled.default = older.default * factor;
  return scaled;
}
