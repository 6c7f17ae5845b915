// Files of an organisation: pictures of its pages, and settings that clients keep with it.
import { fail } from '@graticule/contract/errors';
import { type PageRequest, pageRequest } from '@graticule/contract/paging';
import type { ReceivedFile } from '@graticule/contract/param';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { dropBytes, dropUnlessKept } from '../platform/files/drop-bytes.ts';
import { deleteStoredFiles, insertStoredFile } from '../platform/files/stored-files.store.ts';
import { namedOrganisation, ownOrganisation } from './organisations.ts';
import { deleteResource, putResource, type ResourceRow, resourceOf, resourcesOf } from './resources.store.ts';

const KEY = /^[A-Za-z0-9._-]{1,100}$/;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_FILES = 1000;

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    json: 'application/json; charset=utf-8',
    txt: 'text/plain; charset=utf-8',
  }),
);

/** A page of the files; visitors and others see those that are public. */
export async function listResources(
  portal: Portal,
  caller: Caller,
  input: { portal: string; start?: number; num?: number },
): Promise<{ page: PageRequest; rows: ResourceRow[]; total: number }> {
  const { id } = await namedOrganisation(portal, caller, input.portal);
  const page = pageRequest(input);
  return { page, ...(await resourcesOf(portal.db, id, { all: caller.orgId === id, limit: page.num, offset: page.start - 1 })) };
}

/** One file. @throws FILE_NOT_FOUND for private ones of others too */
export async function requireResource(portal: Portal, caller: Caller, name: string, key: string): Promise<ResourceRow> {
  const { id } = await namedOrganisation(portal, caller, name);
  const row = KEY.test(key) ? await resourceOf(portal.db, id, key) : undefined;
  if (row === undefined || (row.access === 'private' && caller.orgId !== id)) throw fail('FILE_NOT_FOUND');
  return row;
}

/** What a client sends: a file, or text. */
export interface ResourceInput {
  portal: string;
  key: string;
  file?: ReceivedFile;
  text?: string;
  access?: string;
}

/** Adds or replaces a file. @throws INVALID_PARAMETER, MISSING_PARAMETER, TOO_LARGE, FORBIDDEN */
export async function storeResource(portal: Portal, caller: Caller, input: ResourceInput): Promise<void> {
  const { id } = await ownOrganisation(portal, caller, input.portal);
  const { key, file, text, access = 'public' } = input;
  if (!KEY.test(key))
    throw fail('INVALID_PARAMETER', { values: ['key', 'must have 1 to 100 letters, digits, dots, hyphens and underscores'] });
  if (access !== 'public' && access !== 'private') throw fail('INVALID_PARAMETER', { values: ['access', 'must be public or private'] });
  if (file === undefined && text === undefined) throw fail('MISSING_PARAMETER', { values: ['file'] });
  const sizeBytes = file?.sizeBytes ?? Buffer.byteLength(text ?? '');
  if (sizeBytes > MAX_BYTES) throw fail('TOO_LARGE', { values: ['The file', '10 MB'] });
  const { total } = await resourcesOf(portal.db, id, { all: true, limit: 0, offset: 0 });
  if (total >= MAX_FILES && (await resourceOf(portal.db, id, key)) === undefined)
    throw fail('INVALID_REQUEST', { values: [`An organisation has at most ${MAX_FILES} files. Remove some first.`] });
  const stored =
    file === undefined ? await portal.files.put(Buffer.from(text ?? '')) : await portal.files.take(file.path, file.sizeBytes, file.sha256);
  const contentType = typeOf(file?.fileName ?? key, text);
  try {
    const before = await portal.db.transaction().execute(async (db) => {
      await insertStoredFile(db, stored);
      const old = await putResource(db, id, { key, file_key: stored.key, content_type: contentType, size_bytes: sizeBytes, access });
      await deleteStoredFiles(db, old === undefined ? [] : [old]);
      return old;
    });
    if (before !== undefined) await dropBytes(portal, [before]);
  } catch (error) {
    await dropUnlessKept(portal, [stored.key], error);
    throw error;
  }
}

/** What the bytes are, by the ending of the name; text is JSON when it can be read as such. Everything else is only downloaded. */
function typeOf(name: string, text: string | undefined): string {
  const known = TYPES.get(name.split('.').at(-1)?.toLowerCase() ?? '');
  if (known !== undefined) return known;
  if (text === undefined) return 'application/octet-stream';
  try {
    JSON.parse(text);
    return 'application/json; charset=utf-8';
  } catch {
    return 'text/plain; charset=utf-8';
  }
}

/** Removes a file. @throws FILE_NOT_FOUND, FORBIDDEN */
export async function dropResource(portal: Portal, caller: Caller, name: string, key: string): Promise<void> {
  const { id } = await ownOrganisation(portal, caller, name);
  const removed = await portal.db.transaction().execute(async (db) => {
    const fileKey = await deleteResource(db, id, key);
    await deleteStoredFiles(db, fileKey === undefined ? [] : [fileKey]);
    return fileKey;
  });
  if (removed === undefined) throw fail('FILE_NOT_FOUND');
  await dropBytes(portal, [removed]);
}
