// Where a person goes after signing in.
import { paths } from '../paths.ts';
import { safeReturnPath } from './return-url.ts';
import type { Session } from './session.ts';

type Deciding = Pick<Session, 'isAdministrator' | 'can'> & { portal: Pick<Session['portal'], 'isSetUp' | 'urlKey' | 'customBaseUrl'> };

/**
 * A good returnUrl first; then the set-up for an administrator who has not done it; then, where the organisation has an address of its own, its page; else home.
 * @source AC-117, AC-119, AC-120, AC-121, AC-202
 */
export function destinationAfterSignIn(session: Deciding, returnUrl: string | null, origin: string): string {
  if (session.isAdministrator && !session.portal.isSetUp) return paths.setup();
  const wanted = safeReturnPath(returnUrl, origin);
  if (wanted) return wanted;
  const hasOwnAddress = Boolean(session.portal.urlKey && session.portal.customBaseUrl);
  if (hasOwnAddress && session.isAdministrator && session.can('portal:user:viewOrgUsers')) return paths.organization();
  return paths.home();
}
