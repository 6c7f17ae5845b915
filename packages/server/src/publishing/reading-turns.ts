// Files that are read while their sender waits take turns: reading one may take a processor, and its unpacked files a disk.
import { Turns } from '../identity/index.ts';
import type { Caller } from '../platform/caller.ts';

/** Visitors have places of their own: however many they are, people who are signed in are not kept waiting by them. */
const ofVisitors = new Turns(2, 40, { atOnce: 1, mayWait: 4 });
const ofPeople = new Turns(8, 200, { atOnce: 3, mayWait: 60 });

/** Reads a file when it is the caller's turn. @throws TOO_MANY_REQUESTS when too many wait already */
export function inReadingTurn<T>(caller: Caller, read: () => Promise<T>): Promise<T> {
  return caller.kind === 'anonymous' ? ofVisitors.run(caller.address, read) : ofPeople.run(caller.username ?? caller.address, read);
}
