// The rows of a file that could not be used, all of them, as a file that is written while the others are loaded.
import { appendFileSync, statSync } from 'node:fs';
import type { PublishProblem } from '@graticule/contract/content/publishing';
import { noFormula } from '@graticule/geo/formats/csv-writer';

/** A file in which every row is bad tells of about a quarter of a million of them. */
const MOST_BYTES = 20 * 1024 * 1024;
const BUFFER_BYTES = 1 << 16;
const HEADER = '\uFEFFlayer,row,reason\r\n';

/** Writes one line for each row, up to 20 MB, behind those that are in the file already. */
export class RefusedRows {
  private readonly path: string;
  private waiting = '';
  private bytes: number;

  constructor(path: string) {
    this.path = path;
    this.bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Gives whether there was room. */
  add(layer: string, { row, reason }: Pick<PublishProblem, 'row' | 'reason'>): boolean {
    if (this.bytes >= MOST_BYTES) return false;
    if (this.bytes === 0) this.write(HEADER);
    this.write(`${quoted(layer)},${row},${quoted(reason)}\r\n`);
    return true;
  }

  /** Brings the last lines to the disk. There is no file where no row was refused. */
  end(): void {
    if (this.waiting !== '') appendFileSync(this.path, this.waiting);
    this.waiting = '';
  }

  private write(line: string): void {
    this.waiting += line;
    this.bytes += Buffer.byteLength(line);
    if (this.waiting.length >= BUFFER_BYTES) this.end();
  }
}

const quoted = (text: string): string => `"${noFormula(text).replaceAll('"', '""')}"`;
