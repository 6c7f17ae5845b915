// What the process that unpacks Parquet says to who asks it.

/** Why no row is answered. */
export const ROW_TOO_LARGE = 'The row is too large.';
