// Which form of answer a request asks for.
import type { Endpoint } from '@graticule/contract/endpoint';
import { fail } from '@graticule/contract/errors';

/** The format that the parameter `f` names; empty where it names none. @throws INVALID_FORMAT */
export function readFormat(endpoint: Endpoint, f: string | undefined): string {
  const format = (f ?? '').trim().toLowerCase();
  const known =
    format === '' ||
    format === 'json' ||
    format === 'pjson' ||
    endpoint.formats.includes(format) ||
    (format === 'html' && endpoint.manner === 'json' && endpoint.method === 'read');
  if (!known) throw fail('INVALID_FORMAT');
  return format;
}

/**
 * The function that a page wants called with the answer; undefined for none, and for what is sent by POST, whose answer no page runs.
 * Of files, where JSON is asked for: an answer that is not JSON is sent as it is.
 * @throws INVALID_CALLBACK
 */
export function readCallback(callback: string | undefined, endpoint: Endpoint, method: string, f: string | undefined): string | undefined {
  if (callback === undefined || callback === '' || method === 'POST') return undefined;
  const isJson = endpoint.manner === 'json' || (endpoint.manner === 'file' && /^\s*p?json\s*$/i.test(f ?? ''));
  const allowed = isJson && !endpoint.confidential && /^[A-Za-z0-9_.$[\]]{1,128}$/.test(callback);
  if (!allowed) throw fail('INVALID_CALLBACK');
  return callback;
}
