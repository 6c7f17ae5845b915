// Finds the credentials of a request and decides whether a cookie counts.
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { CredentialVia } from '../caller.ts';
import { tenantKey, tenantUrl } from '../tenants.ts';

/** The HttpOnly cookie of a browser session. */
export const SESSION_COOKIE = 'graticule_session';

/** What is read of a request to find out who sent it, and to which organisation. */
export type Sender = Pick<FastifyRequest, 'headers' | 'cookies' | 'protocol' | 'host' | 'ip'>;

export interface Credentials {
  token: string | null;
  via: CredentialVia;
}

/** Whether the request comes from a page of the portal itself, or from no page at all. */
export function isSameOrigin(request: Pick<Sender, 'headers'>, baseUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = request.headers.origin;
  return origin === undefined || origin === originOf(baseUrl);
}

/** Whether a page of the portal itself is known to have sent the request; needed for changes by cookie. */
export function provesSameOrigin(request: Pick<Sender, 'headers'>, baseUrl: string): boolean {
  const own = originOf(baseUrl);
  if (request.headers.origin !== undefined) return request.headers.origin === own;
  const referer = request.headers.referer;
  if (referer !== undefined && URL.canParse(referer)) return new URL(referer).origin === own;
  return request.headers['sec-fetch-site'] === 'same-origin';
}

/** Looks in the order header, parameter, cookie. */
export function findCredentials(request: Sender, tokenParameter: string | undefined, baseUrl: string): Credentials {
  for (const header of ['x-esri-authorization', 'authorization'] as const) {
    const value = request.headers[header];
    const match = typeof value === 'string' ? /^Bearer\s+(\S+)$/i.exec(value) : null;
    if (match?.[1] !== undefined) return { token: match[1], via: 'header' };
  }
  if (tokenParameter !== undefined && tokenParameter !== '') return { token: tokenParameter, via: 'parameter' };
  const cookie = request.cookies[SESSION_COOKIE];
  if (cookie !== undefined && cookie !== '' && isSameOrigin(request, baseUrl)) return { token: cookie, via: 'cookie' };
  return { token: null, via: 'none' };
}

/**
 * The public base URL for links: the configured one (with the organisation's key where there are several), else what the request says,
 * without default ports. NOTE: what the request says is for answers to that request only, never for mails, redirects or storage.
 * @throws TypeError for a Host header that is none
 */
export function baseUrlOf(request: Pick<Sender, 'protocol' | 'host'>, config: Pick<Config, 'publicUrl' | 'multiTenant'>): string {
  const { publicUrl, multiTenant } = config;
  if (publicUrl === undefined) return originAsked(request);
  return multiTenant ? tenantUrl({ publicUrl, multiTenant }, tenantKey(config, `${request.protocol}://${request.host}`)) : publicUrl;
}

/** Whoever asks may make up as many hosts as there are; few are long. */
const MOST_ORIGINS = 500;
const LONGEST = 200;
/** Origins by address: reading an address costs more than most of what a small request needs. */
const origins = new BoundedMap<string, string>(MOST_ORIGINS);

/** What the request before asked for: most come to one address. */
let last: Pick<Sender, 'protocol' | 'host'> & { origin: string } = { protocol: 'http', host: '', origin: '' };

function originAsked({ protocol, host }: Pick<Sender, 'protocol' | 'host'>): string {
  if (last.host === host && last.protocol === protocol && host !== '') return last.origin;
  const origin = originOf(`${protocol}://${host}`);
  last = { protocol, host, origin };
  return origin;
}

function originOf(url: string): string {
  const known = origins.get(url);
  if (known !== undefined) return known;
  const { origin } = new URL(url);
  if (url.length <= LONGEST) origins.set(url, origin);
  return origin;
}
