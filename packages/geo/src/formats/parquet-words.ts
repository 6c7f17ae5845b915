// What the process that unpacks Parquet and who asks it agree on.
import type { SchemaElement } from 'hyparquet';

/** Why no row is answered. */
export const ROW_TOO_LARGE = 'The row is too large.';

const STEPS = { MILLIS: undefined, MICROS: 1_000n, NANOS: 1_000_000n } as const;

/** Steps of a millisecond that a column of moments counts; undefined where it counts milliseconds, or has no moments. */
export function stepsOfMoments({ type, converted_type: converted, logical_type: logical }: SchemaElement): bigint | undefined {
  if (type !== 'INT64') return undefined;
  if (logical?.type === 'TIMESTAMP') return STEPS[logical.unit];
  return converted === 'TIMESTAMP_MICROS' ? STEPS.MICROS : undefined;
}

/** Whether the library makes something else of what is in an element, by the types that it has: they are left to it. */
export function isDecoded({ logical_type: logical }: SchemaElement): boolean {
  return logical?.type === 'VARIANT';
}
