// The process that loads the bundled places: what it needs in memory goes back to the system when it ends.
// Started by load-places.job.ts; ends when its parent does.
import { openDatabase } from '../platform/db/database.ts';
import { isDatabaseAway } from '../platform/db/errors.ts';
import { loadPlaces } from './load-places.ts';
import type { FromPlacesLoader, ToPlacesLoader } from './load-places-messages.ts';

let goOn: (() => void) | undefined;

process.on('disconnect', () => process.exit(1));
process.on('message', (message: ToPlacesLoader) => {
  if (message.kind === 'goOn') goOn?.();
  else void load(message);
});

function tell(message: FromPlacesLoader): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });
}

async function load({ connection, engine }: Extract<ToPlacesLoader, { kind: 'load' }>): Promise<void> {
  const { handle, db } = openDatabase(connection, engine, 1);
  try {
    const total = await loadPlaces(db, async (rows) => {
      // The server answers when the job may go on; until then nothing more is read.
      const answered = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await tell({ kind: 'progress', rows });
      await answered;
    });
    await tell({ kind: 'done', total });
  } catch (error) {
    await tell({ kind: 'failed', message: String(error), isDatabaseAway: isDatabaseAway((error as Error).cause ?? error) });
  } finally {
    await handle.close();
    process.disconnect?.();
  }
}
