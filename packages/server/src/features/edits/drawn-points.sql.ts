// SQL of the zoom levels from which points are drawn that come, move or go by edits.
import { WGS84 } from '@graticule/geo/project/spatial-reference';
import { tileSize } from '@graticule/geo/project/tile-grid';
import { mercatorX, mercatorY, WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';
import { qualified } from '../hosted-table.store.ts';
import { baseTable, type HostedLayer, STORED_SRID } from '../layers.rules.ts';
import { placeOf } from '../place-order.rules.ts';
import type { Binds } from '../sql-text.rules.ts';
import { THINNED_ZOOMS, THINNING_CELLS } from '../tile-columns.rules.ts';
import type { NewGeometry } from './edit.ts';

/** The zoom level of a point that came by an edit to where no other stands for its cell: it is drawn at all of them, and stands for none. */
const DRAWN_BESIDE = -1;
/** Bounds in indexes are rounded outwards to numbers of four bytes: points so near to the edge of a cell may seem to lie in the next one. */
const ROUGH_METRES = 4;

/**
 * From which zoom level on a point is drawn that comes or moves by an edit. Where the cell that it comes to shows another it hides behind that one, which cannot go
 * while the edit is written: whoever takes it away looks for a point to draw in its place, and sees this one then.
 */
export function drawnSql(sql: Binds, layer: HostedLayer, geometry: NewGeometry): string {
  const cell = geometry === null ? undefined : cellOf(geometry);
  if (cell === undefined) return String(DRAWN_BESIDE);
  const box = `ST_MakeEnvelope(${cell.map((side) => sql.bind(side, 'float8')).join(', ')}, ${STORED_SRID})`;
  const stands = `"shape" && ${box} and "draw_zoom" between 0 and ${THINNED_ZOOMS - 1}`;
  const found = `select ${THINNED_ZOOMS} from ${qualified(baseTable(layer))} where ${stands} limit 1 for key share skip locked`;
  return `coalesce((${found}), ${DRAWN_BESIDE})`;
}

/** The finest cell of a tile of which one point is drawn, around a point in degrees or metres of Web Mercator. */
function cellOf({ wkb, srid }: NonNullable<NewGeometry>): [number, number, number, number] | undefined {
  if (srid !== STORED_SRID && srid !== WGS84) return undefined;
  const [givenX, givenY] = placeOf(wkb);
  const [x, y] = srid === WGS84 ? [mercatorX(givenX), mercatorY(givenY)] : [givenX, givenY];
  if (!Number.isFinite(x) || !Number.isFinite(y)) return undefined;
  const width = tileSize(THINNED_ZOOMS - 1) / THINNING_CELLS;
  const west = Math.floor((x + WEB_MERCATOR_LIMIT) / width) * width - WEB_MERCATOR_LIMIT;
  const north = WEB_MERCATOR_LIMIT - Math.floor((WEB_MERCATOR_LIMIT - y) / width) * width;
  return [west + ROUGH_METRES, north - width + ROUGH_METRES, west + width - ROUGH_METRES, north - ROUGH_METRES];
}

/** The condition that no point hides behind that of a row: it came by an edit, or is drawn from so near only that all are. `of` names the row, with a dot. */
export function hidesNoneSql(of: string): string {
  return `not ${of}"draw_zoom" between 0 and ${THINNED_ZOOMS - 1}`;
}
