// How a refusal stands in its table: what was wrong, and what to do.
import type { ErrorCode } from '../errors.ts';

/** What is said when something is refused; `{name}` is filled in. */
export interface Refusal {
  /** The error that it is on the wire. */
  kind: ErrorCode;
  /** What was wrong, with the name or the value at fault. */
  fault: string;
  /** What to do: an order, with what is allowed. */
  remedy: string;
}

/** Makes the entries of one kind. */
export function ofKind<const K extends ErrorCode>(kind: K) {
  return <const F extends string, const R extends string>(fault: F, remedy: R): { kind: K; fault: F; remedy: R } => ({
    kind,
    fault,
    remedy,
  });
}
