// Asks the thread that unpacks a Parquet file, and ends it when it takes too long or too much memory.
import { Worker } from 'node:worker_threads';
import type { ByteSource } from './format-reader.ts';
import type { ParquetAnswer, ParquetInput, ParquetQuestion } from './parquet-worker.ts';

/** Heap of a thread: parts of a file are read one after another. */
const HEAP_MB = 512;

/** The thread of one file; `close` ends it. */
export class ParquetThread {
  private readonly worker: Worker;
  private readonly limitMs: number;

  private constructor(input: ParquetInput, limitMs: number) {
    this.limitMs = limitMs;
    this.worker = new Worker(new URL('./parquet-worker.ts', import.meta.url), {
      workerData: input,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    // Faults come with the answer that is awaited; without one there is nobody to tell.
    this.worker.on('error', () => undefined);
  }

  static async open(file: ByteSource, limitMs: number): Promise<ParquetThread> {
    const bytes = file.path === undefined ? await file.read(0, file.size) : undefined;
    return new ParquetThread({ size: file.size, path: file.path, bytes }, limitMs);
  }

  /** The answer to one question; one at a time. @throws Error with the library's words, or when the thread had to be ended */
  ask(question: ParquetQuestion): Promise<Exclude<ParquetAnswer, { kind: 'failed' }>> {
    const { worker, limitMs } = this;
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        worker.off('message', answered).off('error', failed).off('exit', ended);
        act();
      };
      const answered = (answer: ParquetAnswer): void =>
        settle(() => (answer.kind === 'failed' ? reject(new Error(answer.message)) : resolve(answer)));
      const failed = (error: Error): void => settle(() => reject(error));
      const ended = (): void => settle(() => reject(new Error('The thread ended.')));
      const timer = setTimeout(() => {
        void this.close();
        settle(() => reject(new Error('The file takes too long to unpack.')));
      }, limitMs);
      worker.on('message', answered).on('error', failed).on('exit', ended);
      worker.postMessage(question);
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}
