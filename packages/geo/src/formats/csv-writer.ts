// Writes a layer as comma-separated text: points as x and y, other shapes as well-known text.
import type { BinaryRow, CellKind } from '../convert/binary-row.ts';
import { JsonBytes, MOST_DECIMALS } from '../convert/json-bytes.ts';
import { mapPositions } from '../convert/reduce-positions.ts';
import type { Shape } from '../convert/shape.ts';
import { readWkb } from '../convert/wkb.ts';
import { WkbCursor } from '../convert/wkb-cursor.ts';
import type { Position } from '../esri/geometry.ts';
import { WEB_MERCATOR } from '../project/spatial-reference.ts';
import { latitudeOf, longitudeOf } from '../project/web-mercator.ts';
import { type EncodedLayer, numberText, type RowEncoder, type WrittenField } from './format-writer.ts';
import { isoMoment } from './geojson-writer.ts';
import { type PlaceColumns, placeColumns } from './place-columns.ts';

/** The bytes of the file in pieces; UTF-8 with a mark, so that spreadsheets read letters right. */
export async function* writeCsv(layer: EncodedLayer): AsyncGenerator<Uint8Array> {
  const places = placeColumns(layer);
  yield encoder.encode(`\uFEFF${[...places.names, ...layer.fields.map((field) => noFormula(field.name))].map(quoted).join(',')}\r\n`);
  yield* layer.encoded(new CsvRows(layer, places.kind));
}

/** Rows of cells: the place, then the fields. */
class CsvRows implements RowEncoder {
  /** Degrees are computed while they are written. */
  readonly srid = WEB_MERCATOR;
  private readonly out = new JsonBytes(1 << 16);
  private readonly cursor = new WkbCursor();
  private readonly places: PlaceColumns['kind'];
  private readonly fields: readonly WrittenField[];
  private kinds: readonly CellKind[] = [];

  constructor(layer: Pick<EncodedLayer, 'fields'>, places: PlaceColumns['kind']) {
    this.fields = layer.fields;
    this.places = places;
  }

  columns(kinds: readonly CellKind[]): void {
    this.kinds = kinds;
  }

  add(row: BinaryRow): void {
    const { out, fields, places } = this;
    const shape = fields.length + 1;
    const start = out.length;
    if (places === 'points') this.point(row, shape);
    else if (places === 'text' && !row.isNull(shape)) this.cell(shapeToWkt(inDegrees(readWkb(row.part(shape)))));
    for (let i = 0; i < fields.length; i++) {
      if (i > 0 || places !== 'none') out.byte(COMMA);
      if (!row.isNull(i + 1)) this.value(row, i + 1);
    }
    // A line without anything is no row to readers.
    if (out.length === start) out.ascii('""');
    out.ascii('\r\n');
  }

  take(): Uint8Array {
    const bytes = this.out.written().slice();
    this.out.length = 0;
    return bytes;
  }

  private point(row: BinaryRow, column: number): void {
    const { out, cursor } = this;
    let x = Number.NaN;
    let y = Number.NaN;
    if (!row.isNull(column)) {
      cursor.open(row.view, row.starts[column] as number, row.lengths[column] as number);
      cursor.header();
      x = cursor.view.getFloat64(cursor.offset, cursor.little);
      y = cursor.view.getFloat64(cursor.offset + 8, cursor.little);
    }
    if (!Number.isNaN(x)) out.decimal(longitudeOf(x), MOST_DECIMALS);
    out.byte(COMMA);
    if (!Number.isNaN(x)) out.decimal(latitudeOf(y), MOST_DECIMALS);
  }

  private value(row: BinaryRow, column: number): void {
    const { out } = this;
    const kind = this.kinds[column];
    if (kind === 'text') this.text(row, column);
    else if (kind === 'timestamp') this.cell(isoMoment(row.timestamp(column)) ?? '');
    else if (kind === 'integer') out.number(row.integer(column));
    else if (kind === 'double') {
      const number = row.double(column);
      if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) out.number(number);
      else out.ascii(numberText(number));
    }
  }

  /** Plain text is copied as it is; what needs quotes or a mark, or may, is looked at as text. */
  private text(row: BinaryRow, column: number): void {
    const start = row.starts[column] as number;
    const length = row.lengths[column] as number;
    if (length === 0) return;
    const { bytes } = row;
    const first = bytes[start] as number;
    const last = bytes[start + length - 1] as number;
    let plain = (first >= LETTERS || (first >= ZERO && first <= NINE)) && first < 127 && last > SPACE && last < 127;
    for (let i = start; plain && i < start + length; i++) {
      const code = bytes[i] as number;
      plain = code !== QUOTE && code !== COMMA && code !== RETURN && code !== NEWLINE;
    }
    if (plain) this.out.raw(row.part(column));
    else this.cell(decoder.decode(row.part(column)));
  }

  private cell(text: string): void {
    this.out.raw(encoder.encode(quoted(noFormula(text))));
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const ZERO = 48;
const NINE = 57;
/** Neither from here on nor among the digits does a character of ASCII begin a formula. */
const LETTERS = 65;

function inDegrees(shape: Shape): Shape {
  return mapPositions(shape, ([x = 0, y = 0, ...rest]) => [longitudeOf(x), latitudeOf(y), ...rest]);
}

/** Beginnings that make spreadsheets calculate a cell, however many apostrophes stand before. */
const FORMULA = /^'*[=+\-@\t\r]/;
const PLAIN_NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/** A text that no spreadsheet takes for a formula: with an apostrophe before it, which `withoutMark` takes away again. A dash alone is none. */
export function noFormula(text: string): string {
  return FORMULA.test(text) && text !== '-' && !(PLAIN_NUMBER.test(text) && text.length < 16 && !text.startsWith('+')) ? `'${text}` : text;
}

/** The text that `noFormula` marked; undefined when it is not marked. */
export function withoutMark(cell: string): string | undefined {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : undefined;
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The well-known text of a shape. */
export function shapeToWkt(shape: Shape): string {
  const at = (position: Position): string =>
    position
      .slice(0, 2 + (shape.hasZ ? 1 : 0) + (shape.hasM ? 1 : 0))
      .map(numberText)
      .join(' ');
  const list = (positions: readonly Position[]): string => `(${positions.map(at).join(', ')})`;
  const lists = (parts: readonly Position[][]): string => `(${parts.map(list).join(', ')})`;
  const z = shape.hasM ? (shape.hasZ ? ' ZM' : ' M') : shape.hasZ ? ' Z' : '';
  switch (shape.kind) {
    case 'point':
      return shape.position === null ? 'POINT EMPTY' : `POINT${z} (${at(shape.position)})`;
    case 'multipoint':
      return shape.positions.length === 0
        ? 'MULTIPOINT EMPTY'
        : `MULTIPOINT${z} (${shape.positions.map((one) => `(${at(one)})`).join(', ')})`;
    case 'polyline':
      return shape.paths.length === 0 ? 'MULTILINESTRING EMPTY' : `MULTILINESTRING${z} ${lists(shape.paths)}`;
    case 'polygon':
      return shape.polygons.length === 0 ? 'MULTIPOLYGON EMPTY' : `MULTIPOLYGON${z} (${shape.polygons.map(lists).join(', ')})`;
  }
}
