// The ids that new layers of a service get.
import { smallestFree } from './relationships.ts';

/** Ids that may be wished for lie below. */
const BEYOND = 10_000;

/**
 * Each new layer gets the id that it wishes, where that is free and no layer before it wishes the same; only then the others get the
 * smallest that are left, so that none takes what another wished.
 */
export function layerIds(taken: Iterable<number>, wishes: readonly (number | undefined)[]): number[] {
  const used = new Set(taken);
  const claim = (id: number): number => {
    used.add(id);
    return id;
  };
  const granted = wishes.map((wish) => (wish !== undefined && wish < BEYOND && !used.has(wish) ? claim(wish) : undefined));
  return granted.map((id) => id ?? claim(smallestFree(used)));
}
