// Files kept with features: adding, replacing, removing and finding them.
import { open } from 'node:fs/promises';
import type { ReceivedFile } from '@graticule/contract/param';
import { refuse, told } from '@graticule/contract/refusals/refusal';
import { hasEnding, MAX_ATTACHMENT_BYTES, mayBeAttached } from '@graticule/contract/services/attachable';
import type { EditResult } from '@graticule/contract/services/layer';
import { sentence } from '@graticule/geo/sentence';
import { mediaTypeOf, requireRoom, safeFileName } from '../../content/index.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { violatedUnique } from '../../platform/db/errors.ts';
import { dropBytes, dropUnlessKept } from '../../platform/files/drop-bytes.ts';
import type { StoredFile } from '../../platform/files/file-store.ts';
import { insertStoredFile } from '../../platform/files/stored-files.store.ts';
import type { AttachmentRow } from '../../schema/features.ts';
import type { LayerAddress } from '../admin.ts';
import { changingLayers } from '../changing-layers.ts';
import { EDIT_FAILED, EDIT_UNDONE, wireGlobalId } from '../edits/edit.ts';
import { editableLayer, type Target } from '../edits/edits.ts';
import { itemsFollow } from '../edits/item-follows.ts';
import { ownFeaturesOnly } from '../edits/tracked.ts';
import { baseItemId, baseTable, type HostedLayer } from '../layers.rules.ts';
import { hidesFeatures, requireReadable } from '../own-rows.ts';
import { ownerOfRows, requireOwnersRoom } from '../row-bytes.ts';
import { findLayer } from '../services.ts';
import { withUploadedCopy } from '../uploads/uploads.ts';
import { readGuid } from '../where/literals.ts';
import { HEAD_BYTES, nameWithEnding } from './attached-name.rules.ts';
import {
  attachmentAt,
  attachmentsOf,
  deleteAttachmentRows,
  featureIdentity,
  holdFeature,
  insertAttachment,
  touchLayer,
  updateAttachmentRow,
} from './attachments.store.ts';

const MAX_KEYWORDS = 1_000;

/** Where a feature is. */
export interface FeatureAddress extends LayerAddress {
  objectId: string;
}

/** A feature of a layer that keeps files. @throws ATTACHMENTS_OFF, FEATURE_NOT_FOUND */
async function requireFeature(portal: Portal, target: Target, address: FeatureAddress): Promise<{ objectId: number; globalId: string }> {
  if (!target.layer.definition.hasAttachments) throw refuse('attachments-off', { layer: target.layer.name });
  const none = (): Error => refuse('feature-unknown', { layer: target.layer.name, id: address.objectId.slice(0, 40) });
  if (!/^\d{1,15}$/.test(address.objectId)) throw none();
  const found = await featureIdentity(portal.db, target.layer, Number(address.objectId));
  if (found === undefined) throw none();
  return { objectId: Number(found.objectid), globalId: found.globalid };
}

/** A feature whose files the caller may change. @throws FORBIDDEN also for features of others, where only own ones may be changed */
async function editableFeature(portal: Portal, caller: Caller, address: FeatureAddress): Promise<Target & { objectId: number }> {
  const target = await editableLayer(portal, caller, address, ['Update']);
  const { objectId } = await requireFeature(portal, target, address);
  const owned = ownFeaturesOnly(caller, target, 'allowOthersToUpdate');
  if (owned !== null && (await featureIdentity(portal.db, target.layer, objectId, owned)) === undefined)
    throw refuse('edit-not-own', { id: objectId });
  return { ...target, objectId };
}

/** The files of a feature that the caller may see. */
export async function listFiles(
  portal: Portal,
  caller: Caller,
  address: FeatureAddress,
): Promise<{ objectId: number; globalId: string; rows: AttachmentRow[] }> {
  const target = await findLayer(portal, caller, address);
  requireReadable(target.layer);
  const feature = await requireFeature(portal, target, address);
  return { ...feature, rows: await attachmentsOf(portal.db, baseTable(target.layer), feature.objectId) };
}

/** One file of a feature that the caller may see. @throws FILE_NOT_FOUND */
export async function requireFile(
  portal: Portal,
  caller: Caller,
  address: FeatureAddress,
  id: string,
): Promise<AttachmentRow & { isPublic: boolean }> {
  const target = await findLayer(portal, caller, address);
  requireReadable(target.layer);
  const known = /^\d{1,15}$/.test(address.objectId) && /^\d{1,15}$/.test(id) && target.layer.definition.hasAttachments;
  const row = known ? await attachmentAt(portal.db, baseTable(target.layer), Number(address.objectId), Number(id)) : undefined;
  // What a view or its rules do not show has no files either.
  const shown =
    row !== undefined &&
    ((target.layer.view === undefined && target.layer.onlyOf === undefined) ||
      (await featureIdentity(portal.db, target.layer, row.object_id)) !== undefined);
  if (row === undefined || !shown) throw refuse('attachment-unknown', { feature: address.objectId.slice(0, 40), id: id.slice(0, 40) });
  // What its owner alone sees must not stay in a cache that others share.
  return { ...row, isPublic: target.item.access === 'public' && !hidesFeatures(target.service) };
}

function checkedKeywords(keywords: string): string {
  if (keywords.length > MAX_KEYWORDS) throw refuse('attachment-keywords', { most: MAX_KEYWORDS, count: keywords.length });
  return keywords;
}

async function columnsOf(file: ReceivedFile): Promise<Pick<AttachmentRow, 'name' | 'content_type' | 'size_bytes'>> {
  if (file.sizeBytes > MAX_ATTACHMENT_BYTES) throw refuse('attachment-large');
  const given = safeFileName(file.fileName);
  const name = hasEnding(given) ? given : nameWithEnding(given, file.contentType, await headOf(file.path));
  if (!mayBeAttached(name)) {
    throw refuse('attachment-of-type', { name }, { reasons: [sentence('attachment-type', { file: name })] });
  }
  return { name, content_type: mediaTypeOf(name), size_bytes: file.sizeBytes };
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES) });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A file as a call names it: one that came with it, or an upload to the service. */
interface GivenFile {
  attachment?: ReceivedFile;
  uploadId?: string;
}

/** Runs the work with the file that the call names; nothing where it names none. */
async function withGiven<T>(
  portal: Portal,
  caller: Caller,
  service: string,
  { attachment, uploadId }: GivenFile,
  work: (file: ReceivedFile | undefined) => Promise<T>,
): Promise<T> {
  if (attachment !== undefined || !uploadId) return work(attachment);
  return withUploadedCopy(portal, caller, { service, upload: uploadId, mostBytes: MAX_ATTACHMENT_BYTES }, work);
}

/** Takes the file into the store and runs the write that names it; nothing is left half-made. */
async function withStored<T>(
  portal: Portal,
  layer: HostedLayer,
  file: ReceivedFile,
  write: (db: Db, stored: StoredFile) => Promise<T>,
): Promise<T> {
  const stored = await portal.files.take(file.path, file.sizeBytes, file.sha256);
  try {
    return await changingLayers(portal, [baseTable(layer)], async (db) => {
      await insertStoredFile(db, stored);
      return write(db, stored);
    });
  } catch (error) {
    await dropUnlessKept(portal, [stored.key], error);
    throw error;
  }
}

/** Adds a file to a feature; `objectId` of the result is the id of the file. @throws MISSING_PARAMETER without a file */
export async function addFile(
  portal: Portal,
  caller: Caller,
  address: FeatureAddress,
  input: GivenFile & { keywords?: string; globalId?: string },
): Promise<EditResult> {
  const target = await editableFeature(portal, caller, address);
  return withGiven(portal, caller, address.service, input, (file) => {
    if (file === undefined) throw refuse('attachment-missing');
    return addGiven(portal, caller, target, { ...input, attachment: file });
  });
}

async function addGiven(
  portal: Portal,
  caller: Caller,
  { layer, item, objectId }: Target & { objectId: number },
  input: { attachment: ReceivedFile; keywords?: string; globalId?: string },
): Promise<EditResult> {
  const columns = await columnsOf(input.attachment);
  const keywords = checkedKeywords(input.keywords ?? '');
  const globalId = input.globalId === undefined ? null : readGuid(input.globalId);
  if (globalId === undefined) throw refuse('attachment-global-id', { value: input.globalId?.slice(0, 60) ?? '' });
  await requireRoom(portal, await ownerOfRows(portal.db, layer, item), columns.size_bytes, caller);
  const itemId = baseItemId(layer);
  try {
    const added = await withStored(portal, layer, input.attachment, async (db, { key }) => {
      if (!(await holdFeature(db, layer, objectId))) throw refuse('feature-unknown', { layer: layer.name, id: objectId });
      const row = {
        ...columns,
        keywords,
        key,
        item_id: itemId,
        table_name: baseTable(layer),
        object_id: objectId,
      };
      const made = await insertAttachment(db, globalId === null ? row : { ...row, global_id: globalId });
      await touchLayer(db, baseTable(layer));
      await requireOwnersRoom(portal, db, { itemId, newBytes: columns.size_bytes, asker: caller.username });
      return { objectId: made.id, globalId: wireGlobalId(made.global_id), success: true };
    });
    await itemsFollow(portal, [layer]);
    return added;
  } catch (error) {
    if (violatedUnique(error) === undefined) throw error;
    return { objectId: -1, globalId: null, success: false, error: { code: EDIT_FAILED, ...told('edit-global-id-taken') } };
  }
}

/** Replaces a file of a feature, or its keywords; id and global id stay. @throws FILE_NOT_FOUND */
export async function replaceFile(
  portal: Portal,
  caller: Caller,
  address: FeatureAddress,
  input: GivenFile & { attachmentId: number; keywords?: string },
): Promise<EditResult> {
  const target = await editableFeature(portal, caller, address);
  return withGiven(portal, caller, address.service, input, (attachment) =>
    replaceGiven(portal, caller, target, { ...input, ...(attachment === undefined ? {} : { attachment }) }),
  );
}

async function replaceGiven(
  portal: Portal,
  caller: Caller,
  { layer, item, objectId }: Target & { objectId: number },
  input: { attachmentId: number; attachment?: ReceivedFile; keywords?: string },
): Promise<EditResult> {
  const before = await attachmentAt(portal.db, baseTable(layer), objectId, input.attachmentId);
  const gone = (): Error => refuse('attachment-unknown', { feature: objectId, id: input.attachmentId });
  if (before === undefined) throw gone();
  const { attachment } = input;
  const keywords = input.keywords === undefined ? {} : { keywords: checkedKeywords(input.keywords) };
  if (attachment === undefined && input.keywords === undefined) throw refuse('attachment-missing');
  if (attachment === undefined) {
    await changingLayers(portal, [baseTable(layer)], async (db) => {
      if ((await updateAttachmentRow(db, before.id, keywords)) === undefined) throw gone();
      await touchLayer(db, baseTable(layer));
    });
  } else {
    const columns = await columnsOf(attachment);
    const newBytes = columns.size_bytes - before.size_bytes;
    await requireRoom(portal, await ownerOfRows(portal.db, layer, item), newBytes, caller);
    const old = await withStored(portal, layer, attachment, async (db, { key }) => {
      const replaced = await updateAttachmentRow(db, before.id, { ...columns, ...keywords, key });
      if (replaced === undefined) throw gone();
      await touchLayer(db, baseTable(layer));
      await requireOwnersRoom(portal, db, { itemId: baseItemId(layer), newBytes, asker: caller.username });
      return replaced;
    });
    await dropBytes(portal, [old]);
  }
  await itemsFollow(portal, [layer]);
  return { objectId: before.id, globalId: wireGlobalId(before.global_id), success: true };
}

/** Removes files of a feature. One that does not exist fails them all unless each is to stand alone. */
export async function removeFiles(
  portal: Portal,
  caller: Caller,
  address: FeatureAddress,
  input: { attachmentIds: readonly string[]; rollbackOnFailure?: boolean },
): Promise<EditResult[]> {
  const { layer, objectId } = await editableFeature(portal, caller, address);
  const ids = input.attachmentIds.map((id) => {
    if (!/^\d{1,15}$/.test(id)) throw refuse('attachment-numbers', { value: id.slice(0, 40) });
    return Number(id);
  });
  const { present, keys } = await changingLayers(portal, [baseTable(layer)], async (db) => {
    const known = new Map((await attachmentsOf(db, baseTable(layer), objectId)).map((row) => [row.id, row]));
    const found = ids.filter((id) => known.has(id));
    const all = found.length === ids.length || input.rollbackOnFailure === false;
    const gone = all ? await deleteAttachmentRows(db, found) : [];
    if (gone.length > 0) await touchLayer(db, baseTable(layer));
    return { present: known, keys: gone };
  });
  await dropBytes(portal, keys);
  if (keys.length > 0) await itemsFollow(portal, [layer]);
  const undone = keys.length === 0;
  return ids.map((id): EditResult => {
    const row = present.get(id);
    const globalId = row === undefined ? null : wireGlobalId(row.global_id);
    if (row !== undefined && !undone) return { objectId: id, globalId, success: true };
    const error = row === undefined ? { code: EDIT_FAILED, ...told('file-not-there') } : { code: EDIT_UNDONE, ...told('edit-undone') };
    return { objectId: id, globalId, success: false, error };
  });
}
