// What the writers of exports are given.
import type { EncodedLayer, WrittenLayer } from '@graticule/geo/formats/format-writer';

/** What is written, and where. */
export interface ExportTask {
  title: string;
  layers: readonly (WrittenLayer & EncodedLayer)[];
  /** The finished file. */
  path: string;
  /** A folder for the parts of archives, made when needed. */
  scratchDir: string;
  /** Reference system of the coordinates: its number, its text for a .prj file, and its text in the open standard. */
  srid: number;
  referenceText: string | null;
  wkt: string | null;
}
