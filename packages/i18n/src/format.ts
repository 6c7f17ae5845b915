// Dates, numbers and sizes in a person's language.
import { regionalTag } from './languages.ts';
import { isPseudo } from './pseudo.ts';

/** Bytes of a megabyte as the specification shows sizes; the odd number is the specification's own. @source CO-178 */
export const BYTES_PER_SHOWN_MB = 1_048_567;

/** Writes values for people in one language. */
export interface Formatter {
  /** The tag that it writes in. */
  tag: string;
  number(value: number, options?: Intl.NumberFormatOptions): string;
  date(epochMs: number): string;
  /** The day of a moment in UTC. */
  day(epochMs: number): string;
  dateTime(epochMs: number): string;
  /** A time of day, `HH:MM:SS`; other texts as they are. */
  time(time: string): string;
  /** A moment as its own place told it: ISO 8601 with an offset, which is told too; other texts as they are. */
  dateTimeAt(iso: string): string;
  /** "3 days ago", or the date when it is long ago. */
  ago(epochMs: number, nowMs?: number): string;
  /** "12 KB", "3.4 MB". */
  size(bytes: number): string;
  list(values: readonly string[]): string;
}

/** Kept by their options: making one takes as long as writing a hundred values with it. */
function remembered<Options extends object, T>(make: (options: Options) => T): (options: Options) => T {
  const made = new Map<string, T>();
  return (options) => {
    const key = JSON.stringify(options);
    const found = made.get(key) ?? make(options);
    made.set(key, found);
    return found;
  };
}

const DAY = 86_400_000;
const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

const DATE_AND_TIME = { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;

/** Formatters of a language, in the region of the first wish that names one for it; pseudo-languages format as English. */
export function formatterFor(language: string, wishes: readonly string[] = []): Formatter {
  const tag = isPseudo(language) ? 'en' : regionalTag(language, wishes);
  const numbers = remembered((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options));
  const dates = remembered((options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options));
  const distances = remembered((options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(tag, options));
  const number = (value: number, options: Intl.NumberFormatOptions = {}): string => numbers(options).format(value);
  const date = (epochMs: number): string => dates({ dateStyle: 'medium' }).format(epochMs);
  const unit = (value: number, name: string, unitDisplay: 'short' | 'long' = 'short'): string =>
    number(value, { style: 'unit', unit: name, unitDisplay, maximumFractionDigits: 2 });
  return {
    tag,
    number,
    date,
    day: (epochMs) => dates({ dateStyle: 'medium', timeZone: 'UTC' }).format(epochMs),
    dateTime: (epochMs) => dates({ dateStyle: 'medium', timeStyle: 'short' }).format(epochMs),
    time(time) {
      const epochMs = Date.parse(`1970-01-01T${time}Z`);
      if (Number.isNaN(epochMs)) return time;
      // seconds that are there are told
      const timeStyle = epochMs % 60_000 === 0 ? 'short' : 'medium';
      return dates({ timeStyle, timeZone: 'UTC' }).format(epochMs);
    },
    dateTimeAt(iso) {
      const [, offset] = /(Z|[+-]\d\d:?\d\d)$/.exec(iso) ?? [];
      if (offset === undefined || Number.isNaN(Date.parse(iso))) return iso;
      const timeZone = offset === 'Z' ? 'UTC' : offset;
      return dates({ ...DATE_AND_TIME, timeZone, timeZoneName: 'shortOffset' }).format(Date.parse(iso));
    },
    ago(epochMs, nowMs = Date.now()) {
      const past = nowMs - epochMs;
      if (past > 30 * DAY || past < -DAY) return date(epochMs);
      const relative = distances({ numeric: 'auto' });
      for (const [name, length] of STEPS) if (past >= length) return relative.format(-Math.floor(past / length), name);
      return relative.format(0, 'second');
    },
    size(bytes) {
      // the short word for a byte has no plural
      if (bytes < 1000) return unit(Math.max(0, bytes), 'byte', 'long');
      if (bytes < BYTES_PER_SHOWN_MB) return unit(Math.max(1, Math.round(bytes / 1024)), 'kilobyte');
      if (bytes < 1000 * BYTES_PER_SHOWN_MB) return unit(Math.round((bytes / BYTES_PER_SHOWN_MB) * 100) / 100, 'megabyte');
      return unit(bytes / BYTES_PER_SHOWN_MB / 1024, 'gigabyte');
    },
    list: (values) => new Intl.ListFormat(tag, { type: 'conjunction' }).format(values),
  };
}
