// The box around the rows of a file, as people read it.
import type { WireExtent } from '@graticule/contract/services/layer';
import type { Formatter } from '@graticule/i18n/format';

/** The four sides as they are written. */
interface ExtentWords extends Record<string, string> {
  west: string;
  south: string;
  east: string;
  north: string;
}

/** Digits behind the point at most: some centimetres in degrees. */
const MOST_DIGITS = 6;
/** Digits that tell the two ends of the longer side apart. */
const TELLING_DIGITS = 3;

/** The sides with as many digits as tell a thousandth of the box; undefined where there is none. */
export function extentWords(extent: WireExtent | undefined, format: Formatter): ExtentWords | undefined {
  if (extent === undefined) return undefined;
  const { xmin, ymin, xmax, ymax } = extent;
  const [west, south, east, north] = [xmin, ymin, xmax, ymax].map(Number) as [number, number, number, number];
  if (![west, south, east, north].every(Number.isFinite)) return undefined;
  const span = Math.max(east - west, north - south);
  const wanted = span > 0 ? Math.ceil(TELLING_DIGITS - Math.log10(span)) : MOST_DIGITS;
  const maximumFractionDigits = Math.min(MOST_DIGITS, Math.max(0, wanted));
  // Each in its own direction: signs and digits of a number stay together among words of the other direction.
  const written = (value: number): string => `\u2068${format.number(value, { maximumFractionDigits })}\u2069`;
  return { west: written(west), south: written(south), east: written(east), north: written(north) };
}
