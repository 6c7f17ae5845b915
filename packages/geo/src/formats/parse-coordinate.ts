// Reads one coordinate from text: decimal numbers with point or comma, or degrees, minutes and seconds.

const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?$/;
const PARTS =
  /^([NSEW])?\s*([+-])?\s*(\d+(?:[.,]\d+)?)\s*(?:[°ºd:\s]\s*(?:(\d+(?:[.,]\d+)?)\s*(?:['′’m:\s]+\s*(?:(\d+(?:[.,]\d+)?)\s*(?:["″”s]|['′’]{2})?)?)?)?)?\s*([NSEW])?$/i;

/** A number whose thousands are set apart so that nothing else can be meant: several times, or beside another sign for decimals. */
const GROUPED = /^[+-]?\d{1,3}(?:([.,])(?:\d{3}\1)+\d{3}|([.,])(?:\d{3}\2)*\d{3}(?!\2)[.,]\d+|([\s'’])(?:\d{3}\3)*\d{3}(?:[.,]\d+)?)$/;

/** Longer texts are no coordinates. */
const MAX_LENGTH = 100;

/** The number of a coordinate; NaN when the text is none. Degrees with minutes become decimal degrees; S and W are negative. */
export function parseCoordinate(raw: string): number {
  const text = raw.trim();
  if (NUMBER.test(text)) return Number(text.replace(',', '.'));
  // Without its gaps: the parts of the pattern would divide each between them in every way there is.
  const match = text.length > MAX_LENGTH ? null : PARTS.exec(text.replace(/\s+/g, ' '));
  const value = match === null ? Number.NaN : partsValue(match);
  return Number.isNaN(value) && groupSign(text) !== undefined ? parseGrouped(text, groupSign(text)) : value;
}

function partsValue(match: RegExpExecArray): number {
  const [, before, sign, degrees, minutes, seconds, after] = match;
  if (before && after) return Number.NaN;
  const [d, m, s] = [degrees, minutes, seconds].map((part) => Number((part ?? '0').replace(',', '.'))) as [number, number, number];
  // Rounded seconds may read 60.
  if (m > 60 || s > 60) return Number.NaN;
  const value = d + m / 60 + s / 3600;
  const letter = (before ?? after ?? '').toUpperCase();
  return sign === '-' || letter === 'S' || letter === 'W' ? -value : value;
}

/** The sign that sets thousands apart in the text, where that is sure. */
export function groupSign(raw: string): string | undefined {
  const match = raw.length > MAX_LENGTH ? null : GROUPED.exec(raw.trim());
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

/** The number of a coordinate in whose column the sign sets thousands apart; NaN when the text is none. */
export function parseGrouped(raw: string, sign: string | undefined): number {
  if (sign === undefined) return parseCoordinate(raw);
  const isSign = /[\s'’]/.test(sign) ? /[\s'’]/g : sign;
  const text = raw.trim().replaceAll(isSign, '');
  return NUMBER.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}

/** The two coordinates that one text holds, in their order, as texts: `48.85, 2.35`, `48,85 2,35`, `48°51'N 2°21'E`. */
export function splitCoordinates(raw: string): [string, string] | null {
  const text =
    raw.length > 2 * MAX_LENGTH
      ? ''
      : raw
          .trim()
          .replace(/^\((.*)\)$/, '$1')
          .trim();
  for (const parts of [text.split(/\s*(?:[;|/]|,\s)\s*/), text.split(/\s*,/), text.split(/\s+/), lettered(text)]) {
    const [first = '', second = ''] = parts;
    // Without a space, a comma may be that of a decimal number, and two whole numbers may be anything.
    const isSure = /[;|/]|,\s/.test(text) || parts.every((part) => /[.,°NSEWO]/i.test(part));
    if (parts.length === 2 && isSure && [first, second].every((part) => Number.isFinite(parseCoordinate(part)))) return [first, second];
  }
  return null;
}

/** Split behind the letter of the first direction. */
function lettered(text: string): string[] {
  const match = /^(.*?[NSEW])[\s,]*(.+)$/i.exec(text);
  return match === null ? [] : match.slice(1);
}

/** Whether the text is degrees with minutes or a letter of direction. */
export function isDms(raw: string): boolean {
  const text = raw.trim();
  return !NUMBER.test(text) && Number.isFinite(parseCoordinate(text));
}
