// Numbers whose thousands are set apart, as people write them: 1,234.5 and 1.234,5 and 1 234,5 and 1'234.5.

/** How the numbers of a column are written. */
export interface GroupStyle {
  group: ',' | '.' | ' ' | "'";
  decimal: '.' | ',';
}

/** What was found out about a column. */
export interface Grouping extends GroupStyle {
  /** Without decimals. */
  isWhole: boolean;
  /** Digits before the decimals, at most. */
  digits: number;
  /** Every value could also be a number with three decimals. */
  isUnsure: boolean;
}

const SPACES = /[ \u00A0\u202F\u2009]/g;
const QUOTES = /['’]/g;
const STYLES: readonly { style: GroupStyle; pattern: RegExp }[] = [
  { style: { group: ',', decimal: '.' }, pattern: /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(\.\d+)?$/ },
  { style: { group: '.', decimal: ',' }, pattern: /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(,\d+)?$/ },
  { style: { group: ' ', decimal: ',' }, pattern: /^[+-]?[1-9]\d{0,2}(?:[ \u00A0\u202F\u2009]\d{3})+(,\d+)?$/ },
  { style: { group: ' ', decimal: '.' }, pattern: /^[+-]?[1-9]\d{0,2}(?:[ \u00A0\u202F\u2009]\d{3})+(\.\d+)?$/ },
  { style: { group: "'", decimal: '.' }, pattern: /^[+-]?[1-9]\d{0,2}(?:['’]\d{3})+(\.\d+)?$/ },
  { style: { group: "'", decimal: ',' }, pattern: /^[+-]?[1-9]\d{0,2}(?:['’]\d{3})+(,\d+)?$/ },
];
/** One group behind a comma or a point: it may be decimals as well. */
const SINGLE = /^[+-]?\d{1,3}[.,]\d{3}$/;
const PLAIN = /^[+-]?(?:0|[1-9]\d{0,2})(?:([.,])\d+)?$/;
const LONGEST = 24;

/** Gathers whether all values of a column are written in one such style. */
export class GroupedNumbers {
  private readonly found = STYLES.map((): Found => ({ grouped: 0, sure: 0, decimals: 0, least: Number.POSITIVE_INFINITY, most: 0 }));
  /** Bits of the digits of plain numbers, and of those with three digits behind a point. */
  private plain = 0;
  private triples = 0;
  /** Some plain number has decimals behind a point that are no thousands. */
  private hasDecimals = false;
  private alive = true;

  /** No value can change the result any more. */
  get isOver(): boolean {
    return !this.alive;
  }

  /** A value as it stands there, without spaces around it. */
  add(text: string): void {
    if (!this.alive) return;
    const isShort = text.length <= LONGEST;
    const plain = isShort ? PLAIN.exec(text) : null;
    if (plain !== null && plain[1] !== ',') {
      this.addPlain(Number(text), plain[1] === undefined ? 0 : text.length - text.indexOf('.') - 1);
      return;
    }
    let isAny = false;
    for (const [i, { style, pattern }] of STYLES.entries()) {
      const found = this.found[i];
      if (found === undefined || found.grouped < 0) continue;
      const match = isShort ? pattern.exec(text) : null;
      if (match !== null) {
        found.grouped++;
        if (!SINGLE.test(text)) found.sure++;
        if (match[1] !== undefined) found.decimals++;
      } else if (plain !== null && style.decimal === ',') {
        found.decimals++;
      } else {
        found.grouped = -1;
        continue;
      }
      isAny = true;
      measure(found, wholeDigits(text, style));
    }
    this.alive = isAny;
  }

  /** A number as programs write it, with a point or without one. NOTE: it is called for nearly every cell of a file. */
  addPlain(value: number, decimals: number): void {
    if (!this.alive) return;
    const size = value < 0 ? -value : value;
    // Whoever sets thousands apart does so in every number.
    if (size >= 1000) this.alive = false;
    else if (decimals === 3 && size >= 1) this.triples |= sizeBit(size);
    else {
      this.plain |= sizeBit(size);
      if (decimals > 0) this.hasDecimals = true;
    }
  }

  /** The style of the column. Values that are all equally long are numbers of telephones and the like, unless they `areNumbers`. */
  finish(areNumbers = false): Grouping | undefined {
    if (!this.alive) return undefined;
    for (const [i, { style }] of STYLES.entries()) {
      const found = this.withPlain(i, style);
      if (found !== null && found.grouped > 0 && (areNumbers || found.least < found.most))
        return { ...style, isWhole: found.decimals === 0, digits: found.most, isUnsure: found.sure === 0 };
    }
    return undefined;
  }

  /** What was found of a style, with the plain numbers: three digits behind a point are decimals to some styles and thousands to another. */
  private withPlain(at: number, { group, decimal }: GroupStyle): Found | null {
    const { hasDecimals, triples, plain } = this;
    const own = this.found[at];
    const arePoints = decimal === '.';
    if (own === undefined || own.grouped < 0 || (!arePoints && (hasDecimals || (triples > 0 && group !== '.')))) return null;
    const all = { ...own };
    for (let digits = 1; digits <= 3; digits++) {
      if ((plain & (1 << digits)) > 0 || (arePoints && (triples & (1 << digits)) > 0)) measure(all, digits);
      if (!arePoints && (triples & (1 << digits)) > 0) measure(all, digits + 3);
    }
    if (arePoints && (hasDecimals || triples > 0)) all.decimals++;
    if (!arePoints && triples > 0) all.grouped++;
    return all;
  }
}

/** A bit for the digits before the point of a number below 1000. */
const sizeBit = (size: number): number => (size < 10 ? 2 : size < 100 ? 4 : 8);

interface Found {
  grouped: number;
  sure: number;
  decimals: number;
  least: number;
  most: number;
}

function measure(found: Found, digits: number): void {
  found.least = Math.min(found.least, digits);
  found.most = Math.max(found.most, digits);
}

function wholeDigits(text: string, { decimal }: GroupStyle): number {
  const end = text.indexOf(decimal);
  return (end < 0 ? text : text.slice(0, end)).replace(/\D/g, '').length;
}

/** The text without what sets its thousands apart. */
export function withoutGroups(text: string, group: GroupStyle['group']): string {
  return text.replaceAll(group === ' ' ? SPACES : group === "'" ? QUOTES : group, '');
}
