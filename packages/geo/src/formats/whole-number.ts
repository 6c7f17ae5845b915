// Whole numbers of 64 bits, of which a number of JavaScript holds those up to 2^53 to the last digit.

/** The number, or what was given where a number would lose digits; a column with such values becomes text. */
export function wholeNumber(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
