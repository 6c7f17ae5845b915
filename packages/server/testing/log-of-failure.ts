// What the server logged while a test ran is silent when the test passes, and printed when it does not: a failure that shows itself
// once on a busy machine tells its cause.
import { type Logger, pino } from 'pino';
import { afterEach, beforeEach } from 'vitest';

const MOST_LINES = 100;
let lines: string[] = [];

/** A log for portals of tests: warnings and errors are kept for {@link printLogOfFailures}; `TEST_LOG` names a level to print at once instead. */
export function testLog(): Logger {
  const level = process.env.TEST_LOG;
  if (level !== undefined) return pino({ level });
  return pino(
    { level: 'warn' },
    {
      write: (line: string) => {
        lines.push(line);
        if (lines.length > MOST_LINES) lines = lines.slice(-MOST_LINES);
      },
    },
  );
}

/** For a file of set-up: empties what is kept before each test, prints it after one that failed. */
export function printLogOfFailures(): void {
  beforeEach(() => {
    lines = [];
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail' && lines.length > 0) process.stderr.write(`Log of "${task.name}":\n${lines.join('')}`);
  });
}
