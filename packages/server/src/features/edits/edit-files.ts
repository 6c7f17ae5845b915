// Files that come, change and go in the same call as the features they belong to.
import { readFile } from 'node:fs/promises';
import { PortalError } from '@graticule/contract/errors';
import { refuse, type Told, told, toldOf } from '@graticule/contract/refusals/refusal';
import { MAX_ATTACHMENT_BYTES, mayBeAttached } from '@graticule/contract/services/attachable';
import type { EditResult } from '@graticule/contract/services/layer';
import { z } from 'zod';
import { mediaTypeOf, requireRoom, requireWithinQuota, safeFileName } from '../../content/index.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { violatedUnique } from '../../platform/db/errors.ts';
import { dropBytes, dropUnlessKept } from '../../platform/files/drop-bytes.ts';
import type { StoredFile } from '../../platform/files/file-store.ts';
import { insertStoredFile } from '../../platform/files/stored-files.store.ts';
import { nameWithEnding } from '../attachments/attached-name.rules.ts';
import {
  attachmentByGlobalId,
  deleteAttachmentRows,
  featureIdentity,
  insertAttachment,
  objectIdOf,
  touchLayer,
  updateAttachmentRow,
} from '../attachments/attachments.store.ts';
import { checked } from '../definition/service-settings.ts';
import { baseItemId, baseTable, type HostedLayer } from '../layers.rules.ts';
import { uploadedFile } from '../uploads/uploads.ts';
import { readGuid } from '../where/literals.ts';
import { EDIT_FAILED, EDIT_UNDONE, NO_SUCH_FEATURE, wireGlobalId } from './edit.ts';
import { inSavepoint, type OwnedBy } from './edits.store.ts';

const file = z.looseObject({
  globalId: z.string().optional(),
  parentGlobalId: z.string().optional(),
  name: z.string().max(500).nullable().optional(),
  contentType: z.string().nullable().optional(),
  keywords: z.string().max(1_000).nullable().optional(),
  data: z.string().nullable().optional(),
  uploadId: z.string().nullable().optional(),
});
const edits = z.looseObject({
  adds: z.array(file).max(1_000).nullable().optional(),
  updates: z.array(file).max(1_000).nullable().optional(),
  deletes: z.array(z.string()).max(5_000).nullable().optional(),
});

type GivenFile = z.infer<typeof file>;

/** Results of the edits of files, in the order of the elements. */
export interface FileResults {
  addResults: EditResult[];
  updateResults: EditResult[];
  deleteResults: EditResult[];
}

/** Edits of files, ready to be applied with those of their features. */
export interface FileEdits {
  results: FileResults;
  /**
   * Before the edits of features, each time that the transaction begins: forgets what became of the files in one that was undone, and finds those
   * that are to go, because a feature that goes in the same call takes them out of sight.
   */
  begin(db: Db): Promise<void>;
  apply(db: Db): Promise<{ ok: boolean; keysGone: string[] }>;
  /** Whose room the files take. */
  owner: string;
  /** At the end of the transaction: several calls at once must not take more together than there is room for. */
  requireRoom(db: Db): Promise<void>;
  /** After the transaction: removes bytes that nothing names, and says what was undone. */
  settle(failure?: unknown): Promise<void>;
}

/** Where the files belong, and who sends them. */
interface Target {
  service: string;
  layer: HostedLayer;
  /** Whose room the files take. */
  owner: string;
  owned: OwnedBy | null;
}

/** A file with its bytes in the store, or why there are none. */
interface ReadyFile {
  given: GivenFile;
  stored: StoredFile | null;
  columns: { name: string; content_type: string; size_bytes: number } | null;
  fault: Told | null;
}

/**
 * Reads edits of files and takes their bytes into the store.
 * @throws INVALID_PARAMETER for anything but lists, ATTACHMENTS_OFF, QUOTA_EXCEEDED
 * @source EDIT-6
 */
export async function readFileEdits(portal: Portal, caller: Caller, target: Target, value: unknown): Promise<FileEdits> {
  const given = checked(edits, value, 'attachments');
  if (!target.layer.definition.hasAttachments) throw refuse('attachments-off', { layer: target.layer.name });
  const [adds = [], updates = []] = await readyFiles(portal, caller, target, [given.adds ?? [], given.updates ?? []]);
  const deletes = given.deletes ?? [];
  const results: FileResults = { addResults: [], updateResults: [], deleteResults: [] };
  const stored = [...adds, ...updates].flatMap((one) => (one.stored === null ? [] : [one.stored.key]));
  const used = new Set<string>();
  const going = new Map<string, FileRow>();
  let freed = 0;
  return {
    results,
    owner: target.owner,
    requireRoom: async (db) => {
      const kept = [...adds, ...updates].filter((one) => one.stored !== null && used.has(one.stored.key));
      const newBytes = kept.reduce((sum, { columns }) => sum + (columns?.size_bytes ?? 0), 0) - freed;
      if (newBytes > 0) await requireWithinQuota(portal, db, target.owner, { newBytes, asker: caller });
    },
    begin: async (db) => {
      for (const list of Object.values(results) as EditResult[][]) list.length = 0;
      used.clear();
      going.clear();
      freed = 0;
      for (const id of deletes) {
        const known = readGuid(id);
        const row = known === undefined ? undefined : await seenFile(db, target, known);
        if (row !== undefined) going.set(id, row);
      }
    },
    apply: async (db) => {
      const keysGone: string[] = [];
      const note: Gone = (key, { size_bytes: bytes }) => {
        if (key === undefined) return;
        keysGone.push(key);
        freed += bytes;
      };
      for (const one of adds) results.addResults.push(await each(db, one.given.globalId, () => addOne(db, target, one, used)));
      for (const one of updates)
        results.updateResults.push(await each(db, one.given.globalId, () => changeOne(db, target, one, used, note)));
      for (const id of deletes) {
        const found = going.get(id);
        going.delete(id);
        results.deleteResults.push(await each(db, id, () => removeOne(db, target, id, { found, gone: note })));
      }
      if (adds.length + updates.length + deletes.length > 0) await touchLayer(db, baseTable(target.layer));
      return {
        ok: Object.values(results)
          .flat()
          .every((result: EditResult) => result.success),
        keysGone,
      };
    },
    settle: async (failure) => {
      if (failure === undefined)
        return dropBytes(
          portal,
          [...stored].filter((key) => !used.has(key)),
        );
      undo(results);
      await dropUnlessKept(portal, [...stored], failure);
    },
  };
}

/** What would have worked says that it was undone. */
function undo(results: FileResults): void {
  for (const list of Object.values(results) as EditResult[][]) {
    for (const [at, result] of list.entries()) {
      if (!result.success) continue;
      const error = { code: EDIT_UNDONE, ...told('edit-undone') };
      list[at] = { objectId: -1, globalId: result.globalId, success: false, error };
    }
  }
}

/** Takes the bytes of all files of the call into the store, together no more than the owner has room for. */
async function readyFiles(
  portal: Portal,
  caller: Caller,
  target: Target,
  lists: readonly (readonly GivenFile[])[],
): Promise<ReadyFile[][]> {
  const stored: StoredFile[] = [];
  try {
    const ready: ReadyFile[][] = [];
    for (const list of lists) {
      const files: ReadyFile[] = [];
      for (const one of list) files.push(await readyFile(portal, caller, target, one, stored));
      ready.push(files);
    }
    return ready;
  } catch (error) {
    await dropBytes(
      portal,
      stored.map(({ key }) => key),
    );
    throw error;
  }
}

/** Adds what it stores to `stored`. */
async function readyFile(portal: Portal, caller: Caller, target: Target, given: GivenFile, stored: StoredFile[]): Promise<ReadyFile> {
  const without = (fault: Told | null): ReadyFile => ({ given, stored: null, columns: null, fault });
  const found = await bytesOf(portal, caller, target.service, given);
  if (found === null || 'description' in found) return without(found);
  const { bytes } = found;
  const columns = attachedFile({ ...given, name: given.name || found.fileName }, bytes);
  if ('description' in columns) return without(columns);
  const before = stored.reduce((sum, one) => sum + one.sizeBytes, 0);
  await requireRoom(portal, target.owner, before + bytes.byteLength, caller);
  const file = await portal.files.put(bytes);
  stored.push(file);
  return { given, stored: file, columns, fault: null };
}

const TOO_LARGE = told('file-too-large');

/** The columns of a file, or why it cannot be kept. */
function attachedFile(given: GivenFile, bytes: Uint8Array): { name: string; content_type: string; size_bytes: number } | Told {
  const sizeBytes = bytes.byteLength;
  if (sizeBytes > MAX_ATTACHMENT_BYTES) return TOO_LARGE;
  const name = nameWithEnding(safeFileName(given.name ?? ''), given.contentType, bytes);
  if (!mayBeAttached(name)) return told('file-of-type', { name });
  return { name, content_type: mediaTypeOf(name), size_bytes: sizeBytes };
}

/** The bytes of a file, and the name it has where the call says none; null without any, and why not where they are too many. */
async function bytesOf(
  portal: Portal,
  caller: Caller,
  service: string,
  given: GivenFile,
): Promise<{ bytes: Uint8Array; fileName: string } | Told | null> {
  if (given.uploadId) {
    const { key, fileName } = await uploadedFile(portal, caller, { service, upload: given.uploadId });
    // What was uploaded may be larger than memory.
    return (await portal.files.sizeOf(key)) > MAX_ATTACHMENT_BYTES
      ? TOO_LARGE
      : { bytes: await readFile(portal.files.pathOf(key)), fileName };
  }
  if (typeof given.data !== 'string') return null;
  const text = given.data.replace(/^data:[^,]{0,200},/, '').replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw refuse('file-not-base64');
  return { bytes: Buffer.from(text, 'base64'), fileName: '' };
}

/** A refusal of one element. */
class FileFault extends Error {
  readonly code: number;
  readonly told: Told;

  constructor(why: Told, code = EDIT_FAILED) {
    super(why.description);
    this.code = code;
    this.told = why;
  }
}

async function each(db: Db, globalId: string | undefined, act: () => Promise<EditResult>): Promise<EditResult> {
  try {
    return await inSavepoint(db, act);
  } catch (error) {
    const id = readGuid(globalId ?? '');
    const failed = (code: number, why: Told): EditResult => ({
      objectId: -1,
      globalId: id === undefined ? null : wireGlobalId(id),
      success: false,
      error: { code, ...why },
    });
    if (error instanceof FileFault) return failed(error.code, error.told);
    if (violatedUnique(error) !== undefined) return failed(EDIT_FAILED, told('edit-global-id-taken'));
    if (error instanceof PortalError && error.status < 500) return failed(EDIT_FAILED, toldOf(error));
    throw error;
  }
}

function guid(text: string | undefined, name: string): string {
  const id = readGuid(text ?? '');
  if (id === undefined) throw new FileFault(told('edit-needs-global-id', { field: name }));
  return id;
}

/** The feature that a file belongs to, once the caller may change it. */
async function parentOf(db: Db, { layer, owned }: Target, globalId: string): Promise<number> {
  const objectId = await objectIdOf(db, layer, globalId);
  const known = objectId !== undefined && (await featureIdentity(db, layer, objectId, owned)) !== undefined;
  if (!known) throw new FileFault(told('edit-no-feature'), NO_SUCH_FEATURE);
  return objectId;
}

async function addOne(db: Db, target: Target, { given, stored, columns, fault }: ReadyFile, used: Set<string>): Promise<EditResult> {
  if (fault !== null) throw new FileFault(fault);
  if (stored === null || columns === null) throw new FileFault(told('file-without-data'));
  const objectId = await parentOf(db, target, guid(given.parentGlobalId, 'parentGlobalId'));
  const own = given.globalId === undefined ? {} : { global_id: guid(given.globalId, 'globalId') };
  await insertStoredFile(db, stored);
  const { layer } = target;
  const row = { ...columns, ...own, keywords: given.keywords ?? '', key: stored.key, object_id: objectId };
  const made = await insertAttachment(db, { ...row, item_id: baseItemId(layer), table_name: baseTable(layer) });
  used.add(stored.key);
  return { objectId: made.id, globalId: wireGlobalId(made.global_id), success: true };
}

/** A file as the results of a call name it. */
interface FileRow {
  id: number;
  global_id: string;
  size_bytes: number;
}

/** Hears which bytes nothing names any more, and of which file they were. */
type Gone = (key: string | undefined, row: FileRow) => void;

/** The file of a global id whose feature the caller may change. */
async function seenFile(db: Db, target: Target, globalId: string): Promise<FileRow | undefined> {
  const row = await attachmentByGlobalId(db, baseTable(target.layer), globalId);
  const known = row !== undefined && (await featureIdentity(db, target.layer, row.object_id, target.owned)) !== undefined;
  return known ? row : undefined;
}

async function fileOf(db: Db, target: Target, globalId: string): Promise<FileRow> {
  const row = await seenFile(db, target, globalId);
  if (row === undefined) throw new FileFault(told('file-not-there'));
  return row;
}

async function changeOne(
  db: Db,
  target: Target,
  { given, stored, columns, fault }: ReadyFile,
  used: Set<string>,
  gone: Gone,
): Promise<EditResult> {
  if (fault !== null) throw new FileFault(fault);
  const row = await fileOf(db, target, guid(given.globalId, 'globalId'));
  const words: { keywords?: string } = typeof given.keywords === 'string' ? { keywords: given.keywords } : {};
  if (stored === null || columns === null) {
    if (words.keywords !== undefined) await updateAttachmentRow(db, row.id, words);
  } else {
    await insertStoredFile(db, stored);
    gone(await updateAttachmentRow(db, row.id, { ...columns, ...words, key: stored.key }), row);
    used.add(stored.key);
  }
  return { objectId: row.id, globalId: wireGlobalId(row.global_id), success: true };
}

async function removeOne(
  db: Db,
  target: Target,
  id: string,
  { found, gone }: { found: FileRow | undefined; gone: Gone },
): Promise<EditResult> {
  const row = found ?? (await fileOf(db, target, guid(id, 'deletes')));
  for (const key of await deleteAttachmentRows(db, [row.id])) gone(key, row);
  return { objectId: row.id, globalId: wireGlobalId(row.global_id), success: true };
}
