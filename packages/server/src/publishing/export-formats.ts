// The formats of exports: what the item is called, and how its file is written.
import { createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail } from '@graticule/contract/errors';
import { writeCsv } from '@graticule/geo/formats/csv-writer';
import type { WrittenLayer } from '@graticule/geo/formats/format-writer';
import { writeGeoJson } from '@graticule/geo/formats/geojson-writer';
import { writeKml } from '@graticule/geo/formats/kml-writer';
import { type WritableFile, writeShapefile } from '@graticule/geo/formats/shapefile-writer';
import { WEB_MERCATOR, WGS84 } from '@graticule/geo/project/spatial-reference';
import { ZipFile } from 'yazl';

/** What is written, and where. */
export interface ExportTask {
  title: string;
  layers: readonly WrittenLayer[];
  /** The finished file. */
  path: string;
  /** A folder for the parts of archives, made when needed. */
  scratchDir: string;
  /** Text of the reference system of the coordinates. */
  referenceText: string | null;
}

/** A format by the word of `exportFormat`. */
export interface ExportFormat {
  name: string;
  itemType: string;
  extension: string;
  /** Reference system of the coordinates; undefined when the caller may choose. */
  srid?: number;
  manyLayers: boolean;
  /** The file in pieces, for formats that can be sent while they are written. */
  pieces?(task: ExportTask): AsyncIterable<string | Uint8Array>;
  write(task: ExportTask): Promise<{ textsCut: number }>;
}

/** A format whose file is written from the beginning to the end. */
function streamed(pieces: NonNullable<ExportFormat['pieces']>): Pick<ExportFormat, 'pieces' | 'write'> {
  return {
    pieces,
    write: async (task) => {
      await pipeline(Readable.from(pieces(task), { highWaterMark: 1 }), createWriteStream(task.path, { flags: 'wx' }));
      return { textsCut: 0 };
    },
  };
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
    ...streamed(({ layers: [layer] }) => (layer ? writeGeoJson(layer) : nothing())),
  },
  {
    name: 'KML',
    itemType: 'KML',
    extension: 'kml',
    srid: WGS84,
    manyLayers: true,
    ...streamed((task) => writeKml(task.title, task.layers)),
  },
  { name: 'Shapefile', itemType: 'Shapefile', extension: 'zip', manyLayers: true, write: writeShapefiles },
];

/** The format of that name, case ignored. */
export function exportFormatOf(name: string): ExportFormat | undefined {
  return FORMATS.find((format) => format.name.toLowerCase() === name.trim().toLowerCase());
}

/** The format of that name. @throws INVALID_PARAMETER naming those there are */
export function requireExportFormat(name: string): ExportFormat {
  const format = exportFormatOf(name);
  if (format !== undefined) return format;
  const names = FORMATS.map((each) => each.name).join(', ');
  throw fail('INVALID_PARAMETER', { values: ['exportFormat', `'${name.slice(0, 40)}' is not written here: use ${names}`] });
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

/** The text of a reference system for a `.prj` file. */
export function prjText(srid: number, fromDatabase: string | null): string | null {
  return PRJ[srid] ?? fromDatabase;
}

/** Every layer as a shapefile in one archive. */
async function writeShapefiles(task: ExportTask): Promise<{ textsCut: number }> {
  await mkdir(task.scratchDir, { recursive: true });
  const zip = new ZipFile();
  const names = new Set<string>();
  let textsCut = 0;
  for (const layer of task.layers) {
    const name = freeName(layer.name, names);
    const paths = { shp: '', shx: '', dbf: '' };
    const files = await Promise.all(
      (['shp', 'shx', 'dbf'] as const).map(async (extension) => {
        paths[extension] = join(task.scratchDir, `${names.size}.${extension}`);
        return openWritable(paths[extension]);
      }),
    );
    const [shp, shx, dbf] = files;
    if (!shp || !shx || !dbf) throw new Error('three files were opened');
    try {
      textsCut += (await writeShapefile(layer, { shp, shx, dbf })).textsCut;
    } finally {
      await Promise.all(files.map((file) => file.close()));
    }
    const parts = layer.geometryType === null ? (['dbf'] as const) : (['shp', 'shx', 'dbf'] as const);
    for (const extension of parts) zip.addFile(paths[extension], `${name}.${extension}`);
    zip.addBuffer(Buffer.from('UTF-8'), `${name}.cpg`);
    if (layer.geometryType !== null && task.referenceText !== null) zip.addBuffer(Buffer.from(task.referenceText), `${name}.prj`);
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(task.path, { flags: 'wx' }));
  return { textsCut };
}

/** A name for files that every system can hold. */
function freeName(layerName: string, taken: Set<string>): string {
  const stem = layerName.replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '_').slice(0, 80) || 'layer';
  let name = stem;
  for (let n = 1; taken.has(name.toLowerCase()); n++) name = `${stem}_${n}`;
  taken.add(name.toLowerCase());
  return name;
}

async function openWritable(path: string): Promise<WritableFile & { close(): Promise<void> }> {
  const handle = await open(path, 'wx');
  return {
    append: (bytes) => handle.appendFile(bytes),
    rewrite: async (bytes) => {
      await handle.write(bytes, 0, bytes.length, 0);
    },
    close: () => handle.close(),
  };
}
