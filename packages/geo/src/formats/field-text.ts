// Types whose values are texts of one form: days, times of day, moments with an offset, GUIDs.
import type { FieldType } from './format-reader.ts';
import { parseDate } from './parse-date.ts';

/** The types whose values have a form of their own. */
export type FormedType = 'esriFieldTypeDateOnly' | 'esriFieldTypeTimeOnly' | 'esriFieldTypeTimestampOffset' | 'esriFieldTypeGUID';

const DAY_MS = 86_400_000;
const TIME = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,9})?)?$/;
const GUID = /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i;
const DAY_BEFORE_TIME = /^(\d{4}([-/])\d{1,2}\2\d{1,2})[T ]/;
const SLASHES = /^(\d{4})\/(\d{2})\/(\d{2})(?=[T ])/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|UTC|[+-]\d{2}(?::?\d{2})?)?$/;

/** Whether values of the type are texts of a form of their own. */
export function isFormed(type: FieldType | 'text' | 'esriFieldTypeGlobalID'): type is FormedType {
  return /(?:DateOnly|TimeOnly|TimestampOffset|GUID)$/.test(type);
}

/** Whether values of the type are numbers. */
export function isNumberType(type: string): boolean {
  return /(?:Integer|Single|Double)$/.test(type);
}

/** The day of epoch milliseconds as text; null outside the years of four digits. */
export function dayOf(ms: number): string | null {
  if (!(Math.abs(ms) <= 8.64e15)) return null;
  const text = new Date(Math.floor(ms / DAY_MS) * DAY_MS).toISOString();
  return text.length === 24 ? text.slice(0, 10) : null;
}

/** The text in the form of the type; null where it is no such value. */
export function formedText(raw: string, type: FormedType): string | null {
  const text = raw.trim();
  switch (type) {
    case 'esriFieldTypeDateOnly': {
      // The day as it stands there, in whatever zone: behind it a time may follow.
      const ms = parseDate(DAY_BEFORE_TIME.exec(text)?.[1] ?? text, 'iso');
      return ms === null ? null : dayOf(ms);
    }
    case 'esriFieldTypeTimeOnly': {
      const [whole, hours = '', minutes = '', seconds = '00', fraction = ''] = TIME.exec(text) ?? [];
      return whole === undefined ? null : `${hours.padStart(2, '0')}:${minutes}:${seconds}${fraction.slice(0, 7)}`;
    }
    case 'esriFieldTypeTimestampOffset':
      return withOffset(text);
    case 'esriFieldTypeGUID':
      return GUID.test(text) ? text : null;
  }
}

/** A moment without a zone is taken for one of UTC. */
function withOffset(text: string): string | null {
  const [whole, day = '', time = '', zone = 'Z'] = MOMENT.exec(text.replace(SLASHES, '$1-$2-$3')) ?? [];
  if (whole === undefined || parseDate(`${day}T${time}`, 'iso') === null) return null;
  const digits = zone.replace(/\D/g, '').padEnd(4, '0');
  const offset = zone === 'Z' || zone === 'UTC' ? '+00:00' : `${zone.slice(0, 1)}${digits.slice(0, 2)}:${digits.slice(2, 4)}`;
  return `${day}T${time.length === 5 ? `${time}:00` : time}${offset}`;
}

/** The moment of epoch milliseconds as it is called so many minutes east of Greenwich. */
export function momentText(ms: number, minutes: number): string | null {
  const local = ms + minutes * 60_000;
  if (!(Math.abs(local) <= 8.64e15)) return null;
  const text = new Date(local).toISOString();
  if (text.length !== 24) return null;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${text.slice(0, 23).replace(/\.000$/, '')}${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}
