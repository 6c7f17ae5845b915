// Opens the datasets of a file: the file itself, or what an archive holds.
import { open, rm } from 'node:fs/promises';
import { fail } from '@graticule/contract/errors';
import { refuse } from '@graticule/contract/refusals/refusal';
import { inChosenTypes } from '@graticule/geo/formats/chosen-types';
import { foreignFormatOf } from '@graticule/geo/formats/foreign-files';
import { baseName, type FieldType, FormatError, type FormatName, type FormatReader } from '@graticule/geo/formats/format-reader';
import type { FeatureGeometryType } from '@graticule/geo/formats/geometry-family';
import { findServerReader, serverReaderOf } from '@graticule/geo/formats/index-of-server-formats';
import { type DescribedDataset, describedByKind, describedForLayer, nameWithoutKind } from '@graticule/geo/formats/kind-reader';
import { datasetName } from '@graticule/geo/formats/record-reader';
import { PlaceFinder, requirePlaces } from '../gazetteer/index.ts';
import type { Db } from '../platform/db/database.ts';
import { choicesFor, chosenTypes } from './columns.rules.ts';
import { type DiskSource, openDiskSource } from './disk-source.ts';
import { placedByName } from './placed-by-name.ts';
import type { CheckedParameters } from './publish-parameters.ts';
import type { OpenDataset, SourceFile } from './source-file.ts';
import { unpacked } from './unpack-datasets.ts';

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
    geoparquet: ['parquet'],
    excel: ['excel'],
    featurecollection: ['feature-collection', 'esri-json', 'geojson'],
  }),
);

const FILE_TYPES =
  'csv, excel, geojson, shapefile, kml, gpx, geoPackage, fileGeodatabase (or filegdb), flatgeobuf, parquet (or GeoParquet) or featureCollection';

/** The formats that a `fileType` stands for. @throws INVALID_PARAMETER */
export function formatsOf(fileType: string): readonly FormatName[] {
  const formats = FORMATS.get(fileType.trim().toLowerCase());
  if (formats !== undefined) return formats;
  throw refuse('file-type', { value: fileType.slice(0, 40), names: FILE_TYPES });
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
    /** Where the places are that rows are looked up in. */
    db: Db;
    parameters: Pick<CheckedParameters, 'reading' | 'columns' | 'fieldTypes' | 'address'>;
    into?: FeatureGeometryType | null;
    /** Columns of such rows that go into fields of numbers or days, by their names in small letters. */
    valueColumns?: ReadonlySet<string>;
    wordColumns?: ReadonlySet<string>;
    /** Bytes that an archive may unpack to; what archives may hold anywhere when absent. */
    mostUnpacked?: number | undefined;
  },
  use: (datasets: DescribedDataset[]) => Promise<T>,
): Promise<T> {
  const formats = formatsOf(how.fileType);
  const wanted = file.layerNames ?? [];
  const open: DiskSource[] = [];
  try {
    // Workbooks are archives too, and are read as they are.
    const isPacked = !formats.includes('excel') && (await isArchive(file.path));
    const { scratchDir, mostUnpacked } = how;
    const choose = <T extends OpenDataset>(all: readonly T[]): readonly T[] => forLayer(named(all, wanted), how.into);
    const datasets = isPacked
      ? await unpacked(file, { formats, scratchDir, mostUnpacked, choose }, open)
      : [await single(file, formats, open)];
    const described: DescribedDataset[] = [];
    const placed = await placing(how);
    const parts = await withParts(datasets, wanted);
    for (const { source, reader } of parts) {
      const chosen = chosenTypes(choicesFor(how.parameters.columns, datasetName(source)));
      const describe = async (types: Readonly<Record<string, FieldType>>): Promise<DescribedDataset[]> => {
        const reading = { ...how.parameters.reading, types };
        const typed = placed(inTypes(reader, types));
        if (how.into === undefined) return describedByKind(source, typed, reading);
        return [
          await describedForLayer(source, typed, {
            ...reading,
            layerType: how.into,
            ...(how.valueColumns === undefined ? {} : { valueColumns: how.valueColumns }),
            ...(how.wordColumns === undefined ? {} : { wordColumns: how.wordColumns }),
          }),
        ];
      };
      const found = await describe(chosen).catch((error: unknown) => {
        throw parts.length > 1 ? withName(error, datasetName(source)) : error;
      });
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

/** A column that one of several tables does not have is told with the name of that table: the others may have it. */
function withName(error: unknown, name: string): unknown {
  const said = error instanceof FormatError ? error.sentence : undefined;
  return said?.code === 'column-missing' ? new FormatError('column-missing-in', { ...said.values, name }, { cause: error }) : error;
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

/** Whether rows may be placed by their names: formats with geometries say themselves where theirs are. */
export function isTableOfText({ reader }: Pick<DescribedDataset, 'reader'>): boolean {
  return UNTYPED.includes(reader.format);
}

function inTypes(reader: FormatReader, types: Readonly<Record<string, FieldType>>): FormatReader {
  return Object.keys(types).length === 0 || UNTYPED.includes(reader.format) ? reader : inChosenTypes(reader);
}

/** What becomes of readers of tables whose rows are placed by their names. @throws UNREADABLE_FILE while there are no places */
async function placing({
  db,
  parameters: { address },
}: {
  db: Db;
  parameters: Pick<CheckedParameters, 'address'>;
}): Promise<(reader: FormatReader) => FormatReader> {
  if (address === undefined) return (reader) => reader;
  await requirePlaces(db);
  const finder = new PlaceFinder(db);
  return (reader) => (isTableOfText({ reader }) ? placedByName(reader, address, finder) : reader);
}

/** Of a file that mixes kinds of geometry, the wanted ones; all where none is named. */
function ofWantedKinds(datasets: DescribedDataset[], wanted: readonly string[]): DescribedDataset[] {
  if (wanted.length === 0) return datasets;
  const isWanted = ({ description: { name, kindWord } }: DescribedDataset): boolean =>
    kindWord === undefined || wanted.includes(name) || wanted.includes(name.slice(0, -kindWord.length - 1));
  const fitting = datasets.filter(isWanted);
  return fitting.length > 0 ? fitting : datasets;
}

/** Of an archive with several files, those that are called as wanted; all where none is. */
function named<T extends OpenDataset>(datasets: readonly T[], wanted: readonly string[]): readonly T[] {
  const fitting = datasets.filter(({ source }) => isNamed(baseName(source.main.name), wanted));
  return datasets.length > 1 && fitting.length > 0 ? fitting : datasets;
}

/** Of shapefiles and tables side by side, those that the layer is like; shapefiles often come with tables of words and codes. */
function forLayer<T extends OpenDataset>(datasets: readonly T[], into: FeatureGeometryType | null | undefined): readonly T[] {
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
  const main = await openDiskSource(file.path, file.fileName);
  open.push(main);
  if (main.size === 0) throw new FormatError('file-empty', { file: file.fileName });
  const foreign = await foreignFormatOf(main);
  if (foreign !== undefined) throw new FormatError('format-foreign', { file: file.fileName, format: foreign });
  if (formats.includes('shapefile')) throw new FormatError('shapefile-needs-zip', { file: file.fileName });
  if (formats.includes('filegdb')) throw new FormatError('gdb-needs-zip', { file: file.fileName });
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
