// Finds the datasets among the files of an archive or a drop of several files.
import { extensionOf } from './format-reader.ts';

/** The files of one dataset, by their names in the archive. */
export interface FoundDataset {
  main: string;
  /** Companion files by extension in small letters. */
  companions: Record<string, string>;
  /** What messages call it, where that is not the name of the main file. */
  called?: string;
}

const SHAPEFILE_COMPANIONS = new Set(['dbf', 'shx', 'prj', 'qpj', 'cpg', 'cst']);
/** Beside files of these a table belongs to shapes, also where the shapes themselves are missing: its rows alone are not what was meant. */
const OF_SHAPES = new Set(['shp', 'shx', 'prj', 'sbn', 'qix']);
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

const NOTES = /(?:^|\/)(?:read[ _-]?me|licen[cs]e|notice|metadata|copyright)[^/]*$/i;

/** The list of the tables of a File Geodatabase. */
const GDB_LIST = /(?:^|\/)a00000001\.gdbtable$/i;

/** The datasets, sorted by name; companions are told without regard to case, as they come from other systems. */
export function findDatasets(names: readonly string[]): FoundDataset[] {
  const files = names.filter((name) => !name.endsWith('/') && !isJunk(name));
  const stem = (name: string): string => name.slice(0, name.length - extensionOf(name).length - 1).toLowerCase();
  const byStem = new Map<string, string[]>();
  for (const name of files) {
    const same = byStem.get(stem(name));
    if (same === undefined) byStem.set(stem(name), [name]);
    else same.push(name);
  }
  const found: FoundDataset[] = [];
  for (const main of files) {
    const extension = extensionOf(main);
    if (ALONE.has(extension)) found.push({ main, companions: changesBeside(main, files) });
    if (GDB_LIST.test(main)) found.push({ main, companions: tablesBeside(main, files), called: folderOf(main) });
    if (extension !== 'shp' && extension !== 'dbf') continue;
    const beside = (byStem.get(stem(main)) ?? []).filter((other) => other !== main);
    if (extension === 'dbf' && beside.some((other) => OF_SHAPES.has(extensionOf(other)))) continue;
    const companions: Record<string, string> = {};
    for (const other of beside) if (SHAPEFILE_COMPANIONS.has(extensionOf(other))) companions[extensionOf(other)] ??= other;
    found.push({ main, companions });
  }
  // Texts lie beside data as notes; alone they are the data.
  const texts = found.length > 0 ? [] : files.filter((name) => extensionOf(name) === 'txt' && !NOTES.test(name));
  found.push(...texts.map((main) => ({ main, companions: {} })));
  return found.sort((a, b) => a.main.localeCompare(b.main, 'en'));
}

/** What a program that has a database open keeps beside it. */
function changesBeside(main: string, files: readonly string[]): Record<string, string> {
  const changes = extensionOf(main) === 'gpkg' ? files.find((name) => name.toLowerCase() === `${main}-wal`.toLowerCase()) : undefined;
  return changes === undefined ? {} : { wal: changes };
}

/** Name of the folder of a file; of one that lies in none there is no better name. */
function folderOf(name: string): string {
  return name.split('/').at(-2) ?? 'geodatabase.gdb';
}

/** The files of a geodatabase in the same folder, by name in small letters. */
function tablesBeside(list: string, files: readonly string[]): Record<string, string> {
  const folder = list.slice(0, list.lastIndexOf('/') + 1);
  const tables = files.filter((name) => name.startsWith(folder) && /^a[0-9a-f]{8}\.gdbtabl[ex]$/i.test(name.slice(folder.length)));
  return Object.fromEntries(tables.map((name) => [name.slice(folder.length).toLowerCase(), name]));
}
