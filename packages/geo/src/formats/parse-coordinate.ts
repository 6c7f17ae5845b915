// Reads one coordinate from text: decimal numbers with point or comma, or degrees, minutes and seconds.

const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?$/;
const PARTS =
  /^([NSEW])?\s*([+-])?\s*(\d+(?:[.,]\d+)?)\s*(?:[°ºd:\s]\s*(?:(\d+(?:[.,]\d+)?)\s*(?:['′’m:\s]+\s*(?:(\d+(?:[.,]\d+)?)\s*(?:["″”s]|['′’]{2})?)?)?)?)?\s*([NSEW])?$/i;

/** Longer texts are no coordinates. */
const MAX_LENGTH = 100;

/** The number of a coordinate; NaN when the text is none. Degrees with minutes become decimal degrees; S and W are negative. */
export function parseCoordinate(raw: string): number {
  const text = raw.trim();
  if (NUMBER.test(text)) return Number(text.replace(',', '.'));
  // Without its gaps: the parts of the pattern would divide each between them in every way there is.
  const match = text.length > MAX_LENGTH ? null : PARTS.exec(text.replace(/\s+/g, ' '));
  if (!match) return Number.NaN;
  const [, before, sign, degrees, minutes, seconds, after] = match;
  if (before && after) return Number.NaN;
  const [d, m, s] = [degrees, minutes, seconds].map((part) => Number((part ?? '0').replace(',', '.'))) as [number, number, number];
  // Rounded seconds may read 60.
  if (m > 60 || s > 60) return Number.NaN;
  const value = d + m / 60 + s / 3600;
  const letter = (before ?? after ?? '').toUpperCase();
  return sign === '-' || letter === 'S' || letter === 'W' ? -value : value;
}

/** Whether the text is degrees with minutes or a letter of direction. */
export function isDms(raw: string): boolean {
  const text = raw.trim();
  return !NUMBER.test(text) && Number.isFinite(parseCoordinate(text));
}
