// Numbers as nearly all files write them, read from bytes. Whatever is written otherwise is left to those who read text.

/** Digits of a number of which every bit is known: beyond, a quotient of two doubles is no longer the nearest one. */
const MOST_DIGITS = 15;
const POWERS = Array.from({ length: MOST_DIGITS + 1 }, (_, exponent) => 10 ** exponent);
const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;

/** Reads one number after another without making anything of them. */
export class PlainNumbers {
  value = 0;
  /** Written without a point. */
  isWhole = false;
  /** Digits behind the point. */
  decimals = 0;

  /**
   * Whether the text is a sign or none, up to 15 digits without a zero that is not needed before them, and a point or none behind the first of them.
   * Leaves in `value` what `Number` makes of it.
   */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    const isNegative = bytes[start] === MINUS;
    let at = isNegative || bytes[start] === PLUS ? start + 1 : start;
    const length = end - at;
    if (length < 1 || length > MOST_DIGITS + 1) return false;
    let digits = (bytes[at++] as number) - ZERO;
    if (!(digits >= 0 && digits <= 9)) return false;
    if (digits === 0 && at < end && bytes[at] !== POINT) return false;
    let point = -1;
    for (; at < end; at++) {
      const digit = (bytes[at] as number) - ZERO;
      if (digit >= 0 && digit <= 9) digits = digits * 10 + digit;
      else if (digit === POINT - ZERO && point < 0) point = at;
      else return false;
    }
    this.isWhole = point < 0;
    if (this.isWhole && length > MOST_DIGITS) return false;
    this.decimals = this.isWhole ? 0 : end - point - 1;
    const value = this.isWhole ? digits : digits / (POWERS[this.decimals] as number);
    this.value = isNegative ? -value : value;
    return true;
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of a part of bytes that are UTF-8. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > 24) return decoder.decode(bytes.subarray(start, end));
  // Short and plain, as most are: put together by hand.
  let text = '';
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte > 127) return decoder.decode(bytes.subarray(start, end));
    text += String.fromCharCode(byte);
  }
  return text;
}
