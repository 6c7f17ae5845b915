// Rows that say which keys of the file store are in use.
import type { Db } from '../db/database.ts';
import type { StoredFile } from './file-store.ts';

/** Marks a file as in use; belongs into the transaction that refers to it. */
export async function insertStoredFile(db: Db, file: StoredFile): Promise<void> {
  await insertStoredFiles(db, [file]);
}

/** Marks files as in use, in one statement; belongs into the transaction that refers to them. */
export async function insertStoredFiles(db: Db, files: readonly StoredFile[]): Promise<void> {
  const created = new Date();
  await db
    .insertInto('stored_file')
    .values(files.map((file) => ({ key: file.key, size_bytes: file.sizeBytes, sha256: file.sha256, created })))
    .execute();
}

/** Forgets files; their bytes go after the transaction, or at the next sweep. */
export async function deleteStoredFiles(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db
    .deleteFrom('stored_file')
    .where('key', 'in', [...keys])
    .execute();
}

/** Which of the keys are in use. */
export async function usedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('stored_file')
    .select('key')
    .where('key', 'in', [...keys])
    .execute();
  return new Set(rows.map((row) => row.key));
}
