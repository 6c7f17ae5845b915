// Connections that stay lent while statements keep coming: taking one from the pool and giving it back sets and clears two timers and waits for two turns
// of the event loop, which costs as much as reading a single edit.
import type pg from 'pg';
import { passFence } from './work-fence.ts';

/** What nobody has needed for so long goes back to the pool, which knows when to close it. */
const REST_MS = 2_000;

/** The connections of a pool that nobody else takes from. */
export class ReadyClients {
  readonly #pool: pg.Pool;
  readonly #restMs: number;
  readonly #ready: pg.PoolClient[] = [];
  readonly #known = new WeakSet<pg.PoolClient>();
  /** So many, the first ones, have not been taken since the last look. */
  #untaken = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(pool: pg.Pool, { restMs = REST_MS } = {}) {
    this.#pool = pool;
    this.#restMs = restMs;
  }

  /** Takes a connection: the one that was given back last, or one of the pool. */
  take(): pg.PoolClient | Promise<pg.PoolClient> {
    // The pool asks the fence itself.
    const fence = this.#ready.length === 0 ? undefined : passFence();
    return fence === undefined ? this.#next() : fence.then(() => this.#next());
  }

  #next(): pg.PoolClient | Promise<pg.PoolClient> {
    const client = this.#ready.pop();
    if (client === undefined) return this.#pool.connect();
    this.#untaken = Math.min(this.#untaken, this.#ready.length);
    return client;
  }

  /** Gives a connection back on which the last statement was answered. */
  give(client: pg.PoolClient): void {
    // Whoever waits at the pool comes first.
    if (this.#isClosed || this.#pool.waitingCount > 0) {
      client.release();
      return;
    }
    if (!this.#known.has(client)) {
      this.#known.add(client);
      client.once('end', () => this.#drop(client));
    }
    this.#ready.push(client);
    this.#timer ??= setInterval(() => this.#rest(), this.#restMs).unref();
  }

  /** Before the pool ends, which waits for what is lent. */
  close(): void {
    this.#isClosed = true;
    this.#untaken = this.#ready.length;
    this.#rest();
  }

  /** A connection that broke while nobody used it. */
  #drop(client: pg.PoolClient): void {
    const at = this.#ready.indexOf(client);
    if (at < 0) return;
    this.#ready.splice(at, 1);
    this.#untaken = Math.min(this.#untaken, this.#ready.length);
    client.release(true);
  }

  #rest(): void {
    for (const client of this.#ready.splice(0, this.#untaken)) client.release();
    this.#untaken = this.#ready.length;
    if (this.#untaken > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
