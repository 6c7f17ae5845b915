// Moves the positions of a geometry by what they miss of themselves on the way to another reference system and back.
import { eachRun, WkbCursor } from './wkb-cursor.ts';

/** The same geometry after the way there and back and, where it comes near the end of what the other system holds, as it lies there. */
export interface Trip {
  back: Uint8Array;
  there?: Uint8Array | null;
}

/** Which positions are moved. */
export interface DriftLimits {
  /** Less is rounding. */
  least: number;
  /** More is another place: one on the other side of the globe, or none. */
  most: number;
  /** How far from the middle of the other system those lie that stay: moved, they might come out on its other side. */
  edge: number;
}

/**
 * The geometry with its positions where they come back to what they are; the same bytes where none is moved. Each is
 * moved by itself, so that places which two geometries share are shared again. Heights and measures stay.
 */
export function withoutDrift(wkb: Uint8Array, { back, there }: Trip, limits: DriftLimits): Uint8Array {
  const came = placesOf(back);
  const lay = there ? placesOf(there) : undefined;
  const copy = new Uint8Array(wkb);
  let count = 0;
  let moved = 0;
  eachPlace(copy, ({ view, little }, at) => {
    const place = 2 * count++;
    const x = view.getFloat64(at, little);
    const y = view.getFloat64(at + 8, little);
    const [dx, dy] = [x - (came[place] ?? Number.NaN), y - (came[place + 1] ?? Number.NaN)];
    const far = Math.max(Math.abs(dx), Math.abs(dy));
    // What is no number is neither.
    if (!(far > limits.least && far < limits.most) || Math.abs(lay?.[place] ?? 0) > limits.edge) return;
    view.setFloat64(at, x + dx, little);
    view.setFloat64(at + 8, y + dy, little);
    moved++;
  });
  return moved === 0 || came.length !== 2 * count ? wkb : copy;
}

function placesOf(wkb: Uint8Array): number[] {
  const places: number[] = [];
  eachPlace(wkb, ({ view, little }, at) => places.push(view.getFloat64(at, little), view.getFloat64(at + 8, little)));
  return places;
}

function eachPlace(wkb: Uint8Array, visit: (cursor: WkbCursor, at: number) => void): void {
  eachRun(new WkbCursor(wkb), (cursor, count) => {
    cursor.need(count * cursor.stride);
    for (let i = 0; i < count; i++, cursor.offset += cursor.stride) visit(cursor, cursor.offset);
  });
}
