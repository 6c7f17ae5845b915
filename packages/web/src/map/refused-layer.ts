// The reason of a layer that its service shows only to some.

/** The service answered that the reader may not see it. */
export class RefusedLayer extends Error {}

const REFUSALS: readonly unknown[] = [403, 498, 499];

/** Whether the code of a service's error means that the reader may not see it. */
export function isRefusal(code: unknown): boolean {
  return REFUSALS.includes(code);
}
