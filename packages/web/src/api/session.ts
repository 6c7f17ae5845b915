// Who is signed in, and the organisation's settings: one reply, fetched once for the page.
import type { User } from '@graticule/contract/community/user';
import { endSession, signIn } from '@graticule/contract/oauth2/tokens';
import type { PortalSelf, ReducedPortalSelf } from '@graticule/contract/portals/portal';
import { portalSelf } from '@graticule/contract/portals/portals';
import type { Privilege } from '@graticule/contract/privileges';
import { useQuery } from '@tanstack/react-query';
import { forgetTab } from '../ui/kept.ts';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { keys } from './keys.ts';
import { rememberSignIn } from './other-account.ts';
import { queryClient } from './query-client.ts';
import { regainSession } from './session-loss.ts';

/** Settings of the organisation, as far as this person may read them, and the person. */
export interface Session {
  portal: Partial<PortalSelf> & ReducedPortalSelf;
  user: User | undefined;
  /** The visitor was a member when the page was opened, but that session has ended. */
  hasEnded: boolean;
  /** Role with the older prefix removed. */
  isAdministrator: boolean;
  can(privilege: Privilege): boolean;
}

async function fetchSession(): Promise<Session> {
  const known = queryClient.getQueryData<Session>(keys.session)?.user?.username;
  const self = await portalSelfNow();
  const isOver = self === undefined || !('user' in self) || !self.user;
  // the page is open in the hands of a member: it stays theirs until they decide
  if (known !== undefined && isOver && (await regainSession(known))) return fetchSession();
  if (self !== undefined) return toSession(self);
  // A cookie of a session that has ended: drop it and go on as a visitor.
  await call(endSession, {}, { quiet: true });
  return toSession(await call(portalSelf, { portal: 'self' }), true);
}

/** The organisation as the caller sees it; undefined when the session has ended. */
async function portalSelfNow(): Promise<PortalSelf | ReducedPortalSelf | undefined> {
  try {
    return await call(portalSelf, { portal: 'self' }, { quiet: true });
  } catch (error) {
    if (error instanceof ApiError && error.status === 498) return undefined;
    throw error;
  }
}

/** Reads a reply of portal self. */
export function toSession(portal: PortalSelf | ReducedPortalSelf, hasEnded = false): Session {
  const user = 'user' in portal ? portal.user : undefined;
  const privileges = new Set<string>(user?.privileges ?? []);
  return {
    portal,
    user,
    hasEnded,
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
  rememberSignIn(username);
  return refreshSession();
}

/** Reads the session anew, when the person or what the person may do has changed, and forgets everything cached until then. */
export async function refreshSession(): Promise<Session> {
  // The session is replaced, never removed: pages on the screen read it all the time.
  const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== keys.session[0] });
  return session;
}

/**
 * Whether the person whom the page knows is still signed in. True when the portal cannot be asked.
 * @throws never
 */
export async function isStillSignedIn(username: string): Promise<boolean> {
  try {
    const reply = await call(portalSelf, { portal: 'self' }, { quiet: true });
    return 'user' in reply && reply.user?.username === username;
  } catch (error) {
    return !(error instanceof ApiError) || (error.status !== 498 && error.status !== 499);
  }
}

/** Signs the same person in again while their page stays as it is; what it shows is asked for anew. */
export async function renewSession(username: string, password: string, persistent: boolean): Promise<void> {
  await call(signIn, { username, password, persistent }, { quiet: true });
  await queryClient.invalidateQueries({ queryKey: keys.session });
  void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== keys.session[0] });
}

/** Signs out and starts the page anew, so that nothing of the person stays in memory or in the tab. */
export async function leaveSession(next: string): Promise<void> {
  await call(endSession, {});
  forgetTab();
  location.assign(next);
}
