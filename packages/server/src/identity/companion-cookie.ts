// What the pages are told when somebody signs in.
import type { Portal } from '../platform/context.ts';
import { customHost } from '../platform/tenants.ts';
import { sessionFacts } from './accounts.store.ts';
import { companionCookie } from './companion-cookie.rules.ts';

/** The text of the companion cookie for a session that begins. */
export async function companionOf(
  portal: Portal,
  username: string,
  session: { expires: Date; persistent: boolean; baseUrl: string },
): Promise<string> {
  return companionCookie(await sessionFacts(portal.db, username), { ...session, customHost: customHost(portal.config) });
}
