// What the writers of exports are given.
import type { EncodedLayer, WrittenLayer } from '@graticule/geo/formats/format-writer';
import type { Sentence } from '@graticule/geo/sentence';

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
  /** What no format holds of these layers: told in the file where it has a place for that. */
  leftOut?: readonly Sentence[];
  /** Says what is told in the file, in the language of who reads it. */
  say: (sentence: Sentence) => string;
  /** Fires when the work is to stop. */
  signal?: AbortSignal;
  /** Told that work goes on after the last row: what this throws ends it. */
  goesOn?: () => Promise<void>;
  /** Asked again and again while files grow that no rows are counted for: what this throws ends the work. */
  requireRoom?: () => Promise<void>;
  /** The program that writes File Geodatabases, where there is one. */
  geodatabaseProgram?: string | undefined;
}
