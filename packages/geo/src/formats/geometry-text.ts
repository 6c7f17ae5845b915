// Geometries in cells of tables: well-known text, the hexadecimal bytes that databases write, or GeoJSON.
import { type FileShape, joinedByKind, shapesOf } from '../convert/collections.ts';
import { geoJsonToShapes } from '../convert/geojson.ts';
import { positionsOf } from '../convert/shape.ts';
import { readWkbParts } from '../convert/wkb.ts';
import { looksLikeWkt, readWkt } from '../convert/wkt.ts';
import type { Position } from '../esri/geometry.ts';
import { GeometryError } from '../esri/geometry-error.ts';
import { canonicalWkid, type KnownReference, sameWkid } from '../project/spatial-reference.ts';
import { sentence } from '../sentence.ts';
import { BoundingBox, type Bounds } from './bounding-box.ts';

/** The order of the bytes, a type with its marks, and a position at least. */
const HEX = /^\s*(?:00[0-9a-f]{2}0000[0-9a-f]{2}|01[0-9a-f]{2}[01][0-9a-f]0000|01[0-9a-f]{4}00[0-9a-f]{2})[0-9a-f]{8,}\s*$/i;
const GEOJSON = /^\s*\{\s*"(?:type|coordinates|crs|bbox)"\s*:/;

/** Whether a cell of a column that is called so looks like a geometry. */
export function looksLikeGeometry(text: string): boolean {
  return looksLikeWkt(text) || HEX.test(text) || GEOJSON.test(text);
}

/** The geometry that a cell says, in several kinds where it is a collection; null for an empty one. @throws GeometryError when it says none */
export function readGeometryText(text: string): FileShape | null {
  if (GEOJSON.test(text)) return joinedByKind(geoJsonToShapes(parsed(text)));
  const trimmed = text.trim();
  return joinedByKind(/^0[01][0-9a-f]+$/i.test(trimmed) ? readWkbParts(bytesOfHex(trimmed)) : shapesOf(readWkt(text)));
}

function bytesOfHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length >> 1);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new GeometryError(sentence('geometry-not'));
  }
}

/** What the geometries of a column say about their system: the number that most of them name, and whether they may be degrees at all. */
export class TextReference {
  /** How many name each number, and where they are; 0 stands for none. */
  private readonly named = new Map<number, { count: number; box: BoundingBox }>();
  private near = 0;
  private far = 0;

  add(shape: FileShape): void {
    const [any] = shapesOf(shape);
    const first: Position | undefined = any && positionsOf(any)[0];
    if (first === undefined) return;
    const srid = sridOf(shape);
    const same = this.named.get(srid) ?? { count: 0, box: new BoundingBox() };
    this.named.set(srid, same);
    same.count++;
    for (const one of shapesOf(shape)) same.box.addShape(one);
    if (Math.abs(first[0] ?? 0) > 1000 || Math.abs(first[1] ?? 0) > 1000) this.far++;
    else this.near++;
  }

  /** Null where they are no degrees and do not say what they are. */
  get reference(): KnownReference | null {
    const [most] = this.numbers;
    if (most !== undefined) return { wkid: most };
    return this.far > this.near ? null : { wkid: 4326 };
  }

  /** The numbers that are named, the most common one first. */
  get numbers(): readonly number[] {
    const counted = [...this.named].filter(([srid]) => srid > 0);
    return counted.sort(([, a], [, b]) => b.count - a.count).map(([srid]) => srid);
  }

  /** Around the geometries that are in the system, and those that do not say where they are. */
  extent(wkid: number): Bounds | undefined {
    const box = new BoundingBox();
    for (const [srid, same] of this.named) if (srid === 0 || sameWkid(srid, wkid)) box.addBounds(same.box.bounds());
    return box.bounds();
  }
}

/** The number of the system that the geometry itself names; 0 for none. */
export function sridOf(shape: FileShape): number {
  const srid = shapesOf(shape)[0]?.srid ?? 0;
  return srid > 0 ? canonicalWkid(srid) : 0;
}
