// Signed tokens: issuing, reading, revoking.
import { createHash, randomBytes } from 'node:crypto';
import { fail } from '@graticule/contract/errors';
import { jwtVerify, SignJWT } from 'jose';
import { BoundedMap } from '../platform/bounded-map.ts';
import type { Portal } from '../platform/context.ts';
import { perPortal } from '../platform/per-portal.ts';
import { insertRevokedToken, secretValue } from './tokens.store.ts';

/** Longest life of a token: two weeks. */
export const MAX_TOKEN_MINUTES = 20_160;
/** Life of a token when none is asked for. */
export const DEFAULT_TOKEN_MINUTES = 60;

/** One client takes tokens of exactly this length for another vendor's. */
const AVOIDED_LENGTH = 256;

/** What a token says. */
export interface TokenFacts {
  id: string;
  username: string;
  /** Tokens with an epoch below the account's are invalid. */
  epoch: number;
  expires: Date;
}

const keys = new WeakMap<Portal['db'], Promise<Uint8Array>>();

function signingKey(portal: Portal): Promise<Uint8Array> {
  let key = keys.get(portal.db);
  if (key === undefined) {
    key = secretValue(portal.db, 'token-key', randomBytes(32).toString('base64url')).then(
      (text) => new Uint8Array(createHash('sha256').update(text).digest()),
    );
    // A database that was away must not be remembered.
    key.catch(() => keys.delete(portal.db));
    keys.set(portal.db, key);
  }
  return key;
}

/** Life of a token in minutes: the asked one within 1 minute and two weeks. */
export function tokenMinutes(asked: number | undefined): number {
  if (asked === undefined || asked < 1) return DEFAULT_TOKEN_MINUTES;
  return Math.min(asked, MAX_TOKEN_MINUTES);
}

/** Issues a token for an account. */
export async function issueToken(
  portal: Portal,
  account: { username: string; token_epoch: number },
  minutes: number,
): Promise<{ token: string; expires: Date }> {
  const expires = new Date(Math.floor(portal.clock.now().getTime() / 1000) * 1000 + minutes * 60_000);
  const key = await signingKey(portal);
  const make = (idBytes: number): Promise<string> =>
    new SignJWT({ e: account.token_epoch })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(account.username)
      .setJti(randomBytes(idBytes).toString('base64url'))
      .setExpirationTime(Math.floor(expires.getTime() / 1000))
      .sign(key);
  const token = await make(16);
  return { token: token.length === AVOIDED_LENGTH ? await make(19) : token, expires };
}

const MOST_SIGNED = 5_000;

/** Tokens whose signature was found right, so that it is computed once for each; whether one still counts is asked every time. */
const signedOf = perPortal(() => new BoundedMap<string, TokenFacts>(MOST_SIGNED));

/** What a token says that was read before and has not expired. */
export function knownToken(portal: Portal, token: string): TokenFacts | undefined {
  const known = signedOf(portal).get(token);
  return known !== undefined && known.expires > portal.clock.now() ? known : undefined;
}

/**
 * Reads a token.
 * @throws INVALID_TOKEN when it is forged, malformed or expired
 */
export async function readToken(portal: Portal, token: string): Promise<TokenFacts> {
  const known = signedOf(portal);
  const before = known.get(token);
  if (before !== undefined) {
    if (before.expires > portal.clock.now()) return before;
    known.delete(token);
    throw fail('INVALID_TOKEN');
  }
  const facts = await verifiedToken(portal, token);
  known.set(token, facts);
  return facts;
}

async function verifiedToken(portal: Portal, token: string): Promise<TokenFacts> {
  const key = await signingKey(portal);
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: portal.clock.now() });
    if (payload.sub === undefined || payload.jti === undefined || payload.exp === undefined || typeof payload.e !== 'number')
      throw new Error('incomplete');
    return { id: payload.jti, username: payload.sub, epoch: payload.e, expires: new Date(payload.exp * 1000) };
  } catch (error) {
    throw fail('INVALID_TOKEN', { cause: error });
  }
}

/** Makes a token invalid; one that is invalid already needs nothing. */
export async function revoke(portal: Portal, token: string): Promise<void> {
  const facts = await readToken(portal, token).catch(() => undefined);
  if (facts !== undefined) await insertRevokedToken(portal.db, facts);
}
