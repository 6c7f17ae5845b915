// Which polygons of a new layer the database has to look at: most are seen to be valid on their way into it.
import { isSurelyValid } from '@graticule/geo/convert/simple-ring';
import { WkbCursor } from '@graticule/geo/convert/wkb-cursor';

/** With more the database looks at all of them at once. */
const MOST = 50_000;

/** Gathers the features whose polygons may be broken. */
export class UnsurePolygons {
  private readonly found: number[] = [];
  private readonly cursor = new WkbCursor();

  /** Their object ids; undefined where they are too many to name. */
  get ids(): readonly number[] | undefined {
    return this.found.length > MOST ? undefined : this.found;
  }

  /** Looks at the polygon of a feature: WKB in the reference system of the layer. */
  see(id: number, wkb: Uint8Array): void {
    this.seeAt(id, new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength), 0, wkb.byteLength);
  }

  /** The same inside larger bytes. */
  seeAt(id: number, view: DataView, start: number, length: number): void {
    if (this.found.length > MOST) return;
    this.cursor.open(view, start, length);
    if (!isSurelyValid(this.cursor)) this.found.push(id);
  }
}

/** Whether the polygon may be broken. */
export function isUnsure(wkb: Uint8Array): boolean {
  return !isSurelyValid(new WkbCursor(wkb));
}
