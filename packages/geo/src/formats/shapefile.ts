// Shapefiles: geometry (.shp) with table (.dbf), encoding (.cpg) and coordinate system (.prj) beside it.
import { referenceOfWkt } from '../project/spatial-reference.ts';
import { isHorizontal } from '../project/wkt-parts.ts';
import { type Sentence, sentence } from '../sentence.ts';
import { BoundingBox, type Bounds, isBox } from './bounding-box.ts';
import { ByteCursor } from './byte-source.ts';
import { BatchShapes, rowsOfBatch } from './column-batch.ts';
import { DELETED_RECORD, dbfValue } from './dbf.ts';
import { type DbfTable, surveyDbf } from './dbf-survey.ts';
import { encodingFile, fieldsOfDbf } from './dbf-table.ts';
import {
  type ByteSource,
  baseName,
  type ColumnBatch,
  type DatasetDescription,
  type DatasetSource,
  FormatError,
  type FormatReader,
  type FormatRow,
  type ProblemRow,
  type ReadOptions,
  requireReference,
} from './format-reader.ts';
import { countShapes, numberedShapes, SHP_HEADER, shpRecords } from './shp-records.ts';
import { addShpPlaces, readShpHeader, type ShpHeader, writeShpRecord } from './shp-shapes.ts';
import { decoderFor } from './text-encoding.ts';

/** Reads `.shp` with its companions; the index (.shx) is not needed. */
export const shapefileReader: FormatReader = { format: 'shapefile', extensions: ['shp'], describe, features, batches };

/** Geometries of a batch. */
const BATCH_BYTES = 1024 * 1024;
const NO_BYTES = new Uint8Array(0);

/** Tables looked at while describing, so that importing does not look again. */
const tables = new WeakMap<DatasetDescription, DbfTable | null>();

async function describe(source: DatasetSource, options: ReadOptions = {}): Promise<DatasetDescription> {
  const header = await shpHeader(source.main);
  const dbf = source.companions?.dbf;
  const table = dbf ? await surveyDbf(dbf, encodingFile(source), options) : null;
  const warnings = [...(table?.warnings ?? [])];
  if (!table) warnings.push(sentence('dbf-missing'));
  const fields = table ? fieldsOfDbf(table) : [];
  const description: DatasetDescription = {
    format: 'shapefile',
    name: baseName(source.main.name),
    encoding: table?.encoding,
    fields,
    geometryType: header.type,
    hasZ: header.hasZ,
    hasM: header.hasM,
    spatialReference: await reference(source, header, options, warnings),
    extent: await shpExtent(source.main, header),
    rowCount: table?.rowCount ?? (await countShapes(source.main)),
    sample: [],
    warnings,
  };
  tables.set(description, table);
  const size = options.sampleSize ?? 10;
  for await (const batch of batchesOf(source, header, table, Math.max(1, size))) {
    for (const row of rowsOfBatch(batch)) if ('values' in row && description.sample.length < size) description.sample.push(row.values);
    if (description.sample.length >= size) break;
  }
  return description;
}

async function shpHeader(shp: ByteSource): Promise<ShpHeader> {
  if (shp.size === 0) throw new FormatError('file-empty', { file: shp.name });
  const header = readShpHeader(await shp.read(0, SHP_HEADER), shp.name);
  if (shp.size < header.length) throw new FormatError('shp-cut-off', { file: shp.name, size: shp.size, needed: header.length });
  return header;
}

async function reference(
  source: DatasetSource,
  header: ShpHeader,
  options: ReadOptions,
  warnings: Sentence[],
): Promise<DatasetDescription['spatialReference']> {
  if (options.wkid !== undefined) return { wkid: options.wkid };
  // QGIS writes a second text beside the first, which may be lost on the way.
  const prj = source.companions?.prj ?? source.companions?.qpj;
  const known = prj ? referenceOfWkt(new TextDecoder().decode(await prj.read(0, 1 << 16)).replace(/^\uFEFF/, '')) : null;
  if (known !== null && known.wkid === undefined && !isHorizontal(known.wkt)) {
    warnings.push(sentence('prj-unread'));
    return null;
  }
  if (known) return known;
  const { xmin, ymin, xmax, ymax } = header.bounds;
  if (xmin >= -180.001 && xmax <= 180.001 && ymin >= -90.001 && ymax <= 90.001) {
    warnings.push(sentence('prj-assumed'));
    return { wkid: 4326 };
  }
  warnings.push(sentence('prj-missing'));
  return null;
}

/** Shapes that are compared with the box of the header. */
const COMPARED = 10;

/** The box that the header tells, where the first shapes lie in it; else the box around all shapes. */
async function shpExtent(shp: ByteSource, header: ShpHeader): Promise<Bounds | undefined> {
  const { bounds } = header;
  const found = new BoundingBox();
  let count = 0;
  let isDoubtful = !isBox(bounds);
  try {
    for await (const { content } of shpRecords(shp)) {
      addShpPlaces(content, header, found);
      if (++count < COMPARED || isDoubtful) continue;
      // Headers are wrong where a program that wrote the shapes did not come to its end.
      if (isInside(found.bounds(), bounds)) return bounds;
      isDoubtful = true;
    }
    return found.bounds();
  } catch (error) {
    // Told of when the rows are read.
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

function isInside(inner: Bounds | undefined, outer: Bounds): boolean {
  // Some programs write the header with fewer digits than the shapes.
  const slack = 1e-9 * Math.max(...Object.values(outer).map(Math.abs));
  if (inner === undefined || inner.xmin < outer.xmin - slack || inner.ymin < outer.ymin - slack) return false;
  return inner.xmax <= outer.xmax + slack && inner.ymax <= outer.ymax + slack;
}

/** Rows of the table in step with the shapes, at most so many in a batch. */
async function* batchesOf(source: DatasetSource, header: ShpHeader, table: DbfTable | null, size: number): AsyncGenerator<ColumnBatch> {
  const dbf = source.companions?.dbf;
  const cursor = table && dbf ? new ByteCursor(dbf, table.header.headerLength) : null;
  const decoder = decoderFor(table?.encoding ?? 'utf-8');
  const columns = table?.header.columns ?? [];
  const shapes = new BatchShapes(size);
  const rows = new Float64Array(size);
  let problems: ProblemRow[] = [];
  let values = columns.map((): unknown[] => []);
  let count = 0;
  const batch = (): ColumnBatch => {
    const kept = values.map((column) => ({ kind: 'any' as const, values: column }));
    return { count, rows, places: shapes.places(), columns: kept, bytes: NO_BYTES, problems };
  };
  try {
    for await (const { row, content } of numberedShapes(source.main, table?.header.recordCount)) {
      let record: Uint8Array | undefined;
      if (cursor && table && row <= table.header.recordCount) {
        const { recordLength } = table.header;
        if (cursor.has(recordLength) || (await cursor.fill(recordLength))) record = cursor.take(recordLength);
        if (record?.[0] === DELETED_RECORD) continue;
      }
      const problem = content === undefined ? sentence('shape-lost') : writeShpRecord(content, header, shapes.out);
      if (problem !== undefined) problems.push({ row, problem, cells: columns.map((column) => cellOf(record, column, decoder)) });
      else {
        for (const [c, column] of columns.entries()) values[c]?.push(cellOf(record, column, decoder));
        shapes.end(count);
        rows[count++] = row;
      }
      if (count + problems.length >= size || shapes.out.length >= BATCH_BYTES) {
        yield batch();
        shapes.clear();
        values = columns.map(() => []);
        problems = [];
        count = 0;
      }
    }
    if (count + problems.length > 0) yield batch();
  } finally {
    await cursor?.close();
  }
}

const cellOf = (record: Uint8Array | undefined, ...how: [Parameters<typeof dbfValue>[1], Parameters<typeof dbfValue>[2]]): unknown =>
  record === undefined ? null : dbfValue(record, ...how);

async function* features(source: DatasetSource, options: ReadOptions = {}): AsyncGenerator<FormatRow[]> {
  for await (const batch of batches(source, options)) yield rowsOfBatch(batch);
}

async function* batches(source: DatasetSource, options: ReadOptions = {}): AsyncGenerator<ColumnBatch> {
  const description = options.description ?? (await describe(source, options));
  requireReference(description, options);
  const dbf = source.companions?.dbf;
  const known = tables.get(description);
  const table = known !== undefined || !dbf ? (known ?? null) : await surveyDbf(dbf, encodingFile(source), options);
  yield* batchesOf(source, await shpHeader(source.main), table, options.batchSize ?? 500);
}
