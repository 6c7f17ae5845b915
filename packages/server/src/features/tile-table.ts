// How the table of a layer is read for a tile of a zoom level.
import type { StoredField } from '../schema/features.ts';
import { qualified } from './hosted-table.store.ts';
import { binaryValue } from './layer-scope.ts';
import { fieldByName, type HostedLayer } from './layers.rules.ts';
import { requireReadable } from './own-rows.ts';
import { identifier } from './sql-text.rules.ts';
import { invisibleSize, MOST_IN_TILE, THINNED_ZOOMS, thinnedCell, tileColumn } from './tile-columns.rules.ts';

/** What the statement of a tile is made of. */
export interface TileTable {
  table: string;
  values: string[];
  fields: StoredField[];
  shape: string;
  condition: string;
  /** Which features come first where a tile has too many; empty for layers that never have. */
  order: string;
  /** The table has thinned the features of this level: more than the limit are hardly met, so that putting them in order can wait for it. */
  rarelyTooMany: boolean;
  /** The most features of one tile. */
  limit: number;
  /** Only features with this name in the column. */
  onlyOf?: { column: string; username: string };
  /** Units of the tile of which a cell takes one point only; 0 where all are drawn. */
  thinCell: number;
}

/** The parts of a tile's statement; `names` restricts the fields, unknown ones are left out. */
export function tileTable(layer: HostedLayer, zoom: number, names?: readonly string[]): TileTable {
  requireReadable(layer);
  const fields =
    names === undefined
      ? layer.fields.filter((field) => field.editable)
      : [...new Set(names.flatMap((name) => fieldByName(layer, name) ?? []))].filter((field) => field.type !== 'esriFieldTypeOID');
  const condition = conditionFor(layer, zoom);
  return {
    table: qualified(layer.table),
    fields,
    values: fields.map((field) => binaryValue(field.type, identifier(field.column))),
    shape: identifier(tileColumn(layer.geometryType ?? 'esriGeometryPoint', zoom)),
    condition,
    order: orderFor(layer, zoom),
    rarelyTooMany: layer.geometryType === 'esriGeometryPoint' && condition !== '',
    limit: MOST_IN_TILE,
    thinCell: thinnedCell(layer.geometryType, layer.rowCount, zoom),
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
  if (layer.geometryType === 'esriGeometryMultipoint' || zoom > 8) return '';
  const size = invisibleSize(zoom);
  // Of the simplified geometry, which is small: the whole one may have to be fetched and unpacked for each row.
  const shape = identifier(tileColumn(layer.geometryType ?? 'esriGeometryPolygon', zoom));
  return ` and (ST_XMax(${shape}) - ST_XMin(${shape}) > ${size} or ST_YMax(${shape}) - ST_YMin(${shape}) > ${size})`;
}

/**
 * What is seen from furthest away first: points that stand for their surroundings, large lines and polygons. In the order of the
 * table, which is that of the file, one corner of the tile would be full and the others empty.
 */
function orderFor(layer: HostedLayer, zoom: number): string {
  if (layer.rowCount <= MOST_IN_TILE || layer.geometryType === null || layer.geometryType === 'esriGeometryMultipoint') return '';
  if (layer.geometryType === 'esriGeometryPoint') return ' order by "draw_zoom"';
  const shape = identifier(tileColumn(layer.geometryType, zoom));
  return ` order by greatest(ST_XMax(${shape}) - ST_XMin(${shape}), ST_YMax(${shape}) - ST_YMin(${shape})) desc`;
}
