// Which files of tests are run once more: those that failed in a run in which the process ended that holds the embedded databases of all of them.
// It has ended in two of some sixty runs. A portal starts its embedded database again and goes on, where a file of tests has lost what it prepared.
import { HOST_ENDED } from '../packages/server/testing/embedded-host.ts';

/** What Vitest's report says of a file. */
export interface ReportedFile {
  name: string;
  status: string;
  assertionResults: readonly { status: string }[];
}

const ENDED = new RegExp(`${HOST_ENDED} \\((.+?)\\)`, 'g');

/** As many files as may have run, or begun, while the process was away. Where more have failed, it is not the cause. */
const MOST_FILES = 4;

/** How the process ended, each time that it did, and the files to run once more for it. */
export function filesOfLostHost(output: string, files: readonly ReportedFile[]): { reasons: string[]; again: ReportedFile[] } {
  const reasons = [...output.matchAll(ENDED)].map(([, reason = '']) => reason);
  const failed = files.filter(({ status }) => status === 'failed');
  return { reasons, again: reasons.length > 0 && failed.length <= MOST_FILES * reasons.length ? failed : [] };
}
