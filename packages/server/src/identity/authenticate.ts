// Makes the caller of a request from its credentials.
import { fail, PortalError } from '@graticule/contract/errors';
import { type BuiltInRole, PRIVILEGES, type Privilege, PUBLIC_ACCOUNT_PRIVILEGES, ROLE_PRIVILEGES } from '@graticule/contract/privileges';
import { anonymous, type Caller, type CredentialVia } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { type CallerRow, callerRow } from './accounts.store.ts';
import { readToken } from './tokens.ts';

const KNOWN: ReadonlySet<string> = new Set(PRIVILEGES);

/** What an account may do. */
export function privilegesOf(account: Pick<CallerRow, 'role' | 'org_id' | 'privileges'>): ReadonlySet<Privilege> {
  if (account.org_id === null) return new Set(PUBLIC_ACCOUNT_PRIVILEGES);
  if (account.privileges !== null) return new Set(account.privileges.filter((name): name is Privilege => KNOWN.has(name)));
  return new Set(ROLE_PRIVILEGES[account.role as BuiltInRole] ?? []);
}

/**
 * The caller behind the credentials.
 * A wrong token is an error everywhere; a stale cookie only means that nobody is signed in.
 * @throws INVALID_TOKEN
 */
export async function authenticate(
  portal: Portal,
  credentials: { token: string | null; via: CredentialVia },
  facts: { address: string; baseUrl: string },
): Promise<Caller> {
  if (credentials.token === null) return anonymous(facts.address, facts.baseUrl);
  try {
    return await callerOfToken(portal, credentials.token, credentials.via, facts);
  } catch (error) {
    if (credentials.via === 'cookie' && error instanceof PortalError && error.code === 'INVALID_TOKEN')
      return anonymous(facts.address, facts.baseUrl);
    throw error;
  }
}

/** The caller of a token. */
export async function callerOfToken(
  portal: Portal,
  token: string,
  via: CredentialVia,
  facts: { address: string; baseUrl: string },
): Promise<Caller> {
  const read = await readToken(portal, token);
  const account = await callerRow(portal, read.username, read.id);
  if (account === undefined || account.disabled || account.revoked || account.token_epoch !== read.epoch) throw fail('INVALID_TOKEN');
  return {
    kind: 'user',
    username: account.username,
    orgId: account.org_id,
    role: account.role,
    privileges: privilegesOf(account),
    via,
    tokenId: read.id,
    address: facts.address,
    baseUrl: facts.baseUrl,
  };
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
