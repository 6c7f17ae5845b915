// Statements that were written before: writing one costs more than the database needs to answer it.
import type { RawBuilder } from 'kysely';
import { BoundedMap } from '../bounded-map.ts';
import type { Rights } from '../caller.ts';
import { writtenOnce } from './bind-message.ts';
import type { Db } from './database.ts';
import { type LookupStatement, lookupStatement } from './lookups.ts';
import { wireValue } from './wire-values.ts';

/** Statements of so many questions are kept for each set of privileges; the text is shared, so each is some hundred bytes. */
const MOST = 2_000;
/** Whoever asks may make up names. */
const LONGEST = 600;

/** A list as the database reads it: written once, and not again each time that the statement is sent. */
const listAsText = (value: unknown): unknown => (Array.isArray(value) ? wireValue(value) : value);

/** The statements of one look-up by who asks and about what. */
export class KnownStatements {
  readonly #write: (rights: Rights, about: string) => RawBuilder<unknown>;
  readonly #stands: boolean;
  readonly #known = new WeakMap<Rights['privileges'], BoundedMap<string, LookupStatement>>();

  /** `write` gives the statement; of the caller it gets nothing but what statements are told apart by. `stands` as in `LookupStatement`. */
  constructor(write: (rights: Rights, about: string) => RawBuilder<unknown>, { stands = false } = {}) {
    this.#write = write;
    this.#stands = stands;
  }

  /** The statement for a caller about something, such as the name of a service. */
  for(db: Db, { username, orgId, privileges }: Rights, about: string): LookupStatement {
    const key = `${username}\n${orgId}\n${about}`;
    const known = this.#known.get(privileges)?.get(key);
    if (known !== undefined) return known;
    const { sql, parameters } = this.#write({ username, orgId, privileges }, about).compile(db);
    const written = lookupStatement(sql, writtenOnce(parameters.map(listAsText)), this.#stands);
    if (key.length <= LONGEST) this.#keep(privileges, key, written);
    return written;
  }

  #keep(privileges: Rights['privileges'], key: string, statement: LookupStatement): void {
    const known = this.#known.get(privileges) ?? new BoundedMap<string, LookupStatement>(MOST);
    known.set(key, statement);
    this.#known.set(privileges, known);
  }
}
