// Reads the text of literals: dates, times, numbers and ids, as PostgreSQL will be given them.

const DATE = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/;
const TIMESTAMP =
  /^\s*(\d{4}-\d{1,2}-\d{1,2})(?:[ T](\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(?: ?([+-])(\d{2})(?::?(\d{2}))?)?)?(?:\s*Z)?\s*$/;
const TIME = /^\s*(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,6})?))?\s*$/;
const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
const GUID = /^\s*\{?([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})\}?\s*$/;

/** Minutes that clocks are apart from those of Greenwich at most, as the database has it. */
const LARGEST_OFFSET = 15 * 60 + 59;

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

/** `YYYY-MM-DD HH:MM:SS` in UTC, whatever the offset in the text; undefined for others. A day alone means its beginning. */
export function readTimestamp(text: string): string | undefined {
  const match = TIMESTAMP.exec(text);
  if (!match) return undefined;
  const [, day = '', clock, sign, hours, minutes = '00'] = match;
  const date = readDate(day);
  const time = clock === undefined ? '00:00:00' : readTime(clock);
  if (date === undefined || time === undefined) return undefined;
  if (sign === undefined) return `${date} ${time}`;
  const offset = Number(`${sign}${Number(hours) * 60 + Number(minutes)}`);
  if (/Z\s*$/.test(text) || Number(minutes) > 59 || Math.abs(offset) > LARGEST_OFFSET) return undefined;
  const moment = new Date(Date.parse(`${date}T${time.slice(0, 5)}:00Z`) - offset * 60_000).toISOString();
  // The years of four digits alone, and not the year 0.
  return moment.length > 24 || moment.startsWith('0000') ? undefined : `${moment.slice(0, 10)} ${moment.slice(11, 16)}${time.slice(5)}`;
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
