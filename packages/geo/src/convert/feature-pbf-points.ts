// Features with plain points in pbf replies, whose coordinates are written when all of them are known: as whole steps from their middle, a
// step being the largest power of ten that leaves none of them less exact. Most data have five to seven decimals of a degree.
import { latitudeOf, longitudeOf } from '../project/web-mercator.ts';
import type { BinaryRow } from './binary-row.ts';
import { type ByteWriter, putSmall, putZigzag, varintBytes } from './byte-writer.ts';
import { Grid, type Transform } from './quantise.ts';
import { WKB_POINT, WkbCursor } from './wkb-cursor.ts';

/** Tags of a feature in a reply, of a geometry in a feature, and of coordinates in a geometry. */
const FEATURE = (15 << 3) | 2;
const GEOMETRY = (2 << 3) | 2;
const COORDS = (3 << 3) | 2;
/** Tag and length of a geometry, and of its coordinates: each fits a byte. */
const AROUND_CELLS = 4;
/** Two cells at their longest, with what is around them. */
const MOST_GEOMETRY_BYTES = AROUND_CELLS + 20;
/** In the place of a cell: the feature has no geometry. */
const NOTHING = Number.NaN;
const LARGEST_STEP = 1e9;

/** What is known of the points so far; used again for other replies, because memory for each costs more than what is done with it. */
interface Places {
  columns: Float64Array;
  rows: Float64Array;
  /** Where the attributes end. */
  ends: Uint32Array;
  /** Bytes of the geometries, once the points are settled. */
  sizes: Uint8Array;
}

const LEAST_PLACES = 256;
const MOST_KEPT_PLACES = 1 << 13;
const MOST_KEPT = 16;
const kept: Places[] = [];

function placesFor(count: number): Places {
  return {
    columns: new Float64Array(count),
    rows: new Float64Array(count),
    ends: new Uint32Array(count),
    sizes: new Uint8Array(count),
  };
}

/** In the place of those that were given back. */
const NO_PLACES = placesFor(0);

/** The points of a reply, and where the attributes of their features end. */
export class PlainPoints {
  readonly #perUnit: number;
  readonly #grid: Grid;
  readonly #cursor = new WkbCursor();
  #places = kept.pop() ?? placesFor(LEAST_PLACES);
  #count = 0;

  /** `perUnit` cells make a degree or a metre before larger steps are found. */
  constructor(perUnit: number) {
    this.#perUnit = perUnit;
    this.#grid = new Grid({ originPosition: 'upperLeft', scale: [1 / perUnit, 1 / perUnit], translate: [0, 0] });
  }

  /** About how many bytes all geometries will take at most. */
  get size(): number {
    return this.#count * MOST_GEOMETRY_BYTES;
  }

  /** Takes the point in the column of a row whose attributes end there; without a column it has none. */
  add(end: number, { view, starts, lengths }: BinaryRow, column: number | undefined, toDegrees: boolean): void {
    if (this.#count === this.#places.ends.length) this.#grow();
    const at = this.#count++;
    const { columns, rows, ends } = this.#places;
    ends[at] = end;
    columns[at] = NOTHING;
    if (column === undefined || (lengths[column] as number) <= 0) return;
    const cursor = this.#cursor;
    cursor.open(view, starts[column] as number, lengths[column] as number);
    if (cursor.header() !== WKB_POINT) return;
    cursor.need(cursor.stride);
    const x = view.getFloat64(cursor.offset, cursor.little);
    if (Number.isNaN(x)) return;
    const y = view.getFloat64(cursor.offset + 8, cursor.little);
    columns[at] = this.#grid.x(toDegrees ? longitudeOf(x) : x);
    rows[at] = this.#grid.y(toDegrees ? latitudeOf(y) : y);
  }

  /** Turns the cells into steps, and tells how they become coordinates again. */
  settle(): Transform {
    const { columns, rows, sizes } = this.#places;
    const count = this.#count;
    let step = LARGEST_STEP;
    let [left, right, top, bottom] = [
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ];
    for (let at = 0; at < count; at++) {
      const [column, row] = [columns[at] as number, rows[at] as number];
      if (Number.isNaN(column)) continue;
      while (step > 1 && (Math.round(column / step) * step !== column || Math.round(row / step) * step !== row)) step /= 10;
      left = Math.min(left, column);
      right = Math.max(right, column);
      top = Math.min(top, row);
      bottom = Math.max(bottom, row);
    }
    if (left > right) step = 1;
    const [middleX, middleY] = [middle(left, right, step), middle(top, bottom, step)];
    for (let at = 0; at < count; at++) {
      const column = ((columns[at] as number) - middleX) / step;
      const row = ((rows[at] as number) - middleY) / step;
      columns[at] = column;
      rows[at] = row;
      sizes[at] = Number.isNaN(column) ? 0 : AROUND_CELLS + zigzagBytes(column) + zigzagBytes(row);
    }
    const size = step / this.#perUnit;
    // Rows are counted downwards.
    const translate = [middleX / this.#perUnit, 0 - middleY / this.#perUnit];
    return { originPosition: 'upperLeft', scale: [size, size], translate };
  }

  /** Bytes that the features take, with attributes of so many bytes. */
  bytesWith(attributeBytes: number): number {
    const { ends, sizes } = this.#places;
    let bytes = attributeBytes;
    for (let at = 0, from = 0; at < this.#count; at++) {
      const end = ends[at] as number;
      const geometry = sizes[at] as number;
      bytes += 1 + varintBytes(end - from + geometry) + geometry;
      from = end;
    }
    return bytes;
  }

  /** Writes the features, whose attributes stand one behind the other; nothing is added afterwards. */
  write(out: ByteWriter, attributes: ByteWriter): void {
    const { bytes } = out;
    const { ends, sizes } = this.#places;
    for (let at = 0, from = 0; at < this.#count; at++) {
      const end = ends[at] as number;
      const geometry = sizes[at] as number;
      bytes[out.length] = FEATURE;
      out.length = putSmall(bytes, out.length + 1, end - from + geometry);
      out.viewed(attributes.view, from, end - from);
      if (geometry > 0) out.length = this.#putGeometry(bytes, out.length, at);
      from = end;
    }
    if (ends.length <= MOST_KEPT_PLACES && kept.length < MOST_KEPT) kept.push(this.#places);
    this.#places = NO_PLACES;
    this.#count = 0;
  }

  #putGeometry(bytes: Uint8Array, start: number, at: number): number {
    const { columns, rows } = this.#places;
    const from = start + AROUND_CELLS;
    const end = putZigzag(bytes, putZigzag(bytes, from, columns[at] as number), rows[at] as number);
    bytes[start] = GEOMETRY;
    bytes[start + 1] = end - from + 2;
    bytes[start + 2] = COORDS;
    bytes[start + 3] = end - from;
    return end;
  }

  #grow(): void {
    const { columns, rows, ends } = this.#places;
    const grown = placesFor(Math.max(LEAST_PLACES, ends.length * 2));
    grown.columns.set(columns);
    grown.rows.set(rows);
    grown.ends.set(ends);
    this.#places = grown;
  }
}

function middle(least: number, most: number, step: number): number {
  return least > most ? 0 : Math.round((least + most) / 2 / step) * step;
}

/** How many bytes a whole number of either sign within 52 bits takes. */
function zigzagBytes(value: number): number {
  const zigzag = value < 0 ? -2 * value - 1 : 2 * value;
  if (zigzag < 2 ** 28) return varintBytes(zigzag);
  let bytes = 5;
  for (let rest = zigzag / 2 ** 35; rest >= 1; rest /= 128) bytes++;
  return bytes;
}
