// The formats in which the portal writes layers.

/** Formats without a place for measures along geometries. */
export const WITHOUT_MEASURES: readonly string[] = ['GeoJson', 'KML'];

/** The word of `exportFormat`, the name for people (a proper name), and whether a file holds several layers. */
export const EXPORT_FORMATS = [
  { name: 'CSV', label: 'CSV', manyLayers: false },
  { name: 'GeoJson', label: 'GeoJSON', manyLayers: false },
  { name: 'Excel', label: 'Excel', manyLayers: true },
  { name: 'GeoPackage', label: 'GeoPackage', manyLayers: true },
  { name: 'FlatGeobuf', label: 'FlatGeobuf', manyLayers: false },
  { name: 'Parquet', label: 'GeoParquet', manyLayers: false },
  { name: 'Shapefile', label: 'Shapefile', manyLayers: true },
  { name: 'KML', label: 'KML', manyLayers: true },
  { name: 'Feature Collection', label: 'Feature Collection', manyLayers: true },
] as const;
