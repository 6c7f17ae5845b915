// The cookie that tells pages and older clients that somebody is signed in. It opens nothing: the session cookie does.
import { wireRole } from '@graticule/contract/privileges';

/** Name that clients look for. */
export const COMPANION_COOKIE = 'esri_auth';

/** What the cookie tells of the account and its organisation. */
export interface SessionFacts {
  username: string;
  access: 'private' | 'org' | 'public';
  org_id: string | null;
  role: string;
  culture: string | null;
  region: string | null;
  url_key: string | null;
}

/**
 * The text of the cookie, as JSON. `email` holds the user name, as clients expect; the token is left out, so that no script can take it.
 * @source CO-064
 */
export function companionCookie(
  account: SessionFacts,
  session: { expires: Date; persistent: boolean; baseUrl: string; customHost: string | null },
): string {
  const ssl = session.baseUrl.startsWith('https:');
  return JSON.stringify({
    email: account.username,
    privacy: account.access,
    ssl,
    culture: (account.culture ?? '').toLowerCase(),
    region: account.region,
    expires: session.expires.getTime(),
    persistent: session.persistent,
    allSSL: ssl,
    urlKey: account.url_key,
    customBaseUrl: session.customHost,
    portalApp: false,
    ...(account.org_id === null ? {} : { accountId: account.org_id, role: wireRole(account.role).role }),
  });
}
