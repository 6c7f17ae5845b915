// How far totals are counted.

/** Totals are exact up to here. */
export const MAX_TOTAL = 10_000;
