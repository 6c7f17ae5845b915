// A portal that ends at a chosen moment and is started again on the same data.
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type PostgresServer, startPostgresServer } from '../postgres-server.ts';
import { commandOf, type StartedPortal, startPortal } from '../started-portal.ts';
import { type AuditReport, audit } from './audit.ts';
import type { KillPlan } from './kill-at.ts';
import { Ledger } from './ledger.ts';
import { PortalClient } from './portal-client.ts';
import type { Stage } from './stages.ts';

export const ADMIN = { username: 'crash.admin', password: 'Nothing is lost 1', email: 'crash@example.org', fullName: 'Crash Admin' };
const KILL_WITHIN_MS = 30_000;
const RETRY_WITHIN_MS = 10_000;

/** The portal, and the client of its administrator. */
export class StagePortal {
  client!: PortalClient;
  #portal!: StartedPortal;
  #server: PostgresServer | undefined;
  #databaseUrl: string | undefined;
  #dataDir = '';
  #plan = '';

  async open(engine: 'embedded' | 'postgres'): Promise<void> {
    this.#dataDir = await mkdtemp(join(tmpdir(), 'graticule-stages-'));
    this.#plan = `${this.#dataDir}.plan`;
    this.#server = engine === 'postgres' ? await startPostgresServer({ durable: true }) : undefined;
    this.#databaseUrl = await this.#server?.createDatabase('crash');
    await this.#start(0);
    // The places take twenty seconds of work, which would begin anew after each end.
    await this.#execute(
      "update job set state = 'waiting', lease_until = null, run_after = now() + interval '1 day' where name = 'load-places'",
    );
    this.client = new PortalClient(this.#portal.url, ADMIN.username);
    await this.client.signIn(ADMIN.password);
  }

  /** The moment at which the portal ends. */
  async arm({ pattern, since, moment, process, victim }: Stage): Promise<void> {
    const plan: KillPlan = {
      pattern,
      moment,
      ...(since === undefined ? {} : { since }),
      ...(process === undefined ? {} : { process }),
      ...(victim === undefined ? {} : { victim }),
    };
    await writeFile(this.#plan, JSON.stringify(plan));
  }

  /** Reads until the moment has come, and starts again what ended; a fault when the moment never came. */
  async fall(stage: Stage, read: () => Promise<unknown> = async () => undefined): Promise<string[]> {
    for (const deadline = Date.now() + KILL_WITHIN_MS; existsSync(this.#plan); await pause(40)) {
      await read();
      if (Date.now() < deadline) continue;
      await rm(this.#plan, { force: true });
      return [`The moment “${stage.name}” never came.`];
    }
    if (stage.victim === 'loader') return this.#tryAgain();
    await this.#portal.kill();
    // A job of a process that is gone is taken up once its lease is over; nobody waits for it here.
    if (this.#databaseUrl !== undefined)
      await this.#execute("update job set lease_until = now() - interval '1 second' where state = 'running'");
    await this.#start(Number(new URL(this.#portal.url).port));
    return [];
  }

  /** What is left over below the API, once all is over; the portal is not to be used after it. */
  async leftovers(): Promise<AuditReport> {
    await this.#portal.stop();
    return audit({ dataDir: this.#dataDir, databaseUrl: this.#databaseUrl, ledger: new Ledger(), sweepsTables: true });
  }

  async end(): Promise<void> {
    await this.#portal.kill().catch(() => undefined);
    await this.#server?.stop();
    await rm(this.#dataDir, { recursive: true, force: true });
    await rm(this.#plan, { force: true });
  }

  async #start(port: number): Promise<void> {
    const preload = `--import=${join(import.meta.dirname, 'kill-at.ts')}`;
    this.#portal = await startPortal({
      dataDir: this.#dataDir,
      admin: ADMIN,
      port,
      env: { NODE_OPTIONS: preload, KILL_PLAN: this.#plan, GRATICULE_JOB_LEASE: '15' },
      ...(this.#databaseUrl === undefined ? {} : { databaseUrl: this.#databaseUrl }),
    });
  }

  /** The portal pauses before it tries again what failed; nobody waits for it here. */
  async #tryAgain(): Promise<string[]> {
    const now = "update job set run_after = now() where state = 'waiting' and attempts > 0 and owner is not null and run_after > now()";
    for (const deadline = Date.now() + RETRY_WITHIN_MS; Date.now() < deadline; await pause(50))
      if ((await this.#execute(now)) > 0) return [];
    return ['What failed was not put back, to be tried again.'];
  }

  /** Runs a statement beside the portal; gives how many rows it changed. */
  async #execute(statement: string): Promise<number> {
    const client = new pg.Client(this.#databaseUrl === undefined ? this.#embedded() : { connectionString: this.#databaseUrl });
    await client.connect();
    try {
      return (await client.query(statement)).rowCount ?? 0;
    } finally {
      await client.end();
    }
  }

  /** Any process of this machine's user reaches the embedded database by its socket, whose folder its command names. */
  #embedded(): pg.ClientConfig {
    const host = commandOf(this.#portal.databasePid() ?? 0)
      .trim()
      .split(' ')
      .at(-1);
    return { host: host ?? '', port: 5432, user: 'postgres', password: 'postgres', database: 'postgres', ssl: false };
  }
}

/** Waits. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
