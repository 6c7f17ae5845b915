// The formats that layers are saved in and published from.

/** In the words of the page for people, of exports and of publishing, with the name of a file. */
export const SAVED_FORMATS = [
  { label: 'GeoPackage', format: 'GeoPackage', fileType: 'geoPackage', file: 'a.gpkg' },
  { label: 'FlatGeobuf', format: 'FlatGeobuf', fileType: 'flatgeobuf', file: 'a.fgb' },
  { label: 'GeoParquet', format: 'Parquet', fileType: 'parquet', file: 'a.parquet' },
  { label: 'Feature collection', format: 'Feature Collection', fileType: 'featureCollection', file: 'a.json' },
  { label: 'Shapefile', format: 'Shapefile', fileType: 'shapefile', file: 'a.zip' },
  { label: 'GeoJSON', format: 'GeoJson', fileType: 'geojson', file: 'a.geojson' },
  { label: 'KML', format: 'KML', fileType: 'kml', file: 'a.kml' },
  { label: 'CSV', format: 'CSV', fileType: 'csv', file: 'a.csv' },
  { label: 'Excel', format: 'Excel', fileType: 'excel', file: 'a.xlsx' },
] as const;

/** Written where GDAL is installed; what it keeps is told beside the tables. */
export const GEODATABASE = {
  label: 'File Geodatabase',
  format: 'File Geodatabase',
  fileType: 'fileGeodatabase',
  file: 'a.gdb.zip',
} as const;
