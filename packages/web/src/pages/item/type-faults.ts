// What is wrong with values that are typed for types and their lists, and what both read of definitions.
import type { WireField } from '@graticule/contract/services/layer';
import type { MessageKey } from '@graticule/i18n/messages';
import { kindOf, numberIn } from '../../features/field-kinds.ts';

/** Why something cannot be kept, as a message with its values. */
export interface TypeFault {
  key: MessageKey;
  values: Readonly<Record<string, string | number>>;
}

const WHOLE: Readonly<Record<string, readonly [number, number]>> = {
  esriFieldTypeSmallInteger: [-32_768, 32_767],
  esriFieldTypeInteger: [-2_147_483_648, 2_147_483_647],
  esriFieldTypeBigInteger: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

/** A value as the field keeps it; texts as they are typed, like those of lists. */
export const codeIn = (field: WireField, code: string): string | number =>
  kindOf(field) === 'number' ? (numberIn(code) ?? Number.NaN) : code;

/** The first of the values that the field cannot hold, or that stands twice. Numbers in it are told by `shown`. */
export function codesFault(field: WireField, codes: readonly string[], shown: (number: number) => string): TypeFault | undefined {
  const seen = new Set<string | number>();
  for (const code of codes) {
    const value = codeIn(field, code);
    const values = { value: code.trim() };
    if (typeof value === 'number' && Number.isNaN(value)) return { key: 'item.types.number', values };
    const [low, high] = WHOLE[field.type] ?? [];
    if (low !== undefined && high !== undefined && !(Number.isInteger(value) && Number(value) >= low && Number(value) <= high))
      return { key: 'item.types.whole', values: { ...values, low: shown(low), high: shown(high) } };
    // counted as the portal does
    if (field.length !== undefined && typeof value === 'string' && value.length > field.length)
      return { key: 'item.types.long', values: { ...values, length: shown(field.length) } };
    if (seen.has(value)) return { key: 'item.types.twice', values };
    seen.add(value);
  }
  return undefined;
}

export type Raw = Readonly<Record<string, unknown>>;

/** Whether it has members of its own. */
export const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of a record but for some, which are named in small letters. */
export const others = (record: unknown, ...names: readonly string[]): Raw =>
  Object.fromEntries(Object.entries(isObject(record) ? record : {}).filter(([key]) => !names.includes(key.toLowerCase())));
