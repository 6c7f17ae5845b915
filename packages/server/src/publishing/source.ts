// The file that a caller wants analyzed or published: an item's, an uploaded one, or text.
import { rm, writeFile } from 'node:fs/promises';
import { fail } from '@graticule/contract/errors';
import type { ReceivedFile } from '@graticule/contract/param';
import { refuse } from '@graticule/contract/refusals/refusal';
import { sentence } from '@graticule/geo/sentence';
import { type ItemRow, requireItem } from '../content/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { readPublishParameters } from './publish-parameters.ts';
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

/** How the names of texts end, by the kind of file that they are. */
const TEXT_ENDS: ReadonlyMap<string, string> = new Map(Object.entries<string>({ geojson: 'geojson', featurecollection: 'json' }));

/** A text has no name of its own: its layer is called what the call calls the service. */
function nameOfText(called: string | undefined, fileType: string): string {
  return `${called?.replaceAll(/[/\\]/g, '_') || 'text'}.${TEXT_ENDS.get(fileType.toLowerCase()) ?? 'csv'}`;
}

/**
 * The document of a call, in which the parts of a text are said by the name that they get here: analyze, which knows no name of a service, gives them
 * another. Of files it stays as it is. `given` was checked.
 */
export function ofText(given: unknown, { text, file, itemId, fileType }: SourceInput & { fileType: string }): unknown {
  const { name } = readPublishParameters(given);
  // The layers of a collection have names of their own.
  if (/^featurecollection$/i.test(fileType) || text === undefined || file !== undefined || itemId !== undefined || name === '')
    return given;
  const own = nameOfText(name, 'csv').replace(/\.csv$/, '');
  const renamed = (part: string): string => (part === 'text' || part.startsWith('text ') ? `${own}${part.slice(4)}` : part);
  const { columns, layerNames, ...others } = given as { columns?: { dataset?: string | null }[] | null; layerNames?: string[] | null };
  return {
    ...others,
    ...(columns ? { columns: columns.map((column) => (column.dataset ? { ...column, dataset: renamed(column.dataset) } : column)) } : {}),
    ...(layerNames ? { layerNames: layerNames.map(renamed) } : {}),
  };
}

/** Where a source is, what kind of file it is, and what the call calls it. */
interface AskedSource {
  input: SourceInput;
  fileType: string;
  called?: string;
}

/** @throws MISSING_PARAMETER, ITEM_NOT_FOUND, FORBIDDEN, UNREADABLE_FILE for items without a file */
async function findSource(portal: Portal, caller: Caller, { input, fileType, called }: AskedSource): Promise<FoundSource> {
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
  return { item: null, key: null, path, fileName: nameOfText(called, fileType) };
}

/** Does something with the source a caller names; what was written for it alone is removed afterwards. */
export async function withFoundSource<T>(
  portal: Portal,
  caller: Caller,
  asked: AskedSource,
  use: (source: FoundSource) => Promise<T>,
): Promise<T> {
  const source = await findSource(portal, caller, asked);
  try {
    return await use(source);
  } finally {
    // Once the store has taken the file it lies elsewhere, and this removes nothing.
    if (source.key === null) await rm(source.path, { force: true });
  }
}
