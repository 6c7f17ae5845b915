// Reads one coordinate from text: decimal numbers with point or comma, or degrees, minutes and seconds.

const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?$/;
const PARTS =
  /^([NSEW])?\s*([+-])?\s*(\d+(?:[.,]\d+)?)\s*(?:[°ºd:\s]\s*(?:(\d+(?:[.,]\d+)?)\s*(?:['′’m:\s]+\s*(?:(\d+(?:[.,]\d+)?)\s*(?:["″”]|['′’]{2})?)?)?)?)?\s*([NSEW])?$/i;

/** A number whose thousands are set apart so that nothing else can be meant: several times, or beside another sign for decimals. */
const GROUPED = /^[+-]?\d{1,3}(?:([.,])(?:\d{3}\1)+\d{3}|([.,])(?:\d{3}\2)*\d{3}(?!\2)[.,]\d+|([\s'’])(?:\d{3}\3)*\d{3}(?:[.,]\d+)?)$/;

/** An s behind seconds whose minutes have an m of the same case; any other one is the letter of the south. */
const UNIT_OF_SECONDS = /(m\s?\d+(?:[.,]\d+)?)\s?s|(M\s?\d+(?:[.,]\d+)?)\s?S/g;

/** Longer texts are no coordinates. */
const MAX_LENGTH = 100;

/** The number of a coordinate; NaN when the text is none. Degrees with minutes become decimal degrees; S and W are negative. */
export function parseCoordinate(raw: string): number {
  const text = raw.trim();
  if (NUMBER.test(text)) return Number(text.replace(',', '.'));
  const match = partsOf(text);
  const value = match === null ? Number.NaN : partsValue(match);
  return Number.isNaN(value) && groupSign(text) !== undefined ? parseGrouped(text, groupSign(text)) : value;
}

function partsOf(text: string): RegExpExecArray | null {
  // Without its gaps: the parts of the pattern would divide each between them in every way there is.
  return text.length > MAX_LENGTH ? null : PARTS.exec(withSigns(text.trim().replace(/\s+/g, ' ')));
}

const withSigns = (text: string): string => text.replace(UNIT_OF_SECONDS, '$1$2"');

/** The letter of direction of a coordinate: N, S, E or W. */
export function directionOf(text: string): string | undefined {
  const match = partsOf(text);
  return (match?.[1] ?? match?.[6])?.toUpperCase();
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

/** The number of a coordinate in whose column the sign sets thousands apart, wherever it does; NaN when the text is none. */
export function parseGrouped(raw: string, sign: string | undefined): number {
  const text = raw.trim();
  const match = sign === undefined || text.length > MAX_LENGTH ? null : GROUPS.exec(text);
  if (sign === undefined || match === null) return parseCoordinate(text);
  const [isSpace, group] = [/[\s'’]/, match[1] ?? ''];
  if (group !== sign && !(isSpace.test(group) && isSpace.test(sign))) return parseCoordinate(text);
  return Number(text.replaceAll(isSpace.test(group) ? /[\s'’]/g : group, '').replace(',', '.'));
}

/** Thousands behind one sign, and decimals behind another. */
const GROUPS = /^[+-]?\d{1,3}(?:(?=([.,\s'’]))(?:\1\d{3})+)(?:(?!\1)[.,]\d*)?$/;

/**
 * The two coordinates that one text holds, in their order, as texts: `48.85, 2.35`, `48,85 2,35`, `48°51'N 2°21'E`.
 * `separator` is what stands between the two in the column of the text, where that is known: it is no decimal sign then.
 */
export function splitCoordinates(raw: string, separator?: PairSeparator): [string, string] | null {
  const text =
    raw.length > 2 * MAX_LENGTH
      ? ''
      : withSigns(
          raw
            .trim()
            .replace(/^\((.*)\)$/, '$1')
            .trim(),
        );
  const ways: [string[], PairSeparator?][] = [
    [text.split(/\s*(?:[;|/]|,\s)\s*/)],
    [text.split(/\s*,/), ','],
    [text.split(/\s+/), ' '],
    [lettered(text)],
  ];
  for (const [parts, between] of ways) {
    const [first = '', second = ''] = parts;
    // Without a space, a comma may be that of a decimal number, and two whole numbers may be anything; no decimals begin with a minus.
    const isSure =
      /[;|/]|,\s|[,\s][+-]\d/.test(text) || parts.every((part) => SURE.test(part)) || (between !== undefined && between === separator);
    if (parts.length === 2 && isSure && [first, second].every((part) => Number.isFinite(parseCoordinate(part)))) return [first, second];
  }
  return null;
}

/** What stands between the two numbers of a text. */
export type PairSeparator = ',' | ' ';

const SURE = /[.,°º'"′″dNSEWO]/i;

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
