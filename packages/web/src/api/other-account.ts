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

/** Whether the cookie belongs to another account than the one this page was made for. */
export function isSomebodyElse(): boolean {
  const known = queryClient.getQueryData<{ user?: { username: string } }>(keys.session)?.user?.username.toLowerCase();
  const holder = holderOfCookie()?.toLowerCase();
  return known !== undefined && holder !== undefined && holder !== known && holder !== signedInHere;
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
