// Files that are sent one after the other, whether somebody watches or not: how far each is, and what stopped it.
import { warnOfLeaving } from '../ui/unfinished-work.ts';

/** A file that is not there yet. */
export interface QueuedFile {
  id: number;
  file: File;
  phase: 'waiting' | 'sending' | 'failed';
  /** Share that was sent, 0 to 1. */
  share: number;
  error?: unknown;
  /** It is not even sent, now or later. */
  isFinal?: boolean;
}

interface Options {
  /** What is known to be wrong with a file before it is sent. */
  faultOf?: (file: File) => unknown;
  send: (file: File, how: { signal: AbortSignal; onProgress: (share: number) => void }) => Promise<unknown>;
  /** Nobody watches any more who could see it in the list. */
  onUnseenFault: (file: File, error: unknown) => void;
}

let lastId = 0;

/** What was sent leaves the queue; a file that failed waits to be tried again or dropped, and stops no other. */
export class FileQueue {
  #files: readonly QueuedFile[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #options: Options;
  #running: AbortController | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly files = (): readonly QueuedFile[] => this.#files;

  add(files: readonly File[]): void {
    const added = files.map((file): QueuedFile => {
      const error = this.#options.faultOf?.(file);
      const begun = { id: ++lastId, file, share: 0 };
      return error === undefined ? { ...begun, phase: 'waiting' } : { ...begun, phase: 'failed', error, isFinal: true };
    });
    this.#change([...this.#files, ...added]);
    void this.#run();
  }

  /** Breaks off what is being sent, or drops what is not sent yet. */
  drop(id: number): void {
    if (this.#files.find((each) => each.id === id)?.phase === 'sending') this.#running?.abort();
    this.#change(this.#files.filter((each) => each.id !== id));
  }

  retry(id: number): void {
    this.#set(id, { phase: 'waiting', share: 0, error: undefined });
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    window.addEventListener('beforeunload', warnOfLeaving);
    for (let next = this.#next(); next; next = this.#next()) {
      const { id, file } = next;
      const control = new AbortController();
      this.#running = control;
      this.#set(id, { phase: 'sending' });
      try {
        await this.#options.send(file, { signal: control.signal, onProgress: (share) => this.#set(id, { share }) });
        this.#change(this.#files.filter((each) => each.id !== id));
      } catch (error) {
        if (!control.signal.aborted) this.#fail(id, file, error);
      }
    }
    this.#running = undefined;
    window.removeEventListener('beforeunload', warnOfLeaving);
  }

  #fail(id: number, file: File, error: unknown): void {
    this.#set(id, { phase: 'failed', error });
    if (this.#listeners.size === 0) this.#options.onUnseenFault(file, error);
  }

  #next(): QueuedFile | undefined {
    return this.#files.find(({ phase }) => phase === 'waiting');
  }

  #set(id: number, changes: Partial<QueuedFile>): void {
    this.#change(this.#files.map((each) => (each.id === id ? { ...each, ...changes } : each)));
  }

  #change(files: readonly QueuedFile[]): void {
    this.#files = files;
    for (const listener of this.#listeners) listener();
  }
}
