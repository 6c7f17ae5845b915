// Splits delimited text that needs judgement into cells, with csv-parse.
import { parse } from 'csv-parse';
import { FormatError } from './format-reader.ts';

/** Rows of cells. Valid until the next block is asked for. */
export interface CellBlock {
  /** UTF-8, without zero characters inside of cells. */
  bytes: Uint8Array;
  /** Number of rows. */
  rows: number;
  /** The cells of row `r` are those from `rowEnds[r - 1]`, or 0 for the first, up to `rowEnds[r]`. */
  rowEnds: Int32Array;
  /** Where each cell lies in the bytes, without its quotes. */
  starts: Int32Array;
  ends: Int32Array;
  /** The line of the text on which each row begins, from 1. */
  lines: Int32Array;
  /** The text ends in the last row, without an end of its line. */
  isOpen: boolean;
}

/** Past this many bytes in one row a quote was surely left open. */
export const MAX_ROW = 16 * 1024 * 1024;

/** How a text is read: what separates cells, what encloses them, and how many lines of the file came before it. */
interface Reading {
  delimiter: string;
  quote?: string;
  linesBefore?: number;
}

/** The cells of a text, a block for each piece. @throws FormatError on an open quote, with the line on which its row begins */
export async function* parsedBlocks(
  text: AsyncIterable<string>,
  { delimiter, quote = '"', linesBefore = 0 }: Reading,
): AsyncGenerator<CellBlock> {
  const parser = parse({
    delimiter,
    quote,
    escape: quote,
    // The first that fits is taken. Left to itself, the parser knows only the end of the first line it sees.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW,
    info: true,
  });
  let rows: string[][] = [];
  let starts: number[] = [];
  let failure: Error | null = null;
  let lines = linesBefore;
  let isOpen = false;
  parser.on('data', ({ record, info }: { record: string[]; info: { empty_lines: number } }) => {
    rows.push(record);
    starts.push(lines + info.empty_lines + 1);
    lines += linesOf(record);
  });
  parser.on('error', (error: Error) => {
    failure = error;
  });
  try {
    for await (const piece of text) {
      await new Promise<void>((resolve) => parser.write(piece, () => resolve()));
      if (failure) throw explain(failure, lines);
      if (piece !== '') isOpen = !/[\r\n]$/.test(piece);
      if (rows.length > 0) {
        // A row without an end of its line is only known at the end.
        yield blockOf(rows, starts, false);
        rows = [];
        starts = [];
      }
    }
    const ended = new Promise<void>((resolve) => parser.once('end', resolve).once('error', () => resolve()));
    parser.end();
    await ended;
    if (failure) throw explain(failure, lines);
    if (rows.length > 0) yield blockOf(rows, starts, isOpen);
  } finally {
    parser.destroy();
  }
}

const encoder = new TextEncoder();

function blockOf(rows: readonly string[][], lines: readonly number[], isOpen: boolean): CellBlock {
  const cells = rows.flatMap((row) => row.map((cell) => (cell.includes('\0') ? cell.replaceAll('\0', '') : cell)));
  const bytes = encoder.encode(cells.join(''));
  const starts = new Int32Array(cells.length);
  const ends = new Int32Array(cells.length);
  let at = 0;
  for (const [i, cell] of cells.entries()) {
    starts[i] = at;
    at += byteLength(cell);
    ends[i] = at;
  }
  let end = 0;
  return {
    bytes,
    rows: rows.length,
    rowEnds: Int32Array.from(rows, (row) => {
      end += row.length;
      return end;
    }),
    starts,
    ends,
    lines: Int32Array.from(lines),
    isOpen,
  };
}

/** Length in UTF-8, of text without halves of pairs: decoders give none. */
function byteLength(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Each half of a pair counts for two of the four bytes.
    if (code > 127) length += code > 2047 && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return length;
}

const LINE_ENDS = /\r\n|\n|\r/g;

/** Lines of a row: cells in quotes may go on for several. */
function linesOf(row: readonly string[]): number {
  return row.reduce((lines, cell) => lines + (cell.match(LINE_ENDS)?.length ?? 0), 1);
}

/** What the parser stumbled over after so many lines of whole rows; lines without anything are no rows. */
function explain(error: Error, lines: number): FormatError {
  const { code, empty_lines: empty = 0 } = error as { code?: string; empty_lines?: number };
  const isOpen = code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE';
  return new FormatError(isOpen ? 'quote-open' : 'text-unsplit', { line: lines + empty + 1 }, { cause: error });
}
