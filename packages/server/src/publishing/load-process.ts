// The process that loads large files, so that reading them takes neither memory nor time from the server.
// Started by load-apart.ts; ends when its parent does.
import { flushCompileCache } from 'node:module';
import { PortalError } from '@graticule/contract/errors';
import { openDatabase, UNHURRIED } from '../platform/db/database.ts';
import { openFileStore } from '../platform/files/file-store.ts';
import { loadFile } from './load-file.ts';
import type { FromLoader, ToLoader } from './load-messages.ts';

let goOn: (() => void) | undefined;

process.on('disconnect', () => process.exit(1));
process.on('message', (message: ToLoader) => {
  if (message.kind === 'goOn') goOn?.();
  else void load(message);
});

function tell(message: FromLoader): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}

async function load({ task, connection, engine, filesDir }: Extract<ToLoader, { kind: 'load' }>): Promise<void> {
  const { handle, db } = openDatabase(connection, engine, 4, UNHURRIED);
  try {
    const context = { db, database: handle, clock: { now: () => new Date() }, files: await openFileStore(filesDir) };
    const loaded = await loadFile(context, task, async (rows, total, phase) => {
      // The server answers when the job may go on; until then nothing more is read.
      const answered = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await tell({ kind: 'progress', rows, total, phase });
      await answered;
    });
    // The parent ends this process once it is told, and code is written down when a process ends by itself.
    flushCompileCache();
    await tell({ kind: 'done', loaded });
  } catch (error) {
    if (error instanceof PortalError) {
      const { code, message, details, reasons } = error;
      await tell({ kind: 'refused', code, message, details, reasons });
    } else {
      // A full disk is told by its code.
      const { stack = '', code } = (error ?? {}) as { stack?: string; code?: string };
      await tell({ kind: 'failed', message: String(error), stack, code: typeof code === 'string' ? code : undefined });
    }
  } finally {
    await handle.close();
    process.disconnect?.();
  }
}
