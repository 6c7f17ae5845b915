// The formats of exports: what the item is called, and how its file is written.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { refuse } from '@graticule/contract/refusals/refusal';
import { writeCsv } from '@graticule/geo/formats/csv-writer';
import { writeFeatureCollection } from '@graticule/geo/formats/feature-collection-writer';
import { writeFlatGeobuf } from '@graticule/geo/formats/flatgeobuf-writer';
import type { WrittenField } from '@graticule/geo/formats/format-writer';
import { writeGeoJson } from '@graticule/geo/formats/geojson-writer';
import { writeGeoPackage } from '@graticule/geo/formats/geopackage-writer';
import { writeKml } from '@graticule/geo/formats/kml-writer';
import { writeParquet } from '@graticule/geo/formats/parquet-writer';
import { mostShapefileRows } from '@graticule/geo/formats/shapefile-writer';
import { MAX_SHEET_ROWS } from '@graticule/geo/formats/sheet-writer';
import { WEB_MERCATOR, WGS84 } from '@graticule/geo/project/spatial-reference';
import { type Sentence, sentence } from '@graticule/geo/sentence';
import type { Portal } from '../platform/context.ts';
import { workbookPieces, writeShapefiles, writeWorkbook } from './export-archives.ts';
import { writeFileGeodatabase } from './export-geodatabase.ts';
import type { ExportTask } from './export-task.ts';

/** A format by the word of `exportFormat`. */
export interface ExportFormat {
  name: string;
  /** What others call it. */
  otherName?: string;
  itemType: string;
  extension: string;
  /** Reference system of the coordinates; undefined when the caller may choose. */
  srid?: number;
  manyLayers: boolean;
  /** The file says which column holds the global ids, so that they come back. */
  keepsGlobalIds?: boolean;
  /** Rows that a file may have in all. */
  maxRows?: number;
  /** Rows of one layer that a file may have. */
  maxLayerRows?: number;
  /** Rows of a layer with these fields that a file may have, where that depends on them. */
  mostRowsWith?(fields: readonly WrittenField[]): number;
  /** The item keeps the content itself, and no file with a name. */
  isDocument?: boolean;
  /** The file in pieces, for formats that can be sent while they are written. */
  pieces?(task: ExportTask): AsyncIterable<string | Uint8Array>;
  /** It is written where the machine has a program for it. */
  needsProgram?: boolean;
  /** It has no place for measures. */
  leavesMeasures?: boolean;
  /** Lists of very many values have no place in it. */
  leavesLongLists?: boolean;
  write(task: ExportTask): Promise<ExportLosses>;
}

/** What a format could not hold of a layer. */
export interface ExportLosses {
  textsCut: number;
  warnings?: Sentence[];
}

/** A format whose file is written from the beginning to the end. */
function streamed(pieces: NonNullable<ExportFormat['pieces']>): Pick<ExportFormat, 'pieces' | 'write'> {
  return {
    pieces,
    write: async (task) => {
      await toDisk(pieces(task), task.path);
      return { textsCut: 0 };
    },
  };
}

async function toDisk(pieces: AsyncIterable<string | Uint8Array>, path: string): Promise<void> {
  await pipeline(Readable.from(pieces, { highWaterMark: 1 }), createWriteStream(path, { flags: 'wx' }));
}

async function* nothing(): AsyncGenerator<string> {}

const FORMATS: readonly ExportFormat[] = [
  {
    name: 'CSV',
    itemType: 'CSV',
    extension: 'csv',
    srid: WGS84,
    manyLayers: false,
    ...streamed(({ layers: [layer] }) => (layer ? writeCsv(layer) : nothing())),
  },
  {
    name: 'GeoJson',
    itemType: 'GeoJson',
    extension: 'geojson',
    srid: WGS84,
    manyLayers: false,
    leavesMeasures: true,
    ...streamed(({ layers: [layer] }) => (layer ? writeGeoJson(layer) : nothing())),
  },
  {
    name: 'KML',
    itemType: 'KML',
    extension: 'kml',
    srid: WGS84,
    manyLayers: true,
    leavesMeasures: true,
    pieces: (task) => writeKml(task.title, task.layers),
    write: async (task) => {
      let lost = 0;
      await toDisk(
        writeKml(task.title, task.layers, () => lost++),
        task.path,
      );
      return { textsCut: 0, warnings: lost > 0 ? [sentence('characters-left', { format: 'KML', count: lost })] : [] };
    },
  },
  { name: 'Shapefile', itemType: 'Shapefile', extension: 'zip', manyLayers: true, mostRowsWith: mostShapefileRows, write: writeShapefiles },
  {
    name: 'Excel',
    itemType: 'Microsoft Excel',
    extension: 'xlsx',
    srid: WGS84,
    manyLayers: true,
    maxLayerRows: MAX_SHEET_ROWS - 1,
    pieces: workbookPieces,
    write: writeWorkbook,
  },
  {
    name: 'GeoPackage',
    itemType: 'GeoPackage',
    extension: 'gpkg',
    manyLayers: true,
    keepsGlobalIds: true,
    write: async ({ path, layers, srid, wkt }) => {
      await writeGeoPackage(path, layers, { srid, wkt });
      return { textsCut: 0 };
    },
  },
  {
    name: 'File Geodatabase',
    itemType: 'File Geodatabase',
    extension: 'gdb.zip',
    manyLayers: true,
    needsProgram: true,
    write: (task) => writeFileGeodatabase(task),
  },
  {
    name: 'FlatGeobuf',
    itemType: 'FlatGeobuf',
    extension: 'fgb',
    manyLayers: false,
    keepsGlobalIds: true,
    leavesLongLists: true,
    ...streamed(({ layers: [layer] }) => (layer ? writeFlatGeobuf(layer) : nothing())),
  },
  {
    name: 'Parquet',
    otherName: 'GeoParquet',
    itemType: 'Apache Parquet',
    extension: 'parquet',
    srid: WGS84,
    manyLayers: false,
    keepsGlobalIds: true,
    leavesLongLists: true,
    ...streamed(({ layers: [layer] }) => (layer ? writeParquet(layer) : nothing())),
  },
  {
    name: 'Feature Collection',
    itemType: 'Feature Collection',
    extension: 'json',
    srid: WEB_MERCATOR,
    manyLayers: true,
    keepsGlobalIds: true,
    // Whoever opens it reads it as one.
    maxRows: 20_000,
    isDocument: true,
    ...streamed((task) => writeFeatureCollection(task.layers)),
  },
];

const isWritten =
  ({ geodatabaseProgram }: Programs) =>
  ({ needsProgram }: ExportFormat): boolean =>
    needsProgram !== true || geodatabaseProgram !== undefined;
type Programs = Pick<Portal, 'geodatabaseProgram'>;

/** The format of that name, case ignored, where it is written here. */
export function exportFormatOf(portal: Programs, name: string): ExportFormat | undefined {
  return FORMATS.filter(isWritten(portal)).find(isCalled(name));
}

function isCalled(name: string): (format: ExportFormat) => boolean {
  const wanted = name.trim().toLowerCase();
  return (format) => format.name.toLowerCase() === wanted || format.otherName?.toLowerCase() === wanted;
}

/** The format of that name. @throws INVALID_PARAMETER naming those there are */
export function requireExportFormat(portal: Programs, name: string): ExportFormat {
  const format = exportFormatOf(portal, name);
  if (format !== undefined) return format;
  const names = FORMATS.filter(isWritten(portal)).map((each) => each.name);
  const isMissing = FORMATS.some(isCalled(name));
  throw refuse(isMissing ? 'export-format-missing' : 'export-format', { value: name.slice(0, 40), names: names.join(', ') });
}

/** Well-known texts in the spelling that desktop programs expect beside a shapefile. */
const GCS =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const PRJ: Readonly<Record<number, string>> = {
  [WGS84]: GCS,
  [WEB_MERCATOR]:
    `PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",${GCS},PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0.0],` +
    'PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",0.0],' +
    'PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0]]',
};

/**
 * The text of a reference system for a `.prj` file. The dialect of shapefiles has no shifts between datums: programs choose one by the
 * datum, and GDAL cannot use some of the texts that bring theirs.
 */
export function prjText(srid: number, fromDatabase: string | null): string | null {
  return PRJ[srid] ?? fromDatabase?.replace(/,\s*TOWGS84\[[^\]]*\]/gi, '') ?? null;
}
