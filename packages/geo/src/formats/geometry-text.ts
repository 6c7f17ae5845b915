// Geometries in cells of tables: well-known text, the hexadecimal bytes that databases write, or GeoJSON.
import { geoJsonToShape } from '../convert/geojson.ts';
import { positionsOf, type Shape } from '../convert/shape.ts';
import { readWkb } from '../convert/wkb.ts';
import { looksLikeWkt, readWkt } from '../convert/wkt.ts';
import type { Position } from '../esri/geometry.ts';
import { GeometryError } from '../esri/geometry-error.ts';
import { canonicalWkid, type KnownReference } from '../project/spatial-reference.ts';
import { sentence } from '../sentence.ts';

/** The order of the bytes, a type with its marks, and a position at least. */
const HEX = /^\s*(?:00[0-9a-f]{2}0000[0-9a-f]{2}|01[0-9a-f]{2}[01][0-9a-f]0000|01[0-9a-f]{4}00[0-9a-f]{2})[0-9a-f]{8,}\s*$/i;
const GEOJSON = /^\s*\{\s*"(?:type|coordinates|crs|bbox)"\s*:/;

/** Whether a cell of a column that is called so looks like a geometry. */
export function looksLikeGeometry(text: string): boolean {
  return looksLikeWkt(text) || HEX.test(text) || GEOJSON.test(text);
}

/** The geometry that a cell says. @throws GeometryError when it says none */
export function readGeometryText(text: string): Shape {
  if (GEOJSON.test(text)) return geoJsonToShape(parsed(text));
  const trimmed = text.trim();
  return /^0[01][0-9a-f]+$/i.test(trimmed) ? readWkb(bytesOfHex(trimmed)) : readWkt(text);
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

/** What the geometries of a column say about their system: its number, if all that say one agree, and whether they may be degrees at all. */
export class TextReference {
  private readonly srids = new Set<number>();
  private near = 0;
  private far = 0;

  add(shape: Shape): void {
    if (shape.srid !== undefined && shape.srid > 0) this.srids.add(shape.srid);
    const [first] = positionsOf(shape) as Iterable<Position>;
    if (first === undefined) return;
    if (Math.abs(first[0] ?? 0) > 1000 || Math.abs(first[1] ?? 0) > 1000) this.far++;
    else this.near++;
  }

  /** Null where they are no degrees and do not say what they are. */
  get reference(): KnownReference | null {
    const [srid, ...others] = this.srids;
    if (srid !== undefined && others.length === 0) return { wkid: canonicalWkid(srid) };
    return this.far > this.near ? null : { wkid: 4326 };
  }
}
