// Makes a reader of any source that gives one record after another: markup, FlatGeobuf, GeoPackage.
import { type FileShape, shapesOf } from '../convert/collections.ts';
import { isEmptyShape } from '../convert/shape.ts';
import type { KnownReference } from '../project/spatial-reference.ts';
import { type Sentence, sentence } from '../sentence.ts';
import { type ColumnReader, isChosenText, readCell, TextColumn } from './column-types.ts';
import { validFieldNames } from './field-names.ts';
import type { FormedType } from './field-text.ts';
import {
  type AttachedFile,
  baseName,
  type DatasetDescription,
  type DatasetSource,
  type FieldType,
  type FormatField,
  type FormatName,
  type FormatReader,
  type FormatRelationship,
  type FormatRow,
  type FormatSubtypes,
  type ReadOptions,
  requireReference,
} from './format-reader.ts';
import { type FeatureGeometryType, wkbInLayer } from './geometry-family.ts';
import { GeometryTally } from './geometry-tally.ts';
import { lossWarnings, type RowCount } from './losses.ts';
import { NumberRange } from './number-range.ts';
import { weightOfRow } from './row-weight.ts';
import { someOf } from './some-of.ts';

/** One feature of the file: its shape (null: none; a sentence: what is wrong with it) and its values. */
export interface SourceRecord {
  /** The number that the file gave it; its place in the file where it gives none. */
  id?: number;
  shape: FileShape | Sentence | null;
  /** In the order of `columns`, or by name where the columns are not known before. */
  values: readonly unknown[] | ReadonlyMap<string, string>;
}

/** A file that was opened for reading. */
export interface RecordTable {
  name: string;
  /** What people call it, where the file says so. */
  title?: string;
  /** Null where the file does not say. */
  reference: KnownReference | null;
  /** What the file says about its columns; null when names and types are judged by the texts found. */
  columns: readonly RecordColumn[] | null;
  /** The file is made for tables too: without a single geometry it is one. */
  mayBeTable: boolean;
  /** The kind of geometry that the file speaks of, for files without a single one. */
  geometryType?: FeatureGeometryType | undefined;
  /** Names of columns that stay text although every value looks like a number or a date; may grow while reading. */
  textColumns?: ReadonlySet<string>;
  /** What people call columns, by their names in the file; may grow while reading. */
  titles?: ReadonlyMap<string, string>;
  /** Types of columns whose texts have a form of their own; may grow while reading. */
  formedColumns?: ReadonlyMap<string, FormedType>;
  /** Every call reads from the beginning. */
  records(): AsyncIterable<SourceRecord[]>;
  /** Warnings known after the records were read. */
  warnings?(): Sentence[];
  close?(): Promise<void> | void;
  /** What stands beside the rows, where the file may hold such things. */
  beside?: { hasFiles: boolean; isJoinedByRow: boolean };
  /** Kinds of rows, by the names of columns in small letters. */
  subtypes?: FormatSubtypes;
}

/** A column that the file describes; a length is the one that the file says. */
export type RecordColumn = Omit<FormatField, 'name' | 'hasOwnLength'> & {
  /** Where the file has a name beside what people see. */
  name?: string;
  /** The file was written with this type: it stays, whatever the values are. */
  isTypeSure?: boolean;
  /** Its texts are the global ids of the rows. */
  isGlobalId?: boolean;
};

/** Bytes of geometries and texts in a batch. */
const BATCH_BYTES = 8 * 1024 * 1024;

/** Digits of a whole number of 64 bits, with its sign. */
const WIDEST_NUMBER = 20;

/** Columns of a file that does not describe them; further ones are left out, which is told. */
const MAX_COLUMNS = 1000;

/** What a format gives. */
interface RecordFormat {
  format: FormatName;
  extensions: readonly string[];
  parts?(source: DatasetSource): Promise<string[]>;
  relationships?(source: DatasetSource): Promise<FormatRelationship[]>;
  files?(source: DatasetSource): AsyncIterable<AttachedFile[]>;
  /** @throws FormatError */
  open(source: DatasetSource, options: ReadOptions): Promise<RecordTable>;
}

/** How judged columns are read; kept so that importing does not look again. */
const judged = new WeakMap<DatasetDescription, Readers>();

/** By the names of fields: how the texts are read that the file has under a name of its own. */
type Readers = ReadonlyMap<string, { key: string; reader: ColumnReader }>;

/** A reader that opens the file, looks over all records for a description, and reads them again for the rows. */
export function recordReader(format: RecordFormat): FormatReader {
  const describe = async (source: DatasetSource, options: ReadOptions = {}): Promise<DatasetDescription> => {
    const table = await format.open(source, options);
    try {
      return await survey(format.format, table, options);
    } finally {
      await table.close?.();
    }
  };
  return {
    format: format.format,
    extensions: format.extensions,
    ...(format.parts === undefined ? {} : { parts: format.parts }),
    ...(format.relationships === undefined ? {} : { relationships: format.relationships }),
    ...(format.files === undefined ? {} : { files: format.files }),
    describe,
    async *features(source, options = {}) {
      const given = options.description;
      const description = given && (judged.has(given) || given.rowCount === 0) ? given : await describe(source, options);
      requireReference(description, options);
      const table = await format.open(source, options);
      try {
        yield* rowsOf(table, description, options);
      } finally {
        await table.close?.();
      }
    },
  };
}

/** Gathers what the values of a column have in common, whether the file describes it or not. */
class Columns {
  private readonly known: readonly RecordColumn[] | null;
  private readonly formed: ReadonlyMap<string, FormedType> | undefined;
  private readonly found = new Map<string, TextColumn>();
  private readonly longest: number[];
  private readonly ranges: readonly NumberRange[];
  /** Columns with whole numbers of more digits than a number holds: these stay whole as text. */
  readonly wide = new Set<number>();
  tooMany = false;
  /** The row that is added. */
  readonly rows: RowCount = { rowCount: 0 };

  constructor({ columns: known, formedColumns }: Pick<RecordTable, 'columns' | 'formedColumns'>) {
    this.known = known;
    this.formed = formedColumns;
    this.longest = known?.map(() => 0) ?? [];
    this.ranges = known?.map(() => new NumberRange()) ?? [];
  }

  add(values: SourceRecord['values']): void {
    this.rows.rowCount++;
    if (!(values instanceof Map)) {
      const list = values as readonly unknown[];
      for (let i = 0; i < list.length; i++) {
        const value = list[i];
        if (typeof value === 'string' && value.length > (this.longest[i] ?? 0)) this.longest[i] = value.length;
        else if (typeof value === 'number') this.ranges[i]?.add(value);
        else if (typeof value === 'bigint') this.wide.add(i);
      }
      return;
    }
    for (const [key, text] of values as ReadonlyMap<string, string>) {
      let column = this.found.get(key);
      if (column === undefined) {
        if (this.found.size >= MAX_COLUMNS) {
          this.tooMany = true;
          continue;
        }
        column = new TextColumn('thousands', { formed: this.formed?.get(key), rows: this.rows });
        this.found.set(key, column);
      }
      column.add(text);
    }
  }

  /** What is told of texts that lose something in the types that they got. */
  lossesIn(fields: readonly FormatField[]): Sentence[] {
    const found = [...this.found.values()].map(({ losses }, i) => ({ name: fields[i]?.alias ?? '', type: fields[i]?.type, losses }));
    return lossWarnings(found, { asText: true });
  }

  private typeOf({ type, isTypeSure }: RecordColumn, i: number): FieldType {
    const range = this.ranges[i];
    // Files often declare 64 bits where nothing needs them.
    if (type === 'esriFieldTypeBigInteger' && !isTypeSure && range?.integer) return range.holding('esriFieldTypeInteger');
    return range?.holding(type) ?? type;
  }

  /** `types` are those that a person chose: a text stays as it stands in the file. */
  finish(
    { textColumns, titles }: Pick<RecordTable, 'textColumns' | 'titles'>,
    types: ReadOptions['types'] = {},
  ): { fields: FormatField[]; readers: Readers } {
    const readers = new Map<string, { key: string; reader: ColumnReader }>();
    if (this.known) {
      const names = validFieldNames(this.known.map((column) => column.name ?? column.alias));
      const fields = this.known.map((column, i): FormatField => {
        if (this.wide.has(i)) return { name: names[i] ?? '', alias: column.alias, type: 'esriFieldTypeString', length: WIDEST_NUMBER };
        const length = column.type === 'esriFieldTypeString' ? textLength(column, this.longest[i] ?? 0) : {};
        const type = this.typeOf(column, i);
        const domain = column.domain === undefined ? {} : { domain: column.domain };
        return { name: names[i] ?? '', alias: column.alias, type, ...length, ...domain };
      });
      return { fields, readers };
    }
    const names = validFieldNames([...this.found.keys()]);
    const fields = [...this.found].map(([key, column], i): FormatField => {
      const reader = column.finish(textColumns?.has(key) === true || isChosenText(types, names[i]));
      const name = names[i] ?? '';
      readers.set(name, { key, reader });
      const length = reader.length === undefined ? {} : { length: reader.length };
      return { name, alias: titles?.get(key) ?? key, type: reader.type, ...length };
    });
    return { fields, readers };
  }
}

function textLength({ length }: RecordColumn, longest: number): Pick<FormatField, 'length' | 'hasOwnLength'> {
  return length === undefined ? { length: Math.max(1, longest) } : { length: Math.max(1, length, longest), hasOwnLength: true };
}

async function survey(format: FormatName, table: RecordTable, options: ReadOptions): Promise<DatasetDescription> {
  const columns = new Columns(table);
  const tally = new GeometryTally(options);
  const sample: SourceRecord['values'][] = [];
  let rowCount = 0;
  for await (const records of table.records()) {
    for (const { shape, values } of records) {
      rowCount++;
      columns.add(values);
      if (isFilled(shape)) tally.add(shape);
      if (sample.length < (options.sampleSize ?? 10)) sample.push(values);
    }
  }
  const { fields, readers } = columns.finish(table, options.types);
  const warnings = table.warnings?.() ?? [];
  if (columns.tooMany) warnings.push(sentence('too-many-properties'));
  if (columns.wide.size > 0) {
    const names = fields.flatMap(({ alias }, i) => (columns.wide.has(i) ? [alias] : []));
    warnings.push(sentence('numbers-too-long', { columns: someOf(names) }));
  }
  warnings.push(...columns.lossesIn(fields), ...tally.warnings());
  if (rowCount === 0) warnings.push(sentence('no-features'));
  const spoken = tally.counted ? undefined : table.geometryType;
  const isTable = table.mayBeTable && !tally.counted && spoken === undefined;
  const kinds = tally.kinds(rowCount);
  const description: DatasetDescription = {
    format,
    name: table.name,
    ...(table.title === undefined ? {} : { title: table.title }),
    fields,
    geometryType: isTable ? null : (spoken ?? tally.geometryType()),
    ...(kinds === undefined ? {} : { kinds }),
    hasZ: tally.hasZ,
    hasM: tally.hasM,
    spatialReference: isTable ? null : options.wkid !== undefined ? { wkid: options.wkid } : table.reference,
    ...(isTable ? {} : { extent: tally.extent() }),
    rowCount,
    sample: sample.map((values) => valuesOf(values, fields, readers)),
    warnings,
    ...besideOf(table, fields),
    ...subtypesOf(table, fields),
  };
  judged.set(description, readers);
  return description;
}

function besideOf(
  { beside, columns }: RecordTable,
  fields: readonly FormatField[],
): Pick<DatasetDescription, 'globalIdField' | 'hasFiles' | 'isJoinedByRow'> {
  const globalIdField = fields[columns?.findIndex(({ isGlobalId }) => isGlobalId) ?? -1]?.name;
  if (beside === undefined) return globalIdField === undefined ? {} : { globalIdField };
  const { hasFiles, isJoinedByRow } = beside;
  return { ...(globalIdField === undefined ? {} : { globalIdField }), hasFiles, isJoinedByRow };
}

/** The subtypes by the names that the fields got; columns that are no fields say nothing. */
function subtypesOf({ subtypes, columns }: RecordTable, fields: readonly FormatField[]): Pick<DatasetDescription, 'subtypes'> {
  const named = new Map((columns ?? []).map(({ name, alias }, i) => [(name ?? alias).toLowerCase(), fields[i]?.name]));
  const field = subtypes && named.get(subtypes.field);
  if (field === undefined) return {};
  const types = subtypes?.types.map(({ domains, ...type }) => {
    const own = Object.entries(domains).flatMap(([column, domain]) => {
      const name = named.get(column);
      return name === undefined ? [] : [[name, domain] as const];
    });
    return { ...type, domains: Object.fromEntries(own) };
  });
  return { subtypes: { field, types: types ?? [] } };
}

function valuesOf(values: SourceRecord['values'], fields: readonly FormatField[], readers: Readers | undefined): unknown[] {
  if (!(values instanceof Map)) {
    return (values as readonly unknown[]).map((value, i) => {
      const isText = typeof value !== 'string' && value !== null && fields[i]?.type === 'esriFieldTypeString';
      return isText ? String(value) : value;
    });
  }
  const byName = values as ReadonlyMap<string, string>;
  return fields.map((field) => {
    const found = readers?.get(field.name);
    const text = found && byName.get(found.key);
    return found === undefined || text === undefined ? null : readCell(text, found.reader);
  });
}

async function* rowsOf(table: RecordTable, description: DatasetDescription, options: ReadOptions): AsyncGenerator<FormatRow[]> {
  const size = options.batchSize ?? 500;
  const readers = judged.get(description);
  let batch: FormatRow[] = [];
  let batchBytes = 0;
  let place = 0;
  for await (const records of table.records()) {
    for (const { id, shape, values } of records) {
      place++;
      const row = id ?? place;
      const wkb = wkbOf(shape, description, options);
      if (wkb === undefined) continue;
      const cells = valuesOf(values, description.fields, readers);
      if (wkb !== null && 'code' in wkb) batch.push({ row, problem: wkb, cells });
      else {
        batch.push({ row, wkb, values: cells });
        batchBytes += weightOfRow(wkb, cells);
      }
      if (batch.length >= size || batchBytes >= BATCH_BYTES) {
        yield batch;
        batch = [];
        batchBytes = 0;
      }
    }
  }
  if (batch.length > 0) yield batch;
}

/** Whether there is a geometry with coordinates. */
function isFilled(shape: SourceRecord['shape']): shape is FileShape {
  return shape !== null && !('code' in shape) && !shapesOf(shape).every(isEmptyShape);
}

function wkbOf(
  shape: SourceRecord['shape'],
  { geometryType }: DatasetDescription,
  { kind }: ReadOptions,
): Uint8Array | Sentence | null | undefined {
  const isKept = isFilled(shape) ? geometryType !== null : shape !== null && 'code' in shape;
  return wkbInLayer(isKept ? shape : null, geometryType, kind);
}

/** Name of a dataset in a file that may hold several. */
export function datasetName(source: DatasetSource): string {
  return source.part ?? baseName(source.main.name);
}
