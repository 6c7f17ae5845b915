// Makes the caller of a request from its credentials.
import { fail, PortalError } from '@graticule/contract/errors';
import { BUILT_IN_ROLES, PRIVILEGES, type Privilege, PUBLIC_ACCOUNT_PRIVILEGES, ROLE_PRIVILEGES } from '@graticule/contract/privileges';
import { BoundedMap } from '../platform/bounded-map.ts';
import { anonymous, type Caller, type Claim, type CredentialVia } from '../platform/caller.ts';
import type { Condition } from '../platform/condition.rules.ts';
import type { Portal } from '../platform/context.ts';
import { perPortal } from '../platform/per-portal.ts';
import { type CallerRow, callerRow, stillCaller } from './accounts.store.ts';
import { knownToken, readToken } from './tokens.ts';

const KNOWN: ReadonlySet<string> = new Set(PRIVILEGES);

/** Privileges of those whose role is built in, made once: nobody changes a set. */
const OF_ROLE: ReadonlyMap<string, ReadonlySet<Privilege>> = new Map(
  BUILT_IN_ROLES.map((role) => [role, new Set<Privilege>(ROLE_PRIVILEGES[role])]),
);
const OF_PUBLIC_ACCOUNTS: ReadonlySet<Privilege> = new Set(PUBLIC_ACCOUNT_PRIVILEGES);
const NONE: ReadonlySet<Privilege> = new Set();

/** The same of roles that organisations made, by what they hold: what is kept by a set of privileges is found again with the next request. */
const ofCustomRoles = new BoundedMap<string, ReadonlySet<Privilege>>(500);

function ofCustomRole(privileges: readonly string[]): ReadonlySet<Privilege> {
  const key = privileges.join();
  const known = ofCustomRoles.get(key);
  if (known !== undefined) return known;
  const set = new Set(privileges.filter((name): name is Privilege => KNOWN.has(name)));
  ofCustomRoles.set(key, set);
  return set;
}

/** What is known of a request whoever sends it. */
type Facts = Pick<Caller, 'address' | 'baseUrl' | 'languages'>;

/** What an account may do. */
export function privilegesOf(account: Pick<CallerRow, 'role' | 'org_id' | 'privileges'>): ReadonlySet<Privilege> {
  if (account.org_id === null) return OF_PUBLIC_ACCOUNTS;
  if (account.privileges !== null) return ofCustomRole(account.privileges);
  return OF_ROLE.get(account.role) ?? NONE;
}

/**
 * The caller behind the credentials.
 * A wrong token is an error everywhere; a stale cookie only means that nobody is signed in.
 * @throws INVALID_TOKEN
 */
export async function authenticate(
  portal: Portal,
  credentials: { token: string | null; via: CredentialVia },
  facts: Facts,
): Promise<Caller> {
  if (credentials.token === null) return visitor(facts);
  try {
    return await callerOfToken(portal, credentials.token, credentials.via, facts);
  } catch (error) {
    if (credentials.via === 'cookie' && error instanceof PortalError && error.code === 'INVALID_TOKEN') return visitor(facts);
    throw error;
  }
}

function visitor({ address, baseUrl, languages }: Facts): Caller {
  return { ...anonymous(address, baseUrl), ...(languages === undefined ? {} : { languages }) };
}

const MOST_SEEN = 5_000;

/** The account of a token, as it was found last. */
interface Seen {
  account: Readonly<CallerRow>;
  tokenId: string;
  /** Written when the first one claims it. */
  proof: Condition | undefined;
}

/** Accounts by the token that they came with last, for guesses. */
const lastSeen = perPortal(() => new BoundedMap<string, Seen>(MOST_SEEN));

interface Presented {
  token: string | null;
  via: CredentialVia;
}

/**
 * Who the credentials belonged to when they came last; decides nothing. What only reads may begin with it, and is worth nothing
 * unless `authenticate` then finds the same caller.
 */
export function guessCaller(portal: Portal, credentials: Presented, facts: Facts): Caller | undefined {
  const seen = lastSeenWith(portal, credentials.token);
  return seen && callerOf(seen.account, seen.tokenId, credentials.via, facts);
}

/**
 * The same with the proof of it: a condition that holds only while `authenticate` would find this very caller. Undefined for those who
 * belong to no organisation, whom the gate of a private one may have to keep out.
 */
export function claimCaller(portal: Portal, credentials: Presented, facts: Facts): Claim | undefined {
  const seen = lastSeenWith(portal, credentials.token);
  if (seen === undefined || seen.account.org_id === null) return undefined;
  const { account, tokenId } = seen;
  seen.proof ??= stillCaller(account);
  return { caller: callerOf(account, tokenId, credentials.via, facts), proof: seen.proof };
}

function lastSeenWith(portal: Portal, token: string | null): Seen | undefined {
  const read = token === null ? undefined : knownToken(portal, token);
  return read && lastSeen(portal).get(read.id);
}

function callerOf(account: Readonly<CallerRow>, tokenId: string, via: CredentialVia, facts: Facts): Caller {
  const caller: Caller = {
    kind: 'user',
    username: account.username,
    orgId: account.org_id,
    role: account.role,
    privileges: privilegesOf(account),
    via,
    tokenId,
    address: facts.address,
    baseUrl: facts.baseUrl,
  };
  return facts.languages === undefined ? caller : { ...caller, languages: facts.languages };
}

/** The caller of a token. */
export async function callerOfToken(portal: Portal, token: string, via: CredentialVia, facts: Facts): Promise<Caller> {
  const read = await readToken(portal, token);
  const account = await callerRow(portal, read.username, read.id);
  if (account === undefined || account.disabled || account.revoked || account.token_epoch !== read.epoch) {
    // Nothing begins for it any more before it is checked.
    lastSeen(portal).delete(read.id);
    throw fail('INVALID_TOKEN');
  }
  const seen = lastSeen(portal).get(read.id);
  lastSeen(portal).set(read.id, seen?.account === account ? seen : { account, tokenId: read.id, proof: undefined });
  return callerOf(account, read.id, via, facts);
}

/** The caller that a job acts as: the person who asked for it, with the rights that person has now. */
export async function callerOfAccount(portal: Portal, username: string, baseUrl: string): Promise<Caller> {
  const account = await callerRow(portal, username, '');
  if (account === undefined || account.disabled) throw fail('USER_NOT_FOUND');
  return {
    ...anonymous('job', baseUrl),
    kind: 'user',
    username: account.username,
    orgId: account.org_id,
    role: account.role,
    privileges: privilegesOf(account),
  };
}
