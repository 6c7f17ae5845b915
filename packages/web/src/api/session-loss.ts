// A session that ends while a page is open: what was under way waits until the person signed in again.

/** Somebody whose session has ended. */
export interface Loss {
  username: string;
  /** Ends the waiting; true when the person is signed in again. */
  settle(isRegained: boolean): void;
}

let current: Loss | undefined;
let waiting: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

function change(loss: Loss | undefined): void {
  current = loss;
  for (const listener of listeners) listener();
}

/** Asks the person to sign in again, once for all who wait; gives whether they did. False while somebody else is asked. */
export function regainSession(username: string): Promise<boolean> {
  if (current !== undefined && current.username !== username) return Promise.resolve(false);
  waiting ??= new Promise<boolean>((resolve) => {
    change({
      username,
      settle: (isRegained) => {
        waiting = undefined;
        change(undefined);
        resolve(isRegained);
      },
    });
  });
  return waiting;
}

/** The loss that waits for the person, if there is one. */
export function currentLoss(): Loss | undefined {
  return current;
}

/** Tells of every change of `currentLoss`. @returns what ends the telling */
export function subscribeToLoss(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
