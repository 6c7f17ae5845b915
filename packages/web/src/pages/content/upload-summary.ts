// What a glance at all files that are being added tells.

/** Of one file: it goes on by itself, it waits for the person, or nothing is left to do. */
export type UploadState = 'running' | 'waiting' | 'over';

/** How far one file is. */
export interface UploadProgress {
  state: UploadState;
  /** The portal has it. */
  isSent: boolean;
  /** Share of it that arrived, 0 to 1. */
  share: number;
  sizeBytes: number;
}

/** How far all of them are. */
export interface UploadSummary {
  state: UploadState;
  /** Bytes of some are still to be sent: leaving the portal would break that off. */
  isSending: boolean;
  sent: number;
  total: number;
  waiting: number;
  /** Of all bytes, 0 to 1. */
  share: number;
}

/** Files without a word yet wait for their turn. */
export function uploadSummary(files: readonly (UploadProgress | undefined)[]): UploadSummary {
  const known = files.filter((file) => file !== undefined);
  const waiting = known.filter(({ state }) => state === 'waiting').length;
  const isRunning = known.length < files.length || known.some(({ state }) => state === 'running');
  const bytes = known.reduce((sum, { sizeBytes }) => sum + Math.max(1, sizeBytes), 0);
  const arrived = known.reduce(
    (sum, { sizeBytes, share, isSent, state }) => sum + Math.max(1, sizeBytes) * (isSent || state === 'over' ? 1 : share),
    0,
  );
  return {
    state: isRunning ? 'running' : waiting > 0 ? 'waiting' : 'over',
    isSending: known.length < files.length || known.some(({ state, isSent }) => state === 'running' && !isSent),
    sent: known.filter(({ isSent }) => isSent).length,
    total: files.length,
    waiting,
    share: bytes === 0 ? 0 : arrived / bytes,
  };
}
