// Notices an external database that has fallen silent without closing its connections: its machine stands still, or the network swallows
// everything. The server's own limit of time for statements does not come then, and the system would wait for a quarter of an hour.
import pg from 'pg';

/** How often connections are looked at. */
const EVERY_MS = 2_000;
/** How long the database may take to let a new connection in and answer it. */
const PATIENCE_MS = 4_000;
/** So many questions in a row have to stay without an answer: what one of them waited while this process itself stood still is no silence. */
const UNANSWERED = 2;

interface Watched {
  readyForQuery: boolean;
  connection: { stream: { bytesRead: number; destroy(): void } };
}

/** What had been received when a connection that waits was looked at. */
type Looks = Map<Watched, number>;

/** Looks at connections on which an answer is awaited, and breaks them off once the database answers nobody: what waits then fails at once. */
export class SilenceWatch {
  readonly #config: pg.ClientConfig;
  readonly #patienceMs: number;
  readonly #timer: NodeJS.Timeout;
  readonly #watched = new Set<Watched>();
  #looks: Looks = new Map();
  #unanswered = 0;
  #isAsking = false;

  constructor(config: pg.ClientConfig, { everyMs = EVERY_MS, patienceMs = PATIENCE_MS }: { everyMs?: number; patienceMs?: number } = {}) {
    this.#config = config;
    this.#patienceMs = patienceMs;
    this.#timer = setInterval(() => this.#look(), everyMs);
    this.#timer.unref();
  }

  /** Watches a connection until it ends. */
  add(client: pg.Client): void {
    const watched = client as unknown as Watched;
    this.#watched.add(watched);
    client.once('end', () => this.#watched.delete(watched));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const before = this.#looks;
    const waiting = [...this.#watched].filter((one) => !one.readyForQuery);
    this.#looks = new Map(waiting.map((one) => [one, one.connection.stream.bytesRead]));
    const silent = waiting.filter((one) => before.get(one) === one.connection.stream.bytesRead);
    if (silent.length === 0) this.#unanswered = 0;
    else if (!this.#isAsking) void this.#askFor(silent);
  }

  /** A statement may take long: whether the database lives, a connection of its own tells. */
  async #askFor(silent: readonly Watched[]): Promise<void> {
    this.#isAsking = true;
    this.#unanswered = (await this.#answers()) ? 0 : this.#unanswered + 1;
    this.#isAsking = false;
    if (this.#unanswered < UNANSWERED) return;
    for (const one of silent) if (!one.readyForQuery) one.connection.stream.destroy();
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client({ ...this.#config, connectionTimeoutMillis: this.#patienceMs, query_timeout: this.#patienceMs });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch (error) {
      // Whatever a server says for itself, that it has too many connections for example, is an answer.
      return error instanceof pg.DatabaseError;
    } finally {
      (client as unknown as Watched).connection.stream.destroy();
    }
  }
}
