// The log of one request, made only for those that have something to tell, and the one line that every request has.
import { randomBytes } from 'node:crypto';
import type { Bindings, ChildLoggerOptions, Logger } from 'pino';

type Line = [facts: object | string, message?: string];

/** A logger that puts the facts of its request into each line. */
export class RequestLog {
  readonly #parent: Logger;
  readonly #bindings: Bindings;
  #made: Logger | undefined;

  constructor(parent: Logger, bindings: Bindings) {
    this.#parent = parent;
    this.#bindings = bindings;
  }

  get #log(): Logger {
    this.#made ??= this.#parent.child(this.#bindings);
    return this.#made;
  }

  get level(): string {
    return this.#parent.level;
  }

  child(bindings: Bindings, options?: ChildLoggerOptions): Logger {
    return this.#log.child(bindings, options);
  }

  trace(...line: Line): void {
    this.#log.trace(...(line as [object, string]));
  }

  debug(...line: Line): void {
    this.#log.debug(...(line as [object, string]));
  }

  info(...line: Line): void {
    this.#log.info(...(line as [object, string]));
  }

  warn(...line: Line): void {
    this.#log.warn(...(line as [object, string]));
  }

  error(...line: Line): void {
    this.#log.error(...(line as [object, string]));
  }

  fatal(...line: Line): void {
    this.#log.fatal(...(line as [object, string]));
  }

  silent(): void {}
}

let randomness = '';

/** A number that nobody guesses; random bytes are fetched for many at once. */
export function requestId(): string {
  if (randomness === '') randomness = randomBytes(2048).toString('hex');
  const id = randomness.slice(-16);
  randomness = randomness.slice(0, -16);
  return id;
}

/** An answered request. */
interface Answered {
  id: string;
  method: string;
  url: string;
  status: number;
  ms: number;
}

/** One line for each answered request: path without query, because queries hold tokens. There is nothing else in it to look for secrets in. */
export function requestLines(log: Logger): (answered: Answered) => void {
  const lines = log.child({}, { redact: [] });
  return ({ id, method, url, status, ms }) => {
    const query = url.indexOf('?');
    const facts = { reqId: id, method, path: query < 0 ? url : url.slice(0, query), status, ms: Math.round(ms) };
    if (status >= 500) lines.warn(facts, 'request');
    else lines.info(facts, 'request');
  };
}
