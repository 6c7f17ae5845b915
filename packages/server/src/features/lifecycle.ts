// What becomes of services and their tables when items go, and after a process was killed.
import type { ItemLifecycle } from '../content/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { untangled } from '../platform/db/untangled.ts';
import { withoutFence } from '../platform/db/work-fence.ts';
import { dropBytes } from '../platform/files/drop-bytes.ts';
import { holdWriters } from './append/replacement.store.ts';
import { attachmentKeysOf, deleteAttachmentsOfLayer } from './attachments/attachments.store.ts';
import { nextObjectId } from './copy-layer.store.ts';
import { addColumn, lockService, updateLayerSchema } from './definition/definition.store.ts';
import { forgetInItems } from './definition/item-popups.ts';
import { withTracking } from './definition/tracking.ts';
import { sweepGone } from './edits/soon-after.ts';
import { dropTable, firstObjectId, lastObjectId } from './hosted-table.store.ts';
import type { FieldsGone, HostedLayer, HostedService } from './layers.rules.ts';
import { fieldsGone, relationshipsLeft, requireFreePlaces, withKeptLooks } from './overwritten.rules.ts';
import { heldBytes, keepMeasured, measuredRows } from './row-bytes.store.ts';
import { requireOwnersRoom, sweepRows } from './row-bytes.ts';
import { deleteLayer, deleteService, openLayer, orphanTables, serviceOfItem } from './services.store.ts';
import { settleChangeTracking } from './sync/change-tracking.store.ts';
import { sweepChanges } from './sync/old-changes.ts';
import { sweepResults } from './sync/sync-jobs.ts';
import { tablesRead } from './table-readings.store.ts';
import { sweepUploads } from './uploads/uploads.ts';
import { requireNoViews } from './views/view-parts.ts';
import { viewsOf } from './views/view-table.store.ts';

/** Views that lie in the recycle bin go with what they show. @throws INVALID_REQUEST while others are in use */
async function removeBinnedViews(db: Db, caller: Caller | undefined, itemId: string): Promise<void> {
  await requireNoViews(db, caller, { itemId });
  for (const view of await viewsOf(db, itemId)) await removeLayer(db, view.itemId, view.layerId);
}

/** Deleting the item of a hosted service deletes its rows with the item and its tables after the commit. */
export const hostedServiceLifecycle: ItemLifecycle = {
  onBin: async (_portal, db, item, caller) => {
    if (item.type === 'Feature Service') await requireNoViews(db, caller, { itemId: item.id });
  },
  onDelete: async (portal, db, item, caller) => {
    if (item.type !== 'Feature Service') return undefined;
    await removeBinnedViews(db, caller, item.id);
    const layers = (await serviceOfItem(db, item.id))?.layers ?? [];
    const keys = await attachmentKeysOf(
      db,
      layers.map((layer) => layer.table),
    );
    const tables = await deleteService(db, item.id);
    if (tables.length === 0) return undefined;
    return async () => {
      await dropBytes(portal, keys);
      await dropTables(portal, tables);
    };
  },
};

async function dropTables(portal: Portal, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await dropTable(portal.db, table).catch((error: unknown) => portal.log.warn({ err: error, table }, 'a table was left to the sweep'));
  }
}

/** Queries that began before a table was replaced may still read it for so long. */
const READERS_DONE_MS = 60_000;

/** Drops tables once nobody reads them any more; should the process end first, the sweep does it. */
export function dropTablesLater(portal: Portal, tables: readonly string[], afterMs = READERS_DONE_MS): void {
  const drop = async (): Promise<void> => {
    const read = await tablesRead(portal.db, tables);
    await dropTables(
      portal,
      tables.filter((table) => !read.has(table)),
    );
    if (read.size > 0) dropTablesLater(portal, [...read], afterMs);
  };
  if (tables.length === 0) return;
  // The job that replaced the rows is over by then.
  const later = (): void =>
    void withoutFence(drop).catch((error: unknown) => portal.log.warn({ err: error }, 'tables were left to the sweep'));
  setTimeout(later, afterMs).unref();
}

/** Removes a service and its tables at once; the item stays. */
export async function removeService(portal: Portal, itemId: string): Promise<void> {
  const tables = await portal.db.transaction().execute((db) => deleteService(db, itemId));
  await dropTables(portal, tables);
}

/** Removes the layers of a service that were not finished. */
export async function removeUnfinishedLayers(portal: Portal, service: HostedService): Promise<void> {
  for (const layer of service.layers) {
    if (layer.ready) continue;
    await portal.db.transaction().execute((db) => removeLayer(db, layer.itemId, layer.id));
  }
}

/** Removes one layer with its table, in the caller's transaction. */
export async function removeLayer(db: Db, itemId: string, layerId: number): Promise<void> {
  const table = await deleteLayer(db, itemId, layerId);
  if (table !== undefined) await dropTable(db, table);
}

/** Drops tables that no layer names and no load fills, uploads that nobody used, and changes that nobody may ask for any more. */
export async function sweepHostedTables(portal: Portal): Promise<number> {
  // One that fails keeps no other from its work.
  for (const [what, sweep] of Object.entries({
    uploads: sweepUploads,
    changes: sweepChanges,
    results: sweepResults,
    places: sweepGone,
    rows: sweepRows,
  }))
    await sweep(portal).catch((error: unknown) => portal.log.warn({ err: error }, `the sweep of ${what} failed`));
  const tables = await orphanTables(portal.db);
  await dropTables(portal, tables);
  return tables.length;
}

/** The service of an item, with its unfinished layers. */
export async function serviceWithAllLayers(portal: Portal, itemId: string): Promise<HostedService | undefined> {
  return serviceOfItem(portal.db, itemId);
}

/**
 * Opens new layers in the place of those that a file loaded before; each keeps how the one before it looked. Clients see the old ones until
 * then; their tables go afterwards. Layers that people added stay as they are.
 * @throws INVALID_REQUEST when a layer that people added has the number of a new one
 * @throws QUOTA_EXCEEDED when they take more than those before, and their owner has no room for it
 * @throws NumbersGiven when features have numbers that those before them had
 * @param by the job that loaded them, kept with them for `layersLoadedBy`, and who asked for it
 */
export async function replaceLayers(
  portal: Portal,
  itemId: string,
  layers: readonly HostedLayer[],
  by: { jobId: string; caller?: Caller | undefined },
): Promise<void> {
  const { keys, tables, lost } = await untangled(() =>
    portal.db.transaction().execute(async (db) => {
      // The service first, as for all that changes it: a merge would be waited for in a ring. Whoever makes a view of it at this moment is waited for.
      await lockService(db, itemId);
      const tables: string[] = [];
      const takenBefore = await heldBytes(db, itemId);
      await requireNoViews(db, by.caller, { itemId });
      const service = await serviceOfItem(db, itemId);
      const added = service === undefined ? [] : layersAdded(service);
      requireFreePlaces(added, layers.length);
      const before = new Map<number, HostedLayer>();
      for (const old of service?.layers.filter((layer) => layer.ready && !added.includes(layer)) ?? []) {
        // Writers first: they hold the table before they ask for the row of the layer. Nobody gets another number from here on.
        await holdWriters(db, old.table);
        const table = await deleteLayer(db, itemId, old.id);
        if (table !== undefined) tables.push(table);
        before.set(old.id, old);
      }
      for (const [id, layer] of layers.entries()) {
        const old = before.get(id);
        if (old !== undefined) await goOnNumbering(db, old, layer);
      }
      const files = await attachmentKeysOf(db, tables);
      for (const table of tables) await deleteAttachmentsOfLayer(db, table);
      const ids = new Set([...layers.keys(), ...added.map(({ id }) => id)]);
      const lost: FieldsGone[] = [];
      for (const [id, layer] of layers.entries()) {
        const old = before.get(id);
        // The fields of editors come again, which no file brings.
        const gone = old === undefined ? new Set<string>() : fieldsGone(old, withTracking(service?.settings ?? {}, layer));
        const kept = old === undefined ? layer : withKeptLooks(old, layer, { ids, gone });
        if (service !== undefined) await keepLooks(db, service, layer, kept);
        lost.push({ itemId, layerId: id, gone });
        await openLayer(db, layer.table, id, by.jobId);
      }
      const after = await serviceOfItem(db, itemId);
      for (const layer of added) await partWithLost(db, layer, after?.layers ?? []);
      await settleChangeTracking(db, after);
      await keepMeasured(db, itemId, await measuredRows(db, itemId));
      await requireOwnersRoom(portal, db, { itemId, newBytes: (await heldBytes(db, itemId)) - takenBefore });
      return { keys: files, tables, lost };
    }),
  );
  await dropBytes(portal, keys);
  await forgetInItems(portal, lost);
  dropTablesLater(portal, tables);
}

/** More features were added to a layer, while rows were loaded that are to take their place, than there was room left for between their numbers. */
export class NumbersGiven extends Error {}

/**
 * The highest object id that each layer of a service has given: no feature after it may have one of those before it.
 * @source EDIT-3
 */
export async function lastObjectIds(portal: Portal, service: HostedService): Promise<ReadonlyMap<number, number>> {
  const last = new Map<number, number>();
  for (const layer of service.layers) if (layer.ready) last.set(layer.id, await lastObjectId(portal.db, layer.table));
  return last;
}

/** Holds a layer to numbers beyond all that the one before it has given. @throws NumbersGiven where it has features with lower ones */
async function goOnNumbering(db: Db, old: HostedLayer, layer: HostedLayer): Promise<void> {
  const last = await lastObjectId(db, old.table);
  const first = await firstObjectId(db, layer.table);
  if (first !== undefined && first <= last) throw new NumbersGiven();
  if ((await lastObjectId(db, layer.table)) < last) await nextObjectId(db, layer, last + 1);
}

/** Stores what a new layer keeps of the one before it, and gives it the fields of its editors where the service keeps them. */
async function keepLooks(db: Db, service: HostedService, layer: HostedLayer, kept: HostedLayer): Promise<void> {
  const after = withTracking(service.settings, kept);
  for (const field of after.fields.slice(kept.fields.length)) await addColumn(db, layer, field);
  await updateLayerSchema(db, layer, { fields: after.fields, definition: after.definition });
}

/** An added layer forgets relationships whose other side went with the layer that had it. */
async function partWithLost(db: Db, layer: HostedLayer, layers: readonly HostedLayer[]): Promise<void> {
  const relationships = relationshipsLeft(layer, layers);
  if (relationships.length === (layer.definition.relationships ?? []).length) return;
  await updateLayerSchema(db, layer, { definition: { ...layer.definition, relationships } });
}

/** The layers of a service that people added: what a file is published over does not reach them. */
export function layersAdded({ layers }: HostedService): HostedLayer[] {
  return layers.filter(({ ready, loadedBy }) => ready && loadedBy === undefined);
}

/** The layers of a service that a job has opened already; empty before that. */
export function layersLoadedBy({ layers }: HostedService, jobId: string): HostedLayer[] {
  return layers.filter(({ ready, loadedBy }) => ready && loadedBy === jobId);
}
