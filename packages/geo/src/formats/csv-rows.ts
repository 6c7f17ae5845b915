// Splits delimited text into rows of cells, in pieces, with csv-parse.
import { parse } from 'csv-parse';
import { FormatError } from './format-reader.ts';

/** Past this many characters in one row a quote was surely left open. */
const MAX_ROW = 16 * 1024 * 1024;
const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The rows of a text, a batch for each piece of text. @throws FormatError on an open quote */
export async function* csvRows(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<string[][]> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW,
  });
  let rows: string[][] = [];
  let failure: Error | null = null;
  parser.on('data', (row: string[]) => rows.push(row));
  parser.on('error', (error: Error) => {
    failure = error;
  });
  try {
    for await (const piece of text) {
      await new Promise<void>((resolve) => parser.write(piece, () => resolve()));
      if (failure) throw explain(failure);
      if (rows.length > 0) {
        yield rows;
        rows = [];
      }
    }
    const ended = new Promise<void>((resolve) => parser.once('end', resolve).once('error', () => resolve()));
    parser.end();
    await ended;
    if (failure) throw explain(failure);
    if (rows.length > 0) yield rows;
  } finally {
    parser.destroy();
  }
}

function explain(error: Error): FormatError {
  const { code, lines } = error as { code?: string; lines?: number };
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE') {
    return new FormatError('quote-open', { line: lines ?? 1 }, { cause: error });
  }
  return new FormatError('text-unsplit', { line: lines ?? 1 }, { cause: error });
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
