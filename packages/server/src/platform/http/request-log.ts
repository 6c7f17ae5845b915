// The log of one request, made only for those that have something to tell: most have one line, which is written elsewhere.
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
