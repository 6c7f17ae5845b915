// Asks the thread that unpacks a Parquet file, and ends it when it takes too long or too much memory.
import { BoundedThread } from './bounded-thread.ts';
import type { ByteSource } from './format-reader.ts';
import type { ParquetAnswer, ParquetInput, ParquetQuestion } from './parquet-worker.ts';

/** Heap of a thread, and that with its buffers: parts of a file are read one after another. */
const HEAP_MB = 512;
const TOTAL_MB = 768;

/** The thread of one file; `close` ends it. */
export class ParquetThread {
  private readonly thread: BoundedThread<ParquetQuestion, ParquetAnswer>;

  private constructor(input: ParquetInput, limitMs: number) {
    const script = new URL('./parquet-worker.ts', import.meta.url);
    this.thread = new BoundedThread(script, input, { limitMs, heapMb: HEAP_MB, totalMb: TOTAL_MB });
  }

  static async open(file: ByteSource, limitMs: number): Promise<ParquetThread> {
    const bytes = file.path === undefined ? await file.read(0, file.size) : undefined;
    return new ParquetThread({ size: file.size, path: file.path, bytes }, limitMs);
  }

  /** The answer to one question; one at a time. @throws Error with the library's words, or when the thread had to be ended */
  async ask(question: ParquetQuestion): Promise<Exclude<ParquetAnswer, { kind: 'failed' }>> {
    const answer = await this.thread.ask(question);
    if (answer.kind === 'failed') throw new Error(answer.message);
    return answer;
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}
