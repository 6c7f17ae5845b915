// A file to read, and what it is opened as.
import type { DatasetSource, FormatReader } from '@graticule/geo/formats/format-reader';

/** A file to read: where it lies, and what it is called. */
export interface SourceFile {
  path: string;
  fileName: string;
  /** Sheets or layers to open where the file holds several; all when absent. */
  layerNames?: readonly string[] | undefined;
}

/** A dataset and its reader. */
export interface OpenDataset {
  source: DatasetSource;
  reader: FormatReader;
}
