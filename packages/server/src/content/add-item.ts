// Adding and updating items: fields, data and thumbnail together in one transaction.
import { fail } from '@graticule/contract/errors';
import { automaticKeywords, typeForFileName } from '@graticule/contract/item-types/classify';
import { TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import type { ReceivedFile } from '@graticule/contract/param';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import { dropBytes, dropUnlessKept } from '../platform/files/drop-bytes.ts';
import { type StoredThumbnail, storeThumbnail } from '../platform/files/pictures.ts';
import { deleteStoredFiles, insertStoredFile } from '../platform/files/stored-files.store.ts';
import { type NoteAnswer, once } from '../platform/once.ts';
import type { ItemRow } from '../schema/content.ts';
import { requireRoom, requireWithinQuota, type StoredData, storeFile, storeText } from './item-data.ts';
import { checkedTitle, checkedType, fieldColumns, type ItemFieldsInput, requireMark, safeFileName } from './item-fields.ts';
import {
  hasTitle,
  type ItemChange,
  insertItem,
  itemByFileName,
  itemById,
  lockedQuota,
  type NewItem,
  updateItemRow,
} from './items.store.ts';
import { folderNamed, newId, type Person } from './items.ts';
import { keepReferences } from './references.ts';
import { checkRelationship, relate } from './relationships.ts';
import { deleteParts } from './uploads.store.ts';

/** What a client sends to add an item. */
export interface AddItemInput extends ItemFieldsInput {
  type?: string;
  file?: ReceivedFile;
  text?: string;
  dataUrl?: string;
  filename?: string;
  thumbnail?: ReceivedFile;
  thumbnailurl?: string;
  multipart?: boolean;
  overwrite?: boolean;
  uniqueTitle?: boolean;
  /** The same key gets the same answer: the call may come again after its answer was lost. */
  idempotencyKey?: string;
  relationshipType?: string;
  originItemId?: string;
  destinationItemId?: string;
}

/** The new item, and the folder that it is in. */
interface Added {
  id: string;
  folder: string | null;
}

/**
 * Adds an item to a person's content.
 * @throws INVALID_PARAMETER, FOLDER_NOT_FOUND, FILE_NAME_TAKEN, QUOTA_EXCEEDED
 */
export function addItem(portal: Portal, caller: Caller, person: Person, input: AddItemInput, folder?: string): Promise<Added> {
  return once(portal, caller, { call: 'addItem', key: input.idempotencyKey }, (note: NoteAnswer<Added>) =>
    addOnce(portal, caller, { person, input, folder, note }),
  );
}

async function addOnce(
  portal: Portal,
  caller: Caller,
  { person, input, folder, note }: { person: Person; input: AddItemInput; folder: string | undefined; note: NoteAnswer<Added> },
): Promise<Added> {
  refuseDataUrl(input);
  const folderId = await folderNamed(portal.db, person.username, folder);
  const fileName = input.filename ?? input.file?.fileName;
  if (input.multipart && (fileName === undefined || fileName === '')) throw fail('MISSING_PARAMETER', { values: ['filename'] });
  const type = typeOf(input.type, fileName);
  const title = checkedTitle(input.title ?? (fileName === undefined ? '' : titleFrom(fileName)));
  const fields = fieldColumns({ ...input, title });
  const existing = fileName === undefined ? undefined : await itemByFileName(portal.db, person.username, type, safeFileName(fileName));
  if (existing !== undefined && input.overwrite !== true) throw fail('FILE_NAME_TAKEN');
  const before = existing === undefined ? undefined : await itemById(portal.db, existing);
  requireMark(caller, { owner: person.username, org_id: person.org_id, content_status: before?.content_status ?? '' }, fields);
  const related = await checkRelationship(portal, caller, input);
  await requireRoom(portal, person.username, newBytes(input), caller);

  const item: NewItem = {
    ...fields,
    id: existing ?? newId(),
    org_id: person.org_id,
    owner: person.username,
    folder_id: folderId,
    title,
    type,
    auto_keywords: automaticKeywords(type, fileName === undefined ? {} : { fileName }),
    ...(input.multipart ? { status: 'partial' as const, name: safeFileName(fileName ?? '') } : {}),
  };
  await saveWithBytes(portal, { ...input, type, owner: person.username, asker: caller }, async (db, columns) => {
    const named = { text: input.text, url: fields.url };
    await note(db, { id: item.id, folder: folderId });
    if (existing !== undefined) return replaceItem(portal, db, existing, { ...fields, ...columns }, named);
    if (input.uniqueTitle) await requireNewTitle(db, item);
    await insertItem(db, { ...item, ...columns }, portal.clock.now());
    await keepReferences(portal, db, item.id, named);
    if (related !== undefined)
      await relate(db, { ...related, origin: related.origin ?? item.id, destination: related.destination ?? item.id });
    return [];
  });
  return { id: item.id, folder: folderId };
}

/** What a client sends to update an item. */
export type UpdateItemInput = Omit<
  AddItemInput,
  'multipart' | 'overwrite' | 'uniqueTitle' | 'idempotencyKey' | 'relationshipType' | 'originItemId' | 'destinationItemId'
>;

/** Changes the given fields of an item; its data and thumbnail when they are given. */
export async function updateItem(
  portal: Portal,
  caller: Caller,
  item: ItemRow,
  input: UpdateItemInput,
  cleared: ReadonlySet<string>,
): Promise<void> {
  refuseDataUrl(input);
  const fields = fieldColumns(input, cleared);
  requireMark(caller, item, fields);
  const type = input.type === undefined ? item.type : checkedType(input.type);
  if (type !== item.type) {
    fields.type = type;
    fields.auto_keywords = automaticKeywords(type, {
      ...(item.name === null ? {} : { fileName: item.name }),
      registered: item.auto_keywords.includes(TYPE_KEYWORDS.registeredApp),
    });
  }
  await requireRoom(portal, item.owner, newBytes(input) - Math.max(0, item.data_bytes), caller);
  await saveWithBytes(portal, { ...input, type, owner: item.owner, asker: caller }, (db, columns) =>
    replaceItem(portal, db, item.id, { ...fields, ...columns }, { text: input.file === undefined ? input.text : '', url: fields.url }),
  );
}

/** Writes a change to an item; returns keys of files that it no longer needs. */
async function replaceItem(
  portal: Portal,
  db: Db,
  id: string,
  change: ItemChange,
  named: Parameters<typeof keepReferences>[3],
): Promise<string[]> {
  const now = portal.clock.now();
  const newData = change.data_key !== undefined;
  const written = await updateItemRow(db, id, {
    ...change,
    modified: now,
    ...(newData ? { uploaded: now, status: 'completed', status_message: '' } : {}),
  });
  if (written === undefined) throw fail('ITEM_NOT_FOUND');
  const { before, after } = written;
  const unused = [
    before.data_key !== after.data_key ? before.data_key : null,
    before.thumbnail_key !== after.thumbnail_key ? before.thumbnail_key : null,
  ].filter((key): key is string => key !== null);
  // Data given at once end an upload in parts that was begun.
  if (newData && (before.status === 'partial' || before.status === 'processing')) unused.push(...(await deleteParts(db, id)));
  await deleteStoredFiles(db, unused);
  await keepReferences(portal, db, id, named);
  return unused;
}

/** With the account locked, so that two of the same name cannot come at once. @throws ITEM_EXISTS */
async function requireNewTitle(db: Db, item: NewItem): Promise<void> {
  await lockedQuota(db, item.owner);
  if (await hasTitle(db, item)) throw fail('ITEM_EXISTS', { values: [item.type, item.title] });
}

type Bytes = Pick<AddItemInput, 'file' | 'text' | 'filename' | 'thumbnail' | 'thumbnailurl'>;

/** Bytes on their way into an item of a person. */
type Incoming = Bytes & { type: string; owner: string; asker: Caller };

/** Stores the bytes, runs the write in a transaction that names them, and leaves no bytes without a row or row without bytes. */
async function saveWithBytes(portal: Portal, input: Incoming, write: (db: Db, columns: ItemChange) => Promise<string[]>): Promise<void> {
  const stored: (StoredData | StoredThumbnail)[] = [];
  try {
    const picture = input.thumbnail ?? input.thumbnailurl;
    if (picture !== undefined) stored.push(await storeThumbnail(portal.files, picture));
    if (input.file !== undefined) stored.push(await storeFile(portal, input.file, input.filename));
    else if (input.text !== undefined) stored.push(await storeText(portal, input.type, input.text));
    const columns: ItemChange = Object.assign({}, ...stored.map((each) => each.columns));
    const unused = await portal.db.transaction().execute(async (db) => {
      for (const { file } of stored) await insertStoredFile(db, file);
      const replaced = await write(db, columns);
      if (newBytes(input) > 0) await requireWithinQuota(portal, db, input.owner, { newBytes: newBytes(input), asker: input.asker });
      return replaced;
    });
    await dropBytes(portal, unused);
  } catch (error) {
    await dropUnlessKept(
      portal,
      stored.map((each) => each.file.key),
      error,
    );
    if (violatedUnique(error) === 'item_file_name') throw fail('FILE_NAME_TAKEN', { cause: error });
    throw error;
  }
}

function newBytes(input: Bytes): number {
  return (input.file?.sizeBytes ?? 0) + Buffer.byteLength(input.text ?? '');
}

function refuseDataUrl(input: { dataUrl?: string }): void {
  if (input.dataUrl !== undefined) {
    throw fail('INVALID_PARAMETER', {
      values: ['dataUrl', 'is not allowed: this portal does not fetch files from other addresses. Upload the file instead'],
    });
  }
}

function typeOf(given: string | undefined, fileName: string | undefined): string {
  if (given !== undefined) return checkedType(given);
  const guessed = fileName === undefined ? undefined : typeForFileName(fileName)?.name;
  if (guessed === undefined) throw fail('MISSING_PARAMETER', { values: ['type'] });
  return guessed;
}

/** The file name without its ending, as a first title. */
function titleFrom(fileName: string): string {
  const name = safeFileName(fileName);
  const dot = name.indexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}
