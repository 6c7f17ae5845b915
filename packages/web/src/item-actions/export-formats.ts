// The formats in which the portal writes layers.
import type { MessageKey } from '@graticule/i18n/messages';

/** Formats without a place for measures along geometries. */
export const WITHOUT_MEASURES: readonly string[] = ['GeoJson', 'KML'];

/** Formats that hold coordinates in any system; the others have one of their own. */
export const IN_ANY_SYSTEM: readonly string[] = ['GeoPackage', 'FlatGeobuf', 'Shapefile'];

/** What a format does not keep of fields and values, as docs/formats.md has it. */
export const NOT_KEPT: Readonly<Partial<Record<string, MessageKey>>> = {
  Shapefile: 'item.export.not-kept-shapefile',
  CSV: 'item.export.not-kept-untyped',
  Excel: 'item.export.not-kept-untyped',
  GeoJson: 'item.export.not-kept-untyped',
  KML: 'item.export.not-kept-kml',
};

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
