// Tells numbers that lose digits: those written with more of them than a number of 64 bits keeps. NOTE: millions of numbers are looked at.

/** Every decimal of so many digits comes back as it was. */
const EXACT_DIGITS = 15;
/** A text so long can have more digits: a point stands among them. */
export const LONGEST_EXACT = EXACT_DIGITS + 1;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent);
const ZERO = 48;
const POINT = 46;
const MINUS = 45;
/** As many decimals as are written out quickly. */
const QUICK_DECIMALS = 20;
const MOST_DECIMALS = 100;
const PARTS = /^[+-]?(\d*)(?:\.(\d*))?(?:e[+-]?\d+)?$/i;

/** Reads a decimal sign by sign, for a look that makes nothing of it. */
export class DecimalDigits {
  private whole = 0;
  private part = 0;
  /** Digits behind the point; -1 before it. */
  private decimals = -1;
  private isOver = false;

  clear(): void {
    this.whole = 0;
    this.part = 0;
    this.decimals = -1;
    this.isOver = false;
  }

  /** Takes the next sign; false where it is none that is understood here. */
  take(code: number): boolean {
    const digit = code - ZERO;
    if (digit >= 0 && digit <= 9) {
      if (this.decimals < 0) this.whole = this.whole * 10 + digit;
      else if (this.decimals < EXACT_DIGITS) {
        this.part = this.part * 10 + digit;
        this.decimals++;
      } else if (digit > 0) this.isOver = true;
      return true;
    }
    if (code !== POINT || this.decimals >= 0) return false;
    this.decimals = 0;
    return true;
  }

  /** Whether there surely is a number that is written so: one is nearer than half a step of the last digit. */
  get isKept(): boolean {
    if (this.isOver || this.decimals < 0 || this.whole > Number.MAX_SAFE_INTEGER) return false;
    const power = POWERS[this.decimals] as number;
    return Math.abs((this.whole + this.part / power - this.whole) * power - this.part) < 0.4;
  }
}

const digits = new DecimalDigits();

/** Whether the part of a text surely loses none of its digits. */
export function isKept(text: string, start: number, end: number): boolean {
  digits.clear();
  for (let at = text.charCodeAt(start) === MINUS ? start + 1 : start; at < end; at++) if (!digits.take(text.charCodeAt(at))) return false;
  return digits.isKept;
}

/**
 * Whether a number with a decimal point says more than what is read of it. Digits that only spell a number of 64 bits out, as programs write
 * them (0.30000000000000004, 0.1000000000000000055), are none that are lost.
 */
export function isRounded(text: string): boolean {
  if (text.length <= LONGEST_EXACT || isKept(text, 0, text.length)) return false;
  const number = Number(text);
  if (String(number) === text) return false;
  const parts = PARTS.exec(text);
  if (parts === null) return false;
  const [, whole = '', fraction = ''] = parts;
  const all = withoutZeros(`${whole}${fraction}`);
  const value = Math.abs(number);
  if (!Number.isFinite(value)) return false;
  if (all.length <= EXACT_DIGITS) return value === 0 && all !== '';
  const decimals = fraction.slice(0, endOfDigits(fraction));
  if (decimals.length <= QUICK_DECIMALS && value < 1e21 && !/e/i.test(text)) {
    return value.toFixed(decimals.length) !== `${whole.replace(/^0+(?=\d)/, '') || '0'}${decimals === '' ? '' : `.${decimals}`}`;
  }
  if (all.length > MOST_DECIMALS) return true;
  return (
    value
      .toExponential(all.length - 1)
      .split('e')[0]
      ?.replace('.', '') !== all
  );
}

/** Digits from the first to the last that is no zero. NOTE: a pattern would look at each row of zeros again and again, and cells may be long. */
function withoutZeros(text: string): string {
  let start = 0;
  while (text.charCodeAt(start) === ZERO) start++;
  return text.slice(start, endOfDigits(text));
}

/** Where the zeros at the end begin. */
function endOfDigits(text: string): number {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === ZERO) end--;
  return end;
}
