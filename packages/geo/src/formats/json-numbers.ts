// JSON whose whole numbers keep every digit: those that a number would change are read as big ones.

/** A run of digits that may be more than a number holds, other than behind a decimal point. */
const LONG = /[:\s[,-]\d{16}/;

/** Numbers of more digits identify nothing, and reading millions of them would take minutes. */
const WHOLE = /^-?\d{1,100}$/;

/** What the language tells a reviver beside key and value; not everywhere. */
type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown;

const kept: Reviver = function (this: unknown, _key, value, context) {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || Array.isArray(this)) return value;
  const source = context?.source;
  // What a number writes in the same digits has lost none; programs write large numbers so.
  return source !== undefined && WHOLE.test(source) && String(value) !== source ? BigInt(source) : value;
};

/** As `JSON.parse`, with members that are whole numbers of too many digits as bigint; coordinates and other lists hold numbers alone. */
export function parseJson(text: string): unknown {
  return LONG.test(text) ? JSON.parse(text, kept as Parameters<typeof JSON.parse>[1]) : JSON.parse(text);
}

const { rawJSON } = JSON as unknown as { rawJSON?: (text: string) => unknown };

/** As `JSON.stringify`, also of what `parseJson` gave. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'bigint') return part;
    return rawJSON === undefined ? Number(part) : rawJSON(part.toString());
  });
}
