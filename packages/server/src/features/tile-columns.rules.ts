// What a hosted table keeps for fast tiles: simplified geometries of lines and polygons, the first zoom of points.
import type { GeometryType } from '@graticule/contract/services/layer';
import { tileSize } from '@graticule/geo/project/tile-grid';
import { WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';

/** Zoom levels whose tiles are made from simplified geometries; each serves itself and the levels since the one before. */
const BANDS = [2, 5, 8] as const;
/** Units along a side of a tile. */
export const TILE_UNITS = 4096;
/** The last zoom level whose tiles are made from simplified geometries. */
export const LAST_SIMPLIFIED = BANDS[2];

/** Zoom levels whose points have an index of their own in tables whose points are not known yet; each serves the levels since the one before too. */
export const DRAWN_INDEX_ZOOMS: readonly number[] = [0, 2, 4, 6];

/** Points are thinned below this zoom: at most one in each cell of a tile. */
export const THINNED_ZOOMS = 7;
/** Cells along a side of a tile. */
export const THINNING_CELLS = 96;

const FINEST_CELL = tileSize(THINNED_ZOOMS - 1) / THINNING_CELLS;

/** How far apart the numbers of columns of cells are: there are points beyond the square of the map. */
const CELLS_OF_COLUMN = 2 ** 20;

/** The number of the finest cell in which a point lies, of which one point is drawn; metres of Web Mercator. */
export function drawnCellAt(x: number, y: number): number {
  return Math.floor((x + WEB_MERCATOR_LIMIT) / FINEST_CELL) * CELLS_OF_COLUMN + Math.floor((WEB_MERCATOR_LIMIT - y) / FINEST_CELL);
}

/**
 * SQL of the same number. As in the index `d_…` of hosted tables, word for word.
 * @param shape SQL of a point in metres of Web Mercator
 */
export function drawnCell(shape: string): string {
  const step = (metres: string): string => `floor((${metres}) / ${FINEST_CELL})`;
  const column = step(`ST_X(${shape}) + ${WEB_MERCATOR_LIMIT}`);
  const row = step(`${WEB_MERCATOR_LIMIT} - ST_Y(${shape})`);
  return `(${column} * ${CELLS_OF_COLUMN} + ${row})`;
}

/**
 * The condition that a point is drawn from a zoom level on at which others may hide behind it, so that it stands for those in its cell.
 * @param zoom SQL of the zoom level from which on it is drawn
 */
export function standsForOthers(zoom: string): string {
  return `${zoom} between 0 and ${THINNED_ZOOMS - 1}`;
}

/** Shapes of so few points are drawn as they are at every zoom level but the farthest ones. */
const FEW_POINTS = 16;
/** A simplified geometry with a larger share of the points of the shape is not worth its place. */
const WORTH = 3 / 4;

/**
 * Column and defining expression of each simplified geometry; the database keeps them in step with the shape. The finer ones are null where the shape
 * does as well: written down once more, shapes that hardly get simpler took as much room as the layer itself.
 */
export function simplifiedColumns(geometryType: GeometryType | null): { column: string; expression: string; isLarge: boolean }[] {
  if (geometryType !== 'esriGeometryPolygon' && geometryType !== 'esriGeometryPolyline') return [];
  return BANDS.map((zoom) => {
    const simple = `ST_Simplify("shape", ${(2 * tileSize(zoom)) / TILE_UNITS}::double precision, true)`;
    const many = `ST_NPoints("shape") > ${FEW_POINTS}`;
    // Only the finest is simplified twice to see what it is worth: the middle one of shapes with many points has few of them.
    const worth = zoom === LAST_SIMPLIFIED ? `${many} and ST_NPoints(${simple}) < ST_NPoints("shape") * ${WORTH}` : many;
    const isLarge = zoom > BANDS[0];
    return { column: `shape_z${zoom}`, isLarge, expression: isLarge ? `case when ${worth} then ${simple} end` : simple };
  });
}

/** Below this zoom, tiles of large layers of points are thinned while they are made, where the table does not do it. */
const THINNED_WHILE_MADE = 12;

/** Units of a tile of which a cell takes one point only; 0 where all are drawn. */
export function thinnedCell(geometryType: GeometryType | null, rowCount: number, zoom: number): number {
  const isThinned = geometryType === 'esriGeometryPoint' && rowCount > MOST_IN_TILE && zoom >= THINNED_ZOOMS && zoom < THINNED_WHILE_MADE;
  return isThinned ? TILE_UNITS / THINNING_CELLS : 0;
}

/** SQL of the geometry that tiles of a zoom level are made from. */
export function tileShape(geometryType: GeometryType, zoom: number): string {
  if (geometryType !== 'esriGeometryPolygon' && geometryType !== 'esriGeometryPolyline') return '"shape"';
  const band = BANDS.find((last) => zoom <= last);
  if (band === undefined) return '"shape"';
  return band === BANDS[0] ? `"shape_z${band}"` : `coalesce("shape_z${band}", "shape")`;
}

/** The most features of one tile; more cannot be told apart on a screen. */
export const MOST_IN_TILE = 40_000;

/** Longest side in metres of features that are too small to be seen at a zoom: less than a quarter of a pixel of 512 per tile. */
export function invisibleSize(zoom: number): number {
  return tileSize(zoom) / 2048;
}
