// Makes geometries from the coordinate columns of a table, and says what is wrong with a row's coordinates.

import { pointWkb } from '../convert/point-wkb.ts';
import type { Shape } from '../convert/shape.ts';
import { writeWkb } from '../convert/wkb.ts';
import { readWkt } from '../convert/wkt.ts';
import { GeometryError } from '../esri/geometry-error.ts';
import { type Sentence, sentence } from '../sentence.ts';
import type { LocationColumns } from './csv-location.ts';
import type { DatasetDescription } from './format-reader.ts';
import { type FeatureGeometryType, otherKind, toFamily } from './geometry-family.ts';
import { parseCoordinate } from './parse-coordinate.ts';

/** A geometry (null: none), or why there is none. */
export type Place = { wkb: Uint8Array | null; problem?: undefined } | { problem: Sentence };

/** The shape of a cell with well-known text; null when it has none or a faulty one. */
export function shapeOfCell(text: string): Shape | null {
  try {
    return readWkt(text);
  } catch {
    // Reported with its row when the features are read.
    return null;
  }
}

/** Reads the place of one row after another. */
export class CsvPlaces {
  private readonly columns: LocationColumns;
  private readonly geometryType: FeatureGeometryType | null;
  private readonly degrees: boolean;
  private x = 0;
  private y = 0;

  constructor(columns: LocationColumns, geometryType: FeatureGeometryType | null, reference: DatasetDescription['spatialReference']) {
    this.columns = columns;
    this.geometryType = geometryType;
    this.degrees = reference?.wkid === 4326;
  }

  read(row: readonly string[]): Place {
    const { columns } = this;
    if (columns.kind === 'none') return { wkb: null };
    if (columns.kind === 'wkt') return this.readText(row[columns.column] ?? '');
    return this.readPoint(row[columns.x] ?? '', row[columns.y] ?? '');
  }

  /** What is wrong with the coordinates of a row, without making a geometry of them. */
  problemOf(row: readonly string[]): Sentence | undefined {
    const { columns } = this;
    return columns.kind === 'xy' ? this.parse(row[columns.x] ?? '', row[columns.y] ?? '') : undefined;
  }

  private readPoint(rawX: string, rawY: string): Place {
    const problem = this.parse(rawX, rawY);
    return problem === undefined ? { wkb: pointWkb(this.x, this.y) } : { problem };
  }

  /** Leaves the coordinates in `x` and `y`, or says what is wrong with them. */
  private parse(rawX: string, rawY: string): Sentence | undefined {
    if (rawX.trim() === '' || rawY.trim() === '') return sentence('coordinates-blank');
    const x = parseCoordinate(rawX);
    const y = parseCoordinate(rawY);
    if (!Number.isFinite(x)) return sentence('coordinate-not', { text: short(rawX) });
    if (!Number.isFinite(y)) return sentence('coordinate-not', { text: short(rawY) });
    if (this.degrees && Math.abs(y) > 90) return sentence('latitude-range', { value: String(y) });
    if (this.degrees && Math.abs(x) > 180) return sentence('longitude-range', { value: String(x) });
    this.x = x;
    this.y = y;
    return undefined;
  }

  private readText(text: string): Place {
    if (text.trim() === '') return { wkb: null };
    try {
      const shape = readWkt(text);
      const fitting = this.geometryType ? toFamily(shape, this.geometryType) : null;
      if (!fitting) return { problem: otherKind(shape) };
      return { wkb: writeWkb(fitting, { srid: null }) };
    } catch (error) {
      if (error instanceof GeometryError) return { problem: error.sentence };
      throw error;
    }
  }
}

const short = (text: string): string => (text.length > 30 ? `${text.slice(0, 30)}…` : text);
