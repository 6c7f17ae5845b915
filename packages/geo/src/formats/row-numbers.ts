// Remembers in which row of its file each feature of a new layer stood, or each row of a text in its sheet: they are numbered in the order of the file.

/** Runs of which the first is found at once, and the others one after the other. */
const RUNS = 32;
/** Bits of a number in each byte; another bit says that more bytes follow. */
const MORE = 128;
/** More bytes than a run takes. */
const LONGEST_RUN = 24;

/**
 * Runs of features, or rows, whose numbers and rows grow together. A file may have a gap behind every row: a run takes two or three bytes, with how
 * much later it begins than the one before, and how much further apart rows and numbers are.
 */
export class RowNumbers {
  /** Of every so many runs the first: its first number, how much larger the rows are, and where the bytes of those behind it begin. */
  private readonly firsts: number[] = [];
  private readonly shifts: number[] = [];
  private readonly starts: number[] = [];
  private bytes = new Uint8Array(64);
  private size = 0;
  private runs = 0;
  private last = Number.NEGATIVE_INFINITY;
  /** Of the last run. */
  private first = 0;
  private shift = 0;

  /** The next one; their numbers grow, and one that is no larger than the last is known already. */
  note(id: number, row: number): void {
    if (id <= this.last) return;
    this.last = id;
    const shift = row - id;
    if (this.runs > 0 && this.shift === shift) return;
    if (this.runs++ % RUNS === 0) {
      this.firsts.push(id);
      this.shifts.push(shift);
      this.starts.push(this.size);
    } else {
      const further = shift - this.shift;
      if (this.size + LONGEST_RUN > this.bytes.length) this.bytes = grown(this.bytes);
      this.write(id - this.first);
      this.write(further < 0 ? -2 * further - 1 : 2 * further);
    }
    this.first = id;
    this.shift = shift;
  }

  /** The row of one that was noted. */
  rowOf(id: number): number {
    let block = 0;
    for (let after = this.firsts.length; block + 1 < after; ) {
      const middle = (block + after) >> 1;
      if ((this.firsts[middle] as number) <= id) block = middle;
      else after = middle;
    }
    let first = this.firsts[block] ?? 0;
    let shift = this.shifts[block] ?? 0;
    const end = this.starts[block + 1] ?? this.size;
    for (let at = this.starts[block] ?? 0; at < end; ) {
      const later = this.read(at);
      first += later;
      if (first > id) break;
      at += lengthOf(later);
      const further = this.read(at);
      shift += further % 2 === 0 ? further / 2 : -(further + 1) / 2;
      at += lengthOf(further);
    }
    return id + shift;
  }

  private write(value: number): void {
    let left = value;
    for (; left >= MORE; left = Math.floor(left / MORE)) this.bytes[this.size++] = (left % MORE) + MORE;
    this.bytes[this.size++] = left;
  }

  private read(start: number): number {
    let value = 0;
    let weight = 1;
    for (let at = start; ; at++, weight *= MORE) {
      const byte = this.bytes[at] as number;
      if (byte < MORE) return value + byte * weight;
      value += (byte - MORE) * weight;
    }
  }
}

/** The bytes that a number takes. */
function lengthOf(value: number): number {
  let length = 1;
  for (let left = value; left >= MORE; left = Math.floor(left / MORE)) length++;
  return length;
}

function grown(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes.length * 2);
  larger.set(bytes);
  return larger;
}
