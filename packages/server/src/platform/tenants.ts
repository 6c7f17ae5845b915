// Addresses of organisations on an install that holds several: `{key}.{host of the public URL}`.
import type { Config } from '../config/config.ts';

type Addresses = Pick<Config, 'publicUrl' | 'multiTenant'>;

/** Keys are single labels of a host name. */
const KEY = /^[a-z0-9-]{4,40}$/;

/** The key of the organisation in an address; undefined for the main address, and for every address of a single-tenant install. */
export function tenantKey(config: Addresses, url: string): string | undefined {
  if (!config.multiTenant || config.publicUrl === undefined || !URL.canParse(url)) return undefined;
  const ending = `.${new URL(config.publicUrl).hostname}`;
  const { hostname } = new URL(url);
  const key = hostname.endsWith(ending) ? hostname.slice(0, -ending.length) : '';
  return KEY.test(key) ? key : undefined;
}

/** The address of an organisation without a trailing slash; the main one for organisations without a key. */
export function tenantUrl(config: Addresses & { publicUrl: string }, key: string | null | undefined): string {
  if (!config.multiTenant || key === null || key === undefined) return config.publicUrl;
  const { protocol, host } = new URL(config.publicUrl);
  return `${protocol}//${key}.${host}`;
}

/** Host below which organisations have their addresses; null when there is one organisation. */
export function customHost(config: Addresses): string | null {
  return config.multiTenant && config.publicUrl !== undefined ? new URL(config.publicUrl).host : null;
}
