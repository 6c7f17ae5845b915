// Several prepared statements sent to the database in one write and answered in one go, in the protocol that the driver speaks.
import type pg from 'pg';
import { serialize } from 'pg-protocol/dist/serializer.js';
import type { Question } from './lookups.ts';
import { type WireColumn, wireColumns, wireRow, wireValue } from './wire-values.ts';

/** The statements of the product's look-ups are few; more would be ones that somebody makes up. */
const MOST_STATEMENTS = 100;

interface Statement {
  name: string;
  /** Known once the database has described them. */
  columns: readonly WireColumn[] | undefined;
}

/** What a connection has prepared. */
export class RoundStatements {
  readonly #known = new Map<string, Statement>();
  #made = 0;

  /** Whether a question can be part of a round: others would spoil it for all. */
  takes({ text, values }: Question): boolean {
    return (this.#known.has(text) || this.#known.size < MOST_STATEMENTS) && values.every(isPlain);
  }

  /** The statement of a text, and whether this connection has yet to prepare it. */
  of(text: string): { statement: Statement; isNew: boolean } {
    const known = this.#known.get(text);
    if (known !== undefined) return { statement: known, isNew: false };
    const statement: Statement = { name: `lookup${++this.#made}`, columns: undefined };
    this.#known.set(text, statement);
    return { statement, isNew: true };
  }

  /** After a failure: what failed, and what may not have been prepared because of it, gets another name when it comes again. */
  forget(failed: string, behind: readonly string[]): void {
    this.#known.delete(failed);
    for (const text of behind) if (this.#known.get(text)?.columns === undefined) this.#known.delete(text);
  }
}

/** Text without a NUL, which the database refuses; numbers, truths, nothing; lists of text. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0');
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string' && !each.includes('\0'));
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}

/** The part of the driver's connection that is used. */
interface Wire {
  stream: { write(bytes: Uint8Array): boolean };
}

/** A round on its way. The driver's client treats it as one query. */
export class LookupRound {
  readonly #questions: readonly Question[];
  readonly #statements: RoundStatements;
  #used: Statement[] = [];
  readonly #rows: object[][] = [];
  #answered = 0;
  #isLost = false;
  #over: () => void = () => undefined;
  /** Set by the driver when it watches the time itself. */
  callback: () => void = () => undefined;

  constructor(questions: readonly Question[], statements: RoundStatements) {
    this.#questions = questions;
    this.#statements = statements;
  }

  /** Sends the round; resolves when the connection is free again, whatever came. */
  on(client: pg.Client): Promise<void> {
    return new Promise((resolve) => {
      this.#over = resolve;
      client.query(this as unknown as pg.Submittable);
    });
  }

  /** Questions that got no answer, because one of the round failed or the connection broke. */
  get unanswered(): readonly Question[] {
    return this.#questions.slice(this.#answered);
  }

  submit(connection: Wire): null {
    const messages: Uint8Array[] = [];
    this.#used = this.#questions.map(({ text, values }) => {
      const { statement, isNew } = this.#statements.of(text);
      const { name } = statement;
      if (isNew) messages.push(serialize.parse({ name, text }));
      messages.push(serialize.bind({ statement: name, values: [...values], valueMapper: wireValue }));
      if (isNew) messages.push(serialize.describe({ type: 'P' }));
      messages.push(serialize.execute());
      return statement;
    });
    messages.push(serialize.sync());
    connection.stream.write(Buffer.concat(messages));
    return null;
  }

  /** A statement got no answer: which of the further answers belongs to which question is not known. */
  handleLost(): void {
    if (!this.#isLost) this.#forget();
    this.#isLost = true;
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    if (this.#isLost) return;
    const statement = this.#used[this.#answered];
    if (statement === undefined) return;
    statement.columns = wireColumns(fields);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#isLost) return;
    const columns = this.#used[this.#answered]?.columns ?? [];
    this.#rows[this.#answered] ??= [];
    this.#rows[this.#answered]?.push(Object.freeze(wireRow(columns, fields)));
  }

  handleCommandComplete(): void {
    if (!this.#isLost) this.#answered++;
  }

  handleReadyForQuery(): void {
    for (const [at, question] of this.#questions.slice(0, this.#answered).entries()) question.answer(this.#rows[at] ?? []);
    this.#over();
  }

  handleError(): void {
    this.#forget();
    this.handleReadyForQuery();
  }

  #forget(): void {
    const [failed, ...behind] = this.#questions.slice(this.#answered).map(({ text }) => text);
    if (failed !== undefined) this.#statements.forget(failed, behind);
  }
}
