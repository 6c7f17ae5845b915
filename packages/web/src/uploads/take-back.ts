// What work that was given up has made already goes again.
import { deleteItem } from '@graticule/contract/content/user-items';
import { ApiError, LOST } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { patiently, type SendOptions } from './send-parts.ts';

/**
 * Never fires. A call that begins work is not broken off when somebody gives up: only its answer names what is to be taken back.
 */
export const UNBROKEN = new AbortController().signal;

/**
 * Removes an item, and the job that works on it. Lost connections are waited out; an item that is gone already is as it should be.
 * @throws ApiError when the portal refuses
 */
export async function takeBack(username: string, id: string, options: Pick<SendOptions, 'onWaiting' | 'wait'> = {}): Promise<void> {
  try {
    const remove = () => call(deleteItem, { username, id, permanentDelete: true });
    await patiently(remove, { ...options, passing: LOST, signal: UNBROKEN });
  } catch (error) {
    if (!(error instanceof ApiError && error.messageCode === 'CONT_0001')) throw error;
  }
}
