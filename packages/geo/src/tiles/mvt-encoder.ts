// Encodes vector tiles (Mapbox Vector Tile 2.1) from WKB in Web Mercator and attribute values.
import { type BinaryRow, type CellKind, GUID_LENGTH } from '../convert/binary-row.ts';
import { ByteWriter } from '../convert/byte-writer.ts';
import { TileGeometry } from './mvt-geometry.ts';
import { ValueTable } from './value-table.ts';

/** One layer of one tile. */
export interface TileLayerOptions {
  name: string;
  /** Names of the attributes, in the order of the values. */
  fields: readonly string[];
  z: number;
  x: number;
  y: number;
  /** Units along a side (default 4096). */
  extent?: number;
  /** Units kept beyond each side (default 64). */
  buffer?: number;
  /** At most one point per cell of this many units (default 0: all). Give important points first. */
  thinCell?: number;
}

/** What a layer is written into before its size is known. */
class Room {
  readonly layer = new ByteWriter(1 << 16);
  readonly feature = new ByteWriter(1 << 14);
  readonly tags = new ByteWriter(1 << 8);
  readonly value = new ByteWriter(1 << 8);
  readonly values = new ValueTable();

  get size(): number {
    return this.layer.bytes.length + this.feature.bytes.length + this.values.size;
  }
}

/** Rooms of layers that were written, for the next ones: megabytes that are made anew for each tile make the garbage collector run for each. */
const rooms: Room[] = [];
const MOST_ROOMS = 4;
const LARGEST_ROOM = 16 * 1024 * 1024;

/** Collects the features of one layer; `finish` gives bytes that stand next to those of other layers. */
export class TileLayerEncoder {
  /** Features written so far. */
  count = 0;
  private readonly options: TileLayerOptions & { extent: number };
  private readonly geometry: TileGeometry;
  private readonly room = rooms.pop() ?? new Room();
  private readonly layer = this.room.layer;
  private readonly feature = this.room.feature;
  private readonly tags = this.room.tags;
  private readonly value = this.room.value;
  private readonly values = this.room.values;

  constructor(options: TileLayerOptions) {
    const { z, x, y, extent = 4096, buffer = 64, thinCell = 0 } = options;
    this.options = { ...options, extent };
    this.geometry = new TileGeometry({ z, x, y, extent, buffer, thinCell });
    this.layer.length = 0;
    this.values.clear();
    this.layer.varintField(15, 2);
    this.layer.stringField(1, options.name);
  }

  /**
   * Adds a feature; false when nothing of it falls on the tile. Ids that are not whole positive numbers are left out.
   * @throws GeometryError on bytes that are no WKB
   */
  add(id: number | null, wkb: Uint8Array, values: readonly unknown[]): boolean {
    return this.write(id, this.geometry.encode(wkb), values);
  }

  /** Adds a point by its metres in Web Mercator, without WKB; false when it does not fall on the tile. */
  addPoint(id: number | null, x: number, y: number, values: readonly unknown[]): boolean {
    return this.write(id, this.geometry.encodePoint(x, y), values);
  }

  private write(id: number | null, type: number, values: readonly unknown[]): boolean {
    if (type === 0) return false;
    this.writeTags(values);
    this.writeFeature(id, type);
    return true;
  }

  /** Writes the feature whose tags and geometry are at hand. */
  private writeFeature(id: number | null, type: number): void {
    const { feature } = this;
    feature.length = 0;
    if (id !== null && Number.isSafeInteger(id) && id >= 0) feature.varintField(1, id);
    if (this.tags.length > 0) feature.writerField(2, this.tags);
    feature.varintField(3, type);
    feature.writerField(4, this.geometry.commands);
    this.layer.writerField(2, feature);
    this.count++;
  }

  /** The finished layer; empty when it has no features. The encoder is not used again. */
  finish(): Uint8Array {
    if (this.count === 0) {
      this.leave();
      return new Uint8Array(0);
    }
    for (const field of this.options.fields) this.layer.stringField(3, field);
    this.layer.raw(this.values.written());
    this.layer.varintField(5, this.options.extent);
    const tile = new ByteWriter(this.layer.length + 16);
    tile.bytesField(3, this.layer.written());
    this.leave();
    return tile.written();
  }

  private leave(): void {
    if (rooms.length < MOST_ROOMS && this.room.size <= LARGEST_ROOM) rooms.push(this.room);
  }

  private writeTags(values: readonly unknown[]): void {
    const { tags } = this;
    tags.length = 0;
    const count = Math.min(values.length, this.options.fields.length);
    for (let i = 0; i < count; i++) {
      const value = tileValue(values[i]);
      if (value === null) continue;
      tags.varint(i);
      tags.varint(this.valueId(value));
    }
  }

  private valueId(value: string | number | boolean): number {
    const message = this.value;
    message.length = 0;
    if (typeof value === 'string') message.stringField(1, value);
    else if (typeof value === 'boolean') message.varintField(7, value ? 1 : 0);
    else writeNumber(message, value);
    return this.values.idOf(message.bytes, 0, message.length);
  }

  /** Adds a feature from a row: object id, WKB, then the values. False when nothing of it falls on the tile. */
  addRow(row: BinaryRow, kinds: readonly CellKind[]): boolean {
    const length = row.lengths[1] as number;
    if (length <= 0) return false;
    const type = this.geometry.encodeAt(row.view, row.starts[1] as number, length);
    if (type === 0) return false;
    const { tags } = this;
    tags.length = 0;
    const count = this.options.fields.length;
    for (let i = 0; i < count; i++) {
      if (row.isNull(i + 2)) continue;
      const id = this.cellId(row, kinds[i + 2] as CellKind, i + 2);
      if (id < 0) continue;
      tags.varint(i);
      tags.varint(id);
    }
    this.writeFeature(row.isNull(0) ? null : row.integer(0), type);
    return true;
  }

  /** The number of a cell's value; -1 when tiles cannot hold it. */
  private cellId(row: BinaryRow, kind: CellKind, column: number): number {
    const message = this.value;
    message.length = 0;
    switch (kind) {
      case 'text': {
        const length = row.lengths[column] as number;
        message.varint((1 << 3) | 2);
        message.varint(length);
        message.part(row.bytes, row.starts[column] as number, length);
        break;
      }
      case 'uuid':
        message.varint((1 << 3) | 2);
        message.varint(GUID_LENGTH);
        message.reserve(GUID_LENGTH);
        row.guid(column, message.bytes, message.length);
        message.length += GUID_LENGTH;
        break;
      case 'boolean':
        message.varintField(7, row.boolean(column) ? 1 : 0);
        break;
      default: {
        const value = kind === 'integer' ? row.integer(column) : kind === 'double' ? row.double(column) : row.timestamp(column);
        if (!Number.isFinite(value)) return -1;
        writeNumber(message, value);
      }
    }
    return this.values.idOf(message.bytes, 0, message.length);
  }
}

function writeNumber(message: ByteWriter, value: number): void {
  if (!Number.isInteger(value) || Math.abs(value) >= 2 ** 52) message.doubleField(3, value);
  else if (value >= 0) message.varintField(5, value);
  else message.zigzagField(6, value);
}

/** A value that tiles can hold: times as milliseconds, structures as JSON text; null for nothing and for NaN. */
function tileValue(value: unknown): string | number | boolean | null {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    case 'object':
      if (value === null) return null;
      return value instanceof Date ? tileValue(value.getTime()) : JSON.stringify(value);
    default:
      return null;
  }
}

/** One tile of several finished layers. */
export function joinTileLayers(layers: readonly Uint8Array[]): Uint8Array {
  if (layers.length === 1 && layers[0] !== undefined) return layers[0];
  const tile = new Uint8Array(layers.reduce((sum, layer) => sum + layer.length, 0));
  let at = 0;
  for (const layer of layers) {
    tile.set(layer, at);
    at += layer.length;
  }
  return tile;
}
