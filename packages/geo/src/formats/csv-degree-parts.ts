// Degrees, minutes and seconds that stand in columns of their own: `lat_deg`, `lat_min`, `lat_sec`, and a letter of direction.
import { plainName } from './csv-place-names.ts';

/** Columns by their place in the row. */
export interface DegreeParts {
  minutes: number;
  seconds?: number;
  /** Letters N, S, E or W. */
  direction?: number;
}

type Rows = readonly (readonly string[])[];

const DEGREES = 'degrees|degree|degs|deg|grados|grad';
const MINUTES = 'minutes|minutos|minuten|minute|mins|min|mn';
const SECONDS = 'seconds|segundos|sekunden|second|secs|sec|seg|sek';
const DIRECTIONS = 'direction|dir|hemisphere|hemi|hem|ns|ew|n_s|e_w';

/** The columns beside one with whole degrees that hold the rest of them; null where there are none, or their values are no such thing. */
export function degreeParts(names: readonly string[], rows: Rows, column: number): DegreeParts | null {
  const keys = names.map(plainName);
  const around = aroundWord(keys[column] ?? '', DEGREES, 'd');
  if (around === null) return null;
  const find = (words: string, letter?: string): number =>
    keys.findIndex((key) => {
      if (!key.startsWith(around.before) || !key.endsWith(around.after)) return false;
      const other = aroundWord(key, words, letter);
      return other !== null && other.before === around.before && other.after === around.after;
    });
  const minutes = find(MINUTES, 'm');
  // Beside a largest value, `min` is the smallest one.
  if (minutes < 0 || find('maximum|max') >= 0 || !areParts(rows, column, minutes)) return null;
  const seconds = find(SECONDS, 's');
  const direction = find(DIRECTIONS);
  return {
    minutes,
    ...(seconds >= 0 && areMostly(valuesOf(rows, seconds), isSixtieth) ? { seconds } : {}),
    ...(direction >= 0 && areMostly(valuesOf(rows, direction), isDirection) ? { direction } : {}),
  };
}

/** The text of an angle that `parseCoordinate` reads. */
export function angleOf({ minutes, seconds, direction }: DegreeParts, column: number, cell: (column: number) => string): string {
  const part = (at: number | undefined): string => (at === undefined ? '' : cell(at).trim());
  const [d, m, s] = [part(column), part(minutes), part(seconds)];
  if (`${d}${m}${s}` === '') return '';
  // The sign of the degrees goes for all of them, also where they are zero.
  return `${d}°${m || '0'}'${s || '0'}"${part(direction)}`;
}

/** What stands before and behind a word at one of the ends of a name; a single letter must stand apart. */
function aroundWord(key: string, words: string, letter?: string): { before: string; after: string } | null {
  const apart = letter === undefined ? words : `${words}|${letter}`;
  const last = new RegExp(`^(.+?)(?:_(?:${apart})|(?:${words}))$`).exec(key)?.[1];
  if (last !== undefined) return { before: last, after: '' };
  const first = new RegExp(`^(?:${apart})_(.+)$`).exec(key)?.[1];
  return first === undefined ? null : { before: '', after: first };
}

/** Whether whole degrees stand beside minutes; rows where they do not are told of when they are read. */
function areParts(rows: Rows, degrees: number, minutes: number): boolean {
  const isWhole = (value: string): boolean => /^[+-]?\d{1,3}(?:[.,]0*)?$/.test(value);
  return areMostly(valuesOf(rows, degrees), isWhole) && areMostly(valuesOf(rows, minutes), isSixtieth);
}

const areMostly = (values: readonly string[], test: (value: string) => boolean): boolean =>
  values.length === 0 || values.filter(test).length * 2 > values.length;

// Rounded minutes and seconds may read 60.
const isSixtieth = (value: string): boolean => /^\d{1,2}(?:[.,]\d*)?$/.test(value) && Number(value.replace(',', '.')) <= 60;

const isDirection = (value: string): boolean => /^[NSEW]$/i.test(value);

const valuesOf = (rows: Rows, column: number): string[] => rows.map((row) => (row[column] ?? '').trim()).filter((value) => value !== '');
