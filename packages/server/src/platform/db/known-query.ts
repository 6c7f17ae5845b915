// A statement that a connection has prepared and answered before, asked again: in one write, and without a description of its columns.
import type pg from 'pg';
import { BoundedMap } from '../bounded-map.ts';
import { bindAndGo, type Wire } from './bind-message.ts';
import { type WireColumn, wireColumns, wireRow } from './wire-values.ts';

/** More than a connection has names. */
const MOST = 200;
/** The columns of statements that connections have answered, by their names. */
const answered = new WeakMap<pg.PoolClient, BoundedMap<string, readonly WireColumn[]>>();

/** The driver's client treats it as one of its own queries. */
class KnownQuery {
  readonly #name: string;
  readonly #lists: Named['lists'];
  readonly #columns: readonly WireColumn[];
  readonly #rows: object[] = [];
  readonly #done: (rows: object[]) => void;
  readonly #failed: (error: unknown) => void;
  /** Set by the driver when it watches the time itself. */
  callback: () => void = () => undefined;

  constructor(
    { name, lists, columns }: Pick<Named, 'name' | 'lists'> & { columns: readonly WireColumn[] },
    done: (rows: object[]) => void,
    failed: (error: unknown) => void,
  ) {
    this.#name = name;
    this.#lists = lists;
    this.#columns = columns;
    this.#done = done;
    this.#failed = failed;
  }

  submit({ stream }: { stream: Wire }): null {
    bindAndGo(stream, this.#name, this.#lists);
    return null;
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.#rows.push(wireRow(this.#columns, fields));
  }

  handleCommandComplete(): void {
    // The answer counts when the statement has committed.
  }

  handleReadyForQuery(): void {
    this.#done(this.#rows);
  }

  handleError(error: unknown): void {
    this.#failed(error);
  }
}

/** A statement under a name; its values are those of the lists, one after the other. */
interface Named {
  name: string;
  text: string;
  lists: readonly (readonly unknown[])[];
}

/** Runs a statement under a name, the short way if the connection has answered it before. */
export function queryKnown<Row>(client: pg.PoolClient, named: Named): Promise<Row[]> {
  const { name, text, lists } = named;
  const columns = answered.get(client)?.get(name);
  const { parsedStatements } = (client as unknown as { connection: { parsedStatements: Record<string, string> } }).connection;
  if (columns !== undefined && parsedStatements[name] === text) {
    return new Promise<Row[]>((resolve, reject) => {
      client.query(new KnownQuery({ name, lists, columns }, resolve as (rows: object[]) => void, reject) as unknown as pg.Submittable);
    });
  }
  return queryFirst<Row>(client, named);
}

/** The long way, which tells what the columns are. */
async function queryFirst<Row>(client: pg.PoolClient, { name, text, lists }: Named): Promise<Row[]> {
  const known = answered.get(client) ?? new BoundedMap<string, readonly WireColumn[]>(MOST);
  const { rows, fields } = await client.query({ name, text, values: lists.flat() });
  known.set(name, wireColumns(fields));
  answered.set(client, known);
  return rows as Row[];
}
