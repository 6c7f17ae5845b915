// Fetches descriptions and features for the map engine, from the portal and from other servers.
import { isRefusal, RefusedLayer } from '../map/refused-layer.ts';

/** Other names of the portal's own addresses become the one this page was loaded from. */
export function localAddress(url: string, portalHostname: string | undefined): string {
  try {
    const address = new URL(url, location.origin);
    const isOwn = portalHostname !== undefined && address.host === portalHostname.split('/')[0];
    return isOwn ? location.origin + address.pathname + address.search : url;
  } catch {
    return url;
  }
}

/**
 * Fetches JSON.
 * @throws RefusedLayer where the reader may not see it, else Error with the service's own words, or the reason why it cannot be reached
 */
export async function fetchLayer(url: string, signal?: AbortSignal): Promise<unknown> {
  const isOwn = new URL(url, location.origin).origin === location.origin;
  const response = await fetch(url, { credentials: isOwn ? 'same-origin' : 'omit', ...(signal ? { signal } : {}) });
  if (isRefusal(response.status)) throw new RefusedLayer();
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
  const reply: unknown = await response.json();
  const error = (reply as { error?: { message?: unknown; code?: unknown } } | null)?.error;
  if (isRefusal(error?.code)) throw new RefusedLayer();
  if (error) throw new Error(typeof error.message === 'string' && error.message !== '' ? error.message : String(error.code ?? 'error'));
  return reply;
}
