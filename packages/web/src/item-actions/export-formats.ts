// The formats in which the portal writes layers.
import type { MessageKey } from '@graticule/i18n/messages';

/** Formats without a place for measures along geometries. */
export const WITHOUT_MEASURES: readonly string[] = ['GeoJson', 'KML'];

/** Formats that hold coordinates in any system; the others have one of their own. */
export const IN_ANY_SYSTEM: readonly string[] = ['GeoPackage', 'File Geodatabase', 'FlatGeobuf', 'Shapefile'];

/** What a format does not keep of fields and values, as docs/formats.md has it. */
export const NOT_KEPT: Readonly<Partial<Record<string, MessageKey>>> = {
  Shapefile: 'item.export.not-kept-shapefile',
  CSV: 'item.export.not-kept-untyped',
  Excel: 'item.export.not-kept-untyped',
  GeoJson: 'item.export.not-kept-untyped',
  KML: 'item.export.not-kept-kml',
  'File Geodatabase': 'item.export.not-kept-geodatabase',
};

interface ExportFormat {
  /** The word of `exportFormat`. */
  name: string;
  /** For people: a proper name. */
  label: string;
  /** Whether a file holds several layers. */
  manyLayers: boolean;
  /** The word among `supportedExportFormats` of services without which it is not written. */
  needs?: string;
}

const FORMATS: readonly ExportFormat[] = [
  { name: 'CSV', label: 'CSV', manyLayers: false },
  { name: 'GeoJson', label: 'GeoJSON', manyLayers: false },
  { name: 'Excel', label: 'Excel', manyLayers: true },
  { name: 'GeoPackage', label: 'GeoPackage', manyLayers: true },
  { name: 'File Geodatabase', label: 'File Geodatabase', manyLayers: true, needs: 'filegdb' },
  { name: 'FlatGeobuf', label: 'FlatGeobuf', manyLayers: false },
  { name: 'Parquet', label: 'GeoParquet', manyLayers: false },
  { name: 'Shapefile', label: 'Shapefile', manyLayers: true },
  { name: 'KML', label: 'KML', manyLayers: true },
  { name: 'Feature Collection', label: 'Feature Collection', manyLayers: true },
];

/** The formats that the portal writes; `told` is what its services say. */
export function exportFormats(told: unknown): readonly ExportFormat[] {
  const words = typeof told === 'string' ? told.split(',') : [];
  return FORMATS.filter(({ needs }) => needs === undefined || words.includes(needs));
}
