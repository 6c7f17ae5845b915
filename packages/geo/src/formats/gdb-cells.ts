// The numbers and texts of File Geodatabases, read from bytes that may be damaged.
import { dayOf, momentText } from './field-text.ts';
import { wholeNumber } from './whole-number.ts';

/** A walk through bytes; every step is checked. @throws RangeError beyond the end */
export class GdbCursor {
  at: number;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
  }

  /** Bytes that are left. */
  get left(): number {
    return this.bytes.length - this.at;
  }

  byte(): number {
    return this.view.getUint8(this.step(1));
  }

  int16(): number {
    return this.view.getInt16(this.step(2), true);
  }

  int32(): number {
    return this.view.getInt32(this.step(4), true);
  }

  uint32(): number {
    return this.view.getUint32(this.step(4), true);
  }

  int64(): bigint {
    return this.view.getBigInt64(this.step(8), true);
  }

  float(): number {
    return this.view.getFloat32(this.step(4), true);
  }

  double(): number {
    return this.view.getFloat64(this.step(8), true);
  }

  /** A number of seven bits a byte, the lowest first; exact up to 2^53. */
  count(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      if (scale > 2 ** 56) throw new RangeError('a number without an end');
    }
  }

  /** As `count`, with a sign in the second bit of the first byte. */
  difference(): number {
    const first = this.byte();
    let value = first & 0x3f;
    if (first >= 0x80) {
      for (let scale = 64; ; scale *= 128) {
        const byte = this.byte();
        value += (byte & 0x7f) * scale;
        if (byte < 0x80) break;
        if (scale > 2 ** 56) throw new RangeError('a number without an end');
      }
    }
    return (first & 0x40) === 0 ? value : -value;
  }

  take(length: number): Uint8Array {
    const at = this.step(length);
    return this.bytes.subarray(at, at + length);
  }

  /** So many characters of two bytes. */
  wide(characters: number): string {
    return new TextDecoder('utf-16le').decode(this.take(characters * 2));
  }

  skip(length: number): void {
    this.step(length);
  }

  private step(length: number): number {
    const at = this.at;
    if (!(length >= 0 && at + length <= this.bytes.length)) throw new RangeError('the bytes end too early');
    this.at = at + length;
    return at;
  }
}

/** A value that is kept in a table. */
export type GdbValue = string | number | bigint | null | GdbShapeBytes | GdbFileBytes;

/** The bytes of a geometry, not yet understood. */
export interface GdbShapeBytes {
  shape: Uint8Array;
}

/** The bytes of a file that is kept in a field. */
export interface GdbFileBytes {
  file: Uint8Array;
}

/** Kinds of fields by the number in the file. */
export const GDB_KIND = {
  int16: 0,
  int32: 1,
  float: 2,
  double: 3,
  text: 4,
  moment: 5,
  objectId: 6,
  geometry: 7,
  binary: 8,
  raster: 9,
  guid: 10,
  globalId: 11,
  xml: 12,
  int64: 13,
  date: 14,
  time: 15,
  momentWithOffset: 16,
} as const;

const utf8 = new TextDecoder();
const utf16 = new TextDecoder('utf-16le');
const DAY = 86_400_000;
/** 30 December 1899 in epoch days. */
const FIRST_DAY = -25_569;
/** Moments that a Date can hold. */
const LAST_MOMENT = 8.64e15;

/** How a table keeps its values. */
export interface CellForm {
  kind: number;
  /** Texts have one or more bytes a character, not two. */
  utf8: boolean;
  /** How a raster is kept: 0 outside, 1 in another table, 2 here. */
  rasterKind?: number;
  /** Bytes in the field are wanted. */
  wantsBytes?: boolean;
}

/** The next value of a row. Dates are epoch milliseconds; pictures, and bytes unless they are wanted, are passed over and become null. */
export function readCell(cursor: GdbCursor, { kind, utf8: isUtf8, rasterKind, wantsBytes }: CellForm): GdbValue {
  switch (kind) {
    case GDB_KIND.int16:
      return cursor.int16();
    case GDB_KIND.int32:
      return cursor.int32();
    case GDB_KIND.int64:
      return wholeNumber(cursor.int64());
    case GDB_KIND.float:
      return finite(cursor.float());
    case GDB_KIND.double:
      return finite(cursor.double());
    case GDB_KIND.text:
    case GDB_KIND.xml: {
      const bytes = cursor.take(cursor.count());
      return (isUtf8 || kind === GDB_KIND.xml ? utf8 : utf16).decode(bytes).replaceAll('\0', '');
    }
    case GDB_KIND.moment:
      return moment(cursor.double());
    case GDB_KIND.date:
      return dayOf(moment(cursor.double()) ?? Number.NaN);
    case GDB_KIND.momentWithOffset: {
      const local = moment(cursor.double());
      const minutes = cursor.int16();
      return local === null ? null : momentText(local - minutes * 60_000, minutes);
    }
    case GDB_KIND.time:
      return timeOfDay(cursor.double());
    case GDB_KIND.guid:
    case GDB_KIND.globalId:
      return guid(cursor.take(16));
    case GDB_KIND.geometry:
      return { shape: cursor.take(cursor.count()) };
    case GDB_KIND.binary:
      if (wantsBytes) return { file: cursor.take(cursor.count()) };
      cursor.skip(cursor.count());
      return null;
    case GDB_KIND.raster:
      if (rasterKind === 1) cursor.skip(4);
      else cursor.skip(cursor.count());
      return null;
    default:
      throw new RangeError('a field of an unknown kind');
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function moment(days: number): number | null {
  const ms = Math.round((days + FIRST_DAY) * DAY);
  return Math.abs(ms) <= LAST_MOMENT ? ms + 0 : null;
}

function timeOfDay(part: number): string | null {
  return part >= 0 && part <= 1 ? timeText(Math.min(Math.round(part * DAY), DAY - 1)) : null;
}

/** With the fraction of the second that there is. */
function timeText(ms: number): string {
  return new Date(ms)
    .toISOString()
    .slice(11, 23)
    .replace(/\.000$/, '');
}

/** The first three groups have their lowest byte first. */
function guid(bytes: Uint8Array): string {
  const order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];
  const digits = order.map((at) => (bytes[at] ?? 0).toString(16).padStart(2, '0')).join('');
  return `{${digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-').toUpperCase()}}`;
}
