// What is kept in memory beside a portal, one of it for each that is open; tests open several in one process.
import type { Portal } from './context.ts';

/** Gives the one of a portal, made when it is asked for first; it goes with the portal's database. */
export function perPortal<T>(make: (portal: Portal) => T): (portal: Pick<Portal, 'db'>) => T {
  const made = new WeakMap<Portal['db'], { one: T }>();
  return (portal) => {
    let known = made.get(portal.db);
    if (known === undefined) {
      known = { one: make(portal as Portal) };
      made.set(portal.db, known);
    }
    return known.one;
  };
}
