// Which type of numbers holds all values of a column: files declare types that their values do not keep to.
import { isNumberType } from './field-text.ts';
import type { FieldType } from './format-reader.ts';

/** Whether an integer of 32 bits holds the whole number. */
export function isInt32(value: number): boolean {
  return value >= -(2 ** 31) && value < 2 ** 31;
}

/** Gathers what the numbers of a column have in common. */
export class NumberRange {
  /** The types that hold all of them. */
  small = true;
  integer = true;
  private safe = true;
  private single = true;

  add(value: number): void {
    if (!isInt32(value)) this.integer = false;
    if (value < -(2 ** 15) || value >= 2 ** 15) this.small = false;
    if (!Number.isSafeInteger(value)) this.safe = false;
    if (this.single && !isSingle(value)) this.single = false;
  }

  /** The declared type, or the next one that holds every value. */
  holding(type: FieldType): FieldType {
    if (!isNumberType(type) || type === 'esriFieldTypeDouble') return type;
    if (type === 'esriFieldTypeSingle') return this.single ? type : 'esriFieldTypeDouble';
    if (!this.safe) return 'esriFieldTypeDouble';
    if (!this.integer) return 'esriFieldTypeBigInteger';
    return type === 'esriFieldTypeSmallInteger' && !this.small ? 'esriFieldTypeInteger' : type;
  }
}

/** Whether a single holds the number with all of its digits: as it is, or as it is written with seven. */
function isSingle(value: number): boolean {
  const single = Math.fround(value);
  return single === value || Number(single.toPrecision(7)) === value;
}
