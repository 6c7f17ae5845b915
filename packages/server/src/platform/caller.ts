// Who asks: made once for each request and handed to every operation.
import type { Privilege } from '@graticule/contract/privileges';
import type { Condition } from './condition.rules.ts';
import type { Gone } from './departure.ts';

/** How the credentials arrived; only cookies need the same-origin rule. */
export type CredentialVia = 'none' | 'header' | 'parameter' | 'cookie';

/** The person or application behind a request, with what it may do. */
export interface Caller {
  kind: 'anonymous' | 'user' | 'app';
  /** Stored spelling of the user name; null for anonymous callers and applications. */
  username: string | null;
  /** Organisation of the caller; null for anonymous callers and public accounts. */
  orgId: string | null;
  /** Built-in role name or the id of a custom role; null when there is no member. */
  role: string | null;
  privileges: ReadonlySet<Privilege>;
  via: CredentialVia;
  /** The token that was accepted, for revocation and exchange. */
  tokenId: string | null;
  /** Where the request comes from, for limits of tries: an address of IPv4, or a network of 64 bits of IPv6. */
  address: string;
  /** Public base URL for links in this answer, without a trailing slash. */
  baseUrl: string;
  /** The languages that the request asks for, as its header says them. */
  languages?: string;
  /** Comes when the caller has gone away before the answer; what only reads may stop then. */
  gone?: Gone;
}

/** Who a caller is by what was found the last time, and what the database has to say for it to be true now. Without the proof it decides nothing. */
export interface Claim {
  caller: Caller;
  proof: Condition;
}

/** What decides about visibility: the same for all requests of a person until a role changes. */
export type Rights = Pick<Caller, 'username' | 'orgId' | 'privileges'>;

const NO_PRIVILEGES: ReadonlySet<Privilege> = new Set();

/** A caller without any rights of its own. */
export function anonymous(address: string, baseUrl: string): Caller {
  return {
    kind: 'anonymous',
    username: null,
    orgId: null,
    role: null,
    privileges: NO_PRIVILEGES,
    via: 'none',
    tokenId: null,
    address,
    baseUrl,
  };
}

/** Whether the caller holds a privilege. */
export function may(caller: Pick<Caller, 'privileges'>, privilege: Privilege): boolean {
  return caller.privileges.has(privilege);
}

/** Whether two callers are the same person with the same rights, who came in the same way. */
export function isSameCaller(one: Caller, other: Caller): boolean {
  return (
    one.kind === other.kind &&
    one.username === other.username &&
    one.orgId === other.orgId &&
    one.role === other.role &&
    one.via === other.via &&
    one.tokenId === other.tokenId &&
    one.address === other.address &&
    one.baseUrl === other.baseUrl &&
    (one.privileges === other.privileges ||
      (one.privileges.size === other.privileges.size && [...one.privileges].every((privilege) => other.privileges.has(privilege))))
  );
}
