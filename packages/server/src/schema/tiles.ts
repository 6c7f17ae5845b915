// Tables of the tiles domain.

/** A vector tile service that was published from a hosted service, or from a package. */
export interface TileServiceTable {
  item_id: string;
  name: string;
  /** The hosted service whose layers it draws; null for a package. */
  source_item_id: string | null;
  /** The package whose tiles it gives; null for a hosted service. */
  package_item_id: string | null;
  min_zoom: number;
  max_zoom: number;
}

/** Which features a tile of a large layer of polygons shows; its lists are read and written by the database alone. */
export interface MergedTileTable {
  table_name: string;
  z: number;
  x: number;
  y: number;
  version: number;
}

export interface TileTables {
  merged_tile: MergedTileTable;
  tile_service: TileServiceTable;
}
