// Counts the rows that reach beyond the ends of the map, where their positions are kept.
import { positionBeyond } from '@graticule/geo/convert/wkb-range';
import type { ColumnBatch } from '@graticule/geo/formats/format-reader';
import { WGS84 } from '@graticule/geo/project/spatial-reference';
import { MAX_LATITUDE } from '@graticule/geo/project/web-mercator';
import { type Sentence, sentence } from '@graticule/geo/sentence';

/** The latitude of a pole: rows with larger ones are refused. */
const POLE = 90;
/** Longitudes are not looked at. */
const ANY = Number.MAX_VALUE;

/** Sees the rows of a file, and says how many of them are moved. */
export class PolarRows {
  readonly #isSeen: boolean;
  #count = 0;
  #first = Number.POSITIVE_INFINITY;

  /** Systems in metres place what lies there in their own way. */
  constructor(srid: number) {
    this.#isSeen = srid === WGS84;
  }

  see(rows: readonly { row: number; wkb: Uint8Array | null }[]): void {
    if (this.#isSeen) for (const { row, wkb } of rows) this.#shape(row, wkb);
  }

  seeBatch({ count, rows, places }: ColumnBatch): void {
    if (!this.#isSeen || places.kind === 'none') return;
    for (let i = 0; i < count; i++) {
      if (places.kind === 'points') {
        const north = Math.abs(places.y[i] as number);
        if (north > MAX_LATITUDE && north <= POLE) this.#note(rows[i] as number);
      } else {
        const start = places.starts[i] as number;
        if (start >= 0) this.#shape(rows[i] as number, places.bytes.subarray(start, places.ends[i]));
      }
    }
  }

  /** What is told of them; nothing where there are none. */
  warnings(): Sentence[] {
    return this.#count === 0 ? [] : [sentence('latitudes-kept', { most: MAX_LATITUDE, count: this.#count, row: this.#first })];
  }

  #shape(row: number, wkb: Uint8Array | null): void {
    if (wkb === null || positionBeyond(wkb, ANY, MAX_LATITUDE) === undefined) return;
    if (positionBeyond(wkb, ANY, POLE) === undefined) this.#note(row);
  }

  #note(row: number): void {
    this.#count++;
    this.#first = Math.min(this.#first, row);
  }
}
