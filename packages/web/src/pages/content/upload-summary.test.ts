// How far several files are, at a glance.
import { expect, test } from 'vitest';
import { type UploadProgress, uploadSummary } from './upload-summary.ts';

const queued: UploadProgress = { state: 'running', isSent: false, share: 0, sizeBytes: 300 };
const sending: UploadProgress = { state: 'running', isSent: false, share: 0.5, sizeBytes: 200 };
const publishing: UploadProgress = { state: 'running', isSent: true, share: 1, sizeBytes: 100 };
const choosing: UploadProgress = { ...publishing, state: 'waiting' };
const paused: UploadProgress = { ...sending, state: 'waiting' };
const done: UploadProgress = { ...publishing, state: 'over' };

test.each<[string, (UploadProgress | undefined)[], object]>([
  [
    'one is sent, one under way, one to come',
    [done, sending, queued],
    { state: 'running', isSending: true, sent: 1, total: 3, share: 200 / 600 },
  ],
  ['a file that said nothing yet', [undefined], { state: 'running', isSending: true, sent: 0, total: 1, share: 0 }],
  ['a layer is being made: the page may be left', [done, publishing], { state: 'running', isSending: false, sent: 2 }],
  ['somebody has to choose', [done, choosing, paused], { state: 'waiting', isSending: false, waiting: 2, sent: 2 }],
  ['somebody has to choose while another is sent', [choosing, sending], { state: 'running', isSending: true, waiting: 1 }],
  ['all is over', [done, done], { state: 'over', isSending: false, waiting: 0, sent: 2, share: 1 }],
  [
    'a file that was given up is not sent, and nothing is to come of it',
    [done, { ...sending, state: 'over' }],
    { state: 'over', isSending: false, sent: 1, share: 1 },
  ],
  ['an empty file counts as something', [{ ...done, sizeBytes: 0 }], { share: 1 }],
])('%s', (_, files, told) => {
  expect(uploadSummary(files)).toMatchObject(told);
});
