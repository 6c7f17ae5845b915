// Who may administer hosted services, and changes to the settings of services.
import { fail } from '@graticule/contract/errors';
import { refuse } from '@graticule/contract/refusals/refusal';
import { mayDo, updateItemRow } from '../content/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { untangled } from '../platform/db/untangled.ts';
import { dropBytes } from '../platform/files/drop-bytes.ts';
import { attachmentKeysOf, deleteAttachmentsOfLayer, touchLayer } from './attachments/attachments.store.ts';
import { tableFacts, truncateTable } from './hosted-table.store.ts';
import { holdFacts } from './layer-facts.store.ts';
import type { HostedLayer } from './layers.rules.ts';
import { keepMeasured, measuredRows } from './row-bytes.store.ts';
import { updateLayerFacts } from './services.store.ts';
import { findLayer, findService, type VisibleService } from './services.ts';
import { holdLayers } from './sync/change-tracking.store.ts';
import { requireOwnTable } from './views/view-parts.ts';
import { measureView } from './views/view-table.store.ts';

/** Runs at the end of the transaction of a change, with what the caller is answered where that is more than success. */
export type AtEnd = (db: Db, answer?: object) => Promise<void>;

/** Where a layer is. */
export interface LayerAddress {
  service: string;
  layer: string;
}

/** @throws FORBIDDEN for everyone but the owner and those who may change the items of others. @source ACC-10 */
function requireAdmin(caller: Caller, { item, service }: VisibleService): void {
  if (mayDo(caller, { ...item, group_update: false }, 'update')) return;
  throw caller.kind === 'anonymous' ? fail('TOKEN_REQUIRED') : refuse('service-not-administered', { name: service.name });
}

/** A service that the caller may administer. */
export async function administeredService(portal: Portal, caller: Caller, name: string): Promise<VisibleService> {
  const found = await findService(portal, caller, name);
  requireAdmin(caller, found);
  return found;
}

/** A layer that the caller may administer. */
export async function administeredLayer(
  portal: Portal,
  caller: Caller,
  address: LayerAddress,
): Promise<VisibleService & { layer: HostedLayer }> {
  const found = await findLayer(portal, caller, address);
  requireAdmin(caller, found);
  return found;
}

/** Deletes all features of a layer with their files, or the files alone; object ids go on growing. */
export async function truncateLayer(
  portal: Portal,
  caller: Caller,
  address: LayerAddress,
  attachmentsOnly: boolean,
  atEnd?: AtEnd,
): Promise<void> {
  const { layer } = await administeredLayer(portal, caller, address);
  requireOwnTable(layer);
  const keys = await untangled(() =>
    portal.db.transaction().execute(async (db) => {
      await holdLayers(db, [layer.table], attachmentsOnly ? 'row exclusive' : 'access exclusive');
      const files = await attachmentKeysOf(db, [layer.table]);
      await deleteAttachmentsOfLayer(db, layer.table);
      if (!attachmentsOnly) {
        await truncateTable(db, layer.table);
        await updateLayerFacts(db, layer.table, { extent: null, rowCount: 0 });
        // The room that they took is free at once, for whoever fills the layer anew.
        await keepMeasured(db, layer.itemId, await measuredRows(db, layer.itemId, [layer.table]));
      } else await touchLayer(db, layer.table);
      await updateItemRow(db, layer.itemId, { modified: portal.clock.now() });
      await atEnd?.(db);
      return files;
    }),
  );
  await dropBytes(portal, keys);
}

/** Counts a layer anew, for everything that depends on its features. */
export async function recount(portal: Portal, layer: HostedLayer): Promise<void> {
  if (layer.view !== undefined) {
    await measureView(portal.db, layer);
    return;
  }
  await portal.db.transaction().execute(async (db) => {
    await holdFacts(db, layer.table);
    await updateLayerFacts(db, layer.table, await tableFacts(db, layer));
  });
}
