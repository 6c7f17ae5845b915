// Where a visitor must go before this page may be shown.
import { hasAdministrator } from '../api/has-administrator.ts';
import type { Session } from '../api/session.ts';
import { OPEN_PAGES, paths } from '../paths.ts';

/** What decides. */
export interface Arrival {
  session: Session;
  pathname: string;
  search: string;
}

/**
 * The page to go to instead, or undefined when the visitor may stay.
 * @source SH-141 administrators finish the set-up first; AC-158 a private organisation sends visitors to sign in
 */
export async function wayOut(
  { session, pathname, search }: Arrival,
  probe: () => Promise<boolean> = hasAdministrator,
): Promise<string | undefined> {
  const { portal, user, isAdministrator, hasEnded } = session;
  if (user) {
    const mustSetUp = isAdministrator && !portal.isSetUp && pathname !== '/home/setup.html' && pathname !== '/home/organization.html';
    return mustSetUp ? paths.setup() : undefined;
  }
  const isOpen = OPEN_PAGES.includes(pathname);
  if (!portal.isSetUp && pathname !== '/home/createadmin.html' && !(await probe())) return paths.createAdmin();
  if (portal.access === 'private' && !isOpen) return paths.signIn({ returnUrl: pathname + search, error: hasEnded ? 498 : undefined });
  return undefined;
}
