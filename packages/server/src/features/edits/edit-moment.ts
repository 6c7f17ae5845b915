// The moment of an edit, for clients that ask for it: what they read later than that holds their edit.
import type { Portal } from '../../platform/context.ts';

/** The outcome of an edit, with its moment where that is asked for. */
export function withMoment<T extends object>(
  portal: Pick<Portal, 'clock'>,
  outcome: T,
  isAsked: boolean | undefined,
): T & { editMoment?: number } {
  return isAsked ? { ...outcome, editMoment: portal.clock.now().getTime() } : outcome;
}
