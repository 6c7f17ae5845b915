// Opens the datasets of a file: the file itself, or what an archive holds.
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail } from '@graticule/contract/errors';
import { openArchive } from '@graticule/geo/formats/archive';
import { inChosenTypes } from '@graticule/geo/formats/chosen-types';
import { type FoundDataset, findDatasets } from '@graticule/geo/formats/datasets';
import {
  baseName,
  type DatasetSource,
  extensionOf,
  type FieldType,
  FormatError,
  type FormatName,
  type FormatReader,
} from '@graticule/geo/formats/format-reader';
import type { FeatureGeometryType } from '@graticule/geo/formats/geometry-family';
import { findServerReader, serverReaderOf } from '@graticule/geo/formats/index-of-server-formats';
import { type DescribedDataset, describedByKind, describedForLayer, nameWithoutKind } from '@graticule/geo/formats/kind-reader';
import { datasetName } from '@graticule/geo/formats/record-reader';
import { choicesFor, chosenTypes } from './columns.rules.ts';
import { type DiskSource, openDiskSource } from './disk-source.ts';
import { packedSource } from './packed-source.ts';
import type { CheckedParameters } from './publish-parameters.ts';

/** A file to read: where it lies, and what it is called. */
export interface SourceFile {
  path: string;
  fileName: string;
  /** Sheets or layers to open where the file holds several; all when absent. */
  layerNames?: readonly string[] | undefined;
}

/** A dataset and its reader. */
interface OpenDataset {
  source: DatasetSource;
  reader: FormatReader;
}

/** The kinds of file that can be published, by `fileType`. */
const FORMATS: ReadonlyMap<string, readonly FormatName[]> = new Map(
  Object.entries<readonly FormatName[]>({
    csv: ['csv'],
    geojson: ['geojson', 'esri-json', 'feature-collection'],
    shapefile: ['shapefile', 'dbf'],
    kml: ['kml'],
    gpx: ['gpx'],
    geopackage: ['geopackage'],
    filegeodatabase: ['filegdb'],
    // Calls that append say it shortly.
    filegdb: ['filegdb'],
    flatgeobuf: ['flatgeobuf'],
    parquet: ['parquet'],
    excel: ['excel'],
    featurecollection: ['feature-collection', 'esri-json', 'geojson'],
  }),
);

/** The formats that a `fileType` stands for. @throws INVALID_PARAMETER */
export function formatsOf(fileType: string): readonly FormatName[] {
  const formats = FORMATS.get(fileType.trim().toLowerCase());
  if (formats !== undefined) return formats;
  throw fail('INVALID_PARAMETER', {
    values: [
      'fileType',
      `'${fileType.slice(0, 40)}' is not read here: use csv, excel, geojson, shapefile, kml, gpx, geoPackage, fileGeodatabase (or filegdb), flatgeobuf, parquet or featureCollection`,
    ],
  });
}

/**
 * Opens every dataset of the wanted kind, looks at it and hands them to `use`: one for each kind of geometry, or, for rows that are to
 * go into a layer that exists, the kind of that layer. Unpacked files are removed afterwards.
 * @throws UNREADABLE_FILE with what is wrong with the file
 */
export async function withDatasets<T>(
  file: SourceFile,
  how: {
    fileType: string;
    scratchDir: string;
    parameters: Pick<CheckedParameters, 'reading' | 'columns' | 'fieldTypes'>;
    into?: FeatureGeometryType | null;
  },
  use: (datasets: DescribedDataset[]) => Promise<T>,
): Promise<T> {
  const formats = formatsOf(how.fileType);
  const wanted = file.layerNames ?? [];
  const open: DiskSource[] = [];
  try {
    // Workbooks are archives too, and are read as they are.
    const isPacked = !formats.includes('excel') && (await isArchive(file.path));
    const datasets = isPacked ? await unpacked(file, formats, how.scratchDir, open) : [await single(file, formats, open)];
    const described: DescribedDataset[] = [];
    for (const { source, reader } of await withParts(forLayer(named(datasets, wanted), how.into), wanted)) {
      const chosen = chosenTypes(choicesFor(how.parameters.columns, datasetName(source)));
      const describe = async (types: Readonly<Record<string, FieldType>>): Promise<DescribedDataset[]> => {
        const reading = { ...how.parameters.reading, types };
        const typed = inTypes(reader, types);
        if (how.into === undefined) return describedByKind(source, typed, reading);
        return [await describedForLayer(source, typed, { ...reading, layerType: how.into })];
      };
      const found = await describe(chosen);
      // What a client sends back as it was proposed is no choice: it stays judged by the file.
      const others = described.length > 0 ? {} : otherTypes(found, how.parameters.fieldTypes ?? {}, chosen);
      described.push(...(Object.keys(others).length === 0 ? found : await describe({ ...others, ...chosen })));
    }
    return await use(ofWantedKinds(described, wanted));
  } catch (error) {
    if (error instanceof FormatError) throw fail('UNREADABLE_FILE', { reasons: [error.sentence], cause: error });
    throw error;
  } finally {
    await Promise.all(open.map((source) => source.close()));
    await rm(how.scratchDir, { recursive: true, force: true });
  }
}

/** Wanted types that differ from those found, of fields for which nothing else was chosen. */
function otherTypes(
  found: readonly DescribedDataset[],
  wanted: Readonly<Record<string, FieldType>>,
  chosen: Readonly<Record<string, FieldType>>,
): Record<string, FieldType> {
  const others: Record<string, FieldType> = {};
  for (const { description } of found) {
    for (const { name, type } of description.fields) {
      const key = name.toLowerCase();
      const other = Object.hasOwn(wanted, key) && !Object.hasOwn(chosen, key) ? wanted[key] : undefined;
      if (other !== undefined && other !== type) others[key] = other;
    }
  }
  return others;
}

/** Whether all are of one dataset, however many kinds of geometry it has. */
export function isSingle(datasets: readonly DescribedDataset[]): boolean {
  return new Set(datasets.map(({ source }) => source)).size === 1;
}

/** Formats without types of their own read every column in the type that is wanted. */
const UNTYPED: readonly FormatName[] = ['csv', 'excel'];

function inTypes(reader: FormatReader, types: Readonly<Record<string, FieldType>>): FormatReader {
  return Object.keys(types).length === 0 || UNTYPED.includes(reader.format) ? reader : inChosenTypes(reader);
}

/** Of a file that mixes kinds of geometry, the wanted ones; all where none is named. */
function ofWantedKinds(datasets: DescribedDataset[], wanted: readonly string[]): DescribedDataset[] {
  const isWanted = ({ description: { name, kindWord } }: DescribedDataset): boolean =>
    kindWord === undefined || wanted.includes(name) || wanted.includes(name.slice(0, -kindWord.length - 1));
  const fitting = datasets.filter(isWanted);
  return fitting.length > 0 ? fitting : datasets;
}

/** Of an archive with several files, those that are called as wanted; all where none is. */
function named(datasets: readonly OpenDataset[], wanted: readonly string[]): readonly OpenDataset[] {
  const fitting = datasets.filter(({ source }) => isNamed(baseName(source.main.name), wanted));
  return datasets.length > 1 && fitting.length > 0 ? fitting : datasets;
}

/** Of shapefiles and tables side by side, those that the layer is like; shapefiles often come with tables of words and codes. */
function forLayer(datasets: readonly OpenDataset[], into: FeatureGeometryType | null | undefined): readonly OpenDataset[] {
  const fitting = datasets.filter(({ reader }) => (reader.format === 'dbf') === (into === null));
  return into === undefined || fitting.length === 0 ? datasets : fitting;
}

/** A name is wanted by itself, or as that of one of its kinds of geometry. */
function isNamed(name: string, wanted: readonly string[]): boolean {
  return wanted.some((one) => one === name || nameWithoutKind(one) === name);
}

/** A file that holds several datasets becomes as many. */
async function withParts(datasets: readonly OpenDataset[], wanted: readonly string[]): Promise<OpenDataset[]> {
  const all: OpenDataset[] = [];
  for (const { source, reader } of datasets) {
    const names = (await reader.parts?.(source)) ?? [];
    // Parts of files without names of their own are shown with that of the file.
    const isMeant = (name: string, by: readonly string[]): boolean =>
      isNamed(name, by) || by.includes(`${baseName(source.main.name)} ${name}`);
    const missing = reader.parts && wanted.find((name) => !names.some((one) => isMeant(one, [name])));
    if (missing !== undefined) throw new FormatError('part-missing', { file: source.main.name, wanted: missing, names: names.join(', ') });
    if (names.length < 2) all.push({ source, reader });
    else {
      const chosen = wanted.length > 0 ? names.filter((name) => isMeant(name, wanted)) : names;
      all.push(...chosen.map((part) => ({ source: { ...source, part }, reader })));
    }
  }
  return all;
}

/** The bytes tell, not the name: people rename files. */
async function isArchive(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    const mark = buffer.subarray(0, bytesRead).toString('latin1');
    return mark === 'PK\u0003\u0004' || mark === 'PK\u0005\u0006';
  } finally {
    await handle.close();
  }
}

async function single(file: SourceFile, formats: readonly FormatName[], open: DiskSource[]): Promise<OpenDataset> {
  if (formats.includes('shapefile')) throw new FormatError('shapefile-needs-zip', { file: file.fileName });
  if (formats.includes('filegdb')) throw new FormatError('gdb-needs-zip', { file: file.fileName });
  const main = await openDiskSource(file.path, file.fileName);
  open.push(main);
  return { source: { main }, reader: await readerFor(main, formats) };
}

async function readerFor(main: DiskSource, formats: readonly FormatName[]): Promise<FormatReader> {
  const found = await findServerReader(main);
  if (found !== null && formats.includes(found.format)) return found;
  // Items may be stored under names without a fitting extension; the stated kind decides then.
  const json =
    found === null && formats.includes('geojson')
      ? await findServerReader({ ...main, name: 'a.json', read: main.read, stream: main.stream })
      : null;
  return json ?? serverReaderOf(formats[0] ?? 'csv');
}

/** Formats of datasets of several files, by the extension of the main one. */
const MAIN_FILES: ReadonlyMap<string, FormatName> = new Map(Object.entries<FormatName>({ shp: 'shapefile', gdbtable: 'filegdb' }));

/** Files of archives that are read once from the beginning to the end, which needs no copy of them on the disk: the shapes of shapefiles. */
const STREAMED = new Set(['shp']);

async function unpacked(file: SourceFile, formats: readonly FormatName[], scratchDir: string, files: DiskSource[]): Promise<OpenDataset[]> {
  await mkdir(scratchDir, { recursive: true });
  const packed = await openDiskSource(file.path, file.fileName);
  files.push(packed);
  const archive = await openArchive(packed);
  files.push({ ...packed, close: async () => archive.close() });
  const paths = new Map<string, string>();
  for (const name of archive.names) {
    if (STREAMED.has(extensionOf(name))) continue;
    // Names inside the archive are never used on the disk.
    const path = join(scratchDir, String(paths.size));
    paths.set(name, path);
    await pipeline(Readable.from(archive.stream(name)), createWriteStream(path, { flags: 'wx' }));
  }
  const opened = async (name: string, known?: string): Promise<DiskSource> => {
    // The document of every KMZ has the same name; the archive's says more.
    const isUnnamed = /(^|\/)doc\.kml$/i.test(name);
    const called = known ?? (isUnnamed ? `${baseName(file.fileName)}.kml` : name.slice(name.lastIndexOf('/') + 1));
    const path = paths.get(name);
    const source = path === undefined ? packedSource(archive, name, called) : await openDiskSource(path, called);
    files.push(source);
    return source;
  };
  const found = findDatasets(archive.names);
  const open = await openFound(found, formats, opened);
  // Both come as a zip, and the name of the archive need not say which it is.
  if (formats.includes('shapefile') && open.every(({ reader }) => reader.format === 'dbf'))
    open.push(...(await openFound(found, ['filegdb'], opened)));
  if (open.length === 0) {
    const format = formats[0] === 'filegdb' ? 'File Geodatabase' : (formats[0] ?? '');
    throw new FormatError('zip-nothing', { file: file.fileName, format });
  }
  return open;
}

/** Opens what an archive holds of some formats. */
async function openFound(
  found: readonly FoundDataset[],
  formats: readonly FormatName[],
  opened: (name: string, called?: string) => Promise<DiskSource>,
): Promise<OpenDataset[]> {
  const datasets: OpenDataset[] = [];
  for (const one of found) {
    const main = await opened(one.main, one.called);
    const format = MAIN_FILES.get(extensionOf(one.main));
    const reader = format === undefined ? await findServerReader(main) : serverReaderOf(format);
    if (reader === null || !formats.includes(reader.format)) continue;
    const companions: Record<string, DiskSource> = {};
    for (const [extension, name] of Object.entries(one.companions)) companions[extension] = await opened(name);
    datasets.push({ source: { main, companions }, reader });
  }
  return datasets;
}
