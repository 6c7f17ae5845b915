// Keeps what publishing left out, readable at the service item's `info/publishReport.json` and `info/refusedRows.csv`.
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { PublishReport } from '@graticule/contract/content/publishing';
import { PortalError } from '@graticule/contract/errors';
import { type ItemRow, itemById, removeInfoFile, storeInfoFile } from '../content/index.ts';
import { refusedRowsPath } from '../features/index.ts';
import type { Portal } from '../platform/context.ts';

/** Where the rows that the latest publication left out stand beside its item, as a file. */
export const REFUSED_ROWS = 'refusedRows.csv';

/**
 * Stores the reports of all layers of a service, and the file of refused rows, which is taken from its path if it is there. `isNew` says that
 * there is none of an earlier publication. Gives them as they are now: without the file they do not tell of it.
 */
export async function keepReports(
  portal: Portal,
  itemId: string,
  given: readonly PublishReport[],
  refused: { path: string; isNew: boolean },
): Promise<readonly PublishReport[]> {
  const item = await itemById(portal.db, itemId);
  if (item === undefined) return given;
  const layers = (await keepRefused(portal, item, refused)) ? given : given.map(({ refusedInFile: _, ...rest }) => rest);
  const bytes = new TextEncoder().encode(JSON.stringify({ layers }));
  await storeInfoFile(portal, item, { name: 'publishReport.json', bytes });
  return layers;
}

/** Whether there is such a file now; one of an earlier publication goes. A person without room left for it has the report. */
async function keepRefused(portal: Portal, item: ItemRow, { path, isNew }: { path: string; isNew: boolean }): Promise<boolean> {
  if (await takeIn(portal, item, { name: REFUSED_ROWS, path })) return true;
  if (!isNew) await drop(portal, item, REFUSED_ROWS);
  return false;
}

/** Keeps the rows that a load left out beside the item of its service; gives whether there is such a file. */
export async function keepRefusedOfLoad(portal: Portal, itemId: string, jobId: string, path: string): Promise<boolean> {
  const item = await itemById(portal.db, itemId);
  const [folder, name = ''] = refusedRowsPath(jobId).split('/');
  return item !== undefined && takeIn(portal, item, { folder, name, path });
}

/** Removes what `keepRefusedOfLoad` kept. */
export async function dropRefusedOfLoad(portal: Portal, itemId: string, jobId: string): Promise<void> {
  const item = await itemById(portal.db, itemId);
  if (item !== undefined) await drop(portal, item, refusedRowsPath(jobId));
}

/** Takes a file that is not empty into the store; a person without room left for it goes without. */
async function takeIn(portal: Portal, item: ItemRow, file: { folder?: string | undefined; name: string; path: string }): Promise<boolean> {
  const { folder, name, path } = file;
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size === 0) return false;
  try {
    const bytes = { fileName: basename(path), contentType: 'text/csv', path, sizeBytes: size, sha256: '' };
    await storeInfoFile(portal, item, { name, bytes, ...(folder === undefined ? {} : { folder }) });
    return true;
  } catch (error) {
    if (error instanceof PortalError && error.code === 'QUOTA_EXCEEDED') return false;
    throw error;
  }
}

async function drop(portal: Portal, item: ItemRow, path: string): Promise<void> {
  await removeInfoFile(portal, item, path).catch((error: unknown) => {
    if (!(error instanceof PortalError && error.code === 'RESOURCE_NOT_FOUND')) throw error;
  });
}
