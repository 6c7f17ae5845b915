// The address at a social network that an address of the portal is shared with.
import type { SocialNetwork } from '@graticule/contract/item-types/open-rules';

/** Proper names, not translated. */
export const NETWORK_NAMES: Readonly<Record<SocialNetwork, string>> = { fb: 'Facebook', tw: 'X (Twitter)' };

/** Undefined for a network that is not known and for addresses of other hosts: this page sends nobody elsewhere. */
export function networkAddress(params: URLSearchParams, origin: string): string | undefined {
  const shared = params.get('u') ?? '';
  let url: URL;
  try {
    url = new URL(shared, origin);
  } catch {
    return undefined;
  }
  if (url.origin !== origin) return undefined;
  const u = encodeURIComponent(url.href);
  if (params.get('n') === 'fb') return `https://www.facebook.com/sharer/sharer.php?u=${u}`;
  if (params.get('n') === 'tw') return `https://twitter.com/intent/tweet?text=${encodeURIComponent(params.get('t') ?? '')}&url=${u}`;
  return undefined;
}
