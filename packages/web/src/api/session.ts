// Who is signed in, and the organisation's settings: one reply, fetched once for the page.
import type { User } from '@graticule/contract/community/user';
import { endSession, signIn } from '@graticule/contract/oauth2/tokens';
import type { PortalSelf, ReducedPortalSelf } from '@graticule/contract/portals/portal';
import { portalSelf } from '@graticule/contract/portals/portals';
import type { Privilege } from '@graticule/contract/privileges';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { keys } from './keys.ts';
import { queryClient } from './query-client.ts';

/** Settings of the organisation, as far as this person may read them, and the person. */
export interface Session {
  portal: Partial<PortalSelf> & ReducedPortalSelf;
  user: User | undefined;
  /** Role with the older prefix removed. */
  isAdministrator: boolean;
  can(privilege: Privilege): boolean;
}

async function fetchSession(): Promise<Session> {
  let portal: PortalSelf | ReducedPortalSelf;
  try {
    portal = await call(portalSelf, { portal: 'self' }, { quiet: true });
  } catch (error) {
    // A cookie of a session that has ended: drop it and go on as a visitor.
    if (!(error instanceof ApiError) || error.status !== 498) throw error;
    await call(endSession, {});
    portal = await call(portalSelf, { portal: 'self' });
  }
  return toSession(portal);
}

/** Reads a reply of portal self. */
export function toSession(portal: PortalSelf | ReducedPortalSelf): Session {
  const user = 'user' in portal ? portal.user : undefined;
  const privileges = new Set<string>(user?.privileges ?? []);
  return {
    portal,
    user,
    isAdministrator: user?.role === 'org_admin' && !user.roleId,
    can: (privilege) => privileges.has(privilege),
  };
}

export const sessionQuery = { queryKey: keys.session, queryFn: fetchSession, staleTime: 300_000 };

/** The session, once it is loaded. */
export function useMaybeSession(): Session | undefined {
  return useQuery(sessionQuery).data;
}

/**
 * The session, on pages inside the shell, which waits for it.
 * @throws Error outside the shell
 */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('The session is not loaded yet');
  return data;
}

/** Signs in with a cookie that pages cannot read, then forgets everything cached for the visitor. */
export async function startSession(username: string, password: string, persistent: boolean): Promise<Session> {
  await call(signIn, { username, password, persistent });
  // The session is replaced, never removed: pages on the screen read it all the time.
  const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== keys.session[0] });
  return session;
}

/** Signs out and starts the page anew, so that nothing of the person stays in memory. */
export async function leaveSession(next: string): Promise<void> {
  await call(endSession, {});
  location.assign(next);
}
