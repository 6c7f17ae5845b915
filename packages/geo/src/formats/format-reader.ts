// What every reader of a file format offers, and what it reads from.
import type { KnownReference } from '../project/spatial-reference.ts';
import { type Sentence, type SentenceCode, type SentenceValues, sentence } from '../sentence.ts';
import type { Bounds } from './bounding-box.ts';
import type { FeatureGeometryType, WantedKind } from './geometry-family.ts';

/** Bytes of one file, wherever they lie: a disk, a browser's File, memory. */
export interface ByteSource {
  /** File name without folders. */
  readonly name: string;
  /** Length in bytes. */
  readonly size: number;
  /** Bytes from `offset`; fewer than `length` only at the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
  /** Where the file lies on a disk, for readers of formats that are databases. */
  readonly path?: string;
  /** The bytes from `offset` to the end in pieces of a moderate size, each valid until the next is asked for. */
  stream(offset?: number): AsyncIterable<Uint8Array>;
}

/**
 * One dataset: its main file and the files that belong to it, by extension in small letters without dot; those of a File
 * Geodatabase by name in small letters.
 */
export interface DatasetSource {
  main: ByteSource;
  companions?: Readonly<Record<string, ByteSource>>;
  /** Which dataset of a file that holds several, as `parts` names them; the first one when absent. */
  part?: string;
}

/** Choices that override what the reader finds by itself. */
export interface ReadOptions {
  /** Name of a text encoding that `decoderFor` knows. */
  encoding?: string;
  /** Number of the reference system of the coordinates. */
  wkid?: number;
  /** Result of an earlier `describe` with the same options, to spare reading the file once more. */
  description?: DatasetDescription;
  /** Rows per batch (default 500). */
  batchSize?: number;
  /** Rows in the sample (default 10). */
  sampleSize?: number;
  /** Delimited text: separator, whether the first row has names, and the columns of the coordinates. */
  delimiter?: string;
  hasHeader?: boolean;
  /** Names of the columns of delimited text whose first row has none; one that repeats them is taken for the header. */
  columnNames?: readonly string[];
  /** Character around cells of delimited text that hold separators; the quotation mark when absent. */
  quote?: string;
  /** `none` reads the rows as a table. */
  locationType?: 'coordinates' | 'none';
  latitudeField?: string;
  longitudeField?: string;
  wktField?: string;
  /** Rows of one kind of geometry, of a file that mixes them; those of the most common one when absent. */
  kind?: WantedKind;
  /** Where a file has points and sets of several points: a layer of each, or one of sets for all; `apart` when absent. */
  multipoints?: 'apart' | 'together';
  /** Types that a person chose, by the name of the field in lower case; see `inChosenTypes` for formats that have types of their own. */
  types?: Readonly<Record<string, FieldType>>;
  /** Workbooks and delimited text: number of the row, or line, that has the names, from 1; told from the cells when absent. */
  headerRow?: number;
  /** Delimited text that was made of something else: which row of that a row of the text is, both from 1; lines of the file when absent. */
  rowNumber?: (row: number) => number;
  /** Delimited text that was made of something else: the columns, from 0, that hold texts, whatever they look like. */
  textColumns?: ReadonlySet<number>;
  /** Columns, by their names in small letters, whose values are for fields of numbers or days: neither marks nor words make them texts. */
  valueColumns?: ReadonlySet<string>;
  /** Columns, by their names in small letters, whose values are for fields of texts: truth values are words there. */
  wordColumns?: ReadonlySet<string>;
  /** The order of day and month where values can be read both ways; the month is first when absent. */
  dateOrder?: 'dayFirst' | 'monthFirst';
  /** Delimited text: what stands before decimals, where values can be read both ways; told from the values when absent. */
  decimalSign?: '.' | ',';
}

/** Columns that a layer takes from a file: the database holds 1,600, of which some are the portal's own. */
export const MOST_COLUMNS = 1_500;

/** A field as the file suggests it. */
export interface FormatField {
  /** Valid as a column of a layer: letters, digits and `_`, at most 31, unique without regard to case. */
  name: string;
  /** As the file spells it. */
  alias: string;
  /** `esriFieldType…` */
  type: FieldType;
  /** Longest text, for text fields. */
  length?: number;
  /** The file itself says how long texts may be, so the layer's may be no longer. */
  hasOwnLength?: boolean;
  /** The values that the file lets the field have. */
  domain?: FormatDomain;
}

/** The values that a field may have: those of a list, or between two numbers. */
export type FormatDomain =
  | { type: 'codedValue'; name: string; codedValues: { name: string; code: string | number }[] }
  | { type: 'range'; name: string; range: [number, number] };

/** Kinds of rows, told apart by the whole number in a field, and the values that other fields may have in each of them. */
export interface FormatSubtypes {
  field: string;
  types: { id: number; name: string; domains: Readonly<Record<string, FormatDomain>> }[];
}

/** The types that files have. Values of the last four are texts in the form of the wire: `2024-02-29`, `13:45:00`, `2024-02-29T13:45:00+01:00`, `{…}`. */
export type FieldType =
  | 'esriFieldTypeSmallInteger'
  | 'esriFieldTypeInteger'
  | 'esriFieldTypeBigInteger'
  | 'esriFieldTypeSingle'
  | 'esriFieldTypeDouble'
  | 'esriFieldTypeString'
  | 'esriFieldTypeDate'
  | 'esriFieldTypeDateOnly'
  | 'esriFieldTypeTimeOnly'
  | 'esriFieldTypeTimestampOffset'
  | 'esriFieldTypeGUID';

/** How delimited text was understood. */
export interface DelimitedLayout {
  delimiter: string;
  hasHeader: boolean;
  /** Whether names of the columns are found where nobody says that there are some, or none. */
  hasNames: boolean;
  locationType: 'coordinates' | 'none';
  /** Names as the file spells them. */
  latitudeField?: string;
  longitudeField?: string;
  wktField?: string;
}

/** What is in a dataset, before anything is imported. */
export interface DatasetDescription {
  format: FormatName;
  /** File name without extension, or the name in a file that holds several. */
  name: string;
  /** What people call it, where the file says so. */
  title?: string;
  /** How it is drawn and what its pop-ups say, where the file says so. */
  look?: DatasetLook;
  encoding?: string;
  fields: FormatField[];
  /** Null for tables. */
  geometryType: FeatureGeometryType | null;
  /** The kinds of geometry of a file that mixes them, the most common first. */
  kinds?: KindCount[];
  /** Of a part that holds one of several kinds: what the names of its layer end with. */
  kindWord?: string;
  hasZ: boolean;
  hasM: boolean;
  /** Null for tables, and where the file does not say and the person must be asked. */
  spatialReference: KnownReference | null;
  /** The box around what can be read, in the coordinates of the file; absent for tables, where nothing has a place, and where it is not known. */
  extent?: Bounds | undefined;
  rowCount: number | null;
  /** Values of the first rows in field order. */
  sample: unknown[][];
  /** For the person who publishes. */
  warnings: Sentence[];
  layout?: DelimitedLayout;
  /** By the names of the fields. */
  subtypes?: FormatSubtypes;
  /** The field that holds the global ids of the rows. */
  globalIdField?: string;
  /** Files are kept with the rows: `files` of the reader gives them, by the numbers of the rows. */
  hasFiles?: boolean;
  /** A relationship joins its rows by their numbers. */
  isJoinedByRow?: boolean;
}

/** One of several kinds of geometry in a dataset. */
export interface KindCount {
  type: FeatureGeometryType;
  /** Rows of a layer of this kind. */
  rowCount: number;
  hasZ: boolean;
  hasM: boolean;
  extent?: Bounds | undefined;
}

/** A side of what joins the rows of two datasets of a file. */
export interface FormatRelationshipEnd {
  /** As `parts` names it. */
  part: string;
  /** What people call the rows of the other side. */
  label: string;
  /** The field of the description; null where the number of the row joins. */
  field: string | null;
}

/** What joins the rows of two datasets of a file. */
export interface FormatRelationship {
  name: string;
  origin: FormatRelationshipEnd;
  destination: FormatRelationshipEnd;
  isOneToOne: boolean;
  /** Rows of the destination are parts of those of the origin. */
  isComposite: boolean;
}

/** A file that is kept with a row. */
export interface AttachedFile {
  /** Number of the row. */
  row: number;
  name: string;
  bytes: Uint8Array;
}

/** Documents of a layer that a file may bring along; their content is not checked. */
export interface DatasetLook {
  drawingInfo?: { renderer: Record<string, unknown> };
  popupInfo?: Record<string, unknown>;
}

/** A row that was read: WKB (null: no geometry) and values in field order, dates as epoch milliseconds. */
export interface ReadRow {
  row: number;
  wkb: Uint8Array | null;
  values: unknown[];
  /** Why it has no place, of a row that is kept all the same. */
  placeless?: Sentence;
}

/** A row that was left out, and why. */
export interface ProblemRow {
  row: number;
  problem: Sentence;
  /** What it holds, in the order of the fields; of delimited text the cells as they are, and behind them what is no field. */
  cells?: readonly unknown[];
}

/**
 * Rows are numbered as people see them: those of delimited text by the line on which they begin, those of a workbook as its sheet numbers them, those
 * of a geodatabase as it does; others are counted from 1.
 */
export type FormatRow = ReadRow | ProblemRow;

/** The values of one column. */
export type BatchColumn =
  /** Whole and other numbers, dates as epoch milliseconds; NaN where there is no value. */
  | { kind: 'number'; values: Float64Array }
  /** Parts of the bytes of the batch; one that begins at -1 is no value. */
  | { kind: 'text'; starts: Int32Array; ends: Int32Array }
  /** Values as they are in rows. */
  | { kind: 'any'; values: readonly unknown[] };

/** Where the rows are. */
export type BatchPlaces =
  | { kind: 'none' }
  /** NaN where there is none. */
  | { kind: 'points'; x: Float64Array; y: Float64Array }
  /** WKB, one geometry behind the other; one that begins at -1 is none. */
  | { kind: 'shapes'; bytes: Uint8Array; starts: Int32Array; ends: Int32Array };

/** Rows by column, so that millions of them are handed on without an object for each. Valid until the next ones are asked for; the arrays may be longer than the batch. */
export interface ColumnBatch {
  /** Rows that can be used. */
  count: number;
  /** Number of each row in the file. */
  rows: Float64Array;
  places: BatchPlaces;
  /** In the order of the fields. */
  columns: readonly BatchColumn[];
  /** UTF-8 without zero characters. */
  bytes: Uint8Array;
  /** The other rows. */
  problems: readonly ProblemRow[];
}

export type FormatName =
  | 'csv'
  | 'geojson'
  | 'esri-json'
  | 'feature-collection'
  | 'shapefile'
  | 'dbf'
  | 'kml'
  | 'gpx'
  | 'flatgeobuf'
  | 'geopackage'
  | 'filegdb'
  | 'parquet'
  | 'excel';

/** One file format. Memory stays bounded whatever the size of the file. */
export interface FormatReader {
  readonly format: FormatName;
  /** Extensions of the main file, small letters, without dot. */
  readonly extensions: readonly string[];
  /** Names of the datasets of a file that may hold several. @throws FormatError */
  parts?(source: DatasetSource): Promise<string[]>;
  /** What joins the rows of the datasets. @throws FormatError */
  relationships?(source: DatasetSource): Promise<FormatRelationship[]>;
  /** The files kept with the rows of a dataset, in batches of a moderate size. @throws FormatError */
  files?(source: DatasetSource): AsyncIterable<AttachedFile[]>;
  /** Reads headers and what is needed to know the types. @throws FormatError */
  describe(source: DatasetSource, options?: ReadOptions): Promise<DatasetDescription>;
  /** The rows in batches. @throws FormatError also in the middle, when the rest of the file is unreadable */
  features(source: DatasetSource, options?: ReadOptions): AsyncIterable<FormatRow[]>;
  /** The same rows by column, for formats that have very many of them. Each batch is valid until the next one is asked for. */
  batches?(source: DatasetSource, options?: ReadOptions): AsyncIterable<ColumnBatch>;
}

/** A file that cannot be read; the message is a sentence for the person who gave the file. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly sentence: Sentence;

  constructor(code: SentenceCode, values: SentenceValues = {}, options?: ErrorOptions) {
    const said = sentence(code, values);
    super(said.text, options);
    this.sentence = said;
  }
}

/** Endings of the files that are read, and of archives of them. */
const ENDINGS = /^(csv|tsv|tab|txt|geojson[ls]?|ndjson|json|km[lz]|gpx|gpkg|fgb|(geo)?parquet|xlsx?|shp|dbf|gdb|zip|shz)$/;

/** File name without folders and ending; what comes after the dots of abbreviations and dates is none. */
export function baseName(name: string): string {
  const file = name.slice(name.lastIndexOf('/') + 1);
  const dot = file.lastIndexOf('.');
  return dot > 0 && ENDINGS.test(extensionOf(file)) ? file.slice(0, dot) : file;
}

/** Extension in small letters without dot. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** The reference system wanted by the options, else the one found. @throws FormatError when neither is known */
export function requireReference(description: DatasetDescription, options: ReadOptions): void {
  if (description.geometryType === null || description.spatialReference || options.wkid !== undefined) return;
  throw new FormatError('reference-unknown', { name: description.name });
}
