// The header of a table of a File Geodatabase: its fields and how their values are kept.
import { type CellForm, GDB_KIND, GdbCursor } from './gdb-cells.ts';

/** How the coordinates of a field of geometries are kept: whole numbers over a scale, from an origin. */
export interface GdbGrid {
  wkt: string;
  x: number;
  y: number;
  scale: number;
  z: { origin: number; scale: number } | null;
  m: { origin: number; scale: number } | null;
}

/** A field as the table has it. */
export interface GdbField extends CellForm {
  name: string;
  alias: string;
  nullable: boolean;
  /** Longest text, for fields of texts. */
  length?: number;
  /** Fields of geometries only. */
  grid?: GdbGrid;
}

/** What the header of a table says. */
export interface GdbHeader {
  fields: GdbField[];
  /** 0 none, 1 points, 2 multipoints, 3 lines, 4 polygons, 9 bodies. */
  shapeKind: number;
  hasZ: boolean;
  hasM: boolean;
}

const MAX_FIELDS = 65_535;

/** Reads what follows the length of the header. @throws RangeError when it is damaged or of an unknown version */
export function readGdbHeader(bytes: Uint8Array): GdbHeader {
  const cursor = new GdbCursor(bytes);
  const version = cursor.int32();
  if (version !== 3 && version !== 4 && version !== 6) throw new RangeError('a version that is not known');
  const flags = cursor.uint32();
  const form = { utf8: (flags & 0x100) !== 0, layerZ: flags >>> 31 === 1, layerM: ((flags >>> 30) & 1) === 1 };
  const count = cursor.int16() & MAX_FIELDS;
  const fields: GdbField[] = [];
  for (let i = 0; i < count; i++) fields.push(readField(cursor, form));
  return { fields, shapeKind: flags & 0xff, hasZ: form.layerZ, hasM: form.layerM };
}

interface TableForm {
  utf8: boolean;
  layerZ: boolean;
  layerM: boolean;
}

function readField(cursor: GdbCursor, form: TableForm): GdbField {
  const name = cursor.wide(cursor.byte());
  const alias = cursor.wide(cursor.byte());
  const kind = cursor.byte();
  const field = { name, alias, kind, utf8: form.utf8 };
  switch (kind) {
    case GDB_KIND.objectId:
      cursor.skip(2);
      return { ...field, nullable: false };
    case GDB_KIND.geometry: {
      cursor.skip(1);
      const nullable = isNullable(cursor.byte());
      return { ...field, nullable, grid: readGrid(cursor, form) };
    }
    case GDB_KIND.raster:
      cursor.skip(1);
      return { ...field, ...readRaster(cursor) };
    case GDB_KIND.text: {
      const longest = cursor.int32();
      const flags = cursor.byte();
      const length = cursor.count();
      if ((flags & 4) !== 0) cursor.skip(length);
      return { ...field, nullable: isNullable(flags), ...(longest > 0 ? { length: longest } : {}) };
    }
    case GDB_KIND.binary:
    case GDB_KIND.guid:
    case GDB_KIND.globalId:
    case GDB_KIND.xml:
      cursor.skip(1);
      return { ...field, nullable: isNullable(cursor.byte()) };
    default: {
      if (kind > GDB_KIND.momentWithOffset) throw new RangeError('a field of an unknown kind');
      cursor.skip(1);
      const flags = cursor.byte();
      const length = cursor.byte();
      if ((flags & 4) !== 0) cursor.skip(length);
      return { ...field, nullable: isNullable(flags) };
    }
  }
}

const isNullable = (flags: number): boolean => (flags & 1) === 1;

function readGrid(cursor: GdbCursor, { layerZ, layerM }: TableForm): GdbGrid {
  const wkt = cursor.wide((cursor.int16() & 0xffff) / 2);
  const has = cursor.byte();
  const [hasM, hasZ] = [(has & 2) !== 0, (has & 4) !== 0];
  const [x, y, scale] = [cursor.double(), cursor.double(), cursor.double()];
  const m = hasM ? { origin: cursor.double(), scale: cursor.double() } : null;
  const z = hasZ ? { origin: cursor.double(), scale: cursor.double() } : null;
  // Tolerances, then the box of the layer.
  cursor.skip(8 + (hasM ? 8 : 0) + (hasZ ? 8 : 0) + 32);
  skipGridSizes(cursor, (layerZ ? 16 : 0) + (layerM ? 16 : 0));
  return { wkt, x, y, scale, z, m };
}

/** Ranges of z and m stand before the sizes of the index in newer files, and not in older ones: the sizes are looked for. */
function skipGridSizes(cursor: GdbCursor, ranges: number): void {
  const from = cursor.at;
  for (const skipped of ranges === 0 ? [0] : [ranges, 0]) {
    cursor.at = from + skipped;
    const [mark, count] = [cursor.byte(), cursor.uint32()];
    if (mark !== 0 || count < 1 || count > 3) continue;
    cursor.skip(count * 8);
    return;
  }
  throw new RangeError('the sizes of the index are not where they should be');
}

function readRaster(cursor: GdbCursor): { nullable: boolean; rasterKind: number } {
  const nullable = isNullable(cursor.byte());
  cursor.skip(cursor.byte() * 2);
  cursor.skip(cursor.int16() & 0xffff);
  const has = cursor.byte();
  if (has > 0) {
    const more = (has & 2 ? 1 : 0) + (has & 4 ? 1 : 0);
    cursor.skip(24 + more * 16 + 8 + more * 8);
  }
  return { nullable, rasterKind: cursor.byte() };
}
