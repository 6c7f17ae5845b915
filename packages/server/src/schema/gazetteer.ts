// Tables of the gazetteer domain.

export interface PlaceTable {
  id: number;
  name: string;
  /** Two-letter country code. */
  country: string;
  region: string;
  /** GeoNames feature code. */
  class: string;
  population: number;
  location: string;
}

export interface PlaceNameTable {
  place_id: number;
  key: string;
  population: number;
}

export interface GazetteerTables {
  place: PlaceTable;
  place_name: PlaceNameTable;
}
