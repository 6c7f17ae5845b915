// Rows of hosted layers take room as files do: who has none left is told so before they are stored, and nothing of them stays.
import { freeBytes, itemById, noRoom, requireWithinQuota } from '../content/index.ts';
import { BoundedMap } from '../platform/bounded-map.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { inTime } from '../platform/in-time.ts';
import { perPortal } from '../platform/per-portal.ts';
import type { Edit, Fault } from './edits/edit.ts';
import { baseItemId, type HostedLayer } from './layers.rules.ts';
import { bytesSoFar, keepMeasured, measuredRows, unmeasuredServices, unopenedTables } from './row-bytes.store.ts';

/** What is free is asked beside edits after so long, and before one after so long. */
const FRESH_MS = 10_000;
const OLD_MS = 60_000;
/** Edits wait so long for what is free at most: they matter more than a count. */
const WAIT_MS = 2_000;
const MOST_SERVICES = 1_000;
const SERVICES_AT_ONCE = 100;
/** Values of a fixed size, and the ids of a feature. */
const VALUE_BYTES = 8;
const FEATURE_BYTES = 24;
/** A point with z and m, as it is stored. */
const POINT_BYTES = 53;
/** While rows come in, they are measured so often, and may seem to take so much too much: the end is measured better. */
const WATCH_MS = 2_000;
const SLACK = 1.1;
const SLACK_BYTES = 256 * 1024;

/** What the owner of a service may store, less what edits have stored since it was asked. */
interface Room {
  owner: string;
  free: number;
  asked: number;
}

/** What is known of the room for edits of a service. */
interface KnownRoom {
  room?: Room;
  /** It is being asked, once for all edits that want to know; undefined where nobody could tell in time. */
  asking?: Promise<Room | undefined>;
  /** Nobody could tell; it is not asked again at once. */
  failed: number;
}

const roomsOf = perPortal(() => new BoundedMap<string, KnownRoom>(MOST_SERVICES));

/** Measures the layers of a service whose rows were changed. */
export async function measureRows(portal: Pick<Portal, 'db'>, itemId: string): Promise<void> {
  const measured = await measuredRows(portal.db, itemId);
  if (measured.length > 0) await portal.db.transaction().execute((db) => keepMeasured(db, itemId, measured));
}

/** Measures layers that were made before their rows counted. A service that cannot be measured now is left to the next time. */
export async function sweepRows(portal: Portal): Promise<void> {
  let after = '';
  for (;;) {
    const services = await unmeasuredServices(portal.db, after, SERVICES_AT_ONCE);
    for (const itemId of services) {
      after = itemId;
      await measureRows(portal, itemId).catch((error: unknown) =>
        portal.log.warn({ err: error, itemId }, 'an item does not know what its rows take'),
      );
    }
    if (services.length < SERVICES_AT_ONCE) return;
  }
}

/**
 * Measures tables of a service in the transaction that changed their rows.
 * @throws QUOTA_EXCEEDED, OWNER_QUOTA_EXCEEDED when they take more than before, and more than there is room for
 */
export async function requireRoomForRows(
  portal: { config: Pick<Portal['config'], 'storageQuotaBytes'> },
  db: Db,
  { itemId, tables, asker }: { itemId: string; tables: readonly string[]; asker?: string | null },
): Promise<void> {
  const newBytes = await keepMeasured(db, itemId, await measuredRows(db, itemId, tables));
  await requireOwnersRoom(portal, db, { itemId, newBytes, asker });
}

/** @throws QUOTA_EXCEEDED, OWNER_QUOTA_EXCEEDED when an item took more, and now its owner stores more than there is room for */
export async function requireOwnersRoom(
  portal: { config: Pick<Portal['config'], 'storageQuotaBytes'> },
  db: Db,
  { itemId, newBytes, asker }: { itemId: string; newBytes: number; asker?: string | null | undefined },
): Promise<void> {
  const item = newBytes > 0 ? await itemById(db, itemId) : undefined;
  if (item === undefined) return;
  await requireWithinQuota(portal, db, item.owner, { newBytes, asker: { username: asker === undefined ? item.owner : asker } });
}

/** Whose room the features of a layer and their files take: of the owner of the layer that a view shows. */
export async function ownerOfRows(db: Db, { view }: HostedLayer, item: { owner: string }): Promise<string> {
  return (view && (await itemById(db, view.itemId))?.owner) ?? item.owner;
}

/**
 * Makes sure that the owner of a layer has room for what edits bring. Asked of the database every few seconds at most, and as long as there is room
 * without anybody waiting for it: undefined then. Where nobody can tell, or not in time, the edits are made: what they bring is measured later.
 * @throws QUOTA_EXCEEDED, OWNER_QUOTA_EXCEEDED
 */
export function requireRoomForEdits(
  portal: Portal,
  caller: Caller,
  layer: HostedLayer,
  lists: readonly (readonly (Edit | Fault)[])[],
): Promise<void> | undefined {
  let bytes = 0;
  for (const edits of lists) for (const edit of edits) bytes += bytesOfEdit(edit);
  if (bytes === 0) return undefined;
  // Edits of a view are stored where it looks.
  const id = baseItemId(layer);
  const room = roomsOf(portal).get(id)?.room;
  const began = performance.now();
  const lately = room !== undefined && began - room.asked < OLD_MS ? room : undefined;
  if (lately === undefined || lately.free < bytes)
    return requireRoomNow(portal, caller, { id, known: knownRoom(portal, id), lately, began }, bytes);
  lately.free -= bytes;
  if (began - lately.asked > FRESH_MS) void askRoom(portal, id, knownRoom(portal, id));
  return undefined;
}

/** The same where what is known says nothing of the kind. */
async function requireRoomNow(
  portal: Portal,
  caller: Caller,
  { id, known, lately, began }: { id: string; known: KnownRoom; lately: Room | undefined; began: number },
  bytes: number,
): Promise<void> {
  let room = await askRoom(portal, id, known);
  // Others have been asking since before this edit: what was deleted in between may have made room.
  if (room !== undefined && room.free < bytes && room.asked < began) room = await askRoom(portal, id, known);
  room ??= lately;
  if (room === undefined) return;
  if (room.free < bytes) throw noRoom(room.owner, caller, room.free);
  room.free -= bytes;
}

function knownRoom(portal: Portal, itemId: string): KnownRoom {
  const all = roomsOf(portal);
  const known = all.get(itemId) ?? { failed: Number.NEGATIVE_INFINITY };
  // Set again, so that services that nobody edits leave first.
  all.set(itemId, known);
  return known;
}

/** Asks what is free, together with everybody who asks meanwhile. Never fails; undefined where nobody can tell in time, and for a service that is gone. */
function askRoom(portal: Portal, itemId: string, known: KnownRoom): Promise<Room | undefined> {
  const now = performance.now();
  if (known.asking !== undefined) return known.asking;
  if (now - known.failed < FRESH_MS) return Promise.resolve(undefined);
  const told = roomNow(portal, itemId, now).then(
    (room) => {
      if (room !== undefined) known.room = room;
      return room;
    },
    (error: unknown) => {
      known.failed = performance.now();
      portal.log.warn({ err: error, itemId }, 'nobody knows how much room there is for edits');
      return undefined;
    },
  );
  const asking = inTime(told, WAIT_MS, () => portal.log.warn({ itemId }, 'it takes long to find out how much room there is for edits'));
  known.asking = asking;
  void told.then(() => delete known.asking);
  return asking;
}

/** Undefined for a service that is gone. */
async function roomNow(portal: Portal, itemId: string, asked: number): Promise<Room | undefined> {
  // Rows that cannot be measured now count as they did before.
  await measureRows(portal, itemId).catch((error: unknown) =>
    portal.log.warn({ err: error, itemId }, 'an item does not know what its rows take'),
  );
  const item = await itemById(portal.db, itemId);
  return item && { owner: item.owner, free: await freeBytes(portal, item.owner), asked };
}

/**
 * What an edit brings, about as it is stored. Corrections of what has a fixed size bring nothing: numbers, dates, places of points. Whoever has no
 * room left can still make them.
 */
export function bytesOfEdit(edit: Edit | Fault): number {
  if (edit.kind === 'fault' || edit.kind === 'delete') return 0;
  const shape = edit.geometry?.wkb.length ?? 0;
  if (edit.kind === 'add') return edit.values.reduce((sum, { value }) => sum + bytesOfText(value, VALUE_BYTES), FEATURE_BYTES + shape);
  return edit.values.reduce((sum, { value }) => sum + bytesOfText(value, 0), shape > POINT_BYTES ? shape : 0);
}

const bytesOfText = (value: unknown, otherwise: number): number =>
  typeof value === 'string' ? Buffer.byteLength(value) : value === null ? 0 : otherwise;

/** What rows are on their way into: new layers of a service, or a table beside a layer; and what is given back for them. */
export interface RowsOnTheWay {
  itemId: string;
  table?: string;
  /** Whether they take the place of those of the layers that the service has. */
  replaces?: boolean;
  /** Who is told how much is free. */
  asker?: string;
}

/**
 * Gives what is called while rows come in: it ends a load that is going to be refused, before it fills the disk.
 * @throws QUOTA_EXCEEDED, OWNER_QUOTA_EXCEEDED
 */
export async function watchRoom(portal: Portal, { itemId, table, replaces, asker }: RowsOnTheWay): Promise<() => Promise<void>> {
  const item = await itemById(portal.db, itemId);
  if (item === undefined) return () => Promise.resolve();
  // What went a moment ago leaves its room to what comes.
  await measureRows(portal, itemId);
  const kept = replaces ? await portal.db.selectFrom('item').select('hosted_bytes').where('id', '=', itemId).executeTakeFirst() : undefined;
  const free = await freeBytes(portal, item.owner);
  const most = Math.max(0, free + (kept?.hosted_bytes ?? 0)) * SLACK + SLACK_BYTES;
  let looked = performance.now();
  return async () => {
    if (performance.now() - looked < WATCH_MS) return;
    const tables = table === undefined ? await unopenedTables(portal.db, itemId) : [table];
    if ((await bytesSoFar(portal.db, tables)) > most) throw noRoom(item.owner, { username: asker ?? item.owner }, free);
    looked = performance.now();
  };
}
