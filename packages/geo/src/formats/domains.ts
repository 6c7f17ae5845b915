// The values that a field may have, as JSON documents say them.
import type { FormatDomain } from './format-reader.ts';

const MAX_WORD = 250;
const MAX_CODES = 10_000;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a domain is left out for having too many values. */
export function isLongList(value: unknown): boolean {
  return isObject(value) && Array.isArray(value.codedValues) && value.codedValues.length > MAX_CODES;
}

/** Reads a domain in the form of the wire; null where it is none. */
export function readDomain(value: unknown): FormatDomain | null {
  if (!isObject(value)) return null;
  const name = String(value.name ?? '').slice(0, MAX_WORD);
  if (value.type === 'range' && Array.isArray(value.range) && value.range.length === 2 && value.range.every(Number.isFinite)) {
    return { type: 'range', name, range: [Number(value.range[0]), Number(value.range[1])] };
  }
  if (value.type !== 'codedValue' || !Array.isArray(value.codedValues) || isLongList(value)) return null;
  const codedValues = value.codedValues.filter(isObject).flatMap((one) => {
    const { code } = one;
    return typeof code === 'string' || typeof code === 'number' ? [{ name: String(one.name ?? code).slice(0, MAX_WORD), code }] : [];
  });
  return codedValues.length > 0 ? { type: 'codedValue', name, codedValues } : null;
}
