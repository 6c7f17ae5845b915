// Keeps signed-out visitors out of a private organisation, for every endpoint alike.
import { BASEMAP_SERVICE } from '@graticule/contract/documents/basemaps';
import type { Endpoint } from '@graticule/contract/endpoint';
import { fail } from '@graticule/contract/errors';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { homeOrganisation, organisationAt } from './organisations.ts';

/** What a signed-out visitor of a private organisation may still call, by the start of the path. */
const OPEN = [
  '/portaladmin',
  '/rest/info',
  '/sharing/rest/info',
  '/sharing/rest/generateToken',
  '/sharing/rest/oauth2/',
  '/sharing/rest/accounts/self',
  '/sharing/rest/portals/:portal/securityPolicy/passwordPolicy',
  // Private ones are left out by the operation.
  '/sharing/rest/portals/:portal/resources',
  '/sharing/rest/community/createInitialAdmin',
  '/sharing/rest/community/checkUsernames',
  '/sharing/rest/community/invitations/',
  '/sharing/rest/community/signup',
  '/sharing/rest/community/users/:username/forgotPassword',
  '/sharing/rest/community/users/:username/resetPassword',
  '/sharing/rest/community/self',
  // As the archive of the same tiles, which the pages read before somebody signs in.
  BASEMAP_SERVICE,
] as const;

/** Paths that are open only as they stand, without anything below them. */
const OPEN_EXACTLY: ReadonlySet<string> = new Set(['/sharing/rest', '/sharing/rest/portals/:portal']);

/** What somebody may call as well who has an account and belongs to no organisation: what concerns the account, such as invitations. */
const OPEN_TO_ACCOUNTS = ['/sharing/rest/community/users/:username/invitations', '/sharing/rest/community/users/:username/notifications'];

/** Whether an endpoint answers signed-out visitors of a private organisation. */
export function isOpenPath(path: string): boolean {
  return OPEN_EXACTLY.has(path) || OPEN.some((start) => path.startsWith(start));
}

/**
 * The gate of a private organisation: for visitors, and for those who have an account but belong to no organisation, such as somebody
 * who waits for the approval of an invitation.
 * @throws TOKEN_REQUIRED, FORBIDDEN
 */
export function privateOrganisationGate(portal: Portal, caller: Caller, endpoint: Endpoint): Promise<void> | undefined {
  if (caller.orgId !== null || isOpenPath(endpoint.path)) return undefined;
  const isVisitor = caller.kind === 'anonymous';
  if (!isVisitor && OPEN_TO_ACCOUNTS.some((start) => endpoint.path.startsWith(start))) return undefined;
  return requireOpen(portal, caller, isVisitor);
}

async function requireOpen(portal: Portal, caller: Caller, isVisitor: boolean): Promise<void> {
  if ((await organisationAt(portal, caller.baseUrl)).access === 'private') throw fail(isVisitor ? 'TOKEN_REQUIRED' : 'FORBIDDEN');
}

/** Whether signed-out visitors are kept out, whatever address they use: with several organisations they may use that of another. */
export async function isClosedToVisitors(portal: Portal): Promise<boolean> {
  return !portal.config.multiTenant && (await homeOrganisation(portal)).access === 'private';
}
