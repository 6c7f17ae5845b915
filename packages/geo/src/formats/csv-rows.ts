// Rows of delimited text as strings, for a look at the beginning of a file, and what that says about the rest.
import { cellBlocks } from './cell-blocks.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Where none of them splits anything: signs that also stand inside texts. */
const RARE = [' ', ':', '^', '~'] as const;
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

/** The separator that splits the first lines most evenly into the most columns. */
export async function detectDelimiter(start: string): Promise<string> {
  let best: { delimiter?: string; score: number } = { score: 0 };
  for (const delimiter of DELIMITERS) {
    const widths = (await splitRows(start, delimiter)).map((row) => row.length);
    const usual = widths[0] ?? 0;
    if (usual < 2) continue;
    const even = widths.filter((width) => width === usual).length / widths.length;
    const score = even * even * Math.min(usual, 50) ** 0.5;
    if (score > best.score) best = { delimiter, score };
  }
  if (best.delimiter !== undefined) return best.delimiter;
  for (const delimiter of RARE) if (splitsEvenly(await splitRows(start, delimiter))) return delimiter;
  return ',';
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

/** Whether the first row has names rather than values: no number in it (years may be names), and no name twice unless numbers stand below. */
export function looksLikeHeader(row: readonly string[], below: readonly (readonly string[])[] = []): boolean {
  const cells = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (cells.length === 0 || cells.some((cell) => isValue(cell) && !/^(1[89]|20)\d\d$/.test(cell))) return false;
  if (new Set(cells).size === cells.length) return true;
  // Programs that join tables write the same name for a column of each.
  const hasNumbers = (i: number): boolean => below.some((other) => isValue((other[i] ?? '').trim()));
  return (
    below.length > 0 && row.some((cell, i) => !isValue(cell.trim()) && hasNumbers(i) && below.every((other) => isBlankOrValue(other[i])))
  );
}

const isValue = (cell: string): boolean => /^[+-]?[\d.,]*\d[\d.,]*$/.test(cell);

const isBlankOrValue = (cell = ''): boolean => cell.trim() === '' || isValue(cell.trim());
