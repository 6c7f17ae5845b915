// Files of formats that are known and not read here: people hear what to do instead of what another format misses in them.
import { type ByteSource, extensionOf } from './format-reader.ts';

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['tab', 'MapInfo'],
  ['mif', 'MapInfo'],
  ['gml', 'GML'],
  ['dxf', 'DXF'],
  ['dwg', 'DWG'],
  ['dgn', 'DGN'],
  ['gmt', 'GMT'],
  ['osm', 'OpenStreetMap'],
  ['e00', 'E00'],
  ['mdb', 'Access'],
  ['ods', 'OpenDocument'],
]);

/** What people call the format of a file that is not read, by its name; undefined for others. */
export function foreignFormat(name: string): string | undefined {
  return FORMATS.get(extensionOf(name));
}

/** The same where the name alone does not tell: tables between tabs are called like the files of MapInfo. */
export async function foreignFormatOf(source: ByteSource): Promise<string | undefined> {
  const format = foreignFormat(source.name);
  if (extensionOf(source.name) !== 'tab') return format;
  const start = new TextDecoder('latin1').decode(await source.read(0, 64));
  return /^\s*!table\b/i.test(start) ? format : undefined;
}
