// The list of formats that can be read anywhere; index-of-server-formats.ts has those that need Node. A new format is one file and one line here.
import { csvReader } from './csv.ts';
import { dbfReader } from './dbf-table.ts';
import { esriJsonReader } from './esri-json.ts';
import { featureCollectionReader } from './feature-collection.ts';
import { flatGeobufReader } from './flatgeobuf.ts';
import { type ByteSource, extensionOf, type FormatName, type FormatReader } from './format-reader.ts';
import { geoJsonReader } from './geojson.ts';
import { gpxReader } from './gpx.ts';
import { kmlReader } from './kml.ts';
import { shapefileReader } from './shapefile.ts';

/** Every reader; where two share an extension, the content decides. */
export const FORMAT_READERS: readonly FormatReader[] = [
  csvReader,
  geoJsonReader,
  esriJsonReader,
  featureCollectionReader,
  shapefileReader,
  dbfReader,
  kmlReader,
  gpxReader,
  flatGeobufReader,
];

/** The reader of a format. */
export function readerOf(format: FormatName): FormatReader {
  const reader = FORMAT_READERS.find((candidate) => candidate.format === format);
  if (!reader) throw new Error(`no reader for ${format}`);
  return reader;
}

/** Whether a file of the name may be the main file of a dataset. */
export function isReadable(name: string): boolean {
  const extension = extensionOf(name);
  return FORMAT_READERS.some((reader) => reader.extensions.includes(extension));
}

/** The reader for a file by its name and, for JSON, its first bytes; null when there is none. */
export async function findReader(source: ByteSource): Promise<FormatReader | null> {
  const extension = extensionOf(source.name);
  const found = FORMAT_READERS.filter((reader) => reader.extensions.includes(extension));
  if (!found.includes(geoJsonReader)) return found[0] ?? null;
  const start = new TextDecoder().decode(await source.read(0, 64 * 1024));
  if (/"layers"\s*:\s*\[/.test(start) && /"(?:layerDefinition|featureSet)"\s*:\s*\{/.test(start)) return featureCollectionReader;
  const isFeatureSet =
    /"(?:geometryType"\s*:\s*"esri|attributes"\s*:\s*\{|displayFieldName"|rings"|paths")/.test(start) &&
    !/"type"\s*:\s*"Feature/.test(start);
  return isFeatureSet ? esriJsonReader : geoJsonReader;
}
