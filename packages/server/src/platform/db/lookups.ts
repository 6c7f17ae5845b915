// The short look-ups of almost every request: asked together, once for all who ask the same, and never answered with anything older
// than the question.
import type pg from 'pg';
import type { Hold, StillTables } from './still-tables.ts';
import { withoutFence } from './work-fence.ts';

/** A statement with its values. */
export interface LookupStatement {
  text: string;
  values: readonly unknown[];
  /** Equal for equal text and values. */
  key: string;
  /** It reads nothing but tables that `hold_still` of the database holds, and gives the same as long as these stay the same. */
  stands?: boolean;
}

/** Makes a statement that may be asked again and again. */
export function lookupStatement(text: string, values: readonly unknown[], stands = false): LookupStatement {
  return { text, values, key: `${text}\n${JSON.stringify(values)}`, stands };
}

/** One statement, and those who wait for its rows. */
export interface Question extends LookupStatement {
  answer(rows: readonly object[]): void;
  refuse(error: unknown): void;
}

/** Gives an answer to every question, or a refusal. */
export type Answering = (questions: readonly Question[]) => Promise<void>;

interface Waiting extends Question {
  promise: Promise<readonly object[]>;
}

/** The most statements of one round: the last one waits for all before it. */
const MOST_OF_A_ROUND = 64;

/**
 * Gathers questions while others are on their way. A round takes what has come before it begins, so its answers are never older than
 * the questions; questions with the same text and values are one.
 */
export class Lookups {
  readonly #answering: Answering;
  readonly #sideBySide: boolean;
  readonly #still: StillTables | undefined;
  #reading: Promise<void> | undefined;
  #waiting = new Map<string, Waiting>();
  #isAsking = false;
  /** When the round on its way began, and how long all before it took. */
  #roundBegan = 0;
  #answeringMs = 0;
  #isPlanned = false;

  /** With `sideBySide` a round does not wait for the one before it, where nothing is gained by sending questions together. */
  constructor(answering: Answering, { sideBySide = false, still }: { sideBySide?: boolean; still?: StillTables } = {}) {
    this.#answering = answering;
    this.#sideBySide = sideBySide;
    this.#still = still;
  }

  /** Rows of the statement as the database holds them now or later; they are shared, and frozen. */
  ask(statement: LookupStatement): Promise<readonly object[]> {
    if (!statement.stands || this.#still === undefined) return this.#ask(statement);
    this.#count(this.#still);
    return this.#still.hold === undefined ? this.#ask(statement) : this.#askOnce(statement, this.#still);
  }

  /** A moment in which nothing changes that answers stand on, if one has begun; whether it still lasts, `lasting` tells. */
  get moment(): Hold | undefined {
    return this.#still?.hold;
  }

  /**
   * The moment that lasts still, for what was made of answers that stand. If it is the one that was there when making it began, it can be used as if it
   * had been made now: nothing has changed from then on. Counts as a question.
   */
  async lasting(): Promise<Hold | undefined> {
    const still = this.#still;
    if (still?.hold === undefined) return undefined;
    this.#count(still);
    await this.#read();
    return still.hold;
  }

  /** Counts a question, without the time in which the database answers. */
  #count(still: StillTables): void {
    still.count(this.#answeringMs + (this.#isAsking ? performance.now() - this.#roundBegan : 0));
  }

  /** What was answered since nothing can change is the answer still. */
  async #askOnce(statement: LookupStatement, still: StillTables): Promise<readonly object[]> {
    await this.#read();
    const { hold } = still;
    const known = hold?.answers.get(statement.key);
    if (known !== undefined) return known;
    const rows = await this.#ask(statement);
    hold?.answers.set(statement.key, rows);
    return rows;
  }

  /** When everything has been read that had come when this was called, the end of a hold among it. */
  #read(): Promise<void> {
    this.#reading ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#reading = undefined;
        resolve();
      });
    });
    return this.#reading;
  }

  #ask(statement: LookupStatement): Promise<readonly object[]> {
    const known = this.#waiting.get(statement.key);
    if (known !== undefined) return known.promise;
    const { promise, resolve, reject } = Promise.withResolvers<readonly object[]>();
    this.#waiting.set(statement.key, { ...statement, promise, answer: resolve, refuse: reject });
    this.#plan();
    return promise;
  }

  /** After what has arrived together with this question has been read, because it may ask as well. */
  #plan(): void {
    if (this.#isAsking || this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      void this.#askAll();
    });
  }

  async #askAll(): Promise<void> {
    const all = [...this.#waiting];
    const round = all.slice(0, MOST_OF_A_ROUND);
    this.#waiting = new Map(all.slice(MOST_OF_A_ROUND));
    this.#isAsking = !this.#sideBySide;
    this.#roundBegan = performance.now();
    if (this.#waiting.size > 0) this.#plan();
    const questions = round.map(([, question]) => question);
    try {
      await this.#answering(questions);
    } catch (error) {
      for (const question of questions) question.refuse(error);
    }
    this.#isAsking = false;
    this.#answeringMs += performance.now() - this.#roundBegan;
    if (this.#waiting.size > 0) this.#plan();
  }
}

/** Asks each question by itself. */
export function askSingly(pool: pg.Pool): Answering {
  return async (questions) => {
    await Promise.all(
      questions.map(async ({ text, values, answer, refuse }) => {
        try {
          // Others may wait for the same answer.
          const { rows } = await withoutFence(() => pool.query<object>({ text, values: [...values] }));
          answer(rows.map((row) => Object.freeze(row)));
        } catch (error) {
          refuse(error);
        }
      }),
    );
  };
}
