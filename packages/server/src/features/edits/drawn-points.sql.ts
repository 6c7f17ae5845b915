// SQL of the zoom levels from which points are drawn that come, move or go by edits.
import { qualified } from '../hosted-table.store.ts';
import { baseTable, type HostedLayer, STORED_SRID } from '../layers.rules.ts';
import { placeOf } from '../place-order.rules.ts';
import type { Binds } from '../sql-text.rules.ts';
import { drawnCell, drawnCellAt, standsForOthers, THINNED_ZOOMS } from '../tile-columns.rules.ts';
import type { NewGeometry } from './edit.ts';

/** The zoom level of a point that came by an edit to where no other stands for its cell: it is drawn at all of them, and stands for none. */
const DRAWN_BESIDE = -1;

/** The number of the finest cell of a point; WKB in Web Mercator. */
export const drawnCellOf = (wkb: Uint8Array): number => drawnCellAt(...placeOf(wkb));

/** A point that comes. */
interface NewPoint {
  geometry: NewGeometry;
  /** SQL of it in metres of Web Mercator; undefined where the feature has none any more. */
  placed: string | undefined;
  /** Names the row as it was, with a dot. */
  of?: string;
}

/**
 * From which zoom level on a point is drawn that comes or moves by an edit. Where the cell that it comes to shows another it hides behind that one, which cannot go
 * while the edit is written: whoever takes it away looks for a point to draw in its place, and sees this one then. What moves within its cell is drawn as before.
 */
export function drawnSql(sql: Binds, layer: HostedLayer, { geometry, placed, of }: NewPoint): string {
  if (placed === undefined || geometry === null) return String(DRAWN_BESIDE);
  const cell = geometry.srid === STORED_SRID ? sql.bind(drawnCellOf(geometry.wkb), 'float8') : drawnCell(placed);
  const stands = `${drawnCell('"shape"')} = ${cell} and ${standsForOthers('"draw_zoom"')}`;
  const found = `select ${THINNED_ZOOMS} from ${qualified(baseTable(layer))} where ${stands} limit 1 for key share skip locked`;
  const anew = `coalesce((${found}), ${DRAWN_BESIDE})`;
  return of === undefined ? anew : `case when ${drawnCell(`${of}"shape"`)} = ${cell} then ${of}"draw_zoom" else ${anew} end`;
}
