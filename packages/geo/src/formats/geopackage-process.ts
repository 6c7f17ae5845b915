// Asks the process that reads a GeoPackage with formulas, and ends it when they take too long or too much memory.
import { BoundedProcess } from './bounded-process.ts';
import { FormatError } from './format-reader.ts';
import type { GeoPackageFile, GeoPackageRow, GeoPackageTable } from './geopackage-tables.ts';
import type { GeoPackageAnswer, GeoPackageQuestion } from './geopackage-worker.ts';

const HEAP_MB = 512;
const TOTAL_MB = 1024;

/** The process of one file; `close` ends it. */
export class GeoPackageProcess {
  private readonly process: BoundedProcess<GeoPackageQuestion, GeoPackageAnswer>;
  private readonly file: GeoPackageFile;

  constructor(file: GeoPackageFile, limitMs: number) {
    this.file = file;
    const script = new URL('./geopackage-worker.ts', import.meta.url);
    this.process = new BoundedProcess(script, file, { limitMs, heapMb: HEAP_MB, totalMb: TOTAL_MB });
  }

  /** @throws FormatError */
  async table(wanted: string | undefined): Promise<GeoPackageTable> {
    const answer = await this.ask({ kind: 'table', wanted });
    if (answer.kind !== 'table') throw new Error('a table was asked for');
    return answer.table;
  }

  /** @throws FormatError */
  async *rows(table: string, list: readonly string[]): AsyncGenerator<GeoPackageRow[]> {
    for (let isNew = true; ; isNew = false) {
      const answer = await this.ask({ kind: 'rows', table, list, isNew });
      if (answer.kind !== 'rows') throw new Error('rows were asked for');
      if (answer.rows.length === 0) return;
      yield answer.rows;
    }
  }

  private async ask(question: GeoPackageQuestion): Promise<Exclude<GeoPackageAnswer, { kind: 'failed' | 'refused' }>> {
    const answer = await this.process.ask(question).catch((cause: unknown) => {
      throw new FormatError('gpkg-slow', { file: this.file.name }, { cause });
    });
    if (answer.kind === 'refused') throw new FormatError(answer.code, answer.values);
    if (answer.kind === 'failed') throw new Error(answer.message);
    return answer;
  }

  close(): Promise<void> {
    return this.process.close();
  }
}
