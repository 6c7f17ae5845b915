// Makes geometries from the coordinate columns of a table, and says what is wrong with a row's coordinates.
import type { FileShape } from '../convert/collections.ts';
import { GeometryError } from '../esri/geometry-error.ts';
import { sameWkid } from '../project/spatial-reference.ts';
import { type Sentence, sentence } from '../sentence.ts';
import { angleOf } from './csv-degree-parts.ts';
import type { LocationColumns } from './csv-location.ts';
import { type PairStyle, placeOfPair } from './csv-pairs.ts';
import type { DatasetDescription } from './format-reader.ts';
import { type FeatureGeometryType, type WantedKind, wkbInLayer } from './geometry-family.ts';
import { readGeometryText, sridOf } from './geometry-text.ts';
import { parseGrouped } from './parse-coordinate.ts';
import type { CellBlock } from './parsed-cells.ts';
import { PlainNumbers, textOf } from './plain-numbers.ts';

/** The shape of a cell with a geometry; null when it has none or a faulty one. */
export function shapeOfCell(text: string): FileShape | null {
  try {
    return readGeometryText(text);
  } catch {
    // Reported with its row when the features are read.
    return null;
  }
}

/** Reads the place of one row after another. Coordinates are numbers until somebody wants a geometry of them. */
export class CsvPlaces {
  private readonly columns: LocationColumns;
  private readonly geometryType: FeatureGeometryType | null;
  private readonly degrees: boolean;
  private readonly kind: WantedKind | undefined;
  private readonly wkid: number | undefined;
  private readonly numbers = new PlainNumbers();
  x = 0;
  y = 0;

  /** Geometries that name a system are only taken where it is `wkid`, if that is given. */
  constructor(
    columns: LocationColumns,
    { geometryType, spatialReference }: Pick<DatasetDescription, 'geometryType' | 'spatialReference'>,
    { kind, wkid }: { kind?: WantedKind | undefined; wkid?: number | undefined } = {},
  ) {
    this.columns = columns;
    this.geometryType = geometryType;
    this.degrees = spatialReference?.wkid === 4326;
    this.kind = kind;
    this.wkid = wkid;
  }

  /** Rows that cannot be read are told of by the first layer of the file. */
  get isFurther(): boolean {
    return this.kind?.layer === 'further';
  }

  /** Leaves the coordinates of a row, whose cells begin at `first`, in `x` and `y` (NaN where both are blank), or says what is wrong with them. */
  point({ bytes, starts, ends }: CellBlock, first: number): Sentence | undefined {
    const { columns, numbers } = this;
    if (columns.kind !== 'xy') return undefined;
    const [x, y] = [first + columns.x, first + columns.y];
    if (columns.pair !== undefined) return this.parsePair(textOf(bytes, starts[x] as number, ends[x] as number), columns.pair);
    if (columns.parts !== undefined) {
      const cell = (at: number): string => textOf(bytes, starts[first + at] as number, ends[first + at] as number);
      return this.parse(angleOf(columns.parts.x, columns.x, cell), angleOf(columns.parts.y, columns.y, cell));
    }
    const isPlain = columns.group === undefined && numbers.read(bytes, starts[x] as number, ends[x] as number);
    const plainX = numbers.value;
    if (!isPlain || !numbers.read(bytes, starts[y] as number, ends[y] as number)) {
      return this.parse(textOf(bytes, starts[x] as number, ends[x] as number), textOf(bytes, starts[y] as number, ends[y] as number));
    }
    return this.place(plainX, numbers.value);
  }

  /** Leaves the coordinates in `x` and `y`, or says what is wrong with them. */
  private parse(rawX: string, rawY: string): Sentence | undefined {
    const blank = [rawX, rawY].filter((text) => text.trim() === '').length;
    if (blank === 1) return sentence('coordinates-blank');
    if (blank === 2) {
      this.x = Number.NaN;
      this.y = Number.NaN;
      return undefined;
    }
    const group = this.columns.kind === 'xy' ? this.columns.group : undefined;
    const x = parseGrouped(rawX, group);
    const y = parseGrouped(rawY, group);
    if (!Number.isFinite(x)) return sentence('coordinate-not', { text: short(rawX) });
    if (!Number.isFinite(y)) return sentence('coordinate-not', { text: short(rawY) });
    return this.place(x, y);
  }

  private parsePair(text: string, style: PairStyle): Sentence | undefined {
    const both = text.trim() === '' ? { x: '', y: '' } : placeOfPair(text, style);
    return both === null ? sentence('coordinates-not', { text: short(text) }) : this.parse(both.x, both.y);
  }

  private place(x: number, y: number): Sentence | undefined {
    if (this.degrees && Math.abs(y) > 90) return sentence('latitude-range', { value: String(y) });
    if (this.degrees && Math.abs(x) > 180) return sentence('longitude-range', { value: String(x) });
    this.x = x;
    this.y = y;
    return undefined;
  }

  /** The geometry of a cell (null: none), or why there is none; undefined where the row is not of the wanted kind. */
  readText(text: string): Uint8Array | Sentence | null | undefined {
    return wkbInLayer(readShape(text, this.wkid), this.geometryType, this.kind);
  }
}

function readShape(text: string, wkid: number | undefined): FileShape | Sentence | null {
  if (text.trim() === '') return null;
  try {
    const shape = readGeometryText(text);
    if (shape === null) return null;
    const srid = sridOf(shape);
    return wkid === undefined || srid === 0 || sameWkid(srid, wkid) ? shape : sentence('srid-other', { srid, wkid });
  } catch (error) {
    if (error instanceof GeometryError) return error.sentence;
    throw error;
  }
}

const short = (text: string): string => (text.length > 30 ? `${text.slice(0, 30)}…` : text);
