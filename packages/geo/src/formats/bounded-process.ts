// A process that answers questions within bounds of time and memory, and is ended beyond them. A thread would not do: the engine ends the whole
// process where a single thing of one of its threads finds no room.
import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** What a process may take. */
export interface ProcessLimits {
  /** Time of the processor for one answer: how long that takes on the clock depends on what else the machine has to do. */
  limitMs: number;
  heapMb: number;
  /** Memory of the heap, of buffers and of the engine together; looked at where the system tells it. */
  totalMb: number;
}

/** Buffers are no part of the heap, which the engine bounds itself: they are looked at so often. */
const LOOK_EVERY_MS = 50;
const KB_OF_MB = 1024;
/** A process that waits for something takes no time of the processor: on the clock it has so many times as much, also where the system does not tell. */
const WAITING = 20;
/** Times of processes are counted in steps of so many milliseconds. */
const TICK_MS = 10;
/** What a process needs to begin; one that reads files of strangers is told no secrets, whatever they are called. */
const ENVIRONMENT = /^(PATH|LD_LIBRARY_PATH|TMPDIR|TEMP|SystemRoot|NODE_COMPILE_CACHE)$/i;

/** Runs beside the script, which may be too busy to hear that whoever asked was ended by force: a process of nobody would run for ever. */
function watchOver(parent: number): string {
  const watch = `setInterval(() => process.ppid === ${parent} || process.kill(process.pid, 'SIGKILL'), 500)`;
  const script = `import { Worker } from 'node:worker_threads'; new Worker(${JSON.stringify(watch)}, { eval: true, execArgv: [] }).unref();`;
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
}

/** One process; one question at a time. `close` ends it. */
export class BoundedProcess<Question, Answer> {
  private readonly child: ChildProcess;
  private readonly limits: ProcessLimits;
  private readonly gone: Promise<void>;
  private hasEnded = false;

  /** The script gets `input` as its first message. */
  constructor(script: URL, input: unknown, limits: ProcessLimits) {
    this.limits = limits;
    this.child = fork(script, {
      execArgv: [`--max-old-space-size=${limits.heapMb}`, watchOver(process.pid)],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => ENVIRONMENT.test(name))),
    });
    this.gone = new Promise((resolve) => {
      const ended = (): void => {
        this.hasEnded = true;
        resolve();
      };
      // Whoever waits for an answer hears of it too.
      this.child.on('error', () => this.child.pid === undefined && ended());
      this.child.once('exit', ended);
    });
    this.send(input);
  }

  private send(message: unknown): void {
    // A process that is gone is heard of by its end.
    this.child.send(message as object, () => undefined);
  }

  /** The answer. @throws Error when the process ended, or had to be ended */
  ask(question: Question): Promise<Answer> {
    const { child, limits } = this;
    if (this.hasEnded) return Promise.reject(new Error('The process ended.'));
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        clearInterval(watch);
        child.off('message', answered);
        act();
      };
      const answered = (answer: unknown): void => settle(() => resolve(answer as Answer));
      const giveUp = (why: string): void => {
        settle(() => reject(new Error(why)));
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
      child.on('message', answered);
      void this.gone.then(() => settle(() => reject(new Error('The process ended.'))));
      this.send(question);
    });
  }

  async close(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.gone;
  }

  /** Milliseconds that the processor has worked for the process; none once it is gone. */
  private async busyMs(): Promise<number> {
    const status = await readFile(`/proc/${this.child.pid}/stat`, 'utf8').catch(() => '');
    // The name of the program comes before, in parentheses, and may hold anything.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
  }

  /** Megabytes that the process takes; none once it is gone. */
  private async takenMb(): Promise<number> {
    const status = await readFile(`/proc/${this.child.pid}/status`, 'utf8').catch(() => '');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / KB_OF_MB;
  }
}
