// Tells numbers that lose digits: those written with more of them than a number of 64 bits keeps.

/** Every decimal of so many digits comes back as it was. */
const EXACT_DIGITS = 15;
/** A text so long can have more digits: a point stands among them. */
const LONGEST_EXACT = EXACT_DIGITS + 1;
/** As many decimals as are written out quickly. */
const QUICK_DECIMALS = 20;
const MOST_DECIMALS = 100;
const PARTS = /^[+-]?(\d*)(?:\.(\d*))?(?:e[+-]?\d+)?$/i;

/**
 * Whether a number with a decimal point says more than what is read of it. Digits that only spell a number of 64 bits out, as programs write
 * them (0.30000000000000004, 0.1000000000000000055), are none that are lost.
 */
export function isRounded(text: string): boolean {
  if (text.length <= LONGEST_EXACT) return false;
  const parts = PARTS.exec(text);
  if (parts === null) return false;
  const [, whole = '', fraction = ''] = parts;
  const digits = `${whole}${fraction}`.replace(/^0+|0+$/g, '');
  const value = Math.abs(Number(text));
  if (!Number.isFinite(value)) return false;
  if (digits.length <= EXACT_DIGITS) return value === 0 && digits !== '';
  const decimals = fraction.replace(/0+$/, '');
  if (decimals.length <= QUICK_DECIMALS && value < 1e21 && !/e/i.test(text)) {
    return value.toFixed(decimals.length) !== `${whole.replace(/^0+(?=\d)/, '') || '0'}${decimals === '' ? '' : `.${decimals}`}`;
  }
  if (digits.length > MOST_DECIMALS) return true;
  return (
    value
      .toExponential(digits.length - 1)
      .split('e')[0]
      ?.replace('.', '') !== digits
  );
}
