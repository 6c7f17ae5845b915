// dBASE tables without shapes: a table that was saved as a shapefile is a .dbf alone, with its encoding (.cpg) beside it.
import { ByteCursor } from './byte-source.ts';
import { rowsOfBatch } from './column-batch.ts';
import { DELETED_RECORD, dbfValue } from './dbf.ts';
import { type DbfTable, surveyDbf } from './dbf-survey.ts';
import { validFieldNames } from './field-names.ts';
import {
  type ByteSource,
  baseName,
  type ColumnBatch,
  type DatasetDescription,
  type DatasetSource,
  FormatError,
  type FormatField,
  type FormatReader,
  type FormatRow,
  type ReadOptions,
} from './format-reader.ts';
import { decoderFor } from './text-encoding.ts';

/** Reads a `.dbf` that belongs to no shapes. */
export const dbfReader: FormatReader = { format: 'dbf', extensions: ['dbf'], describe, features, batches };

const NO_BYTES = new Uint8Array(0);

/** Tables looked at while describing, so that importing does not look again. */
const tables = new WeakMap<DatasetDescription, DbfTable>();

/** The file that says how the texts of a table are encoded; GeoServer calls it otherwise. */
export const encodingFile = ({ companions }: DatasetSource): ByteSource | undefined => companions?.cpg ?? companions?.cst;

/** The fields of a layer for the columns of a table. */
export function fieldsOfDbf(table: DbfTable): FormatField[] {
  const { columns } = table.header;
  const names = validFieldNames(columns.map((column) => column.name));
  return columns.map((column, i) => {
    const field: FormatField = { name: names[i] ?? column.name, alias: column.name, type: table.types[i] ?? 'esriFieldTypeString' };
    if (field.type === 'esriFieldTypeString') field.length = Math.max(1, column.length);
    return field;
  });
}

async function describe(source: DatasetSource, options: ReadOptions = {}): Promise<DatasetDescription> {
  const table = await surveyed(source, options);
  const description: DatasetDescription = {
    format: 'dbf',
    name: baseName(source.main.name),
    encoding: table.encoding,
    fields: fieldsOfDbf(table),
    geometryType: null,
    hasZ: false,
    hasM: false,
    spatialReference: null,
    rowCount: table.rowCount,
    sample: [],
    warnings: [...table.warnings],
  };
  tables.set(description, table);
  const size = options.sampleSize ?? 10;
  for await (const batch of batchesOf(source, table, Math.max(1, size))) {
    for (const row of rowsOfBatch(batch)) if ('values' in row && description.sample.length < size) description.sample.push(row.values);
    break;
  }
  return description;
}

async function surveyed(source: DatasetSource, options: ReadOptions): Promise<DbfTable> {
  if (source.main.size === 0) throw new FormatError('file-empty', { file: source.main.name });
  return surveyDbf(source.main, encodingFile(source), options);
}

async function* batchesOf({ main }: DatasetSource, table: DbfTable, size: number): AsyncGenerator<ColumnBatch> {
  const { columns, headerLength, recordCount, recordLength } = table.header;
  const decoder = decoderFor(table.encoding);
  const cursor = new ByteCursor(main, headerLength);
  const rows = new Float64Array(size);
  let values = columns.map((): unknown[] => []);
  let count = 0;
  const batch = (): ColumnBatch => ({
    count,
    rows,
    places: { kind: 'none' },
    columns: values.map((column) => ({ kind: 'any', values: column })),
    bytes: NO_BYTES,
    problems: [],
  });
  try {
    for (let row = 1; row <= recordCount; row++) {
      if (!cursor.has(recordLength) && !(await cursor.fill(recordLength))) break;
      const record = cursor.take(recordLength);
      if (record[0] === DELETED_RECORD) continue;
      for (const [c, column] of columns.entries()) values[c]?.push(dbfValue(record, column, decoder));
      rows[count++] = row;
      if (count < size) continue;
      yield batch();
      values = columns.map(() => []);
      count = 0;
    }
    if (count > 0) yield batch();
  } finally {
    await cursor.close();
  }
}

async function* features(source: DatasetSource, options: ReadOptions = {}): AsyncGenerator<FormatRow[]> {
  for await (const batch of batches(source, options)) yield rowsOfBatch(batch);
}

async function* batches(source: DatasetSource, options: ReadOptions = {}): AsyncGenerator<ColumnBatch> {
  const known = options.description && tables.get(options.description);
  yield* batchesOf(source, known ?? (await surveyed(source, options)), options.batchSize ?? 500);
}
