// The pool and the query builder, the same for an external server and for the embedded engine.
import { type CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Schema } from '../../schema/schema.ts';
import type { DatabaseHandle, Engine } from './database-handle.ts';
import { translateDatabaseError } from './errors.ts';
import { HandingClient } from './handing-client.ts';
import { LookupConnection } from './lookup-connection.ts';
import { askSingly, Lookups } from './lookups.ts';
import { ReadyClients } from './ready-clients.ts';
import { SilenceWatch } from './silence-watch.ts';
import { StillTables } from './still-tables.ts';
import { passFence } from './work-fence.ts';

export type { DatabaseHandle, Engine } from './database-handle.ts';

/** Kysely over the tables of `Schema`, or a transaction of it. */
export type Db = Kysely<Schema> | Transaction<Schema>;

/** Time after which a statement is cancelled on an external server. The embedded engine cannot cancel. */
const STATEMENT_TIMEOUT_MS = 30_000;

/** A new connection loads the geometry functions and plans all its statements anew, 20 to 80 ms of processor time: those of a pause are kept. */
const IDLE_MS = 300_000;

/**
 * Connections for statements by keys: what comes while they are busy goes together (`features/edits/edits-together.ts`). More than the edits
 * of one layer can hold, which wait for each other while a load changes it.
 */
const BY_KEY = 5;

/** Connections that keep the plans of other short statements. More at once would take the database longer for each. */
const KEPT = 8;

// Counts and sizes fit a double; `bigint` as text would break the wire's number rule.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** How long a new connection is waited for, so that requests are told in time that the database is away. */
const CONNECT_MS = 10_000;

interface Haste {
  /** 0 for no limit. */
  statementTimeoutMs: number;
  /** How long the embedded engine, which does one thing at a time, may be at something else before it lets a new connection in. */
  embeddedConnectMs: number;
  settings: string;
}

/**
 * Work that nobody waits for: no limit of time, and no wait for the disk, since what it made counts only once a later change says so. The embedded engine is ended
 * before the wait for it is, should one statement occupy it for good.
 */
export const UNHURRIED: Haste = { statementTimeoutMs: 0, embeddedConnectMs: 0, settings: '-c synchronous_commit=off' };

/** Opens a pool. Nothing connects until the first statement. */
export function openDatabase(
  connection: pg.ClientConfig,
  engine: Engine,
  connections: number,
  { statementTimeoutMs, embeddedConnectMs, settings }: Haste = {
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    embeddedConnectMs: CONNECT_MS,
    settings: '',
  },
): { handle: DatabaseHandle; db: Kysely<Schema> } {
  const config: pg.PoolConfig = {
    ...connection,
    Client: HandingClient,
    max: engine === 'embedded' ? Math.min(connections, 12) : connections,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: engine === 'embedded' ? embeddedConnectMs : CONNECT_MS,
    ...(engine === 'postgres' ? { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: 60_000 } : {}),
  };
  if (engine === 'embedded') {
    const pool = watchedPool(config);
    const db = new Kysely<Schema>({ dialect: new TranslatingDialect({ pool }) });
    return {
      handle: {
        engine,
        pool,
        byKey: pool,
        kept: pool,
        lookups: new Lookups(askSingly(pool), { sideBySide: true }),
        connection,
        close: () => db.destroy(),
      },
      db,
    };
  }
  const watch = new SilenceWatch(connection);
  const single = (): pg.Client => {
    const client = new HandingClient(config);
    watch.add(client);
    return client;
  };
  // A plan that was made for one place, or for no place in particular, may be a bad one for another.
  const pool = watchedPool({ ...config, options: `-c plan_cache_mode=force_custom_plan ${settings}` });
  const keeping = (max: number, more = ''): pg.Pool =>
    watchedPool({ ...config, max, options: `-c plan_cache_mode=force_generic_plan ${more} ${settings}` });
  // A plan for no values in particular expects few rows and would sort all of them to add them up by groups, which takes twice as long as a table of hashes.
  const [byKey, kept] = [keeping(BY_KEY), keeping(Math.min(connections, KEPT), '-c enable_sort=off')];
  for (const one of [pool, byKey, kept]) one.on('connect', (client) => watch.add(client));
  const ready = new ReadyClients(byKey);
  const lookups = new LookupConnection(single, askSingly(pool));
  const still = new StillTables(single);
  const db = new Kysely<Schema>({ dialect: new TranslatingDialect({ pool }) });
  const close = async (): Promise<void> => {
    watch.close();
    ready.close();
    await Promise.all([db.destroy(), byKey.end(), kept.end(), lookups.close(), still.close()]);
  };
  return { handle: { engine, pool, byKey, ready, kept, lookups: new Lookups(lookups.answering, { still }), connection, close }, db };
}

function watchedPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  // The same for a connection that breaks while it is lent out but between two statements: the next statement says so.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const connect = pool.connect.bind(pool) as (told?: Told) => Promise<pg.PoolClient>;
  const fenced = (told?: Told): Promise<pg.PoolClient> | undefined => {
    const asked = passFence();
    if (asked === undefined) return connect(told);
    if (told === undefined) return asked.then(() => connect());
    asked.then(
      () => connect(told),
      (error: Error) => told(error, undefined, () => undefined),
    );
    return undefined;
  };
  pool.connect = fenced as pg.Pool['connect'];
  return pool;
}

type Told = (error: Error | undefined, client: pg.PoolClient | undefined, release: (release?: unknown) => void) => void;

/** A dialect whose driver gives our own errors for what the database refuses. */
class TranslatingDialect extends PostgresDialect {
  override createDriver(): ReturnType<PostgresDialect['createDriver']> {
    const driver = super.createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async () => {
      const connection = await acquire().catch(translateDatabaseError);
      const run = connection.executeQuery;
      if (!(connection as { translated?: true }).translated) {
        connection.executeQuery = <R>(query: CompiledQuery) => {
          // A transaction that was begun before the work was given up is not to end well either.
          const asked = query.sql === 'rollback' ? undefined : passFence();
          const ran = asked === undefined ? run.call(connection, query) : asked.then(() => run.call(connection, query));
          return ran.catch(translateDatabaseError) as ReturnType<typeof connection.executeQuery<R>>;
        };
        (connection as { translated?: true }).translated = true;
      }
      return connection;
    };
    return driver;
  }
}
