// Rows of delimited text as strings, for a look at the beginning of a file, and what that says about the rest.
import { cellBlocks } from './cell-blocks.ts';
import { isValue, rowOfNames } from './csv-head.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Where none of them splits anything: signs that also stand inside texts. */
const RARE = [' ', ':', '^', '~'] as const;
/** Part of the rows that a separator splits alike where there are no titles above them. */
const MOSTLY = 0.5;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The rows of a text, in batches. @throws FormatError on an open quote */
export async function* csvRows(text: AsyncIterable<string>, delimiter: string, quote?: string): AsyncGenerator<string[][]> {
  for await (const { bytes, rows, rowEnds, starts, ends } of cellBlocks(encoded(text), delimiter, quote)) {
    const batch: string[][] = [];
    for (let r = 0, cell = 0; r < rows; r++) {
      const row: string[] = [];
      for (; cell < (rowEnds[r] as number); cell++) row.push(decoder.decode(bytes.subarray(starts[cell], ends[cell])));
      batch.push(row);
    }
    yield batch;
  }
}

async function* encoded(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of text) yield encoder.encode(piece);
}

/** The separator that splits the first lines most evenly into the most columns; those below titles where it splits the first ones unevenly, or not. */
export async function detectDelimiter(start: string): Promise<string> {
  const split: { delimiter: string; rows: string[][] }[] = [];
  for (const delimiter of DELIMITERS) split.push({ delimiter, rows: await splitRows(start, delimiter) });
  const plain = best(split.map(({ delimiter, rows }) => ({ delimiter, ...evenness(rows) })));
  if (plain.delimiter === undefined) {
    for (const delimiter of RARE) if (splitsEvenly(await splitRows(start, delimiter))) return delimiter;
  }
  if (plain.even >= MOSTLY) return plain.delimiter ?? ',';
  const belowTitles = split.flatMap(({ delimiter, rows }) => {
    const at = rowOfNames(start, rows);
    return at > 0 ? [{ delimiter, ...evenness(rows.slice(at)) }] : [];
  });
  return best([plain, ...belowTitles]).delimiter ?? ',';
}

/** How a separator splits rows. */
interface Split {
  delimiter?: string | undefined;
  /** The part of the rows that have as many cells as the first. */
  even: number;
  score: number;
}

const NONE: Split = { even: 0, score: 0 };

const best = (splits: readonly Split[]): Split => splits.reduce((found, one) => (one.score > found.score ? one : found), NONE);

function evenness(rows: readonly string[][]): Omit<Split, 'delimiter'> {
  const usual = rows[0]?.length ?? 0;
  if (usual < 2) return NONE;
  const even = rows.filter((row) => row.length === usual).length / rows.length;
  return { even, score: even * even * Math.min(usual, 50) ** 0.5 };
}

async function splitRows(start: string, delimiter: string): Promise<string[][]> {
  const found: string[][] = [];
  try {
    for await (const rows of csvRows(once(start), delimiter)) found.push(...rows);
  } catch {
    // The sample may end inside quotes: what was split until then is enough.
  }
  return found;
}

/** Whether all rows, but for the last one, which may be cut, have the same three columns or more, with numbers in one of them. */
function splitsEvenly(rows: readonly string[][]): boolean {
  const [header = [], ...below] = rows.length > 2 ? rows.slice(0, -1) : rows;
  if (header.length < 3 || below.length === 0 || below.some((row) => row.length !== header.length)) return false;
  return header.some((cell, i) => !isValue(cell) && below.every((row) => isValue(row[i] ?? '')));
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
