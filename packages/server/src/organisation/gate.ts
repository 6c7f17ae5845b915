// Keeps signed-out visitors out of a private organisation, for every endpoint alike.
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
  '/sharing/rest/community/self',
] as const;

/** Paths that are open only as they stand, without anything below them. */
const OPEN_EXACTLY: ReadonlySet<string> = new Set(['/sharing/rest', '/sharing/rest/portals/:portal']);

/** Whether an endpoint answers signed-out visitors of a private organisation. */
export function isOpenPath(path: string): boolean {
  return OPEN_EXACTLY.has(path) || OPEN.some((start) => path.startsWith(start));
}

/**
 * The gate of a private organisation.
 * @throws TOKEN_REQUIRED
 */
export async function privateOrganisationGate(portal: Portal, caller: Caller, endpoint: Endpoint): Promise<void> {
  if (caller.kind !== 'anonymous' || isOpenPath(endpoint.path)) return;
  if ((await organisationAt(portal, caller.baseUrl)).access === 'private') throw fail('TOKEN_REQUIRED');
}

/** Whether signed-out visitors are kept out, whatever address they use: with several organisations they may use that of another. */
export async function isClosedToVisitors(portal: Portal): Promise<boolean> {
  return !portal.config.multiTenant && (await homeOrganisation(portal)).access === 'private';
}
