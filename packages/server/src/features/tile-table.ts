// How the table of a layer is read for a tile of a zoom level.
import { tileSize } from '@graticule/geo/project/tile-grid';
import type { StoredField } from '../schema/features.ts';
import { qualified } from './hosted-table.store.ts';
import { binaryValue } from './layer-scope.ts';
import { fieldByName, type HostedLayer } from './layers.rules.ts';
import { requireReadable } from './own-rows.ts';
import { identifier } from './sql-text.rules.ts';
import {
  invisibleSize,
  LAST_SIMPLIFIED,
  MOST_IN_TILE,
  THINNED_ZOOMS,
  THINNING_CELLS,
  TILE_UNITS,
  thinnedCell,
  tileShape,
} from './tile-columns.rules.ts';

/** What the statement of a tile is made of. */
export interface TileTable {
  table: string;
  values: string[];
  fields: StoredField[];
  shape: string;
  condition: string;
  /** Which features come first where a tile has too many; empty for layers that never have. */
  order: string;
  /** The table has thinned the features of this level, or they lie on many tiles: more than the limit are hardly met, so that putting them in order can wait for it. */
  rarelyTooMany: boolean;
  /** The most features of one tile. */
  limit: number;
  /** Only features with this name in the column. */
  onlyOf?: { column: string; username: string };
  /** Units of the tile of which a cell takes one point only; 0 where all are drawn. */
  thinCell: number;
  /** Small polygons of a cell are drawn as one: the side of a cell in metres, and in units of the tile. */
  merged?: { cell: number; units: number };
  /** Under which name and version it may be kept what the tile shows: where that is the same for all who ask, and nobody has changed anything lately. */
  keptAs?: { table: string; version: number };
}

/** The parts of a tile's statement; `names` restricts the fields, unknown ones are left out. */
export function tileTable(layer: HostedLayer, zoom: number, names?: readonly string[]): TileTable {
  requireReadable(layer);
  const fields =
    names === undefined
      ? layer.fields.filter((field) => field.editable)
      : [...new Set(names.flatMap((name) => fieldByName(layer, name) ?? []))].filter((field) => field.type !== 'esriFieldTypeOID');
  const condition = conditionFor(layer, zoom);
  const isMerged = isDense(layer, zoom);
  return {
    table: qualified(layer.table),
    fields,
    values: fields.map((field) => binaryValue(field.type, identifier(field.column))),
    shape: tileShape(layer.geometryType ?? 'esriGeometryPoint', zoom),
    condition,
    order: orderFor(layer, zoom),
    rarelyTooMany: layer.geometryType === 'esriGeometryPoint' ? condition !== '' : expectedInTile(layer, zoom) * UNEVEN < MOST_IN_TILE,
    limit: MOST_IN_TILE,
    thinCell: thinnedCell(layer.geometryType, layer.rowCount, zoom),
    ...(isMerged ? { merged: { cell: tileSize(zoom) / THINNING_CELLS, units: TILE_UNITS / THINNING_CELLS } } : {}),
    ...(isMerged && isSettled(layer) ? { keptAs: { table: layer.table, version: layer.version } } : {}),
    ...(layer.onlyOf === undefined ? {} : { onlyOf: { column: identifier(layer.onlyOf.field.column), username: layer.onlyOf.username } }),
  };
}

/** Leaves out what cannot be seen at the zoom level. Of points, the partial indexes of this level and of those nearer by fit. */
function conditionFor(layer: HostedLayer, zoom: number): string {
  if (layer.geometryType === 'esriGeometryPoint') {
    // Points may hide behind points that are not shown here, so none is left out.
    const part = layer.onlyOf !== undefined || (layer.view !== undefined && (layer.view.condition !== null || layer.view.area !== null));
    if (zoom >= THINNED_ZOOMS || part) return '';
    return ` and "draw_zoom" <= ${zoom}`;
  }
  if (layer.geometryType === 'esriGeometryMultipoint' || zoom > LAST_SIMPLIFIED) return '';
  const size = invisibleSize(zoom);
  const larger = (shape: string): string =>
    `ST_XMax(${shape}) - ST_XMin(${shape}) > ${size} or ST_YMax(${shape}) - ST_YMin(${shape}) > ${size}`;
  // Of simplified geometries: the whole one may have to be unpacked for each row. The coarsest is part of the row and hardly ever larger than the
  // others, which have to be fetched: they are asked only where it is too small.
  const shapes = [
    ...new Set([tileShape(layer.geometryType ?? 'esriGeometryPolygon', 0), tileShape(layer.geometryType ?? 'esriGeometryPolygon', zoom)]),
  ];
  return ` and (${shapes.map(larger).join(' or ')})`;
}

/** Layers of which a tile would show more polygons than this, most of them smaller than a few pixels, have small ones merged. */
const MERGED_ABOVE = 10_000;
/** A layer that was changed since may be changed again soon. */
const SETTLED_MS = 10_000;

/** Whether tiles of the zoom level show so many polygons that small ones cannot be told apart. Above the last one all are read as they are. */
function isDense(layer: HostedLayer, zoom: number): boolean {
  return layer.geometryType === 'esriGeometryPolygon' && zoom <= LAST_SIMPLIFIED && expectedInTile(layer, zoom) > MERGED_ABOVE;
}

function isSettled(layer: HostedLayer): boolean {
  return layer.view === undefined && layer.onlyOf === undefined && Date.now() - layer.dataEdited.getTime() > SETTLED_MS;
}

/** How many times the features of one tile may be those of the mean one. */
const UNEVEN = 2;

/** Features of a tile of the zoom level where they are spread evenly over the extent of the layer. */
function expectedInTile({ extent, rowCount }: HostedLayer, zoom: number): number {
  if (extent === null) return rowCount;
  const [xmin = 0, ymin = 0, xmax = 0, ymax = 0] = extent;
  const tiles = (from: number, to: number): number => Math.max(1, (to - from) / tileSize(zoom));
  return rowCount / (tiles(xmin, xmax) * tiles(ymin, ymax));
}

/**
 * What is seen from furthest away first: points that stand for their surroundings, large lines and polygons. In the order of the
 * table, which is that of the file, one corner of the tile would be full and the others empty.
 */
function orderFor(layer: HostedLayer, zoom: number): string {
  if (layer.rowCount <= MOST_IN_TILE || layer.geometryType === null || layer.geometryType === 'esriGeometryMultipoint') return '';
  if (layer.geometryType === 'esriGeometryPoint') return ' order by "draw_zoom"';
  const shape = tileShape(layer.geometryType, zoom);
  return ` order by greatest(ST_XMax(${shape}) - ST_XMin(${shape}), ST_YMax(${shape}) - ST_YMin(${shape})) desc`;
}
