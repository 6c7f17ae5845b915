// SQL of the zoom levels from which points are drawn that come, move or go by edits.
import { qualified } from '../hosted-table.store.ts';
import { baseTable, type HostedLayer } from '../layers.rules.ts';
import { drawnCell, standsForOthers, THINNED_ZOOMS } from '../tile-columns.rules.ts';

/** The zoom level of a point that came by an edit to where no other stands for its cell: it is drawn at all of them, and stands for none. */
const DRAWN_BESIDE = -1;

/**
 * From which zoom level on a point is drawn that comes or moves by an edit. Where the cell that it comes to shows another it hides behind that one, which cannot go
 * while the edit is written: whoever takes it away looks for a point to draw in its place, and sees this one then. What moves within its cell is drawn as before.
 * @param placed SQL of the new point in metres of Web Mercator; undefined where the feature has none any more
 * @param of names the row as it was, with a dot
 */
export function drawnSql(layer: HostedLayer, placed: string | undefined, of?: string): string {
  if (placed === undefined) return String(DRAWN_BESIDE);
  const cell = drawnCell(placed);
  const stands = `${drawnCell('"shape"')} = ${cell} and ${standsForOthers('"draw_zoom"')}`;
  const found = `select ${THINNED_ZOOMS} from ${qualified(baseTable(layer))} where ${stands} limit 1 for key share skip locked`;
  const anew = `coalesce((${found}), ${DRAWN_BESIDE})`;
  return of === undefined ? anew : `case when ${drawnCell(`${of}"shape"`)} = ${cell} then ${of}"draw_zoom" else ${anew} end`;
}
