// Keeps what publishing left out, readable at the service item's `info/publishReport.json` and `info/refusedRows.csv`.
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { PublishReport } from '@graticule/contract/content/publishing';
import { PortalError } from '@graticule/contract/errors';
import { type ItemRow, itemById, removeInfoFile, storeInfoFile } from '../content/index.ts';
import type { Portal } from '../platform/context.ts';

const REFUSED_ROWS = 'refusedRows.csv';

/**
 * Stores the reports of all layers of a service, and the file of refused rows, which is taken from its path if it is there. `isNew` says that
 * there is none of an earlier publication.
 */
export async function keepReports(
  portal: Portal,
  itemId: string,
  given: readonly PublishReport[],
  refused: { path: string; isNew: boolean },
): Promise<void> {
  const item = await itemById(portal.db, itemId);
  if (item === undefined) return;
  const layers = (await keepRefused(portal, item, refused)) ? given : given.map(({ refusedInFile: _, ...rest }) => rest);
  const bytes = new TextEncoder().encode(JSON.stringify({ layers }));
  await storeInfoFile(portal, item, { name: 'publishReport.json', bytes });
}

/** Whether there is such a file now; one of an earlier publication goes. A person without room left for it has the report. */
async function keepRefused(portal: Portal, item: ItemRow, { path, isNew }: { path: string; isNew: boolean }): Promise<boolean> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  try {
    if (size > 0) {
      const bytes = { fileName: basename(path), contentType: 'text/csv', path, sizeBytes: size, sha256: '' };
      await storeInfoFile(portal, item, { name: REFUSED_ROWS, bytes });
      return true;
    }
  } catch (error) {
    if (!(error instanceof PortalError && error.code === 'QUOTA_EXCEEDED')) throw error;
  }
  if (isNew) return false;
  await removeInfoFile(portal, item, REFUSED_ROWS).catch((error: unknown) => {
    if (!(error instanceof PortalError && error.code === 'RESOURCE_NOT_FOUND')) throw error;
  });
  return false;
}
