// Finds the datasets among the files of an archive or a drop of several files.
import { extensionOf } from './format-reader.ts';

/** The files of one dataset, by their names in the archive. */
export interface FoundDataset {
  main: string;
  /** Companion files by extension in small letters. */
  companions: Record<string, string>;
}

const SHAPEFILE_COMPANIONS = new Set(['dbf', 'shx', 'prj', 'cpg']);
const ALONE = new Set([
  'csv',
  'tsv',
  'geojson',
  'geojsonl',
  'geojsons',
  'ndjson',
  'json',
  'kml',
  'gpx',
  'fgb',
  'gpkg',
  'xlsx',
  'parquet',
  'geoparquet',
]);

/** Whether a name is left behind by an operating system and means nothing. */
export function isJunk(name: string): boolean {
  return name.split('/').some((part) => part === '__MACOSX' || part.startsWith('._') || part === '.DS_Store' || part === 'Thumbs.db');
}

/** The datasets, sorted by name; companions are told without regard to case, as they come from other systems. */
export function findDatasets(names: readonly string[]): FoundDataset[] {
  const files = names.filter((name) => !name.endsWith('/') && !isJunk(name));
  const stem = (name: string): string => name.slice(0, name.length - extensionOf(name).length - 1).toLowerCase();
  const found: FoundDataset[] = [];
  for (const main of files) {
    const extension = extensionOf(main);
    if (ALONE.has(extension)) found.push({ main, companions: {} });
    if (extension !== 'shp') continue;
    const companions: Record<string, string> = {};
    for (const other of files) {
      if (SHAPEFILE_COMPANIONS.has(extensionOf(other)) && stem(other) === stem(main)) companions[extensionOf(other)] ??= other;
    }
    found.push({ main, companions });
  }
  return found.sort((a, b) => a.main.localeCompare(b.main, 'en'));
}
