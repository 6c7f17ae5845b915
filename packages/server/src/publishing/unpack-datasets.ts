// Opens the datasets of an archive; only the files of those that are wanted are unpacked.
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DEFAULT_ARCHIVE_LIMITS, type OpenArchive, openArchive } from '@graticule/geo/formats/archive';
import { type FoundDataset, findDatasets } from '@graticule/geo/formats/datasets';
import { foreignFormat } from '@graticule/geo/formats/foreign-files';
import { baseName, extensionOf, FormatError, type FormatName } from '@graticule/geo/formats/format-reader';
import { findServerReader, serverReaderOf } from '@graticule/geo/formats/index-of-server-formats';
import { requireDiskRoom } from '../platform/files/disk-room.ts';
import { type DiskSource, openDiskSource } from './disk-source.ts';
import { packedSource } from './packed-source.ts';
import type { OpenDataset, SourceFile } from './source-file.ts';

/** Formats of datasets of several files, by the extension of the main one. */
const MAIN_FILES: ReadonlyMap<string, FormatName> = new Map(Object.entries<FormatName>({ shp: 'shapefile', gdbtable: 'filegdb' }));

/** Files of archives that are read once from the beginning to the end, which needs no copy of them on the disk: the shapes of shapefiles. */
const STREAMED = new Set(['shp']);

/** A dataset that still lies in its archive. */
interface PackedDataset extends OpenDataset {
  found: FoundDataset;
}

/**
 * The datasets of the wanted formats that `choose` leaves. What has to be closed afterwards goes to `files`.
 * @throws FormatError, and an error of a full disk before anything is written
 */
export async function unpacked(
  file: SourceFile,
  how: {
    formats: readonly FormatName[];
    scratchDir: string;
    mostUnpacked: number | undefined;
    choose(all: readonly PackedDataset[]): readonly PackedDataset[];
  },
  files: DiskSource[],
): Promise<OpenDataset[]> {
  const { formats } = how;
  const packed = await openDiskSource(file.path, file.fileName);
  files.push(packed);
  const maxBytes = how.mostUnpacked ?? DEFAULT_ARCHIVE_LIMITS.maxBytes;
  const archive = await openArchive(packed, { ...DEFAULT_ARCHIVE_LIMITS, maxBytes });
  files.push({ ...packed, close: async () => archive.close() });
  const found = findDatasets(archive.names);
  const known = await packedDatasets(archive, found, { formats, fileName: file.fileName });
  // Both come as a zip, and the name of the archive need not say which it is.
  if (formats.includes('shapefile') && known.every(({ reader }) => reader.format === 'dbf'))
    known.push(...(await packedDatasets(archive, found, { formats: ['filegdb'], fileName: file.fileName })));
  if (known.length === 0) {
    const foreign = archive.names.find((name) => foreignFormat(name) !== undefined);
    if (foreign !== undefined) throw new FormatError('format-foreign', { file: lastName(foreign), format: foreignFormat(foreign) ?? '' });
    const format = formats[0] === 'filegdb' ? 'File Geodatabase' : (formats[0] ?? '');
    throw new FormatError('zip-nothing', { file: file.fileName, format });
  }
  return onDisk(archive, how.choose(known), { scratchDir: how.scratchDir, files });
}

/** What an archive holds of some formats; nothing of it is on the disk yet. */
async function packedDatasets(
  archive: OpenArchive,
  found: readonly FoundDataset[],
  { formats, fileName }: { formats: readonly FormatName[]; fileName: string },
): Promise<PackedDataset[]> {
  const datasets: PackedDataset[] = [];
  for (const one of found) {
    // The document of every KMZ has the same name; the archive's says more.
    const isUnnamed = /(^|\/)doc\.kml$/i.test(one.main);
    const main = packedSource(archive, one.main, one.called ?? (isUnnamed ? `${baseName(fileName)}.kml` : lastName(one.main)));
    const format = MAIN_FILES.get(extensionOf(one.main));
    const reader = format === undefined ? await findServerReader(main) : serverReaderOf(format);
    if (reader !== null && formats.includes(reader.format)) datasets.push({ found: one, source: { main }, reader });
  }
  return datasets;
}

/** The same with their files unpacked, but for those that need no copy. */
async function onDisk(
  archive: OpenArchive,
  datasets: readonly PackedDataset[],
  { scratchDir, files }: { scratchDir: string; files: DiskSource[] },
): Promise<OpenDataset[]> {
  await mkdir(scratchDir, { recursive: true });
  const names = new Set(datasets.flatMap(({ found }) => [found.main, ...Object.values(found.companions)]));
  const written = [...names].filter((name) => !STREAMED.has(extensionOf(name)));
  await requireDiskRoom(
    scratchDir,
    written.reduce((sum, name) => sum + archive.sizeOf(name), 0),
  );
  const paths = new Map<string, string>();
  for (const name of written) {
    // Names inside the archive are never used on the disk.
    const path = join(scratchDir, String(paths.size));
    paths.set(name, path);
    await pipeline(Readable.from(archive.stream(name)), createWriteStream(path, { flags: 'wx' }));
  }
  const opened = async (name: string, called: string): Promise<DiskSource> => {
    const path = paths.get(name);
    const source = path === undefined ? packedSource(archive, name, called) : await openDiskSource(path, called);
    files.push(source);
    return source;
  };
  const open: OpenDataset[] = [];
  for (const { found, source, reader } of datasets) {
    const main = await opened(found.main, source.main.name);
    const companions: Record<string, DiskSource> = {};
    for (const [extension, name] of Object.entries(found.companions)) companions[extension] = await opened(name, lastName(name));
    open.push({ source: { main, companions }, reader });
  }
  return open;
}

const lastName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
