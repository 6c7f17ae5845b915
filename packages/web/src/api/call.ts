// Calls an endpoint of the contract.
import type { ClientInput, Endpoint, Params, ReplyOf } from '@graticule/contract/endpoint';
import { portalSelf } from '@graticule/contract/portals/portals';
import { ApiError, errorInReply } from './api-error.ts';
import { type EncodedRequest, encodeRequest } from './encode.ts';
import { isExpected, mayBeSomebodyElse } from './other-account.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** Share of the body sent, 0 to 1. */
  onProgress?: (share: number) => void;
  /** The caller expects 498 and 499 and deals with them. */
  quiet?: boolean;
}

/** Nothing was sent for so long: the connection is dead. */
const STALLED_MS = 45_000;

type AnyEndpoint = Endpoint<string, Params, unknown>;

/** Gives whether the person is signed in again, so that the call may be repeated. */
type LossListener = (error: ApiError) => Promise<boolean>;

let onSessionLost: LossListener = async () => false;

/** Says what happens when the portal no longer accepts the session (498), wants one (499), or refuses a change (403). */
export function whenSessionIsLost(listener: LossListener): void {
  onSessionLost = listener;
}

/**
 * Sends the input to the endpoint and gives its reply. When the session has ended, the call waits for the person and is sent again.
 * @throws ApiError for every failure, the network's included; an aborted call throws the abort
 */
export async function call<E extends AnyEndpoint>(endpoint: E, input: ClientInput<E>, options: CallOptions = {}): Promise<ReplyOf<E>> {
  if (endpoint.method === 'change' && endpoint.needs !== 'nothing' && mayBeSomebodyElse() && (await isSomebodyElse())) {
    // Whoever this page belongs to signs in again before anything is changed.
    const lost = new ApiError(498, 'Another account signed in.');
    if (options.quiet || !(await onSessionLost(lost))) throw lost;
    options.signal?.throwIfAborted();
  }
  const request = encodeRequest(endpoint, input as Record<string, unknown>);
  const text = options.onProgress ? await sendWithProgress(request, options) : await send(request, options);
  const reply = parse(text, endpoint);
  const error = errorInReply(reply);
  if (!error) return reply as ReplyOf<E>;
  if (!options.quiet && mayBeLoss(error, endpoint) && (await onSessionLost(error))) {
    options.signal?.throwIfAborted();
    return call(endpoint, input, { ...options, quiet: true });
  }
  throw error;
}

/** Asks the portal whose the cookie is; false when it cannot be asked, because then the change fails as well. */
async function isSomebodyElse(): Promise<boolean> {
  try {
    const self = await call(portalSelf, { portal: 'self' }, { quiet: true });
    return !isExpected('user' in self ? self.user?.username : undefined);
  } catch {
    return false;
  }
}

/** A visitor is refused a change for having no right to it, not for having no session. */
function mayBeLoss({ status }: ApiError, { method }: AnyEndpoint): boolean {
  return status === 498 || status === 499 || (status === 403 && method === 'change');
}

/** What jobs leave behind is written in the language of the page, which need not be that of the browser. */
function spokenHere(): Record<string, string> {
  const { lang } = document.documentElement;
  return lang === '' ? {} : { 'Accept-Language': lang };
}

async function send(request: EncodedRequest, { signal }: CallOptions): Promise<string> {
  let response: Response;
  try {
    response = await fetch(request.url, {
      method: request.method,
      body: request.body,
      headers: spokenHere(),
      signal,
      credentials: 'same-origin',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, 'The portal cannot be reached.');
  }
  const text = await response.text();
  // what stands before the portal answers in words of its own, and in English
  if (!response.ok && !looksLikeError(text)) throw new ApiError(response.status, '');
  return text;
}

/** By XMLHttpRequest, because fetch does not report how much of a body has been sent. */
function sendWithProgress(request: EncodedRequest, { signal, onProgress }: CallOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.url);
    for (const [name, value] of Object.entries(spokenHere())) xhr.setRequestHeader(name, value);
    let watch: ReturnType<typeof setTimeout>;
    // a connection that died without a word would be waited for until the browser gives up
    const stillMoving = () => {
      clearTimeout(watch);
      watch = setTimeout(() => {
        reject(new ApiError(0, 'The connection stands still.'));
        xhr.abort();
      }, STALLED_MS);
    };
    xhr.upload.onloadstart = stillMoving;
    xhr.upload.onloadend = () => clearTimeout(watch);
    xhr.upload.onprogress = (event) => {
      stillMoving();
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    };
    xhr.onload = () => {
      if (xhr.status >= 400 && !looksLikeError(xhr.responseText)) reject(new ApiError(xhr.status, ''));
      else resolve(xhr.responseText);
    };
    xhr.onerror = () => reject(new ApiError(0, 'The portal cannot be reached.'));
    xhr.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    signal?.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(request.body);
  });
}

function looksLikeError(text: string): boolean {
  return text.startsWith('{') && text.includes('"error"');
}

function parse(text: string, endpoint: AnyEndpoint): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    if (endpoint.manner === 'file') return text;
    throw new ApiError(500, 'The answer of the portal cannot be read.');
  }
}
