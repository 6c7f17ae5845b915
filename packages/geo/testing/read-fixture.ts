// Opens test data for reader tests, and gathers what a reader gives.
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { wkbToEsri } from '../src/convert/esri-json.ts';
import type { EsriGeometry } from '../src/esri/geometry.ts';
import { unpackArchive } from '../src/formats/archive.ts';
import { memorySource } from '../src/formats/byte-source.ts';
import { findDatasets } from '../src/formats/datasets.ts';
import type { ByteSource, DatasetDescription, DatasetSource, FormatReader, ReadOptions } from '../src/formats/format-reader.ts';

const FIXTURES = new URL('../fixtures/', import.meta.url);
/** Three files are not part of this repository: they are read where they lie beside it, in `../shared/data`, and else not at all. */
const BESIDE = new URL('../../../../shared/data/', import.meta.url);

/** Where a file of `fixtures/` or beside the repository is. */
export function fixtureUrl(path: string): URL {
  const own = new URL(path, FIXTURES);
  return existsSync(own) ? own : new URL(path, BESIDE);
}

/** Whether a file is there; tests of files beside the repository are skipped where it is not. */
export function hasFixture(path: string): boolean {
  return existsSync(fixtureUrl(path));
}

/** A file below `fixtures/`, or beside the repository. */
export function fixture(path: string): ByteSource {
  return memorySource(basename(path), readFileSync(fixtureUrl(path)));
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
