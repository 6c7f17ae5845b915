// Headers of answers that do not depend on what is answered: safety, and which pages may read them.
import type { Config } from '../../config/config.ts';
import { baseUrlOf, type Sender } from './credentials.ts';

/** Of every answer. */
export const SAFETY = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'strict-origin-when-cross-origin' } as const;

/** Of every answer below the paths of the API. */
export const OF_THE_API = {
  ...SAFETY,
  vary: 'Origin',
  'access-control-expose-headers': 'Content-Disposition, Content-Length, ETag, X-Request-Id',
} as const;

/** Of the answer to a browser that asks whether it may ask. */
export const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, HEAD, OPTIONS',
  'access-control-allow-headers':
    'Content-Type, Authorization, X-Esri-Authorization, X-Requested-With, X-Esri-Auth-Client-Id, X-Esri-Auth-Redirect-Uri, Range',
  'access-control-max-age': '86400',
} as const;

/** Of an answer that the pages of every origin may read. */
export const OPEN = { 'access-control-allow-origin': '*' } as const;

/** Which pages may read an answer: all, but only those of trusted origins one that was asked for with credentials. */
export function originHeaders(origin: string | undefined, isTrusted: boolean): Readonly<Record<string, string>> {
  return isTrusted && origin !== undefined ? { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' } : OPEN;
}

export interface OriginOptions {
  config: Pick<Config, 'publicUrl' | 'multiTenant'>;
  /** Origins that the organisation at an address trusts; read for each cross-origin request, so it should be cached. */
  allowedOrigins(baseUrl: string): Promise<readonly string[]>;
}

/** Whether the organisation that is asked trusts the pages of an origin; nobody's are trusted while that cannot be found out. */
export async function isTrustedOrigin(
  options: OriginOptions,
  request: Pick<Sender, 'protocol' | 'host'>,
  origin: string,
): Promise<boolean> {
  try {
    return (await options.allowedOrigins(baseUrlOf(request, options.config))).includes(origin);
  } catch {
    return false;
  }
}
