// Files kept with an item: adding, replacing, removing, reading.
import { fail } from '@graticule/contract/errors';
import { isDescending, type PageRequest, pageRequest } from '@graticule/contract/paging';
import type { ReceivedFile } from '@graticule/contract/param';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { dropBytes, dropUnlessKept } from '../platform/files/drop-bytes.ts';
import type { StoredFile } from '../platform/files/file-store.ts';
import { deleteStoredFiles, insertStoredFiles } from '../platform/files/stored-files.store.ts';
import type { ItemRow, ItemWithRight } from '../schema/content.ts';
import { type Asker, requireRoom, requireWithinQuota } from './item-data.ts';
import { safeFileName } from './item-fields.ts';
import { itemControl } from './items.rules.ts';
import { requireItem } from './items.ts';
import { mayBeResource } from './media-types.rules.ts';
import {
  deleteResources,
  lockedResources,
  putResourceRows,
  type ResourceKind,
  type ResourceRow,
  resourceAt,
  resourcesOf,
  touchResources,
} from './resources.store.ts';
import { removeUnpacked, type UnpackedFile, unpackResources } from './unpack-resources.ts';

export type { ResourceRow };

const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** What a client sends to add or replace resources. */
export interface ResourceInput {
  file?: ReceivedFile;
  text?: string;
  fileName?: string;
  resourcesPrefix?: string;
  access?: string;
  archive?: boolean;
}

/** A file that is to be kept, with its path. */
interface NewResource {
  path: string;
  bytes: Uint8Array | ReceivedFile;
  sizeBytes: number;
}

/** @throws INVALID_PARAMETER for a prefix that is not made of plain names */
function checkedPrefix(prefix: string | undefined): string {
  const trimmed = (prefix ?? '').replace(/^\/+|\/+$/g, '');
  if (trimmed === '') return '';
  const plain = trimmed.length <= 200 && trimmed.split('/').every((part) => /^[A-Za-z0-9_-]{1,100}$/.test(part));
  if (!plain) throw fail('INVALID_PARAMETER', { values: ['resourcesPrefix', 'may hold letters, digits, _ and - only'] });
  return `${trimmed}/`;
}

function checkedName(name: string): string {
  const safe = safeFileName(name);
  if (safe !== name || !mayBeResource(safe))
    throw fail('INVALID_PARAMETER', { values: ['fileName', 'is not the name of a file that may be kept as a resource'] });
  return safe;
}

/** Adds resources (`mode` add: the names must be free) or replaces them (`mode` update: they must exist). */
export async function putResources(
  portal: Portal,
  caller: Caller,
  item: ItemWithRight,
  input: ResourceInput & { mode: 'add' | 'update' },
): Promise<void> {
  const { access } = input;
  if (access !== undefined && access !== 'inherit' && access !== 'private')
    throw fail('INVALID_PARAMETER', { values: ['access', 'must be inherit or private'] });
  const unpacked =
    input.archive && input.file !== undefined ? await unpackResources(input.file.path, portal.files.receivingPath) : undefined;
  try {
    await keep(portal, caller, item, { kind: 'resource', access, mode: input.mode }, newResources(input, unpacked));
  } finally {
    await removeUnpacked(unpacked ?? []);
  }
}

function newResources(input: ResourceInput, unpacked: readonly UnpackedFile[] | undefined): NewResource[] {
  const prefix = checkedPrefix(input.resourcesPrefix);
  if (unpacked !== undefined) {
    return unpacked.map((bytes) => {
      const parts = bytes.fileName.split('/');
      const file = checkedName(parts.pop() ?? '');
      return {
        path: `${checkedPrefix([prefix, ...parts].join('/').replace(/\/+/g, '/'))}${file}`,
        bytes,
        sizeBytes: bytes.sizeBytes,
      };
    });
  }
  if (input.file !== undefined) {
    if (input.file.sizeBytes > MAX_FILE_BYTES) throw fail('TOO_LARGE', { values: ['The resource', '50 MB'] });
    return [{ path: `${prefix}${checkedName(input.fileName ?? input.file.fileName)}`, bytes: input.file, sizeBytes: input.file.sizeBytes }];
  }
  if (input.text === undefined) throw fail('MISSING_PARAMETER', { values: ['file'] });
  if (input.fileName === undefined) throw fail('MISSING_PARAMETER', { values: ['fileName'] });
  const bytes = Buffer.from(input.text, 'utf8');
  return [{ path: `${prefix}${checkedName(input.fileName)}`, bytes, sizeBytes: bytes.byteLength }];
}

/** How files are kept: `add` wants free names, `update` taken ones, `put` takes both. */
interface Keeping {
  kind: ResourceKind;
  /** Undefined: what is replaced keeps its own, what is new inherits. */
  access: 'inherit' | 'private' | undefined;
  mode: 'add' | 'update' | 'put';
}

/** Stores bytes and rows together; nothing is left half-made. */
async function keep(portal: Portal, asker: Asker | undefined, item: ItemRow, as: Keeping, files: readonly NewResource[]): Promise<void> {
  const paths = files.map((file) => file.path);
  if (new Set(paths).size < paths.length) throw fail('INVALID_REQUEST', { values: ['The archive holds two files of the same name.'] });
  const bytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  await requireRoom(portal, item.owner, bytes, asker);
  const stored: StoredFile[] = [];
  const now = portal.clock.now();
  try {
    for (const { bytes } of files) {
      stored.push(
        bytes instanceof Uint8Array ? await portal.files.put(bytes) : await portal.files.take(bytes.path, bytes.sizeBytes, bytes.sha256),
      );
    }
    const rows = stored.map((file, index) => ({
      item_id: item.id,
      kind: as.kind,
      path: paths[index] ?? '',
      key: file.key,
      size_bytes: file.sizeBytes,
      access: as.access ?? ('inherit' as const),
      created: now,
    }));
    const replaced = await portal.db.transaction().execute(async (db) => {
      const before = await lockedResources(db, item.id, as.kind, paths);
      if (as.mode === 'add' && before.length > 0)
        throw fail('INVALID_REQUEST', { values: ['A resource of this name exists already. Update it instead.'] });
      if (as.mode === 'update' && before.length < paths.length) throw fail('RESOURCE_NOT_FOUND');
      const old = before.map((file) => file.key);
      if (rows.length > 0) {
        await insertStoredFiles(db, stored);
        const kept = new Map(before.map((file) => [file.path, file.access]));
        await putResourceRows(
          db,
          rows.map((row) => ({ ...row, access: as.access ?? kept.get(row.path) ?? row.access })),
        );
      }
      await deleteStoredFiles(db, old);
      await touchResources(db, item.id, now);
      await requireWithinQuota(portal, db, item.owner, { newBytes: bytes, asker });
      return old;
    });
    await dropBytes(portal, replaced);
  } catch (error) {
    await dropUnlessKept(
      portal,
      stored.map((file) => file.key),
      error,
    );
    throw error;
  }
}

/** Removes one resource, all below a prefix, or all. */
export async function removeResources(
  portal: Portal,
  item: ItemWithRight,
  input: { resource?: string; deleteAll?: boolean },
): Promise<void> {
  if (input.deleteAll !== true && input.resource === undefined) throw fail('MISSING_PARAMETER', { values: ['resource'] });
  const path = input.deleteAll === true ? undefined : input.resource?.replace(/\/+$/, '');
  await remove(portal, item, 'resource', path, input.deleteAll === true);
}

async function remove(portal: Portal, item: ItemRow, kind: ResourceKind, path: string | undefined, mayBeNone: boolean): Promise<void> {
  const keys = await portal.db.transaction().execute(async (db) => {
    const removed = await deleteResources(db, item.id, kind, path);
    if (removed.length === 0 && !mayBeNone) throw fail('RESOURCE_NOT_FOUND');
    await deleteStoredFiles(db, removed);
    await touchResources(db, item.id, portal.clock.now());
    return removed;
  });
  await dropBytes(portal, keys);
}

/** Stores a file of information, such as `metadata/metadata.xml`. */
export async function storeInfoFile(
  portal: Portal,
  item: ItemRow,
  file: { folder?: string; name: string; bytes: Uint8Array | ReceivedFile; asker?: Asker },
): Promise<void> {
  const { folder } = file;
  if (folder !== undefined && !/^[A-Za-z0-9_-]{1,100}$/.test(folder)) {
    throw fail('INVALID_PARAMETER', { values: ['folderName', 'may hold letters, digits, _ and - only'] });
  }
  const sizeBytes = file.bytes instanceof Uint8Array ? file.bytes.byteLength : file.bytes.sizeBytes;
  if (sizeBytes > MAX_FILE_BYTES) throw fail('TOO_LARGE', { values: ['The file', '50 MB'] });
  const name = safeFileName(file.name);
  await keep(portal, file.asker, item, { kind: 'info', access: 'inherit', mode: 'put' }, [
    { path: folder === undefined ? name : `${folder}/${name}`, bytes: file.bytes, sizeBytes },
  ]);
}

/** Removes a file of information. */
export async function removeInfoFile(portal: Portal, item: ItemRow, path: string): Promise<void> {
  await remove(portal, item, 'info', path, false);
}

/** A page of the resources that the caller may see. */
export async function listResources(
  portal: Portal,
  caller: Caller,
  input: { id: string; start?: number; num?: number; sortField?: string; sortOrder?: string; resourcesPrefix?: string },
): Promise<{ page: PageRequest; rows: ResourceRow[]; total: number }> {
  const item = await requireItem(portal, caller, input.id);
  const page = pageRequest(input, 50, 1_000);
  const found = await resourcesOf(portal.db, {
    itemId: item.id,
    prefix: input.resourcesPrefix?.replace(/\/+$/, ''),
    withPrivate: itemControl(caller, item) !== 'view',
    sort: sortColumn(input.sortField),
    descending: isDescending(input.sortOrder, 'asc'),
    limit: page.num,
    offset: page.start - 1,
  });
  return { page, ...found };
}

function sortColumn(field: string | undefined): 'path' | 'created' | 'size_bytes' {
  if (field?.toLowerCase() === 'created') return 'created';
  return field?.toLowerCase() === 'size' ? 'size_bytes' : 'path';
}

/** One resource. @throws FILE_NOT_FOUND, FORBIDDEN for a private one without control over the item. @source ACC-2 */
export async function requireResource(portal: Portal, caller: Caller, itemId: string, path: string): Promise<ResourceRow> {
  const item = await requireItem(portal, caller, itemId);
  const resource = await resourceAt(portal.db, item.id, 'resource', path);
  if (resource === undefined) throw fail('FILE_NOT_FOUND');
  if (resource.access === 'private' && itemControl(caller, item) === 'view') throw fail('FORBIDDEN');
  return resource;
}

/** A file of information of an item the caller may see. @throws FILE_NOT_FOUND */
export async function requireInfoFile(portal: Portal, item: ItemRow, path: string): Promise<ResourceRow> {
  const file = await resourceAt(portal.db, item.id, 'info', path);
  if (file === undefined) throw fail('FILE_NOT_FOUND');
  return file;
}
