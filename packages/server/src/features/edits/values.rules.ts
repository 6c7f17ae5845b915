// Checks a value against the field it is for.
import { faultIn, type RefusalCode, shown, type Told, told } from '@graticule/contract/refusals/refusal';
import { formedText, momentText } from '@graticule/geo/formats/field-text';
import { type Sentence, type SentenceCode, sentence } from '@graticule/geo/sentence';
import type { StoredField } from '../../schema/features.ts';
import { readDate, readGuid, readTime, readTimestamp } from '../where/literals.ts';

/** Why a value or an element cannot be used; the message names the field, and `told` says what to do, too. */
export class ValueFault extends Error {
  readonly told: Told;
  /** What is wrong, as part of other sentences. */
  readonly fault: string | Sentence;

  private constructor(fault: string | Sentence, whole: Told) {
    super(typeof fault === 'string' ? fault : fault.text);
    this.fault = fault;
    this.told = whole;
  }

  static of<C extends RefusalCode>(...said: Parameters<typeof told<C>>): ValueFault {
    const whole = told(...said);
    const part = PARTS[said[0]];
    return new ValueFault(part === undefined ? faultIn(...said) : sentence(part, whole.reasons?.[0]?.values), whole);
  }
}

/** What is wrong with a value, without what to do: it stands among the refused rows of files too. */
const PARTS: Readonly<Partial<Record<RefusalCode, SentenceCode>>> = {
  'value-empty': 'field-empty',
  'value-wanted': 'field-unfit',
  'value-long': 'field-long',
};

const RANGES: Readonly<Record<string, [number, number]>> = {
  esriFieldTypeSmallInteger: [-32_768, 32_767],
  esriFieldTypeInteger: [-2_147_483_648, 2_147_483_647],
  esriFieldTypeBigInteger: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  esriFieldTypeSingle: [-3.4e38, 3.4e38],
};

/** The value as it is stored: dates as milliseconds. @throws ValueFault */
export function checkedValue(field: StoredField, value: unknown): string | number | null {
  if (value === null || value === undefined) {
    if (!field.nullable) throw ValueFault.of('value-empty', { field: field.name });
    return null;
  }
  switch (field.type) {
    case 'esriFieldTypeSmallInteger':
    case 'esriFieldTypeInteger':
    case 'esriFieldTypeBigInteger':
      return whole(field, value);
    case 'esriFieldTypeSingle':
    case 'esriFieldTypeDouble':
      return inRange(field, numberOf(field, value));
    case 'esriFieldTypeDate':
      return moment(field, value);
    case 'esriFieldTypeDateOnly':
      return readDate(shown(value)) ?? unfit(field, sentence('wanted-date', { example: '2020-01-31' }), value);
    case 'esriFieldTypeTimeOnly':
      return readTime(shown(value)) ?? unfit(field, sentence('wanted-time', { example: '13:45:00' }), value);
    case 'esriFieldTypeTimestampOffset':
      return momentWithOffset(field, value) ?? unfit(field, sentence('wanted-moment', { example: '2020-01-31T13:45:00+01:00' }), value);
    case 'esriFieldTypeGUID':
      // Kept as it was sent, with braces or without.
      return readGuid(textOf(field, value)) === undefined
        ? unfit(field, sentence('wanted-id', { example: '{9B1F0A3C-0000-4000-8000-000000000001}' }), value)
        : String(value);
    default:
      return textOf(field, value);
  }
}

function unfit(field: StoredField, wanted: Sentence, value: unknown): never {
  const given = typeof value === 'string' ? `'${shown(value)}'` : shown(value);
  throw ValueFault.of('value-wanted', { field: field.name, wanted, value: given });
}

function numberOf(field: StoredField, value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : unfit(field, sentence('wanted-number'), value);
}

function inRange(field: StoredField, number: number): number {
  const [low, high] = RANGES[field.type] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (number < low || number > high) unfit(field, sentence('wanted-range', { low, high }), number);
  return number;
}

function whole(field: StoredField, value: unknown): number {
  const number = numberOf(field, value);
  return Number.isInteger(number) ? inRange(field, number) : unfit(field, sentence('wanted-whole'), value);
}

/** Milliseconds of years that PostgreSQL and the clients both know. */
const MAX_MOMENT = 8.64e15;

function moment(field: StoredField, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= MAX_MOMENT) return value;
  const text = typeof value === 'string' ? readTimestamp(value) : undefined;
  return text === undefined ? unfit(field, sentence('wanted-milliseconds'), value) : Date.parse(`${text.replace(' ', 'T')}Z`);
}

/** The text of a moment with its offset: that of UTC where none is given, and for milliseconds. */
function momentWithOffset(field: StoredField, value: unknown): string | null {
  return typeof value === 'number' ? momentText(value, 0) : formedText(textOf(field, value), 'esriFieldTypeTimestampOffset');
}

function textOf(field: StoredField, value: unknown): string {
  const text =
    typeof value === 'string'
      ? value
      : typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : unfit(field, sentence('wanted-text'), value);
  if (field.length !== undefined && text.length > field.length)
    throw ValueFault.of('value-long', { field: field.name, most: field.length, count: text.length });
  if (text.includes('\u0000')) unfit(field, sentence('wanted-plain-text'), value);
  return text;
}
