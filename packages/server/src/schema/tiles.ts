// Tables of the tiles domain.

/** A vector tile service that was published from a hosted service. */
export interface TileServiceTable {
  item_id: string;
  name: string;
  source_item_id: string;
  min_zoom: number;
  max_zoom: number;
}

export interface TileTables {
  tile_service: TileServiceTable;
}
