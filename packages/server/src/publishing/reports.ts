// Keeps what publishing left out, readable at the service item's `info/publishReport.json`.
import type { PublishReport } from '@graticule/contract/content/publishing';
import { itemById, storeInfoFile } from '../content/index.ts';
import type { Portal } from '../platform/context.ts';

/** Stores the reports of all layers of a service. */
export async function keepReports(portal: Portal, itemId: string, layers: readonly PublishReport[]): Promise<void> {
  const item = await itemById(portal.db, itemId);
  if (item === undefined) return;
  const bytes = new TextEncoder().encode(JSON.stringify({ layers }));
  await storeInfoFile(portal, item, { name: 'publishReport.json', bytes });
}
