// Delimited text: rows with coordinate columns, a WKT column, or no place at all.
import { type Sentence, sentence } from '../sentence.ts';
import { BoundingBox } from './bounding-box.ts';
import { cellBlocks } from './cell-blocks.ts';
import { ChosenColumn } from './chosen-column.ts';
import { guessesOf } from './chosen-types.ts';
import { rowsOfBatch } from './column-batch.ts';
import { type ColumnReader, type CommaUse, chosenType, isChosenText, readCell, surest, TextColumn } from './column-types.ts';
import { utf8Pieces } from './csv-bytes.ts';
import { CsvColumns } from './csv-columns.ts';
import { type CsvLayout, detectLayout } from './csv-layout.ts';
import { locationWarnings } from './csv-location.ts';
import { CsvPlaces, shapeOfCell } from './csv-places.ts';
import { problemWithWidth, widthOf } from './csv-widths.ts';
import { withoutMark } from './csv-writer.ts';
import { validFieldNames } from './field-names.ts';
import {
  baseName,
  type ColumnBatch,
  type DatasetDescription,
  type DatasetSource,
  type FormatField,
  type FormatReader,
  type FormatRow,
  type ReadOptions,
  requireReference,
} from './format-reader.ts';
import { GeometryTally } from './geometry-tally.ts';
import { TextReference } from './geometry-text.ts';
import { lossWarnings, type RowCount } from './losses.ts';
import type { CellBlock } from './parsed-cells.ts';
import { PlainNumbers, textOf } from './plain-numbers.ts';
import { SaidReading } from './said-reading.ts';
import { someOf } from './some-of.ts';

/** Reads `.csv`, `.tsv` and `.txt`. */
export const csvReader: FormatReader = { format: 'csv', extensions: ['csv', 'tsv', 'tab', 'txt'], describe, features, batches };

const APOSTROPHE = 39;

/** Everything learned from reading the file once. */
interface Survey {
  layout: CsvLayout;
  /** Places of the attribute columns in the row. */
  columns: number[];
  readers: ColumnReader[];
  description: DatasetDescription;
  /** The system that geometries must be in which name one, where they name several. */
  wkid?: number | undefined;
  rowNumber: ReadOptions['rowNumber'];
}

/** Descriptions made here remember the survey, so that importing does not read the file twice more. */
const surveys = new WeakMap<DatasetDescription, Survey>();

async function describe(source: DatasetSource, options: ReadOptions = {}): Promise<DatasetDescription> {
  return (await survey(source, options)).description;
}

/** Where in a row of the text the values of each field stand, of a description that was made here. */
export function columnsOfFields(description: DatasetDescription): readonly number[] {
  return surveys.get(description)?.columns ?? [];
}

async function survey(source: DatasetSource, options: ReadOptions): Promise<Survey> {
  const layout = await detectLayout(source.main, options);
  const columns = layout.names.map((_, i) => i).filter((i) => layout.location.kind !== 'wkt' || layout.location.column !== i);
  const names = columns.map((i) => layout.names[i] ?? '');
  const valid = validFieldNames(names);
  const isPlaceColumn = (column = -1): boolean =>
    layout.location.kind === 'xy' && (layout.location.x === column || layout.location.y === column);
  const rows = { rowCount: 0, row: 0, left: 0, placeless: 0, short: 0 };
  const stats = columns.map((column) => new TextColumn(commaUse(layout), { people: !isPlaceColumn(column) || hasGroups(layout), rows }));
  const chosen = valid.map((name) => chosenColumn(name, layout, { types: options.types, rows }));
  const said = new SaidReading(options, columns.length);
  const asText = new Set<number>(columns.flatMap((column, i) => (options.textColumns?.has(column) ? [i] : [])));
  const tally = new GeometryTally(options);
  const [box, texts] = [new BoundingBox(), new TextReference()];
  const sampleRows: string[][] = [];
  const given = reference(layout, options);
  const points =
    layout.location.kind === 'xy' ? new CsvPlaces(layout.location, { geometryType: 'esriGeometryPoint', spatialReference: given }) : null;
  const numbers = new PlainNumbers();
  for await (const { block, firstRow, numberOf } of dataBlocks(source, { layout, rowNumber: options.rowNumber })) {
    const { bytes, rowEnds, starts, ends } = block;
    for (let r = firstRow; r < block.rows; r++) {
      const first = r === 0 ? 0 : (rowEnds[r - 1] as number);
      rows.rowCount++;
      rows.row = numberOf(r);
      // Rows that will be left out must not decide the types of the columns.
      if (problemWithWidth(block, r, layout) !== null || points?.point(block, first) !== undefined) {
        rows.left++;
        continue;
      }
      const width = widthOf(block, r);
      if (width < layout.names.length) rows.short++;
      if (points !== null) {
        if (Number.isNaN(points.x)) rows.placeless++;
        else box.add(points.x, points.y);
      }
      for (let i = 0; i < columns.length; i++) {
        if ((columns[i] as number) >= width) continue;
        const cell = first + (columns[i] as number);
        const start = starts[cell] as number;
        const text = layout.isMarked && bytes[start] === APOSTROPHE ? withoutMark(cellText(block, cell)) : undefined;
        // The mark says that the cell is a text, whatever it looks like.
        if (text !== undefined) asText.add(i);
        if (said.isAsked) said.add(i, text ?? cellText(block, cell));
        if (chosen[i] !== undefined) chosen[i]?.add(text ?? cellText(block, cell));
        else if (text !== undefined) stats[i]?.add(text);
        else stats[i]?.addBytes(bytes, start, ends[cell] as number, numbers);
      }
      const shape = layout.location.kind === 'wkt' ? shapeOfCell(cellText(block, first + layout.location.column)) : null;
      if (shape !== null) {
        tally.add(shape);
        texts.add(shape);
      }
      if (sampleRows.length < (options.sampleSize ?? 10)) sampleRows.push(rowTexts(block, first, { width, layout }));
    }
  }
  // Without rows nothing tells of the types but the names that say where something is.
  const { rowCount } = rows;
  const isPlace = (column = -1): boolean => rowCount === 0 && isPlaceColumn(column);
  const commas = surest(stats.map((column, i) => chosen[i]?.commaFinding ?? column.commas));
  const readers = stats.map((column, i): ColumnReader => {
    const isText = asText.has(i) || isChosenText(options.types, valid[i]);
    if (isPlace(columns[i]) && !isText && chosen[i] === undefined) return { type: 'esriFieldTypeDouble', decimal: '.' };
    const groups = hasGroups(layout) && isPlaceColumn(columns[i]);
    const judged = chosen[i]?.finish(options.dateOrder, { commas }) ?? column.finish(isText, { commas, hasGroups: groups });
    return said.reader(i, judged, isText);
  });
  const fields = readers.map((reader, i) => fieldOf(reader, valid[i], names[i]));
  const lossy = readers.map(({ type }, i) => ({ name: names[i] ?? '', type, losses: (chosen[i] ?? stats[i])?.losses }));
  const isWkt = layout.location.kind === 'wkt';
  const { spatialReference, wkid, ...where } = isWkt
    ? whereTextsAre(texts, tally, { rowCount, given: options.wkid === undefined ? undefined : given })
    : { spatialReference: given, extent: box.bounds() };
  const description: DatasetDescription = {
    format: 'csv',
    name: baseName(source.main.name),
    encoding: layout.encoding,
    fields,
    ...geometryOf(layout, tally),
    spatialReference,
    ...where,
    rowCount,
    sample: sampleRows.map((row) => cells(row, columns, readers, layout.isMarked)),
    warnings: [
      ...warnings(layout, readers, fields, { ...rows, isPlaced: spatialReference !== null }),
      ...(wkid === undefined ? [] : [sentence('srids-several', { numbers: someOf(texts.numbers.map(String)), wkid })]),
      ...tally.warnings(),
      ...lossWarnings(lossy, { asText: true }),
    ],
    layout: wireLayout(layout),
  };
  return remembered({ layout, columns, readers, description, wkid, rowNumber: options.rowNumber });
}

function remembered(survey: Survey): Survey {
  surveys.set(survey.description, survey);
  return survey;
}

function fieldOf({ type, length }: ColumnReader, name = '', alias = ''): FormatField {
  return { name, alias, type, ...(length === undefined ? {} : { length }) };
}

/** The texts of a row, which may lack the last ones. */
function rowTexts(block: CellBlock, first: number, { width, layout }: { width: number; layout: CsvLayout }): string[] {
  return layout.names.map((_, i) => (i < width ? cellText(block, first + i) : ''));
}

function geometryOf({ location }: CsvLayout, tally: GeometryTally): Pick<DatasetDescription, 'geometryType' | 'hasZ' | 'hasM'> {
  if (location.kind === 'wkt') return { geometryType: tally.geometryType(), hasZ: tally.hasZ, hasM: tally.hasM };
  return { geometryType: location.kind === 'none' ? null : 'esriGeometryPoint', hasZ: false, hasM: false };
}

/** Where geometries in a column are, and in which system; `wkid` where they name several, of which only that one is read. */
function whereTextsAre(
  texts: TextReference,
  tally: GeometryTally,
  { rowCount, given }: { rowCount: number; given: DatasetDescription['spatialReference'] | undefined },
): Pick<DatasetDescription, 'spatialReference' | 'kinds' | 'extent'> & { wkid?: number | undefined } {
  const spatialReference = given ?? texts.reference;
  const wkid = texts.numbers.length > 1 ? spatialReference?.wkid : undefined;
  // The boxes of the kinds are around rows that are left out too.
  const kinds = tally.kinds(rowCount)?.map((kind) => (wkid === undefined ? kind : { ...kind, extent: undefined }));
  return {
    spatialReference,
    wkid,
    extent: wkid === undefined ? tally.extent() : texts.extent(wkid),
    ...(kinds === undefined ? {} : { kinds }),
  };
}

/** A column whose type a person chose; texts are judged as all others. */
function chosenColumn(
  name: string,
  layout: CsvLayout,
  { types, rows }: Pick<ReadOptions, 'types'> & { rows: RowCount },
): ChosenColumn | undefined {
  const type = chosenType(types, name);
  return type === undefined || type === 'esriFieldTypeString' ? undefined : new ChosenColumn(type, rows, commaUse(layout));
}

const commaUse = ({ delimiter }: CsvLayout): CommaUse => (delimiter === ',' ? 'thousands' : delimiter === ';' ? 'decimals' : 'either');

const hasGroups = ({ location }: CsvLayout): boolean => location.kind === 'xy' && location.group !== undefined;

function reference(layout: CsvLayout, options: ReadOptions): DatasetDescription['spatialReference'] {
  if (layout.location.kind === 'none') return null;
  if (options.wkid !== undefined) return { wkid: options.wkid };
  return layout.location.kind === 'xy' && layout.location.projected ? null : { wkid: 4326 };
}

function wireLayout(layout: CsvLayout): DatasetDescription['layout'] {
  const { delimiter, hasHeader, hasNames, location, names } = layout;
  const head = { delimiter, hasHeader, hasNames };
  if (location.kind === 'none') return { ...head, locationType: 'none' };
  if (location.kind === 'wkt') return { ...head, locationType: 'coordinates', wktField: names[location.column] ?? '' };
  const [longitudeField, latitudeField] = [names[location.x] ?? '', names[location.y] ?? ''];
  return { ...head, locationType: 'coordinates', latitudeField, longitudeField };
}

function warnings(
  layout: CsvLayout,
  readers: ColumnReader[],
  fields: FormatField[],
  rows: { rowCount: number; left: number; placeless: number; short: number; isPlaced: boolean },
): Sentence[] {
  const found: Sentence[] = [];
  if (layout.encodingGuessed) {
    found.push(sentence('text-encoding', { encoding: layout.encoding }));
  }
  if (layout.namesLine !== undefined) found.push(sentence('names-found', { row: layout.namesLine }));
  if (rows.rowCount === 0) found.push(sentence('header-only'));
  if (rows.left > 0) found.push(sentence('rows-left-out', { left: rows.left, count: rows.rowCount }));
  if (rows.short > 0) found.push(sentence('rows-short', { count: rows.rowCount, short: rows.short }));
  if (rows.placeless > 0) found.push(sentence('rows-placeless', { count: rows.rowCount, placeless: rows.placeless }));
  if (layout.location.kind !== 'none' && !rows.isPlaced) {
    found.push(sentence('not-degrees'));
  }
  found.push(...locationWarnings(layout.location, layout.names));
  for (const [i, reader] of readers.entries()) {
    const column = fields[i]?.alias ?? '';
    if (reader.ambiguous) found.push(sentence('month-first', { column }));
    found.push(...guessesOf(reader, column));
  }
  return found;
}

/** Cells, which row of them is the first with data, and what people call each row. */
interface DataBlock {
  block: CellBlock;
  firstRow: number;
  numberOf(row: number): number;
}

async function* dataBlocks(source: DatasetSource, { layout, rowNumber }: Pick<Survey, 'layout' | 'rowNumber'>): AsyncGenerator<DataBlock> {
  let before = 0;
  let heads = (layout.namesDelimiter ? 1 : 0) + (layout.hasHeader ? 1 : 0);
  for await (const block of cellBlocks(utf8Pieces(source.main, layout), layout.delimiter, layout.quote)) {
    const firstRow = Math.min(heads, block.rows);
    heads -= firstRow;
    const [above, first] = [layout.linesAbove, before + 1];
    const numberOf = (row: number): number => (rowNumber ? rowNumber(first + row) : above + (block.lines[row] as number));
    yield { block, firstRow, numberOf };
    before += block.rows;
  }
}

const cellText = ({ bytes, starts, ends }: CellBlock, cell: number): string => textOf(bytes, starts[cell] as number, ends[cell] as number);

function cells(row: readonly string[], columns: readonly number[], readers: readonly ColumnReader[], isMarked: boolean): unknown[] {
  return readers.map((reader, i) => {
    const cell = row[columns[i] as number] ?? '';
    return readCell((isMarked ? withoutMark(cell) : undefined) ?? cell, reader);
  });
}

async function* features(source: DatasetSource, options: ReadOptions = {}): AsyncGenerator<FormatRow[]> {
  const size = options.batchSize ?? 500;
  for await (const batch of batches(source, options)) {
    const rows = rowsOfBatch(batch);
    for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
  }
}

async function* batches(source: DatasetSource, options: ReadOptions = {}): AsyncGenerator<ColumnBatch> {
  const known = options.description ? surveys.get(options.description) : undefined;
  const found = known ?? (await survey(source, options));
  requireReference(found.description, options);
  const columns = new CsvColumns({ ...found, fields: found.description.fields });
  const places = new CsvPlaces(found.layout.location, found.description, { kind: options.kind, wkid: found.wkid });
  for await (const { block, firstRow, numberOf } of dataBlocks(source, found)) yield columns.read(block, { firstRow, numberOf, places });
}
