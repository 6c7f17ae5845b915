// Which values a field of whole numbers takes: others would end the loading of all rows, or be rounded without a word.
import { shown } from '@graticule/contract/refusals/refusal';
import type { FieldType } from '@graticule/contract/services/layer';
import { type Sentence, sentence } from '@graticule/geo/sentence';
import type { StoredField } from '../schema/features.ts';

/** Bits of whole numbers by type. */
const BITS: ReadonlyMap<FieldType, number> = new Map<FieldType, number>([
  ['esriFieldTypeSmallInteger', 16],
  ['esriFieldTypeInteger', 32],
  ['esriFieldTypeBigInteger', 64],
  ['esriFieldTypeOID', 64],
]);

/** Whether the field can hold the value, as far as whole numbers go; none at all always can. */
export function isFitting({ type }: Pick<StoredField, 'type'>, value: unknown): boolean {
  const bits = BITS.get(type);
  if (bits === undefined || value === null || value === undefined) return true;
  if (typeof value === 'number') {
    const limit = 2 ** (bits - 1);
    // What is no number is stored as none.
    return !Number.isFinite(value) || (Number.isInteger(value) && value >= -limit && value < limit);
  }
  const text = shown(value);
  return /^[+-]?\d+$/.test(text) && BigInt.asIntN(bits, BigInt(text)) === BigInt(text);
}

/** What a row that holds such a value is left out for. */
export function misfitOf({ alias, name }: Pick<StoredField, 'alias' | 'name'>, value: unknown): Sentence {
  return sentence('value-no-number', { value: shown(value, 60), column: alias || name });
}

/** What is wrong with the first value that its field cannot hold; undefined where all fit. */
export function unfitValue(fields: readonly StoredField[], values: readonly unknown[]): Sentence | undefined {
  for (const [at, field] of fields.entries()) if (!isFitting(field, values[at])) return misfitOf(field, values[at]);
  return undefined;
}
