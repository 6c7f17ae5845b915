// Holds the tables that decide about rights still for a moment. While nobody can change them, what was read from them once is what they would
// say again, so requests that come thick and fast need not ask each time.
import type pg from 'pg';

/** Whoever wants to change one of the tables waits at most so long: then those who wait come first. */
const HOLD_MS = 20;
/** Holds follow one another for so long, ... */
const SERIES_MS = 1_000;
/** ... and then none for so long, for those who go away when they would have to wait, such as the database's own cleaning. */
const PAUSE_MS = 100;
/** The server ends the hold of a process that has stopped in the middle of it. */
const GIVEN_UP_MS = 1_000;
/** After somebody was met who changes the tables, and twice as long each time. */
const FIRST_REST_MS = 50;
const LONGEST_REST_MS = 2_000;
/** A hold costs two ways to the database: so many questions in so short a time are worth one. */
const ENOUGH = 8;
/** Without the time in which the database answers: who asks again at once is worth a hold also where the database is slow, there most of all. */
const WINDOW_MS = 20;

/** A moment in which nothing changes; the answers to questions that were asked in it stand until its end. */
export interface Hold {
  answers: Map<string, readonly object[]>;
}

/** Holds tables still on a connection of its own while questions come often. */
export class StillTables {
  readonly #connect: () => pg.Client;
  #client: pg.Client | undefined;
  #hold: Hold | undefined;
  #until = 0;
  #isBusy = false;
  #isClosed = false;
  #restMs = FIRST_REST_MS;
  #windowBegan = 0;
  #questions = 0;
  #questionsInHold = 0;

  constructor(connect: () => pg.Client) {
    this.#connect = connect;
  }

  /** The hold of this moment. What the connection has told, its end above all, must have been read before this is asked. */
  get hold(): Hold | undefined {
    return this.#hold !== undefined && performance.now() < this.#until ? this.#hold : undefined;
  }

  /** Counts a question; when many come, a hold begins. `answeringMs` is the time in which the database has been answering so far. */
  count(answeringMs: number): void {
    const now = performance.now() - answeringMs;
    if (now - this.#windowBegan > WINDOW_MS) {
      this.#windowBegan = now;
      this.#questions = 0;
    }
    this.#questions++;
    this.#questionsInHold++;
    if (this.#questions < ENOUGH || this.#isBusy || this.#isClosed) return;
    this.#isBusy = true;
    void this.#holdForAWhile();
  }

  /** Ends the connection, and with it a hold. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#hold = undefined;
    await this.#client?.end().catch(() => undefined);
  }

  async #holdForAWhile(): Promise<void> {
    let wasHeld = false;
    try {
      const client = await this.#connected();
      const ends = performance.now() + SERIES_MS;
      wasHeld = await this.#holdOnce(client, 'begin');
      // Those who wait for a change get their turn with the end of the first transaction, and nothing is held then.
      while (wasHeld && this.#questionsInHold >= ENOUGH && performance.now() < ends)
        wasHeld = await this.#holdOnce(client, 'rollback; begin');
      await client.query('rollback');
    } catch {
      // Questions are asked as usual.
      this.#forget(this.#client);
    }
    await passed(wasHeld ? PAUSE_MS : this.#restMs);
    this.#restMs = wasHeld ? FIRST_REST_MS : Math.min(2 * this.#restMs, LONGEST_REST_MS);
    this.#isBusy = false;
  }

  /** Holds the tables to the end of one hold; false when they could not be held. */
  async #holdOnce(client: pg.Client, begin: string): Promise<boolean> {
    const asked = performance.now();
    const text = `${begin}; set local idle_in_transaction_session_timeout = ${GIVEN_UP_MS}; select hold_still() as held`;
    const replies = (await client.query(text)) as unknown as pg.QueryResult<{ held: boolean }>[];
    if (replies.at(-1)?.rows[0]?.held !== true || client !== this.#client) return false;
    // The server holds the tables for longer than it waits for a process that has stopped, from the question on at least.
    this.#until = Math.min(performance.now() + HOLD_MS, asked + GIVEN_UP_MS / 2);
    this.#questionsInHold = 0;
    this.#hold = { answers: new Map() };
    await passed(HOLD_MS);
    this.#hold = undefined;
    return true;
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client !== undefined) return this.#client;
    const client = this.#connect();
    // The server says that it ends a connection before it lets go of what the connection held.
    client.on('error', () => this.#forget(client));
    client.on('end', () => this.#forget(client));
    await client.connect();
    if (this.#isClosed) await client.end();
    this.#client = client;
    return client;
  }

  #forget(client: pg.Client | undefined): void {
    if (client === undefined || client !== this.#client) return;
    this.#hold = undefined;
    this.#client = undefined;
    client.end().catch(() => undefined);
  }
}

function passed(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
