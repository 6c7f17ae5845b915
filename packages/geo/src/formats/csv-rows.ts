// Splits delimited text into rows of cells, in pieces, with csv-parse.
import { parse } from 'csv-parse';
import { FormatError } from './format-reader.ts';

/** Past this many characters in one row a quote was surely left open. */
const MAX_ROW = 16 * 1024 * 1024;
const CARRIAGE_RETURN = 13;
const DELIMITERS = [',', ';', '\t', '|'] as const;

/**
 * The rows of a text, a batch for each piece of text. Plain text is split here, in a fraction of the time; from the first row on
 * that needs judgement, such as one with a quote inside a cell, the parser goes on.
 * @throws FormatError on an open quote
 */
export async function* csvRows(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<string[][]> {
  const pieces = text[Symbol.asyncIterator]();
  let rest = '';
  try {
    for (;;) {
      const piece = await pieces.next();
      const isLast = piece.done === true;
      if (!isLast) rest += piece.value;
      const split = splitPlain(rest, delimiter, isLast);
      rest = rest.slice(split.used);
      if (split.rows.length > 0) yield split.rows;
      if (split.isOdd || rest.length > MAX_ROW) {
        yield* parsedRows(rest, isLast ? undefined : pieces, delimiter);
        return;
      }
      if (isLast) return;
    }
  } finally {
    await pieces.return?.();
  }
}

/** The whole rows at the start of a text that need no judgement, and how much of the text they are. */
function splitPlain(text: string, delimiter: string, isLast: boolean): { rows: string[][]; used: number; isOdd: boolean } {
  const rows: string[][] = [];
  let at = 0;
  while (at < text.length) {
    let end = text.indexOf('\n', at);
    if (end < 0 && !isLast) break;
    if (end < 0) end = text.length;
    const line = text.slice(at, end > at && end < text.length && text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end);
    if (line.includes('\r')) return { rows, used: at, isOdd: true };
    if (line.includes('"')) {
      const row = quotedRow(line, delimiter);
      if (row === null) return { rows, used: at, isOdd: true };
      rows.push(row);
    } else if (line !== '') rows.push(line.split(delimiter));
    at = end + 1;
  }
  return { rows, used: Math.min(at, text.length), isOdd: false };
}

/** The cells of a line whose quotes open at the start of a cell and close at its end; null for any other line. */
function quotedRow(line: string, delimiter: string): string[] | null {
  const row: string[] = [];
  for (let at = 0; ; at++) {
    if (line[at] === '"') {
      let end = line.indexOf('"', at + 1);
      while (end >= 0 && line[end + 1] === '"') end = line.indexOf('"', end + 2);
      if (end < 0 || (end + 1 < line.length && line[end + 1] !== delimiter)) return null;
      row.push(line.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
    } else {
      const next = line.indexOf(delimiter, at);
      const end = next < 0 ? line.length : next;
      const cell = line.slice(at, end);
      if (cell.includes('"')) return null;
      row.push(cell);
      at = end;
    }
    if (at >= line.length) return row;
  }
}

async function* parsedRows(start: string, pieces: AsyncIterator<string> | undefined, delimiter: string): AsyncGenerator<string[][]> {
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
    let piece: string | undefined = start;
    while (piece !== undefined) {
      const written: string = piece;
      await new Promise<void>((resolve) => parser.write(written, () => resolve()));
      if (failure) throw explain(failure);
      if (rows.length > 0) {
        yield rows;
        rows = [];
      }
      const next: IteratorResult<string> | undefined = await pieces?.next();
      piece = next === undefined || next.done === true ? undefined : next.value;
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
