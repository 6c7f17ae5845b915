// Shows what is inside once the session is there, as the shell does. For tests only.
import type { ReactNode } from 'react';
import { useMaybeSession } from '../api/session.ts';

/** Waits for the answer to `portals/self`. */
export function SessionGate({ children }: { children: ReactNode }) {
  return useMaybeSession() ? children : null;
}
