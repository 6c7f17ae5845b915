// The text of an item follows a change of what it tells of, where another domain knows what is not so any more.
import { buffer } from 'node:stream/consumers';
import type { Portal } from '../platform/context.ts';
import { dropBytes, dropUnlessKept } from '../platform/files/drop-bytes.ts';
import { deleteStoredFiles, insertStoredFile } from '../platform/files/stored-files.store.ts';
import { itemById, updateItemRow } from './items.store.ts';
import { keepReferences } from './references.ts';

/** Larger texts are not read: nobody waits for them, and they tell of more than one layer's looks. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Somebody wrote another text while this one was made. */
class WrittenMeanwhile extends Error {}

/**
 * Puts what `change` makes of the text of an item in its place; undefined leaves it as it is, and so does a text that somebody writes
 * meanwhile: what people wrote last counts.
 */
export async function changeText(portal: Portal, itemId: string, change: (text: string) => string | undefined): Promise<void> {
  const item = await itemById(portal.db, itemId);
  const key = item?.data_key ?? null;
  if (item === undefined || key === null || item.data_kind !== 'text' || item.data_bytes > MOST_BYTES) return;
  const text = change((await buffer(portal.files.read(key))).toString('utf8'));
  if (text === undefined) return;
  const file = await portal.files.put(Buffer.from(text, 'utf8'));
  try {
    await portal.db.transaction().execute(async (db) => {
      const now = portal.clock.now();
      await insertStoredFile(db, file);
      const written = await updateItemRow(db, itemId, { data_key: file.key, data_bytes: file.sizeBytes, modified: now });
      if (written?.before.data_key !== key) throw new WrittenMeanwhile();
      await deleteStoredFiles(db, [key]);
      await keepReferences(portal, db, itemId, { text, url: undefined });
    });
  } catch (error) {
    await dropUnlessKept(portal, [file.key], error);
    if (error instanceof WrittenMeanwhile) return;
    throw error;
  }
  await dropBytes(portal, [key]);
}
