// Who calls: found out by the identity domain, or guessed so that reading may begin meanwhile.
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Endpoint } from '@graticule/contract/endpoint';
import { fail } from '@graticule/contract/errors';
import type { Caller, Claim } from '../caller.ts';
import type { Portal } from '../context.ts';
import { Departure, type Gone } from '../departure.ts';
import { baseUrlOf, type Credentials, findCredentials, provesSameOrigin, type Sender } from './credentials.ts';
import { RawReply } from './reply.ts';
import { visitorNetwork } from './visitor-network.ts';

/** What is known of a request whoever sends it. */
type Facts = Pick<Caller, 'address' | 'baseUrl' | 'languages'>;

/** Longer headers name more languages than anybody reads. */
const MOST_LANGUAGES = 200;

/** Makes the caller of a request; the identity domain provides it. */
export type Authenticate = (portal: Portal, credentials: Credentials, facts: Facts & { referer: string | undefined }) => Promise<Caller>;

/** Who the credentials belonged to when they came last, without asking anybody. */
export type Guess = (portal: Portal, credentials: Credentials, facts: Facts) => Caller | undefined;

/** The same with the proof of it, for statements that change something only if it is true. */
export type Claiming = (portal: Portal, credentials: Credentials, facts: Facts) => Claim | undefined;

export interface IdentityOptions {
  portal: Portal;
  authenticate: Authenticate;
  guess: Guess;
  claim: Claiming;
}

/** Finds out who calls: by the database, or at once by what it said the last time. */
export function identityOf(
  options: IdentityOptions,
  endpoint: Endpoint,
  request: Sender,
  tokenParameter: string | undefined,
): { guess(): Caller | undefined; claim(): Claim | undefined; find(): Promise<Caller> } {
  const baseUrl = baseUrlOf(request, options.portal.config);
  const credentials = findCredentials(request, 'token' in endpoint.params ? undefined : tokenParameter, baseUrl);
  const { referer, 'accept-language': languages } = request.headers;
  const known = { address: visitorNetwork(request.ip), baseUrl, referer };
  const facts = languages === undefined ? known : { ...known, languages: languages.slice(0, MOST_LANGUAGES) };
  const isCrossSite = (via: Credentials['via']): boolean =>
    endpoint.method === 'change' && via === 'cookie' && !provesSameOrigin(request, baseUrl);
  return {
    guess: () => options.guess(options.portal, credentials, facts),
    claim: () => (isCrossSite(credentials.via) ? undefined : options.claim(options.portal, credentials, facts)),
    find: async () => {
      const caller = await options.authenticate(options.portal, credentials, facts);
      if (isCrossSite(caller.via)) throw fail('CROSS_SITE');
      return caller;
    },
  };
}

/** Work for a caller who is still being checked. */
export interface Begun {
  caller: Caller;
  result: Promise<unknown>;
}

/** Begins it. */
export function beginEarly(caller: Caller | undefined, run: (caller: Caller) => Promise<unknown>): Begun | undefined {
  if (caller === undefined) return undefined;
  const result = run(caller);
  // Nobody may wait for it in the end.
  result.catch(() => undefined);
  return { caller, result };
}

/** Gives up what was begun for somebody else than the caller proved to be. */
export function dropEarly(begun: Begun): void {
  begun.result.then(
    (result) => {
      if (result instanceof RawReply && result.body instanceof Readable) result.body.destroy();
    },
    () => undefined,
  );
}

/** The caller with a signal that comes when the connection ends before the answer was sent. */
export function watched(caller: Caller, response: WatchedResponse): Caller {
  return { ...caller, gone: new AnswerGone(response) };
}

type WatchedResponse = Pick<ServerResponse, 'closed' | 'writableFinished' | 'once'>;

/**
 * Watches the connection from the first question on.
 * NOTE: a class, because an object written with a getter gets a shape of its own each time, which lives, and keeps alive what its getter knows, until
 * the collector goes through the whole heap: half of what a request had made did so, and nine times as often.
 */
class AnswerGone implements Gone {
  readonly #response: WatchedResponse;
  #departure: Departure | undefined;

  constructor(response: WatchedResponse) {
    this.#response = response;
  }

  get aborted(): boolean {
    return this.#watch().aborted;
  }

  addEventListener(type: 'abort', listener: () => void): void {
    this.#watch().addEventListener(type, listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#departure?.removeEventListener('abort', listener);
  }

  #watch(): Departure {
    if (this.#departure !== undefined) return this.#departure;
    const departure = new Departure();
    const look = (): void => {
      if (!this.#response.writableFinished) departure.abort();
    };
    this.#departure = departure;
    if (this.#response.closed) look();
    else this.#response.once('close', look);
    return departure;
  }
}
