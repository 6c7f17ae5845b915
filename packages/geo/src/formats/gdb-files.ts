// The files that a File Geodatabase keeps with the rows of a table, in a table beside it.
import { type AttachedFile, FormatError } from './format-reader.ts';
import { GDB_KIND, type GdbValue } from './gdb-cells.ts';
import type { GdbTable } from './gdb-table.ts';

/** Files whose rows are told by their global ids: all those ids are held in memory. */
const MAX_BY_GLOBAL_ID = 1_000_000;
const BATCH = 100;

/** Where the columns of a table of files are. */
interface FileColumns {
  row: number;
  isByGlobalId: boolean;
  name: number;
  bytes: number;
}

/** Opens a table: of the files, or of the rows they belong to. */
export type OpenTable = (wantsBytes: boolean) => Promise<GdbTable>;

/** Whether a table of files has what is needed to join them to rows. */
export function holdsFiles(table: GdbTable): boolean {
  return columnsOf(table) !== null;
}

function columnsOf(table: GdbTable): FileColumns | null {
  const at = (name: string): number => table.fields.findIndex((field) => field.name.toLowerCase() === name);
  const [byNumber, byGlobalId] = [at('rel_objectid'), at('rel_globalid')];
  const isByGlobalId = byGlobalId >= 0;
  const columns = { row: isByGlobalId ? byGlobalId : byNumber, isByGlobalId, name: at('att_name'), bytes: at('data') };
  const isWhole = columns.row >= 0 && columns.name >= 0 && table.fields[columns.bytes]?.kind === GDB_KIND.binary;
  return isWhole ? columns : null;
}

/** The files in the order of their table. Those of rows that are not there are left out. @throws FormatError */
export async function* readGdbFiles(files: OpenTable, rows: OpenTable, name: string): AsyncGenerator<AttachedFile[]> {
  const table = await files(true);
  const columns = columnsOf(table);
  if (columns === null) return;
  const numbers = columns.isByGlobalId ? await numbersOf(await files(false), columns, await rows(false), name) : null;
  for await (const batch of table.rows(BATCH)) {
    yield batch.flatMap(({ values }): AttachedFile[] => {
      const key = values[columns.row];
      const row = numbers === null ? key : numbers.get(String(key));
      const [called, bytes] = [values[columns.name], bytesOf(values[columns.bytes])];
      return typeof row === 'number' && typeof called === 'string' && bytes !== null ? [{ row, name: called, bytes }] : [];
    });
  }
}

function bytesOf(value: GdbValue | undefined): Uint8Array | null {
  return typeof value === 'object' && value !== null && 'file' in value ? value.file : null;
}

/** The numbers of the rows that files belong to, by their global ids. */
async function numbersOf(files: GdbTable, columns: FileColumns, rows: GdbTable, name: string): Promise<ReadonlyMap<string, number>> {
  const numbers = new Map<string, number>();
  for await (const batch of files.rows(500)) {
    for (const { values } of batch) {
      const key = values[columns.row];
      if (typeof key !== 'string') continue;
      if (numbers.size >= MAX_BY_GLOBAL_ID) throw new FormatError('gdb-damaged', { file: name });
      numbers.set(key, 0);
    }
  }
  const at = rows.fields.findIndex((field) => field.kind === GDB_KIND.globalId);
  for await (const batch of rows.rows(500)) {
    for (const { id, values } of batch) {
      const key = values[at];
      if (typeof key === 'string' && numbers.has(key)) numbers.set(key, id);
    }
  }
  return numbers;
}
