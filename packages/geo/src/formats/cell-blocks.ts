// Splits delimited text into cells where its bytes lie, a block at a time, without a string for each cell.
import { type CellBlock, MAX_ROW, parsedBlocks } from './parsed-cells.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;

/**
 * The cells of a text, a block for each piece. Plain text is split here, in a fraction of the time; from the first row on
 * that needs judgement, such as one with a quote inside a cell, the parser goes on. With another quote it does it all.
 * @throws FormatError on an open quote
 */
export async function* cellBlocks(text: AsyncIterable<Uint8Array>, delimiter: string, quote = '"'): AsyncGenerator<CellBlock> {
  const pieces = text[Symbol.asyncIterator]();
  const splitter = new Splitter(delimiter);
  let buffer = new Uint8Array(1 << 16);
  let filled = 0;
  // A row that is longer than a piece is not looked through again for each of its pieces.
  let wanted = 0;
  try {
    if (quote !== '"') {
      yield* parsedBlocks(decoded(new Uint8Array(0), pieces), { delimiter, quote });
      return;
    }
    for (let isLast = false; !isLast; ) {
      const piece = await pieces.next();
      isLast = piece.done === true;
      if (piece.done !== true) {
        buffer = withRoom(buffer, filled, piece.value.length + 1);
        buffer.set(piece.value, filled);
        filled += piece.value.length;
      }
      if (filled < wanted && !isLast) continue;
      const split = splitter.split(buffer, filled, isLast);
      if (splitter.block.rows > 0) yield splitter.block;
      buffer.copyWithin(0, split.used, filled);
      filled -= split.used;
      wanted = split.used === 0 ? Math.min(filled * 2, MAX_ROW) : 0;
      if (split.isOdd || filled > MAX_ROW) {
        const rest = decoded(buffer.slice(0, filled), isLast ? undefined : pieces);
        yield* parsedBlocks(rest, { delimiter, linesBefore: splitter.linesBefore });
        return;
      }
    }
  } finally {
    await pieces.return?.();
  }
}

function withRoom(buffer: Uint8Array<ArrayBuffer>, filled: number, more: number): Uint8Array<ArrayBuffer> {
  if (filled + more <= buffer.length) return buffer;
  const grown = new Uint8Array(Math.max(buffer.length * 2, filled + more));
  grown.set(buffer.subarray(0, filled));
  return grown;
}

/** What a byte may be to the splitter. */
const ORDINARY = 0;
const SPECIAL = 1;

/** Finds the cells of whole rows at the start of a text. */
class Splitter {
  readonly block: CellBlock = {
    bytes: new Uint8Array(0),
    rows: 0,
    rowEnds: new Int32Array(1 << 10),
    starts: new Int32Array(1 << 13),
    ends: new Int32Array(1 << 13),
    lines: new Int32Array(1 << 10),
    isOpen: false,
  };
  private readonly kinds = new Uint8Array(256);
  /** Not a byte where the delimiter is a letter of several bytes: the parser knows those. */
  private readonly delimiter: number;
  private cells = 0;
  /** Lines of the text before the next row. */
  linesBefore = 0;
  /** Ends of lines within the quotes of the row. */
  private linesInside = 0;
  /** Cells of the row that lose bytes: half of doubled quotes, zero characters. */
  private readonly uneven: number[] = [];

  constructor(delimiter: string) {
    const code = delimiter.charCodeAt(0);
    this.delimiter = delimiter.length === 1 && code < 128 ? code : -1;
    for (const byte of [0, LINE_FEED, CARRIAGE_RETURN, QUOTE]) this.kinds[byte] = SPECIAL;
    if (this.delimiter >= 0) this.kinds[this.delimiter] = SPECIAL;
  }

  /** Needs room for one byte more. Gives how much of the text the rows are, and whether the next one is not for this class. */
  split(bytes: Uint8Array, length: number, isLast: boolean): { used: number; isOdd: boolean } {
    const { block } = this;
    block.bytes = bytes;
    block.rows = 0;
    block.isOpen = false;
    this.cells = 0;
    if (this.delimiter < 0) return { used: 0, isOdd: true };
    // Every search ends here.
    bytes[length] = LINE_FEED;
    let at = 0;
    while (at < length) {
      const before = this.cells;
      const end = this.row(bytes, at, length, isLast);
      if (end < 0) {
        this.cells = before;
        return { used: at, isOdd: end === ODD };
      }
      // An empty line is no row.
      if (this.cells === before + 1 && block.ends[before] === at && block.starts[before] === at) this.cells = before;
      else this.endRow(bytes);
      this.linesBefore += 1 + this.linesInside;
      at = end;
    }
    return { used: length, isOdd: false };
  }

  /** Where the next row begins, or why there is no row. */
  private row(bytes: Uint8Array, start: number, length: number, isLast: boolean): number {
    const { kinds, delimiter } = this;
    this.uneven.length = 0;
    this.linesInside = 0;
    let at = start;
    for (;;) {
      let begin = at;
      let end: number;
      if (bytes[at] === QUOTE) {
        begin = at + 1;
        end = this.quoteEnd(bytes, begin, length);
        if (end < 0) return isLast ? ODD : UNFINISHED;
        at = end + 1;
      } else {
        while (kinds[bytes[at] as number] === ORDINARY) at++;
        while (bytes[at] === 0) {
          this.uneven.push(this.cells);
          do at++;
          while (kinds[bytes[at] as number] === ORDINARY);
        }
        end = at;
      }
      const byte = bytes[at] as number;
      const isEnd = byte === LINE_FEED || (byte === CARRIAGE_RETURN && at + 1 < length && bytes[at + 1] === LINE_FEED);
      if (!isEnd && byte !== delimiter) return byte === CARRIAGE_RETURN && at + 1 >= length && !isLast ? UNFINISHED : ODD;
      if (at >= length && !isLast) return UNFINISHED;
      this.cell(begin, end);
      this.block.isOpen = isEnd && at >= length;
      if (isEnd) return byte === LINE_FEED ? at + 1 : at + 2;
      at++;
    }
  }

  /** Where the quote is that closes a cell; -1 when there is none yet. */
  private quoteEnd(bytes: Uint8Array, begin: number, length: number): number {
    let isUneven = false;
    for (let at = begin; at < length; at++) {
      const byte = bytes[at];
      if (byte !== QUOTE) {
        if (byte === 0) isUneven = true;
        else if (byte === LINE_FEED || (byte === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED)) this.linesInside++;
        continue;
      }
      if (at + 1 >= length || bytes[at + 1] !== QUOTE) {
        if (isUneven) this.uneven.push(this.cells);
        return at;
      }
      isUneven = true;
      at++;
    }
    return -1;
  }

  private cell(begin: number, end: number): void {
    const { block } = this;
    if (this.cells === block.starts.length) {
      block.starts = doubled(block.starts);
      block.ends = doubled(block.ends);
    }
    block.starts[this.cells] = begin;
    block.ends[this.cells] = end;
    this.cells++;
  }

  private endRow(bytes: Uint8Array): void {
    const { block } = this;
    for (const cell of this.uneven) block.ends[cell] = evened(bytes, block.starts[cell] as number, block.ends[cell] as number);
    if (block.rows === block.rowEnds.length) {
      block.rowEnds = doubled(block.rowEnds);
      block.lines = doubled(block.lines);
    }
    block.lines[block.rows] = this.linesBefore + 1;
    block.rowEnds[block.rows++] = this.cells;
  }
}

/** The row is not whole; the row needs the parser. */
const UNFINISHED = -1;
const ODD = -2;

function doubled(array: Int32Array): Int32Array {
  const grown = new Int32Array(array.length * 2);
  grown.set(array);
  return grown;
}

/** Moves the bytes of a cell together over what does not belong to its text; gives the new end. */
function evened(bytes: Uint8Array, start: number, end: number): number {
  // Only cells that were quoted have a quote in them.
  let to = start;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === 0) continue;
    bytes[to++] = byte;
    if (byte === QUOTE) at++;
  }
  return to;
}

async function* decoded(start: Uint8Array, pieces: AsyncIterator<Uint8Array> | undefined): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  yield decoder.decode(start, { stream: true });
  for (;;) {
    const piece = await pieces?.next();
    if (piece === undefined || piece.done === true) break;
    yield decoder.decode(piece.value, { stream: true });
  }
  yield decoder.decode();
}
