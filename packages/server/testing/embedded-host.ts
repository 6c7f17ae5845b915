// One process for the embedded databases of a test run: the engine's code is compiled once and stays fast, which alone is most of a start.
// Each connection to its socket is a database: it begins with one line that names the folders, and ends with the connection, however that ends.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';

/** The folders of one database. */
export interface HostedFolders {
  /** A PostgreSQL data folder that nobody else uses. */
  dataDir: string;
  /** A short path: that of a socket has to stay below about 100 bytes. */
  socketDir: string;
}

const READY = 'ready';

/** How the line begins that says that a host ended by itself: `tools/once-more.ts` reads it. */
export const HOST_ENDED = 'The host of the embedded databases ended';

/** A running host: where it listens, and how to end it. */
export interface EmbeddedHost {
  socket: string;
  stop(): Promise<void>;
}

/**
 * Starts the host and in it one database that stays, so that the compiled code does. A host that ends by itself takes the databases of a few files with it;
 * it is told, and the other files get a new one.
 */
export async function startEmbeddedHost(templateDir: string): Promise<EmbeddedHost> {
  const home = await mkdtemp(join(tmpdir(), 'graticule-host-'));
  const socket = join(home, 'socket');
  let child: ChildProcess;
  let isStopped = false;
  const begin = async (): Promise<void> => {
    await Promise.all(['socket', 'first', '.s.PGSQL.5432'].map((name) => rm(join(home, name), { recursive: true, force: true })));
    child = fork(import.meta.filename, [socket], { execArgv: [] });
    const why = await new Promise<string | undefined>((resolve) => {
      child.once('message', () => resolve(undefined));
      child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
    });
    if (why !== undefined) throw new Error(`The host of the embedded databases ended while starting (${why}).`);
    child.once('exit', (code, signal) => {
      if (isStopped) return;
      console.error(`${HOST_ENDED} (${signal ?? `code ${code}`}); another one is started.`);
      begin().catch((error: unknown) => console.error(error));
    });
    const dataDir = join(home, 'first');
    await cp(templateDir, dataDir, { recursive: true });
    await openHostedDatabase(socket, { dataDir, socketDir: home });
  };
  await begin();
  return {
    socket,
    stop: async () => {
      isStopped = true;
      await ended(child);
      await rm(home, { recursive: true, force: true });
    },
  };
}

function ended(child: ChildProcess): Promise<unknown> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  return gone;
}

/** How long a host is waited for that is being started. */
const LONGEST_START_MS = 20_000;

async function connected(socket: string): Promise<Socket> {
  const until = performance.now() + LONGEST_START_MS;
  for (;;) {
    const connection = connect(socket);
    const error = await once(connection, 'connect').then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error === undefined) return connection;
    if (performance.now() > until) throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Opens a database in the host; resolves with what ends it, once it answers.
 * @param began is told each step before it
 * @throws Error with the engine's words when it does not start
 */
export async function openHostedDatabase(
  socket: string,
  folders: HostedFolders,
  began: (step: string) => void = () => undefined,
): Promise<() => Promise<void>> {
  began('connection to the host');
  const connection = await connected(socket);
  const closed = new Promise<void>((resolve) => connection.once('close', () => resolve()));
  began('the database itself');
  connection.write(`${JSON.stringify(folders)}\n`);
  const answer = await new Promise<string>((resolve, reject) => {
    connection.once('data', (data) => resolve(String(data)));
    connection.once('error', reject);
    connection.once('close', () => reject(new Error('The host of the embedded databases closed the connection.')));
  });
  if (answer !== READY) throw new Error(answer);
  // What forgets to close it must not be kept by it.
  connection.unref();
  return async () => {
    connection.ref();
    connection.end();
    await closed;
  };
}

/** Serves one connection: a thread with a database for as long as it lasts. */
function serve(connection: Socket): void {
  // Who asked is gone: what is answered then must not end the host.
  connection.on('error', () => undefined);
  const lines = createInterface({ input: connection });
  // It hands the errors of its input on, and has no listener of its own.
  lines.on('error', () => undefined);
  lines.once('line', (line) => {
    const thread = new Worker(join(import.meta.dirname, 'embedded-thread.ts'), { workerData: JSON.parse(line) });
    thread.once('message', () => connection.write(READY));
    thread.once('error', (error) => connection.end(String(error)));
    thread.once('exit', () => connection.destroy());
    connection.once('end', () => void thread.terminate());
    connection.once('close', () => void thread.terminate());
  });
}

const [socketPath] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename && socketPath !== undefined) {
  process.on('disconnect', () => process.exit(0));
  createServer({ allowHalfOpen: true }, serve).listen(socketPath, () => process.send?.({ ready: true }));
}
