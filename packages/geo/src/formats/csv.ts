// Delimited text: rows with coordinate columns, a WKT column, or no place at all.
import { type Sentence, sentence } from '../sentence.ts';
import { type ColumnReader, isMisfit, readCell, TextColumn } from './column-types.ts';
import { type CsvLayout, detectLayout } from './csv-layout.ts';
import { CsvPlaces, shapeOfCell } from './csv-places.ts';
import { csvRows } from './csv-rows.ts';
import { withoutMark } from './csv-writer.ts';
import { validFieldNames } from './field-names.ts';
import {
  baseName,
  type DatasetDescription,
  type DatasetSource,
  type FormatField,
  type FormatReader,
  type FormatRow,
  type ReadOptions,
  requireReference,
} from './format-reader.ts';
import { GeometryTally } from './geometry-tally.ts';
import { decodeText } from './text-encoding.ts';

/** Reads `.csv`, `.tsv` and `.txt`. */
export const csvReader: FormatReader = { format: 'csv', extensions: ['csv', 'tsv', 'tab', 'txt'], describe, features };

/** Everything learned from reading the file once. */
interface Survey {
  layout: CsvLayout;
  /** Places of the attribute columns in the row. */
  columns: number[];
  readers: ColumnReader[];
  description: DatasetDescription;
}

/** Descriptions made here remember the survey, so that importing does not read the file twice more. */
const surveys = new WeakMap<DatasetDescription, Survey>();

async function describe(source: DatasetSource, options: ReadOptions = {}): Promise<DatasetDescription> {
  return (await survey(source, options)).description;
}

async function survey(source: DatasetSource, options: ReadOptions): Promise<Survey> {
  const layout = await detectLayout(source.main, options);
  const columns = layout.names.map((_, i) => i).filter((i) => layout.location.kind !== 'wkt' || layout.location.column !== i);
  const stats = columns.map(() => new TextColumn(layout.delimiter !== ','));
  const asText = new Set<number>();
  const tally = new GeometryTally();
  const sampleRows: string[][] = [];
  const spatialReference = reference(layout, options);
  const points = layout.location.kind === 'xy' ? new CsvPlaces(layout.location, 'esriGeometryPoint', spatialReference) : null;
  let rowCount = 0;
  let left = 0;
  for await (const rows of dataRows(source, layout)) {
    for (const row of rows) {
      rowCount++;
      // Rows that will be left out must not decide the types of the columns.
      if (problemWithWidth(row, layout.names.length) || points?.problemOf(row) !== undefined) {
        left++;
        continue;
      }
      for (let i = 0; i < columns.length; i++) {
        const cell = row[columns[i] as number] ?? '';
        const text = layout.isMarked ? withoutMark(cell) : undefined;
        // The mark says that the cell is a text, whatever it looks like.
        if (text !== undefined) asText.add(i);
        stats[i]?.add(text ?? cell);
      }
      const shape = layout.location.kind === 'wkt' ? shapeOfCell(row[layout.location.column] ?? '') : null;
      if (shape) tally.add(shape);
      if (sampleRows.length < (options.sampleSize ?? 10)) sampleRows.push(row);
    }
  }
  const names = columns.map((i) => layout.names[i] ?? '');
  const valid = validFieldNames(names);
  const readers = stats.map((column, i) => {
    const chosen = options.types?.[(valid[i] ?? '').toLowerCase()];
    return chosen === undefined ? column.finish(asText.has(i)) : column.finishAs(chosen);
  });
  const fields = readers.map((reader, i): FormatField => {
    const field: FormatField = { name: valid[i] ?? '', alias: names[i] ?? '', type: reader.type };
    if (reader.length !== undefined) field.length = reader.length;
    return field;
  });
  const description: DatasetDescription = {
    format: 'csv',
    name: baseName(source.main.name),
    encoding: layout.encoding,
    fields,
    geometryType: layout.location.kind === 'none' ? null : layout.location.kind === 'xy' ? 'esriGeometryPoint' : tally.geometryType(),
    hasZ: layout.location.kind === 'wkt' && tally.hasZ,
    hasM: false,
    spatialReference,
    rowCount,
    sample: sampleRows.map((row) => cells(row, columns, readers, layout.isMarked)),
    warnings: warnings(layout, readers, fields, { rowCount, left, isPlaced: options.wkid !== undefined }),
    layout: wireLayout(layout),
  };
  const result = { layout, columns, readers, description };
  surveys.set(description, result);
  return result;
}

function reference(layout: CsvLayout, options: ReadOptions): DatasetDescription['spatialReference'] {
  if (layout.location.kind === 'none') return null;
  if (options.wkid !== undefined) return { wkid: options.wkid };
  return layout.location.kind === 'xy' && layout.location.projected ? null : { wkid: 4326 };
}

function wireLayout(layout: CsvLayout): DatasetDescription['layout'] {
  const { delimiter, hasHeader, location, names } = layout;
  if (location.kind === 'none') return { delimiter, hasHeader, locationType: 'none' };
  if (location.kind === 'wkt') return { delimiter, hasHeader, locationType: 'coordinates', wktField: names[location.column] ?? '' };
  const [longitudeField, latitudeField] = [names[location.x] ?? '', names[location.y] ?? ''];
  return { delimiter, hasHeader, locationType: 'coordinates', latitudeField, longitudeField };
}

function warnings(
  layout: CsvLayout,
  readers: ColumnReader[],
  fields: FormatField[],
  rows: { rowCount: number; left: number; isPlaced: boolean },
): Sentence[] {
  const found: Sentence[] = [];
  if (layout.encodingGuessed) {
    found.push(sentence('text-encoding', { encoding: layout.encoding }));
  }
  if (rows.rowCount === 0) found.push(sentence('header-only'));
  if (rows.left > 0) found.push(sentence('rows-left-out', { left: rows.left, count: rows.rowCount }));
  if (layout.location.kind === 'xy' && layout.location.projected && !rows.isPlaced) {
    found.push(sentence('not-degrees'));
  }
  for (const [i, reader] of readers.entries()) {
    if (reader.ambiguous) found.push(sentence('month-first', { column: fields[i]?.alias ?? '' }));
  }
  return found;
}

async function* dataRows(source: DatasetSource, layout: CsvLayout): AsyncGenerator<string[][]> {
  let first = layout.hasHeader;
  for await (const rows of csvRows(decodeText(source.main, layout.encoding), layout.delimiter)) {
    if (first) rows.shift();
    first = false;
    yield rows;
  }
}

/** Extra cells are no fault while they are empty: some programs end every row with a separator. */
function problemWithWidth(row: readonly string[], width: number): Sentence | null {
  const isWrong = row.length < width || (row.length > width && row.slice(width).some((cell) => cell.trim() !== ''));
  return isWrong ? sentence('cells-few', { count: row.length, width }) : null;
}

/** The first cell whose value does not fit the type that a person chose for its column. */
function misfit(row: readonly string[], { columns, readers, description }: Omit<Survey, 'layout'>): { problem: Sentence } | null {
  for (const [i, reader] of readers.entries()) {
    const raw = row[columns[i] as number] ?? '';
    if (!reader.isChosen || !isMisfit(raw, reader)) continue;
    const code = reader.type === 'esriFieldTypeDate' ? 'value-no-date' : 'value-no-number';
    return { problem: sentence(code, { value: raw.trim().slice(0, 60), column: description.fields[i]?.alias ?? '' }) };
  }
  return null;
}

function cells(row: readonly string[], columns: readonly number[], readers: readonly ColumnReader[], isMarked: boolean): unknown[] {
  return readers.map((reader, i) => {
    const cell = row[columns[i] as number] ?? '';
    return readCell((isMarked ? withoutMark(cell) : undefined) ?? cell, reader);
  });
}

async function* features(source: DatasetSource, options: ReadOptions = {}): AsyncGenerator<FormatRow[]> {
  const known = options.description ? surveys.get(options.description) : undefined;
  const { layout, columns, readers, description } = known ?? (await survey(source, options));
  requireReference(description, options);
  const places = new CsvPlaces(layout.location, description.geometryType, description.spatialReference);
  const size = options.batchSize ?? 500;
  let batch: FormatRow[] = [];
  let row = 0;
  for await (const rows of dataRows(source, layout)) {
    for (const raw of rows) {
      row++;
      const problem = problemWithWidth(raw, layout.names.length);
      const place = problem ? { problem } : (misfit(raw, { columns, readers, description }) ?? places.read(raw));
      batch.push(
        place.problem !== undefined
          ? { row, problem: place.problem }
          : { row, wkb: place.wkb, values: cells(raw, columns, readers, layout.isMarked) },
      );
      if (batch.length >= size) {
        yield batch;
        batch = [];
      }
    }
  }
  if (batch.length > 0) yield batch;
}
