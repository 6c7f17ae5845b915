// Statements that connections keep prepared, on external servers: parsing costs as much as answering a small query.
// The embedded engine has one session for all connections, where names would meet.
import type pg from 'pg';
import type { DatabaseHandle } from './database-handle.ts';
import { translateDatabaseError } from './errors.ts';
import { queryKnown } from './known-query.ts';
import { lookupStatement } from './lookups.ts';
import { StatementNames } from './statement-names.ts';

const names = new WeakMap<pg.Pool, StatementNames>();
/** Names that a connection may hold before those that are out of use are given up. */
const MANY = 150;

interface Prepared {
  connection: { parsedStatements: Record<string, string>; described?: Map<string, unknown> };
}

function namesOf(pool: pg.Pool): StatementNames {
  let known = names.get(pool);
  if (known === undefined) {
    known = new StatementNames();
    names.set(pool, known);
  }
  return known;
}

/** Whether the statement failed only because what it was prepared for has changed. */
function isStalePlan(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

/** Gives up names of a connection that are not used any more. */
async function tidy(known: StatementNames, client: pg.PoolClient): Promise<void> {
  const { parsedStatements, described } = (client as unknown as Prepared).connection;
  const held = Object.keys(parsedStatements);
  if (held.length < MANY) return;
  for (const name of held.filter((one) => !known.isLive(one))) {
    await client.query(`deallocate ${name}`);
    delete parsedStatements[name];
    described?.delete(name);
  }
}

/** Runs a statement on a connection, under a name if it comes often. A prepared one that has become stale runs once more, unprepared. */
export function runPrepared<T>(
  { database, client, text, pool = database.pool }: { database: DatabaseHandle; client: pg.PoolClient; text: string; pool?: pg.Pool },
  run: (name: string | undefined) => Promise<T>,
): Promise<T> {
  if (database.engine === 'embedded') return run(undefined);
  const known = namesOf(pool);
  const name = known.nameFor(text);
  const { parsedStatements } = (client as unknown as Prepared).connection;
  const isNew = name !== undefined && parsedStatements[name] === undefined;
  return (isNew ? tidy(known, client).then(() => run(name)) : run(name)).catch((error: unknown) => {
    if (!isStalePlan(error)) throw error;
    known.forget(text);
    return run(undefined);
  });
}

/**
 * Runs a statement by itself, in a transaction of its own, under a name if it comes often. `byKey` is told of those that find rows by keys alone.
 * Lists of `more` hold the values after the first ones.
 */
export async function runOnce<Row>(
  database: DatabaseHandle,
  { text, values, more }: { text: string; values: readonly unknown[]; more?: readonly (readonly unknown[])[] },
  { byKey = false } = {},
): Promise<Row[]> {
  const pool = byKey ? database.byKey : database.pool;
  const ready = byKey ? database.ready : undefined;
  const taken = ready === undefined ? pool.connect() : ready.take();
  const client = taken instanceof Promise ? await taken.catch(translateDatabaseError) : taken;
  const lists = more === undefined ? [values] : [values, ...more];
  let rows: Row[];
  try {
    rows = await runPrepared({ database, client, text, pool }, (name) =>
      name === undefined
        ? client.query({ text, values: lists.flat() }).then((answer) => answer.rows as Row[])
        : queryKnown<Row>(client, { name, text, lists }),
    );
  } catch (error) {
    // The pool looks whether it can be used again.
    client.release();
    return translateDatabaseError(error);
  }
  if (ready === undefined) client.release();
  else ready.give(client);
  return rows;
}

/**
 * Runs a look-up that almost every request needs, together with others that are due. Rows are what the database holds now or later,
 * never before; they may be shared with whoever asks the same, and are frozen.
 */
export async function lookUp<Row>(
  database: DatabaseHandle,
  statement: { text: string; values: readonly unknown[]; key?: string; stands?: boolean },
): Promise<readonly Readonly<Row>[]> {
  const { text, values, key, stands } = statement;
  const asked = database.lookups.ask(key === undefined ? lookupStatement(text, values, stands) : { text, values, key, stands });
  return (await asked.catch(translateDatabaseError)) as readonly Readonly<Row>[];
}
