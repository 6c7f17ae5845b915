// Adds rows to a new layer that come by column: places and values go from the reader's arrays into the bytes of COPY, without an object for each.
import { randomBytes } from 'node:crypto';
import { settleHeights } from '@graticule/geo/convert/known-heights';
import { projectInPlace } from '@graticule/geo/convert/project-wkb';
import { WkbCursor } from '@graticule/geo/convert/wkb-cursor';
import { cursorBeyond, PositionRange } from '@graticule/geo/convert/wkb-range';
import type { BatchColumn, BatchPlaces, ColumnBatch } from '@graticule/geo/formats/format-reader';
import type { RowNumbers } from '@graticule/geo/formats/row-numbers';
import { WEB_MERCATOR, WGS84 } from '@graticule/geo/project/spatial-reference';
import { mercatorX, mercatorY } from '@graticule/geo/project/web-mercator';
import { type Sentence, sentence } from '@graticule/geo/sentence';
import { CopyRows, copyIn } from '../platform/db/copy-rows.ts';
import type { DatabaseHandle } from '../platform/db/database.ts';
import type { StoredField } from '../schema/features.ts';
import { farthestOf } from './coordinate-range.rules.ts';
import { writeCell } from './copy-layer.store.ts';
import { isFitting, misfitOf } from './fitting-values.rules.ts';
import { qualified } from './hosted-table.store.ts';
import { type Extent, type HostedLayer, STORED_SRID } from './layers.rules.ts';
import type { RefusedRow } from './load-rows.store.ts';
import { orderByPlace, placeNumber } from './place-order.rules.ts';
import type { PointRanks } from './point-ranks.ts';
import { identifier } from './sql-text.rules.ts';
import type { UnsurePolygons } from './unsure-polygons.rules.ts';

/** Portions of rows that the database takes in at the same time. */
const MOST_COPIES = 2;
/** A portion goes out once it has so many bytes. */
const PORTION_BYTES = 4 * 1024 * 1024;
/** Room for a portion and for the batch that fills it. */
const PORTION_ROOM = PORTION_BYTES * 1.5;
const UUID_BYTES = 16;
const INT32 = 2 ** 31;
/** Below this whole numbers are known to the last digit. */
const EXACT = 2 ** 53;

/** Whether the layer takes rows by column: tables, and what is placed without the database. */
export function takesColumns({ geometryType }: HostedLayer, srid: number): boolean {
  return geometryType === null || srid === WGS84 || srid === WEB_MERCATOR;
}

type Shapes = Extract<BatchPlaces, { kind: 'shapes' }>;

interface Wishes {
  /** Of the coordinates: degrees or Web Mercator. */
  srid: number;
  ranks: PointRanks | null;
  /** Gives the first of so many new object ids. */
  takeIds(count: number): number;
  /** Takes in which row of the file each feature stood. */
  numbers: RowNumbers;
  /** Takes in which polygons may be broken; null where there are none. */
  unsure: UnsurePolygons | null;
}

/** Loads one batch after another. */
export class ColumnLoad {
  /** Rows that the database has taken. */
  count = 0;
  private readonly database: DatabaseHandle;
  private readonly layer: HostedLayer;
  private readonly wishes: Wishes;
  private readonly names: string[];
  private readonly fields: readonly StoredField[];
  private readonly sends = new Set<Promise<void>>();
  private readonly spare: CopyRows[] = [];
  private copy: CopyRows;
  /** Where each row of a portion of points begins, and where it belongs in the table. */
  private starts: number[] = [];
  private places: number[] = [];
  private readonly cursor = new WkbCursor();
  private failure: unknown;
  private box: Extent = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  constructor(database: DatabaseHandle, layer: HostedLayer, wishes: Wishes) {
    this.database = database;
    this.layer = layer;
    this.wishes = wishes;
    this.fields = layer.fields.filter((field) => field.editable);
    const columns = ['objectid', ...this.fields.map((field) => field.column), 'globalid'];
    const places = layer.geometryType === null ? [] : layer.geometryType === 'esriGeometryPoint' ? ['shape', 'draw_zoom'] : ['shape'];
    this.names = [...columns, ...places].map(identifier);
    this.copy = new CopyRows(PORTION_ROOM);
  }

  /** xmin, ymin, xmax, ymax of all geometries; null where there is none. */
  get extent(): Extent | null {
    return this.box[0] <= this.box[2] ? this.box : null;
  }

  /** Writes rows; resolves when the next ones may come. Gives those that are nowhere on earth, or do not fit the fields. @throws what an earlier portion failed with */
  async add(batch: ColumnBatch): Promise<RefusedRow[]> {
    const refused = this.write(batch);
    if (this.copy.size >= PORTION_BYTES) await this.send();
    if (this.failure !== undefined) throw this.failure;
    return refused;
  }

  /** Waits until the database has all rows; gives their number. @throws what it says */
  async end(): Promise<number> {
    if (this.copy.count > 0) await this.send();
    await Promise.all(this.sends);
    if (this.failure !== undefined) throw this.failure;
    return this.count;
  }

  private async send(): Promise<void> {
    while (this.sends.size >= MOST_COPIES) await Promise.race(this.sends);
    const copy = this.layer.geometryType === 'esriGeometryPoint' ? this.byPlace() : this.copy;
    const { count } = copy;
    this.copy = this.spare.pop() ?? new CopyRows(PORTION_ROOM);
    const sent: Promise<void> = copyIn(this.database, qualified(this.layer.table), this.names, copy).then(
      () => {
        this.count += count;
        this.sends.delete(sent);
        copy.clear();
        this.spare.push(copy);
      },
      (error: unknown) => {
        this.failure ??= error;
        this.sends.delete(sent);
      },
    );
    this.sends.add(sent);
  }

  /** The rows of the portion in the order of their places; the ids have been given in that of the file. */
  private byPlace(): CopyRows {
    const { copy, starts, places } = this;
    const ordered = this.spare.pop() ?? new CopyRows(PORTION_BYTES);
    ordered.takeInOrder(copy, starts, orderByPlace(places));
    this.starts = [];
    this.places = [];
    copy.clear();
    this.spare.push(copy);
    return ordered;
  }

  private write({ count, rows, places, columns, bytes }: ColumnBatch): RefusedRow[] {
    const { copy, fields, names } = this;
    const { far, range } = beyondEarth(places, count, this.wishes.srid);
    const refused = new Map([...far].map(([i, place]) => [i, sentence('off-globe', { place: `${place[0]}, ${place[1]}` })]));
    for (const [i, reason] of this.unfit(columns, count)) refused.set(i, reason);
    const ids = randomBytes(count * UUID_BYTES);
    const isPoint = this.layer.geometryType === 'esriGeometryPoint';
    let next = this.wishes.takeIds(count - refused.size);
    for (let i = 0; i < count; i++) {
      if (refused.has(i)) continue;
      const id = next++;
      if (isPoint) this.starts.push(copy.size);
      copy.row(names.length);
      this.wishes.numbers.note(id, rows[i] as number);
      copy.int8(id);
      for (let c = 0; c < fields.length; c++) this.cell(fields[c] as StoredField, columns[c] as BatchColumn, bytes, i);
      copy.uuid(ids, i * UUID_BYTES);
      if (this.layer.geometryType === null) continue;
      if (places.kind === 'points') this.point(places.x[i] as number, places.y[i] as number);
      else if (places.kind === 'shapes') this.shape(places, i, id);
    }
    // The corners are where the extreme positions are: both axes are stretched, and neither is turned.
    if (range !== undefined && range.xmin <= range.xmax) {
      this.widen(...this.placed(range.xmin, range.ymin));
      this.widen(...this.placed(range.xmax, range.ymax));
    }
    return [...refused].map(([i, reason]) => ({ row: rows[i] as number, reason }));
  }

  /** The rows with a value that its field cannot hold, and why. Columns of numbers were judged by their reader. */
  private unfit(columns: readonly BatchColumn[], count: number): Map<number, Sentence> {
    const found = new Map<number, Sentence>();
    for (const [c, field] of this.fields.entries()) {
      const column = columns[c];
      if (column?.kind !== 'any') continue;
      for (let i = 0; i < count; i++) if (!isFitting(field, column.values[i])) found.set(i, misfitOf(field, column.values[i]));
    }
    return found;
  }

  private point(givenX: number, givenY: number): void {
    if (Number.isNaN(givenX)) {
      this.noPoint();
      return;
    }
    const [x, y] = this.placed(givenX, givenY);
    this.widen(x, y);
    this.copy.point(x, y, STORED_SRID);
    this.rank(x, y);
  }

  private placed(x: number, y: number): [number, number] {
    return this.wishes.srid === WGS84 ? [mercatorX(x), mercatorY(y)] : [x, y];
  }

  private noPoint(): void {
    this.copy.null();
    this.copy.int2(0);
    this.places.push(0);
  }

  private rank(x: number, y: number): void {
    const zoom = this.wishes.ranks?.rankAt(x, y) ?? 0;
    this.copy.int2(zoom);
    this.places.push(placeNumber(x, y, zoom));
  }

  private shape({ bytes, starts, ends }: Shapes, i: number, id: number): void {
    const { copy, cursor } = this;
    const start = starts[i] as number;
    const isPoint = this.layer.geometryType === 'esriGeometryPoint';
    if (start < 0) {
      if (isPoint) this.noPoint();
      else copy.null();
      return;
    }
    const end = ends[i] as number;
    const at = copy.shape(bytes, start, end, STORED_SRID);
    const { view } = copy;
    if (this.layer.hasZ) {
      cursor.open(view, at, end - start + 4);
      settleHeights(cursor);
    }
    if (this.wishes.srid === WGS84) {
      cursor.open(view, at, end - start + 4);
      projectInPlace(cursor);
    }
    this.wishes.unsure?.seeAt(id, view, at, end - start + 4);
    if (isPoint) this.rank(view.getFloat64(at + 9, true), view.getFloat64(at + 17, true));
  }

  private widen(x: number, y: number): void {
    const { box } = this;
    if (x < box[0]) box[0] = x;
    if (y < box[1]) box[1] = y;
    if (x > box[2]) box[2] = x;
    if (y > box[3]) box[3] = y;
  }

  private cell(field: StoredField, column: BatchColumn, bytes: Uint8Array, i: number): void {
    const { copy } = this;
    if (column.kind === 'text') {
      const start = column.starts[i] as number;
      if (start < 0) copy.null();
      else copy.utf8(bytes, start, column.ends[i] as number);
      return;
    }
    if (column.kind === 'any') {
      writeCell(copy, field, column.values[i]);
      return;
    }
    const value = column.values[i] as number;
    if (Number.isNaN(value)) copy.null();
    else if (field.type === 'esriFieldTypeDouble') copy.float8(value);
    else if (field.type === 'esriFieldTypeInteger') copy.int4(within(field, value, INT32));
    else if (field.type === 'esriFieldTypeBigInteger') copy.int8(within(field, value, EXACT));
    else if (field.type === 'esriFieldTypeDate') copy.timestamp(value);
    else throw new Error(`Values of ${field.type} do not come by column.`);
  }
}

interface OnEarth {
  /** Rows that are nowhere on earth, each with a place of its geometry that is not. */
  far: Map<number, readonly [number, number]>;
  /** Where the shapes of the others lie, in the coordinates of the batch. */
  range?: PositionRange;
}

function beyondEarth(places: BatchPlaces, count: number, srid: number): OnEarth {
  const [mostX, mostY] = farthestOf(srid);
  const far = new Map<number, readonly [number, number]>();
  if (places.kind === 'none') return { far };
  if (places.kind === 'points') {
    const { x: xs, y: ys } = places;
    for (let i = 0; i < count; i++) {
      const [x, y] = [xs[i] as number, ys[i] as number];
      if (Number.isNaN(x)) continue;
      if (!(Math.abs(x) <= mostX && Math.abs(y) <= mostY)) far.set(i, [x, y]);
    }
    return { far };
  }
  const { bytes, starts, ends } = places;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cursor = new WkbCursor();
  const range = new PositionRange(mostX, mostY);
  for (let i = 0; i < count; i++) {
    const start = starts[i] as number;
    if (start < 0) continue;
    cursor.open(view, start, (ends[i] as number) - start);
    const own = new PositionRange(mostX, mostY);
    const place = cursorBeyond(cursor, own);
    if (place === undefined) range.add(own);
    else far.set(i, place);
  }
  return { far, range };
}

/** A reader that has judged a column gives what fits it. */
function within(field: StoredField, value: number, limit: number): number {
  const whole = Math.round(value);
  if (whole < -limit || whole >= limit) throw new Error(`The value ${value} does not fit the field ${field.name}.`);
  return whole;
}
