// The file that a caller wants analyzed or published: an item's, an uploaded one, or text.
import { rm, writeFile } from 'node:fs/promises';
import { fail } from '@graticule/contract/errors';
import type { ReceivedFile } from '@graticule/contract/param';
import { refuse } from '@graticule/contract/refusals/refusal';
import { sentence } from '@graticule/geo/sentence';
import { type ItemRow, requireItem } from '../content/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { SourceFile } from './source-file.ts';

/** The three ways to name a source; one is needed. */
export interface SourceInput {
  itemId?: string;
  file?: ReceivedFile;
  text?: string;
}

/** A source with the item it came from, if any. `path` of text and uploads lies in the receiving area. */
export interface FoundSource extends SourceFile {
  item: ItemRow | null;
  /** Key in the file store of an item's file. */
  key: string | null;
}

/** What texts are called, by the kind of file that they are. */
const TEXT_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ geojson: 'text.geojson', featurecollection: 'text.json' }),
);

/** @throws MISSING_PARAMETER, ITEM_NOT_FOUND, FORBIDDEN, UNREADABLE_FILE for items without a file */
async function findSource(portal: Portal, caller: Caller, input: SourceInput, fileType: string): Promise<FoundSource> {
  if (input.itemId !== undefined) {
    const item = await requireItem(portal, caller, input.itemId);
    if (item.data_key === null) throw fail('UNREADABLE_FILE', { reasons: [sentence('item-without-file', { title: item.title })] });
    const fileName = item.name ?? `${item.title}.${fileType}`;
    return { item, key: item.data_key, path: portal.files.pathOf(item.data_key), fileName };
  }
  if (input.file !== undefined) return { item: null, key: null, path: input.file.path, fileName: input.file.fileName };
  if (input.text === undefined) throw refuse('source-missing');
  const path = portal.files.receivingPath();
  await writeFile(path, input.text, { flag: 'wx' }).catch(async (error: unknown) => {
    await rm(path, { force: true });
    throw error;
  });
  return { item: null, key: null, path, fileName: TEXT_NAMES.get(fileType.toLowerCase()) ?? 'text.csv' };
}

/** Does something with the source a caller names; what was written for it alone is removed afterwards. */
export async function withFoundSource<T>(
  portal: Portal,
  caller: Caller,
  asked: { input: SourceInput; fileType: string },
  use: (source: FoundSource) => Promise<T>,
): Promise<T> {
  const source = await findSource(portal, caller, asked.input, asked.fileType);
  try {
    return await use(source);
  } finally {
    // Once the store has taken the file it lies elsewhere, and this removes nothing.
    if (source.key === null) await rm(source.path, { force: true });
  }
}
