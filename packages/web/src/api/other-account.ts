// Another tab may have signed somebody else in: the cookie is theirs then, and what is done here would be done in their name.
import { keys } from './keys.ts';
import { queryClient } from './query-client.ts';

/** Cookie beside that of the session, which tells scripts who is signed in and opens nothing. */
const COMPANION = 'esri_auth';

let signedInHere: string | undefined;

/** Says who has just signed in on this page, which may learn only later who that is. */
export function rememberSignIn(username: string): void {
  signedInHere = username.toLowerCase();
}

/** Whether the account is the one that this page was made for, or that signed in here. */
export function isExpected(username: string | undefined): boolean {
  const known = queryClient.getQueryData<{ user?: { username: string } }>(keys.session)?.user?.username.toLowerCase();
  const name = username?.toLowerCase();
  return known === undefined || name === known || (name !== undefined && name === signedInHere);
}

/** Whether the cookie seems to belong to another account. Other software of the same host may write one as well: the portal knows. */
export function mayBeSomebodyElse(): boolean {
  const holder = holderOfCookie();
  return holder !== undefined && !isExpected(holder);
}

function holderOfCookie(): string | undefined {
  const text = document.cookie
    .split('; ')
    .find((each) => each.startsWith(`${COMPANION}=`))
    ?.slice(COMPANION.length + 1);
  if (text === undefined) return undefined;
  try {
    const facts: unknown = JSON.parse(decodeURIComponent(text));
    const { email } = (facts ?? {}) as { email?: unknown };
    return typeof email === 'string' && email !== '' ? email : undefined;
  } catch {
    // written by other software of the same host
    return undefined;
  }
}
