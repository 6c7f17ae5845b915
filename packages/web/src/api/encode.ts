// Turns an endpoint and its input into an HTTP request.
import type { Endpoint } from '@graticule/contract/endpoint';

/** Longer queries go as POST. @source SH-217 */
export const LONGEST_QUERY = 2000;

/** A request ready to be sent. */
export interface EncodedRequest {
  url: string;
  method: 'GET' | 'POST';
  body: URLSearchParams | FormData | undefined;
}

/** Writes path names and parameters as the endpoint says; values that are undefined are left out. */
export function encodeRequest(endpoint: Endpoint, input: Readonly<Record<string, unknown>>): EncodedRequest {
  const url = fillPath(endpoint.path, input);
  const texts = new URLSearchParams();
  const files: [string, Blob][] = [];
  let secret = endpoint.confidential;
  for (const [name, param] of Object.entries(endpoint.params)) {
    const value = input[name];
    if (value === undefined) continue;
    if (param.kind === 'file') files.push([name, value as Blob]);
    else texts.append(name, param.write(value));
    if (param.secret) secret = true;
  }
  if (!texts.has('f')) texts.append('f', 'json');
  if (files.length > 0) return { url, method: 'POST', body: multipart(texts, files) };
  const query = texts.toString();
  if (endpoint.method === 'read' && !secret && query.length <= LONGEST_QUERY)
    return { url: `${url}?${query}`, method: 'GET', body: undefined };
  return { url, method: 'POST', body: texts };
}

/**
 * Fills the names after `:` in a path.
 * @throws Error when a name has no value
 */
export function fillPath(path: string, input: Readonly<Record<string, unknown>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = input[name];
    if (value === undefined || value === null || value === '') throw new Error(`The path ${path} needs '${name}'`);
    return encodeURIComponent(String(value));
  });
}

/** Texts first: a server that streams knows everything before the file arrives. */
function multipart(texts: URLSearchParams, files: readonly [string, Blob][]): FormData {
  const form = new FormData();
  for (const [name, value] of texts) form.append(name, value);
  for (const [name, blob] of files) form.append(name, blob, blob instanceof File ? blob.name : name);
  return form;
}
