// Removing bytes that no row names any more; whatever is in doubt is left to the sweep, which asks the rows.
import { PortalError } from '@graticule/contract/errors';
import type { Portal } from '../context.ts';
import { isDatabaseAway } from '../db/errors.ts';

/** Files that are removed at once. */
const REMOVALS = 16;

type Store = Pick<Portal, 'files' | 'log'>;

/** Removes bytes that no row names any more; what fails is left to the sweep. */
export async function dropBytes(portal: Store, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += REMOVALS) {
    await Promise.all(
      keys
        .slice(at, at + REMOVALS)
        .map((key) =>
          portal.files.remove(key).catch((error: unknown) => portal.log.warn({ err: error, key }, 'a file was left to the sweep')),
        ),
    );
  }
}

/**
 * Removes bytes whose rows a transaction was to write, after it failed. When the connection was lost the commit may have
 * happened all the same, and rows would stay without their bytes: then nothing is removed.
 */
export async function dropUnlessKept(portal: Store, keys: readonly string[], error: unknown): Promise<void> {
  if (mayHaveCommitted(error)) portal.log.warn({ keys }, 'files were left to the sweep: whether they were kept is not known');
  else await dropBytes(portal, keys);
}

function mayHaveCommitted(error: unknown): boolean {
  if (error instanceof PortalError) return error.code === 'UNAVAILABLE';
  return isDatabaseAway(error) || /timeout/i.test((error as Error | undefined)?.message ?? '');
}
