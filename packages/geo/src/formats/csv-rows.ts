// Rows of delimited text as strings, for a look at the beginning of a file, and what that says about the rest.
import { cellBlocks } from './cell-blocks.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
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
  let best: { delimiter: string; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const widths: number[] = [];
    try {
      for await (const rows of csvRows(once(start), delimiter)) widths.push(...rows.map((row) => row.length));
    } catch {
      // The sample may end inside quotes: what was split until then is enough.
    }
    const usual = widths[0] ?? 0;
    if (usual < 2) continue;
    const even = widths.filter((width) => width === usual).length / widths.length;
    const score = even * even * Math.min(usual, 50) ** 0.5;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/**
 * Whether the first row has names rather than values: no number in it (years may be names), and no name twice.
 */
export function looksLikeHeader(row: readonly string[]): boolean {
  const cells = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const isValue = (cell: string): boolean => /^[+-]?[\d.,]+$/.test(cell) && !/^(1[89]|20)\d\d$/.test(cell);
  return cells.length > 0 && !cells.some(isValue) && new Set(cells).size === cells.length;
}
