// The list of formats that the server reads: those of the browser, and those that need Node.
import { excelReader } from './excel.ts';
import { fileGeodatabaseReader } from './file-geodatabase.ts';
import { type ByteSource, extensionOf, type FormatName, type FormatReader } from './format-reader.ts';
import { geoPackageReader } from './geopackage.ts';
import { FORMAT_READERS, findReader } from './index-of-formats.ts';
import { parquetReader } from './parquet.ts';

/** Every reader that the server has. */
export const SERVER_READERS: readonly FormatReader[] = [
  ...FORMAT_READERS,
  excelReader,
  geoPackageReader,
  fileGeodatabaseReader,
  parquetReader,
];

/** The reader of a format. */
export function serverReaderOf(format: FormatName): FormatReader {
  const reader = SERVER_READERS.find((candidate) => candidate.format === format);
  if (!reader) throw new Error(`no reader for ${format}`);
  return reader;
}

/** The reader for a file by its name and first bytes; null when there is none. */
export async function findServerReader(source: ByteSource): Promise<FormatReader | null> {
  const extension = extensionOf(source.name);
  return (
    [excelReader, geoPackageReader, fileGeodatabaseReader, parquetReader].find((reader) => reader.extensions.includes(extension)) ??
    findReader(source)
  );
}
