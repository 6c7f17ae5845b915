// All files kept with an item as one archive, read from the disk only as fast as the archive is taken.
import type { Readable } from 'node:stream';
import { fail } from '@graticule/contract/errors';
import { ZipFile } from 'yazl';
import type { Portal } from '../platform/context.ts';
import type { ItemRow } from '../schema/content.ts';
import { type ResourceRow, resourcesOf } from './resources.store.ts';

/** Rows that are read at once. */
const PAGE = 1_000;

/** Pictures and archives do not get smaller. */
const PACKED = /\.(png|jpe?g|gif|webp|zip|woff2?|glb|pdf)$/i;

/**
 * The resources of an item, private ones included, under their paths. Who calls has checked the right to change the item.
 * @throws RESOURCE_NOT_FOUND when there are none
 */
export async function resourceArchive(portal: Portal, item: ItemRow): Promise<Readable> {
  const files = await allResources(portal, item.id);
  if (files.length === 0) throw fail('RESOURCE_NOT_FOUND');
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // A file that is not as long as its row says, such as one of a broken backup: without a listener it would end the process.
  zip.on('error', (error: Error) => output.destroy(error));
  let open: Readable | undefined;
  for (const file of files) {
    const options = { mtime: file.created, size: file.size_bytes, compress: !PACKED.test(file.path) };
    zip.addReadStreamLazy(file.path, options, (use) => {
      open = portal.files.read(file.key);
      // The archive does not hear of faults in what it packs, such as a file that was removed meanwhile.
      open.once('error', (error) => output.destroy(error));
      use(null, open);
    });
  }
  zip.end();
  output.once('close', () => open?.destroy());
  return output;
}

async function allResources(portal: Portal, itemId: string): Promise<ResourceRow[]> {
  const all: ResourceRow[] = [];
  for (;;) {
    const query = { itemId, prefix: undefined, withPrivate: true, sort: 'path', descending: false } as const;
    const { rows } = await resourcesOf(portal.db, { ...query, limit: PAGE, offset: all.length });
    all.push(...rows);
    if (rows.length < PAGE) return all;
  }
}
