// Reads the text of literals: dates, times, numbers and ids, as PostgreSQL will be given them.

const DATE = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/;
const TIMESTAMP = /^\s*(\d{4}-\d{1,2}-\d{1,2})(?:[ T](\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?))?(?:\s*Z)?\s*$/;
const TIME = /^\s*(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,6})?))?\s*$/;
const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
const GUID = /^\s*\{?([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})\}?\s*$/;

/** `YYYY-MM-DD` of a day that exists, or undefined. */
export function readDate(text: string): string | undefined {
  const match = DATE.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  if (year < 1 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return `${match[1]}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** `HH:MM:SS` with optional fraction, or undefined. */
export function readTime(text: string): string | undefined {
  const match = TIME.exec(text);
  if (!match) return undefined;
  const seconds = match[3] ?? '00';
  if (Number(match[1]) > 23 || Number(match[2]) > 59 || Number(seconds) >= 60) return undefined;
  return `${match[1]?.padStart(2, '0')}:${match[2]}:${seconds}`;
}

/** `YYYY-MM-DD HH:MM:SS` in UTC, or undefined; a day alone means its beginning. */
export function readTimestamp(text: string): string | undefined {
  const match = TIMESTAMP.exec(text);
  if (!match) return undefined;
  const date = readDate(match[1] ?? '');
  const time = match[2] === undefined ? '00:00:00' : readTime(match[2]);
  return date === undefined || time === undefined ? undefined : `${date} ${time}`;
}

/** A finite number, or undefined. */
export function readNumber(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** A GUID in lower case without braces, or undefined. */
export function readGuid(text: string): string | undefined {
  return GUID.exec(text)?.[1]?.toLowerCase();
}
