// Files that come with the rows of a published file and are kept with the features.
import { refuse } from '@graticule/contract/refusals/refusal';
import { MAX_ATTACHMENT_BYTES, mayBeAttached } from '@graticule/contract/services/attachable';
import type { AttachedFile } from '@graticule/geo/formats/format-reader';
import { itemById, mediaTypeOf, requireWithinQuota, safeFileName } from '../../content/index.ts';
import type { Portal } from '../../platform/context.ts';
import type { StoredFile } from '../../platform/files/file-store.ts';
import { insertStoredFiles } from '../../platform/files/stored-files.store.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { objectIdsOfRows } from '../loaded-rows.store.ts';
import { nameWithEnding } from './attached-name.rules.ts';
import { insertAttachments } from './attachments.store.ts';

/** What became of files. */
export interface KeptFiles {
  kept: number;
  /** Of rows that are not there, too large, or of a type that is not kept with features. */
  leftOut: number;
}

/**
 * Keeps files with the features of a layer whose rows still have their numbers. What a process that is killed leaves on the disk is swept.
 * What else their owner stores meanwhile counts: each portion is counted once it has rows. `quotaBytes` is for those without a quota of their own.
 * @throws QUOTA_EXCEEDED
 */
export async function keepLoadedFiles(
  portal: Pick<Portal, 'db'> & { files: Pick<Portal['files'], 'put'> },
  layer: HostedLayer,
  files: readonly AttachedFile[],
  quotaBytes: number,
): Promise<KeptFiles> {
  const ids = await objectIdsOfRows(portal.db, layer, [...new Set(files.map((file) => file.row))]);
  const usable = files.flatMap((file) => {
    const [name, objectId] = [nameWithEnding(safeFileName(file.name), null, file.bytes), ids.get(file.row)];
    const fits = objectId !== undefined && mayBeAttached(name) && file.bytes.length <= MAX_ATTACHMENT_BYTES;
    return fits ? [{ ...file, name, objectId }] : [];
  });
  const stored: StoredFile[] = [];
  for (const file of usable) stored.push(await portal.files.put(file.bytes));
  if (usable.length > 0) {
    await portal.db.transaction().execute(async (db) => {
      await insertStoredFiles(db, stored);
      await insertAttachments(
        db,
        usable.map((file, at) => ({
          item_id: layer.itemId,
          table_name: layer.table,
          object_id: file.objectId,
          name: file.name,
          content_type: mediaTypeOf(file.name),
          size_bytes: file.bytes.length,
          keywords: '',
          key: (stored[at] as StoredFile).key,
        })),
      );
      const item = await itemById(db, layer.itemId);
      if (item === undefined) throw refuse('layer-of-item-gone');
      const newBytes = usable.reduce((sum, file) => sum + file.bytes.length, 0);
      await requireWithinQuota({ config: { storageQuotaBytes: quotaBytes } }, db, item.owner, {
        newBytes,
        asker: { username: item.owner },
      });
    });
  }
  return { kept: usable.length, leftOut: files.length - usable.length };
}
