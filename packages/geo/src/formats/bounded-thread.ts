// A thread that answers questions within bounds of time and memory, and is ended beyond them.
import { Worker } from 'node:worker_threads';

/** What a thread may take. */
export interface ThreadLimits {
  /** Time of the processor for one answer: how long that takes on the clock depends on what else the machine has to do. */
  limitMs: number;
  heapMb: number;
  /** Memory of the heap and of buffers together. */
  totalMb: number;
}

/** Buffers are no part of the heap, which the engine bounds itself: they are looked at so often. */
const LOOK_EVERY_MS = 50;
const MB = 1024 * 1024;
/** A thread that waits for something takes no time of the processor: on the clock it has so many times as much. */
const WAITING = 20;

/** One thread; one question at a time. `close` ends it. */
export class BoundedThread<Question, Answer> {
  private readonly worker: Worker;
  private readonly limits: ThreadLimits;
  private hasEnded = false;

  constructor(script: URL, workerData: unknown, limits: ThreadLimits) {
    this.limits = limits;
    this.worker = new Worker(script, { workerData, resourceLimits: { maxOldGenerationSizeMb: limits.heapMb } });
    // Faults come with the answer that is awaited; without one there is nobody to tell.
    this.worker.on('error', () => undefined);
    this.worker.once('exit', () => {
      this.hasEnded = true;
    });
  }

  /** The answer. @throws Error when the thread ended, or had to be ended */
  ask(question: Question): Promise<Answer> {
    const { worker, limits } = this;
    // A thread that is gone takes questions, and never answers.
    if (this.hasEnded) return Promise.reject(new Error('The thread ended.'));
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        clearInterval(watch);
        worker.off('message', answered).off('error', failed).off('exit', ended);
        act();
      };
      const answered = (answer: Answer): void => settle(() => resolve(answer));
      const failed = (error: Error): void => settle(() => reject(error));
      const ended = (): void => failed(new Error('The thread ended.'));
      const giveUp = (why: string): void => {
        failed(new Error(why));
        void this.close();
      };
      const timer = setTimeout(() => giveUp('It takes too long.'), limits.limitMs * WAITING);
      const begun = this.busyMs();
      const watch = setInterval(() => {
        void this.takenMb().then((taken) => {
          if (taken > limits.totalMb) giveUp('It takes too much memory.');
        });
        void Promise.all([begun, this.busyMs()]).then(([before, now]) => {
          if (now - before > limits.limitMs) giveUp('It takes too long.');
        });
      }, LOOK_EVERY_MS);
      worker.on('message', answered).once('error', failed).once('exit', ended);
      worker.postMessage(question);
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }

  /** Milliseconds that the processor has worked for the thread; none once it is gone. */
  private async busyMs(): Promise<number> {
    const found = await this.worker.cpuUsage().catch(() => undefined);
    return found === undefined ? 0 : (found.user + found.system) / 1000;
  }

  /** Megabytes of heap and buffers; none once the thread is gone. */
  private async takenMb(): Promise<number> {
    const found = await this.worker.getHeapStatistics().catch(() => undefined);
    return found === undefined ? 0 : (found.used_heap_size + found.external_memory) / MB;
  }
}
