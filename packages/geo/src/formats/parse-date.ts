// The date formats that text columns may have, and their values as epoch milliseconds.

/** Order of the parts of a date. */
export type DateStyle = 'iso' | 'dotted' | 'dayFirst' | 'monthFirst';

/** Databases write the hours of a zone alone, and some programs its name. */
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?\s?(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/;
const SLASHED_ISO = /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?\s?(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[ ,]+(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?)?$/;
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?:[ ,]+(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?\s?([AaPp][Mm])?)?$/;

/** The styles in which the text is a real date; none when it is no date. */
export function dateStyles(text: string): DateStyle[] {
  if (text.length < 8 || text.length > 40) return [];
  return (['iso', 'dotted', 'dayFirst', 'monthFirst'] as const).filter((style) => parseDate(text, style) !== null);
}

/** Epoch milliseconds of a date in the style; times without a zone count as UTC; null when it is no such date. */
export function parseDate(text: string, style: DateStyle): number | null {
  if (style === 'iso') {
    const match = ISO.exec(text) ?? SLASHED_ISO.exec(text);
    return match && toMs(match, [1, 2, 3], match[8]);
  }
  const match = style === 'dotted' ? DOTTED.exec(text) : SLASHED.exec(text);
  if (!match) return null;
  return toMs(match, style === 'monthFirst' ? [3, 1, 2] : [3, 2, 1], undefined, style === 'dotted' ? undefined : match[8]);
}

function toMs(match: RegExpExecArray, order: [number, number, number], zone?: string, half?: string): number | null {
  const [year, month, day] = order.map((i) => Number(match[i])) as [number, number, number];
  const [hour, minute, second] = [4, 5, 6].map((i) => Number(match[i] ?? 0)) as [number, number, number];
  const hour24 = half ? (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : hour;
  if (month < 1 || month > 12 || day < 1 || hour24 > 24 || minute > 59 || second > 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const ms = date.getTime() + ((hour24 * 60 + minute) * 60 + second) * 1000 + Math.round(Number(match[7] ?? 0) * 1000);
  return ms - zoneOffsetMs(zone);
}

function zoneOffsetMs(zone: string | undefined): number {
  if (!zone || zone === 'Z' || zone === 'UTC') return 0;
  const digits = zone.replace(/\D/g, '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}
