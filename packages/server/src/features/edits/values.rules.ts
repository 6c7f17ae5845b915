// Checks a value against the field it is for.
import { formedText, momentText } from '@graticule/geo/formats/field-text';
import type { StoredField } from '../../schema/features.ts';
import { readDate, readGuid, readTime, readTimestamp } from '../where/literals.ts';

/** Why a value or an element cannot be used; the message names the field. */
export class ValueFault extends Error {}

const RANGES: Readonly<Record<string, [number, number]>> = {
  esriFieldTypeSmallInteger: [-32_768, 32_767],
  esriFieldTypeInteger: [-2_147_483_648, 2_147_483_647],
  esriFieldTypeBigInteger: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  esriFieldTypeSingle: [-3.4e38, 3.4e38],
};

/** The value as it is stored: dates as milliseconds. @throws ValueFault */
export function checkedValue(field: StoredField, value: unknown): string | number | null {
  if (value === null || value === undefined) {
    if (!field.nullable) throw new ValueFault(`${field.name} must not be empty`);
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
      return readDate(String(value)) ?? refuse(field, 'a date such as 2020-01-31');
    case 'esriFieldTypeTimeOnly':
      return readTime(String(value)) ?? refuse(field, 'a time such as 13:45:00');
    case 'esriFieldTypeTimestampOffset':
      return momentWithOffset(field, value) ?? refuse(field, 'a moment such as 2020-01-31T13:45:00+01:00');
    case 'esriFieldTypeGUID':
      // Kept as it was sent, with braces or without.
      return readGuid(textOf(field, value)) === undefined
        ? refuse(field, 'an id such as {9B1F0A3C-0000-4000-8000-000000000001}')
        : String(value);
    default:
      return textOf(field, value);
  }
}

function refuse(field: StoredField, wanted: string): never {
  throw new ValueFault(`${field.name} must be ${wanted}`);
}

function numberOf(field: StoredField, value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : refuse(field, 'a number');
}

function inRange(field: StoredField, number: number): number {
  const [low, high] = RANGES[field.type] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (number < low || number > high) refuse(field, `from ${low} to ${high}`);
  return number;
}

function whole(field: StoredField, value: unknown): number {
  const number = numberOf(field, value);
  return Number.isInteger(number) ? inRange(field, number) : refuse(field, 'a whole number');
}

/** Milliseconds of years that PostgreSQL and the clients both know. */
const MAX_MOMENT = 8.64e15;

function moment(field: StoredField, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= MAX_MOMENT) return value;
  const text = typeof value === 'string' ? readTimestamp(value) : undefined;
  return text === undefined ? refuse(field, 'a date in milliseconds') : Date.parse(`${text.replace(' ', 'T')}Z`);
}

/** The text of a moment with its offset: that of UTC where none is given, and for milliseconds. */
function momentWithOffset(field: StoredField, value: unknown): string | null {
  return typeof value === 'number' ? momentText(value, 0) : formedText(textOf(field, value), 'esriFieldTypeTimestampOffset');
}

function textOf(field: StoredField, value: unknown): string {
  const text =
    typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : refuse(field, 'text');
  if (field.length !== undefined && text.length > field.length)
    throw new ValueFault(`${field.name} may hold at most ${field.length} characters`);
  if (text.includes('\u0000')) refuse(field, 'text without null characters');
  return text;
}
