// Under which name it is remembered how far a page was scrolled.
import type { Location } from 'react-router';

/**
 * One per visit. All visits by a typed address or from another site have the same key of the router: they go by their
 * address, or a page would open in the middle because the one before it had been scrolled.
 */
export function scrollKey({ key, pathname, search }: Location): string {
  return key === 'default' ? pathname + search : key;
}
