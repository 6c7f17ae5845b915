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

/** A place as found; x and y in degrees. */
export interface PlaceRow {
  id: number;
  name: string;
  country: string;
  region: string;
  class: string;
  population: number;
  x: number;
  y: number;
}
