// Has a large file loaded by a process of its own.
import { type ChildProcess, fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '@graticule/contract/errors';
import { sentence } from '@graticule/geo/sentence';
import type { Portal } from '../platform/context.ts';
import { filesDirOf } from '../platform/files/file-store.ts';
import type { LoadedLayer, LoadTask } from './load-file.ts';
import type { FromLoader, ToLoader } from './load-messages.ts';
import type { ReportProgress } from './load-progress.ts';

/** Heap of the process: readers stream, so more than this means that a file defeats them. */
const HEAP_MB = 768;

/**
 * Loads a file in another process. When `progress` throws, or the signal fires, the process is ended and the error comes back.
 * @throws READER_ENDED when the process ends by itself, or is ended by the system; and what `loadFile` throws
 */
export async function loadApart(portal: Portal, task: LoadTask, progress: ReportProgress, signal: AbortSignal): Promise<LoadedLayer[]> {
  const child = fork(join(import.meta.dirname, 'load-process.ts'), {
    // Nobody waits for a pause of this process; tidying up in small steps, begun anew for every fifty megabytes that were read, takes a fifth of its time.
    execArgv: [`--max-old-space-size=${HEAP_MB}`, '--no-incremental-marking'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { connection, engine } = portal.database;
  const end = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', end, { once: true });
  try {
    return await converse(child, { kind: 'load', task, connection, engine, filesDir: filesDirOf(portal.config.dataDir) }, progress);
  } finally {
    signal.removeEventListener('abort', end);
    end();
    await rm(task.scratchDir, { recursive: true, force: true });
  }
}

function converse(child: ChildProcess, first: ToLoader, progress: ReportProgress): Promise<LoadedLayer[]> {
  return new Promise((resolve, reject) => {
    const ended = (why: string): void => {
      const cause = new Error(`The loading process ended early (${why}).`);
      reject(fail('READER_ENDED', { reasons: [sentence('reader-ended')], cause }));
    };
    // Whatever is sent to a process that is gone ends here, which may be heard of first.
    child.on('error', (error) => ended(error.message));
    child.once('exit', (code, signal) => ended(String(signal ?? code)));
    child.on('message', (message: FromLoader) => {
      switch (message.kind) {
        case 'progress':
          progress(message.rows, message.total, message.phase).then(() => child.send({ kind: 'goOn' } satisfies ToLoader), reject);
          break;
        case 'done':
          resolve(message.loaded);
          break;
        case 'refused': {
          const error = fail(message.code, { details: message.details, reasons: message.reasons });
          error.message = message.message;
          reject(error);
          break;
        }
        case 'failed':
          reject(Object.assign(new Error(message.message), { stack: message.stack, code: message.code }));
      }
    });
    child.send(first);
  });
}
