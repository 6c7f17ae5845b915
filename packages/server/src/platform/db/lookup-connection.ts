// The connection to an external server on which look-ups go out, all of a round at once.
import type pg from 'pg';
import { LookupRound, RoundStatements } from './lookup-round.ts';
import type { Answering } from './lookups.ts';

/** The server gives up a statement before this time has passed; a connection on which nothing has come by then is dead. */
const DEAD_MS = 40_000;

/** One connection on which all questions of a round are sent at once. What cannot be answered there is asked again, singly. */
export class LookupConnection {
  readonly #connect: () => pg.Client;
  readonly #singly: Answering;
  #client: Promise<{ client: pg.Client; statements: RoundStatements }> | undefined;

  constructor(connect: () => pg.Client, singly: Answering) {
    this.#connect = connect;
    this.#singly = singly;
  }

  /** Answers a round. */
  readonly answering: Answering = async (questions) => {
    const { client, statements } = await this.#connected();
    const [plain, odd] = [questions.filter((one) => statements.takes(one)), questions.filter((one) => !statements.takes(one))];
    const round = new LookupRound(plain, statements);
    const dead = setTimeout(() => endNow(client), DEAD_MS);
    if (plain.length > 0) await round.on(client);
    clearTimeout(dead);
    const left = [...round.unanswered, ...odd];
    // Nobody else waits for these: they may have to wait for a connection. Each is answered or refused by itself.
    if (left.length > 0) void this.#singly(left);
  };

  /** Ends the connection. */
  async close(): Promise<void> {
    const open = await this.#client?.catch(() => undefined);
    await open?.client.end();
  }

  #connected(): Promise<{ client: pg.Client; statements: RoundStatements }> {
    if (this.#client !== undefined) return this.#client;
    // An old connection may say late that it has ended: the new one is kept.
    const opened = this.#open(() => {
      if (this.#client === opened) this.#client = undefined;
    });
    this.#client = opened;
    return opened;
  }

  async #open(forget: () => void): Promise<{ client: pg.Client; statements: RoundStatements }> {
    const client = this.#connect();
    client.on('error', forget);
    client.on('end', forget);
    try {
      await client.connect();
    } catch (error) {
      forget();
      throw error;
    }
    return { client, statements: new RoundStatements() };
  }
}

function endNow(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
