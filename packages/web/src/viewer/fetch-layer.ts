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

/** An answer was given up because it grew beyond what the asker can use. */
export class TooLargeAnswer extends Error {
  override readonly name = 'TooLargeAnswer';
}

/**
 * Fetches JSON; of an answer beyond `mostBytes` the rest is not waited for.
 * @throws TooLargeAnswer, RefusedLayer where the reader may not see it, else Error with the service's own words, or the reason why it cannot be reached
 */
export async function fetchLayer(url: string, signal?: AbortSignal, mostBytes = Number.POSITIVE_INFINITY): Promise<unknown> {
  const isOwn = new URL(url, location.origin).origin === location.origin;
  const response = await fetch(url, { credentials: isOwn ? 'same-origin' : 'omit', ...(signal ? { signal } : {}) });
  if (isRefusal(response.status)) throw new RefusedLayer();
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
  const reply: unknown = mostBytes === Number.POSITIVE_INFINITY ? await response.json() : JSON.parse(await textWithin(response, mostBytes));
  const error = (reply as { error?: { message?: unknown; code?: unknown } } | null)?.error;
  if (isRefusal(error?.code)) throw new RefusedLayer();
  if (error) throw new Error(typeof error.message === 'string' && error.message !== '' ? error.message : String(error.code ?? 'error'));
  return reply;
}

/** Counts what really comes: a length that is announced is missing or that of the compressed answer. */
async function textWithin({ body }: Response, mostBytes: number): Promise<string> {
  if (!body) return '';
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  let size = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    size += value?.length ?? 0;
    if (size > mostBytes) {
      // ends the connection, so that the server ends its work too
      void reader.cancel();
      throw new TooLargeAnswer();
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}
