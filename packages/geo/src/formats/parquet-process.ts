// Asks the process that unpacks a Parquet file, and ends it when it takes too long or too much memory.
import { BoundedProcess } from './bounded-process.ts';
import type { ByteSource } from './format-reader.ts';
import type { ParquetAnswer, ParquetInput, ParquetQuestion } from './parquet-worker.ts';

/** Heap of a process, and all that it takes: parts of a file are read one after another. */
const HEAP_MB = 512;
const TOTAL_MB = 1024;

/** The process of one file; `close` ends it. */
export class ParquetProcess {
  private readonly process: BoundedProcess<ParquetQuestion, ParquetAnswer>;

  private constructor(input: ParquetInput, limitMs: number) {
    const script = new URL('./parquet-worker.ts', import.meta.url);
    this.process = new BoundedProcess(script, input, { limitMs, heapMb: HEAP_MB, totalMb: TOTAL_MB });
  }

  static async open(file: ByteSource, limitMs: number): Promise<ParquetProcess> {
    const bytes = file.path === undefined ? await file.read(0, file.size) : undefined;
    return new ParquetProcess({ size: file.size, path: file.path, bytes }, limitMs);
  }

  /** The answer to one question; one at a time. @throws Error with the library's words, or when the process had to be ended */
  async ask(question: ParquetQuestion): Promise<Exclude<ParquetAnswer, { kind: 'failed' }>> {
    const answer = await this.process.ask(question);
    if (answer.kind === 'failed') throw new Error(answer.message);
    return answer;
  }

  close(): Promise<void> {
    return this.process.close();
  }
}
