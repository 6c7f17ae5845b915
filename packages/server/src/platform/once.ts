// Calls that are done once although they come again, because their answer was lost on the way.
import { fail } from '@graticule/contract/errors';
import type { Caller } from './caller.ts';
import type { Portal } from './context.ts';
import type { Db } from './db/database.ts';
import { answerOf, keepAnswer } from './once.store.ts';

/** Keeps the answer; belongs into the transaction that does what the call asks for. */
export type NoteAnswer<R> = (db: Db, answer: R) => Promise<void>;

/** Which call it is, and the key that the client made up for it, if any. */
interface AskedOnce {
  call: string;
  key: string | undefined;
}

/**
 * Does what a call asks for, or gives the answer that the same person got for the same key before, also where that call was still
 * under way when this one began.
 * @throws INVALID_PARAMETER for a key that is none, or belongs to another call; and whatever `act` throws
 */
export async function once<R extends object>(
  portal: Portal,
  caller: Caller,
  { call, key }: AskedOnce,
  act: (note: NoteAnswer<R>) => Promise<R>,
): Promise<R> {
  const { username } = caller;
  if (key === undefined || username === null) return act(async () => undefined);
  if (!/^[A-Za-z0-9_-]{16,64}$/.test(key)) {
    throw fail('INVALID_PARAMETER', { values: ['idempotencyKey', 'takes 16 to 64 letters, digits, - and _'] });
  }
  const known = async (): Promise<R | undefined> => {
    const row = await answerOf(portal.db, username, key);
    if (row !== undefined && row.call !== call)
      throw fail('INVALID_PARAMETER', { values: ['idempotencyKey', 'was sent with another call'] });
    return row?.answer as R | undefined;
  };
  const before = await known();
  if (before !== undefined) return before;
  try {
    return await act((db, answer) => keepAnswer(db, { username, key, call, answer: JSON.stringify(answer) }));
  } catch (error) {
    // The first call may have come to its end meanwhile, and be what is in the way.
    const meanwhile = await known().catch(() => undefined);
    if (meanwhile !== undefined) return meanwhile;
    throw error;
  }
}
