// Notices that the session has ended: by a refused call, or when the person comes back to the page.
import { useEffect, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { whenSessionIsLost } from '../api/call.ts';
import { keys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { isStillSignedIn, type Session } from '../api/session.ts';
import { currentLoss, type Loss, regainSession, subscribeToLoss } from '../api/session-loss.ts';
import { paths } from '../paths.ts';

/** How long a session is taken for granted before coming back to the page asks for it. */
const TRUSTED_MS = 60_000;

const memberName = (): string | undefined => queryClient.getQueryData<Session>(keys.session)?.user?.username;

/**
 * A member whose session ended signs in again over the page, which stays as it is; a visitor is led to sign in.
 * @returns the loss that waits for the person
 */
export function useSessionLoss(): Loss | undefined {
  const navigate = useNavigate();
  useEffect(() => {
    whenSessionIsLost(async ({ status }) => {
      const username = memberName();
      if (username !== undefined) return (status === 498 || !(await isStillSignedIn(username))) && regainSession(username);
      const { pathname, search } = window.location;
      if (status !== 403 && !pathname.endsWith('/signin.html'))
        void navigate(paths.signIn({ returnUrl: pathname + search, error: 403 }), { replace: true });
      return false;
    });
  }, [navigate]);
  useEffect(() => {
    let asked = Date.now();
    const comeBack = () => {
      if (document.visibilityState !== 'visible' || Date.now() - asked < TRUSTED_MS) return;
      asked = Date.now();
      void checkSession();
    };
    document.addEventListener('visibilitychange', comeBack);
    return () => document.removeEventListener('visibilitychange', comeBack);
  }, []);
  return useSyncExternalStore(subscribeToLoss, currentLoss);
}

/** Asks to sign in again when the session of the member has ended, or takes the asking back when they signed in elsewhere. */
export async function checkSession(): Promise<boolean> {
  // The page may know somebody else by now: what waits is theirs who lost the session.
  const username = currentLoss()?.username ?? memberName();
  if (username === undefined) return false;
  if (!(await isStillSignedIn(username))) return regainSession(username);
  currentLoss()?.settle(true);
  return false;
}
