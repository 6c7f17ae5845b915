// Which files of tests get a second run.
import { describe, expect, it } from 'vitest';
import { HOST_ENDED } from '../packages/server/testing/embedded-host.ts';
import { filesOfLostHost, type ReportedFile } from './once-more.ts';
import { STEPS } from './test-steps.ts';

const file = (name: string, status: string): ReportedFile => ({ name, status, assertionResults: [] });
const END = `··${HOST_ENDED} (SIGSEGV); another one is started.\n··`;

describe('files that run once more', () => {
  it('are those that failed, when the process of their databases ended', () => {
    const files = [file('/a', 'passed'), file('/b', 'failed'), file('/c', 'failed')];
    expect(filesOfLostHost(END, files)).toEqual({ reasons: ['SIGSEGV'], again: files.slice(1) });
  });

  it.each([
    ['when it did not end', '··', 1],
    ['when more failed than may have been under way', END, 5],
  ])('are none %s', (_, output, failed) => {
    const files = Array.from({ length: failed }, (_unused, i) => file(`/${i}`, 'failed'));
    expect(filesOfLostHost(output, files).again).toEqual([]);
  });

  it('are none of steps without such databases, nor of a step that has not failed', () => {
    for (const { onceMore } of STEPS) expect(onceMore?.('··')).toBeUndefined();
  });
});
