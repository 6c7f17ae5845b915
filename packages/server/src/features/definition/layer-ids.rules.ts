// The ids that new layers of a service get.
import { smallestFree } from './relationships.ts';

/** The largest id that a layer may have: larger ones have those that are loaded to take the place of others, until they do. */
export const MAX_LAYER_ID = 999_999;

/**
 * Each new layer gets the id that it wishes, where that is free and no layer before it wishes the same; only then the others get the
 * smallest that are left, so that none takes what another wished.
 */
export function layerIds(taken: Iterable<number>, wishes: readonly (number | null | undefined)[]): number[] {
  const used = new Set(taken);
  const claim = (id: number): number => {
    used.add(id);
    return id;
  };
  const granted = wishes.map((wish) => (wish !== undefined && wish !== null && !used.has(wish) ? claim(wish) : undefined));
  return granted.map((id) => id ?? claim(smallestFree(used)));
}
