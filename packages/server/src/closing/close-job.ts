// What the job that removes an organisation is called and given.

/** Name of the job in the queue. */
export const CLOSE_JOB = 'close-organisation';

/** Which organisation goes. */
export interface ClosePayload {
  orgId: string;
}
