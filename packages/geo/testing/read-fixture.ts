// Opens test data for reader tests, and gathers what a reader gives.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { wkbToEsri } from '../src/convert/esri-json.ts';
import type { EsriGeometry } from '../src/esri/geometry.ts';
import { unpackArchive } from '../src/formats/archive.ts';
import { memorySource } from '../src/formats/byte-source.ts';
import { findDatasets } from '../src/formats/datasets.ts';
import type { ByteSource, DatasetDescription, DatasetSource, FormatReader, ReadOptions } from '../src/formats/format-reader.ts';

/** A file below `fixtures/`. */
export function fixture(path: string): ByteSource {
  return memorySource(basename(path), readFileSync(new URL(`../fixtures/${path}`, import.meta.url)));
}

/** A dataset of one file, from a fixture or from text. */
export function dataset(path: string, text?: string): DatasetSource {
  return { main: text === undefined ? fixture(path) : memorySource(path, new TextEncoder().encode(text)) };
}

/** The files of an archive. */
export async function unpacked(path: string): Promise<Map<string, ByteSource>> {
  const files = new Map<string, ByteSource>();
  await unpackArchive(fixture(path), async (name, bytes) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes) pieces.push(piece);
    files.set(name, memorySource(basename(name), Buffer.concat(pieces)));
  });
  return files;
}

/** The datasets of an archive; `leaveOut` names an extension to drop. */
export async function datasetsIn(path: string, leaveOut = ''): Promise<DatasetSource[]> {
  const files = await unpacked(path);
  const open = (name: string): ByteSource => {
    const file = files.get(name);
    if (!file) throw new Error(`no ${name} in ${path}`);
    return file;
  };
  return findDatasets([...files.keys()]).map(({ main, companions, called }) => ({
    main: { ...open(main), ...(called === undefined ? {} : { name: called }) },
    companions: Object.fromEntries(
      Object.entries(companions)
        .filter(([extension]) => extension !== leaveOut)
        .map(([extension, name]) => [extension, open(name)]),
    ),
  }));
}

/** The warnings of a description in English. */
export function warningsOf(description: DatasetDescription): string[] {
  return description.warnings.map((each) => each.text);
}

/** Everything that a reader gives. */
export async function readAll(reader: FormatReader, source: DatasetSource, options: ReadOptions = {}) {
  const rows: { row: number; geometry: EsriGeometry | null; values: unknown[] }[] = [];
  const problems: { row: number; problem: string }[] = [];
  for await (const batch of reader.features(source, options)) {
    for (const row of batch) {
      if ('problem' in row) problems.push({ row: row.row, problem: row.problem.text });
      else rows.push({ row: row.row, geometry: row.wkb && wkbToEsri(row.wkb), values: row.values });
    }
  }
  return { rows, problems };
}
