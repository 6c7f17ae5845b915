// The ids that new layers of a service get.
import { smallestFree } from './relationships.ts';

/** The largest id that a layer may have: the database keeps no larger one. */
export const MAX_LAYER_ID = 2_147_483_647;

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
