// Shapefiles: geometry (.shp) with table (.dbf), encoding (.cpg) and coordinate system (.prj) beside it.
import { referenceOfWkt } from '../project/wkt-wkid.ts';
import { type Sentence, sentence } from '../sentence.ts';
import { ByteCursor } from './byte-source.ts';
import { dbfValue } from './dbf.ts';
import { type DbfTable, surveyDbf } from './dbf-survey.ts';
import { validFieldNames } from './field-names.ts';
import {
  type ByteSource,
  baseName,
  type DatasetDescription,
  type DatasetSource,
  FormatError,
  type FormatField,
  type FormatReader,
  type FormatRow,
  type ReadOptions,
  requireReference,
} from './format-reader.ts';
import { readShpHeader, type ShpHeader, shpRecordWkb } from './shp-shapes.ts';
import { decoderFor } from './text-encoding.ts';

/** Reads `.shp` with its companions; the index (.shx) is not needed. */
export const shapefileReader: FormatReader = { format: 'shapefile', extensions: ['shp'], describe, features };

const HEADER = 100;
const RECORD_HEADER = 8;
const DELETED = 0x2a;

/** Tables looked at while describing, so that importing does not look again. */
const tables = new WeakMap<DatasetDescription, DbfTable | null>();

async function describe(source: DatasetSource, options: ReadOptions = {}): Promise<DatasetDescription> {
  const header = await shpHeader(source.main);
  const dbf = source.companions?.dbf;
  const table = dbf ? await surveyDbf(dbf, source.companions?.cpg, options) : null;
  const warnings = [...(table?.warnings ?? [])];
  if (!table) warnings.push(sentence('dbf-missing'));
  const fields = table ? tableFields(table) : [];
  const description: DatasetDescription = {
    format: 'shapefile',
    name: baseName(source.main.name),
    encoding: table?.encoding,
    fields,
    geometryType: header.type,
    hasZ: header.hasZ,
    hasM: header.hasM,
    spatialReference: await reference(source, header, options, warnings),
    rowCount: table?.header.recordCount ?? (await countShapes(source.main)),
    sample: [],
    warnings,
  };
  tables.set(description, table);
  const size = options.sampleSize ?? 10;
  for await (const rows of rowsOf(source, header, table, size)) {
    for (const row of rows) if ('values' in row && description.sample.length < size) description.sample.push(row.values);
    if (description.sample.length >= size) break;
  }
  return description;
}

async function shpHeader(shp: ByteSource): Promise<ShpHeader> {
  if (shp.size === 0) throw new FormatError('file-empty', { file: shp.name });
  const header = readShpHeader(await shp.read(0, HEADER), shp.name);
  if (shp.size < header.length) throw new FormatError('shp-cut-off', { file: shp.name, size: shp.size, needed: header.length });
  return header;
}

function tableFields(table: DbfTable): FormatField[] {
  const { columns } = table.header;
  const names = validFieldNames(columns.map((column) => column.name));
  return columns.map((column, i) => {
    const field: FormatField = { name: names[i] ?? column.name, alias: column.name, type: table.types[i] ?? 'esriFieldTypeString' };
    if (field.type === 'esriFieldTypeString') field.length = Math.max(1, column.length);
    return field;
  });
}

async function reference(
  source: DatasetSource,
  header: ShpHeader,
  options: ReadOptions,
  warnings: Sentence[],
): Promise<DatasetDescription['spatialReference']> {
  if (options.wkid !== undefined) return { wkid: options.wkid };
  const prj = source.companions?.prj;
  const known = prj ? referenceOfWkt(new TextDecoder().decode(await prj.read(0, 1 << 16)).replace(/^\uFEFF/, '')) : null;
  if (known) return known;
  const { xmin, ymin, xmax, ymax } = header.bounds;
  if (xmin >= -180.001 && xmax <= 180.001 && ymin >= -90.001 && ymax <= 90.001) {
    warnings.push(sentence('prj-assumed'));
    return { wkid: 4326 };
  }
  warnings.push(sentence('prj-missing'));
  return null;
}

async function countShapes(shp: ByteSource): Promise<number> {
  let count = 0;
  for await (const _ of shapeRecords(shp)) count++;
  return count;
}

/** Contents of the shape records, one after another. @throws FormatError when the file ends inside one */
async function* shapeRecords(shp: ByteSource): AsyncGenerator<Uint8Array> {
  const cursor = new ByteCursor(shp, HEADER);
  try {
    while (cursor.has(RECORD_HEADER) || (await cursor.fill(RECORD_HEADER))) {
      const start = cursor.take(RECORD_HEADER);
      const length = new DataView(start.buffer, start.byteOffset, RECORD_HEADER).getInt32(4) * 2;
      if (length < 0 || cursor.position + length > shp.size) {
        throw new FormatError('shp-damaged', { file: shp.name, position: cursor.position });
      }
      if (!cursor.has(length)) await cursor.fill(length);
      yield cursor.take(length);
    }
  } finally {
    await cursor.close();
  }
}

/** Rows of the table in step with the shapes. */
async function* rowsOf(source: DatasetSource, header: ShpHeader, table: DbfTable | null, size: number): AsyncGenerator<FormatRow[]> {
  const dbf = source.companions?.dbf;
  const cursor = table && dbf ? new ByteCursor(dbf, table.header.headerLength) : null;
  const decoder = decoderFor(table?.encoding ?? 'utf-8');
  const nothing = table ? table.header.columns.map(() => null) : [];
  let batch: FormatRow[] = [];
  let row = 0;
  try {
    for await (const content of shapeRecords(source.main)) {
      row++;
      let values: unknown[] = nothing;
      if (cursor && table && row <= table.header.recordCount) {
        const { recordLength, columns } = table.header;
        if (cursor.has(recordLength) || (await cursor.fill(recordLength))) {
          const record = cursor.take(recordLength);
          if (record[0] === DELETED) continue;
          values = columns.map((column) => dbfValue(record, column, decoder));
        }
      }
      const wkb = shpRecordWkb(content, header);
      batch.push(wkb !== null && 'code' in wkb ? { row, problem: wkb } : { row, wkb, values });
      if (batch.length >= size) {
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  } finally {
    await cursor?.close();
  }
}

async function* features(source: DatasetSource, options: ReadOptions = {}): AsyncGenerator<FormatRow[]> {
  const description = options.description ?? (await describe(source, options));
  requireReference(description, options);
  const dbf = source.companions?.dbf;
  const known = tables.get(description);
  const table = known !== undefined || !dbf ? (known ?? null) : await surveyDbf(dbf, source.companions?.cpg, options);
  yield* rowsOf(source, await shpHeader(source.main), table, options.batchSize ?? 500);
}
