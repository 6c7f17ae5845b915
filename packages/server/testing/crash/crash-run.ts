// Kills the processes of a portal again and again while it is written to, and compares what is left with what was acknowledged.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresServer, startPostgresServer } from '../postgres-server.ts';
import { childrenOf, commandOf, type StartedPortal, startPortal } from '../started-portal.ts';
import { type AuditReport, audit } from './audit.ts';
import { Ledger } from './ledger.ts';
import { PortalClient } from './portal-client.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { publishLayers, writeItems } from './writers.ts';

/** What to do. */
export interface CrashPlan {
  engine: 'embedded' | 'postgres';
  kills: number;
  seed: number;
}

/** What came of it. */
export interface CrashReport {
  acknowledged: number;
  lost: Record<string, number>;
  kills: Record<string, number>;
  /** One sentence for each thing that should not be; empty when all is well. */
  faults: string[];
  layersReady: number;
  layersFailed: number;
  audit: AuditReport;
}

const ADMIN = { username: 'crash.admin', password: 'Nothing is lost 1', email: 'crash@example.org', fullName: 'Crash Admin' };
const WRITES_BETWEEN_KILLS = 6;
/** A job of a killed process on an external server is taken up once its lease is over: a short one, so as not to wait. */
const LEASE = { GRATICULE_JOB_LEASE: '15' };
const SETTLE_MS = 150_000;

interface Scene {
  plan: CrashPlan;
  random: SeededRandom;
  dataDir: string;
  server: PostgresServer | undefined;
  databaseUrl: string | undefined;
  portal: StartedPortal;
  client: PortalClient;
  ledger: Ledger;
}

/** Runs the plan on a portal of its own. */
export async function crashRun(plan: CrashPlan): Promise<CrashReport> {
  const scene = await openScene(plan);
  const faults: string[] = [];
  const kills: Record<string, number> = {};
  try {
    const stop = new AbortController();
    const writing = [writeItems(scene, 'north', stop.signal), writeItems(scene, 'south', stop.signal), publishLayers(scene, stop.signal)];
    for (let kill = 0; kill < plan.kills; kill++) {
      await someWrites(scene.ledger);
      await pause(scene.random.integer(100, 2_000));
      const victim = scene.random.pick(['server', 'database', 'both'] as const);
      kills[victim] = (kills[victim] ?? 0) + 1;
      if (process.env.CRASH_LOG !== undefined)
        console.log(new Date().toISOString(), kill, victim, scene.ledger.acknowledged, scene.ledger.lost);
      await strike(scene, victim);
      await untilReady(scene.portal);
    }
    await pause(1_000);
    stop.abort();
    await Promise.all(writing);
    const listed = await listItems(scene.client);
    faults.push(...scene.ledger.contradictions(new Map(listed.map(({ id, title }) => [id, title]))), ...scene.ledger.refusals);
    const layers = await settleLayers(scene, faults);
    await settleUnacknowledged(scene, listed, faults);
    await scene.portal.stop();
    const { acknowledged, lost } = scene.ledger;
    return { acknowledged, lost, kills, faults, ...layers, audit: await audit(scene) };
  } finally {
    await scene.portal.kill().catch(() => undefined);
    await scene.server?.stop();
    await rm(scene.dataDir, { recursive: true, force: true });
  }
}

async function openScene(plan: CrashPlan): Promise<Scene> {
  const dataDir = await mkdtemp(join(tmpdir(), 'graticule-crash-'));
  const server = plan.engine === 'postgres' ? await startPostgresServer({ durable: true }) : undefined;
  try {
    return await openPortalOf(plan, dataDir, server);
  } catch (error) {
    await server?.stop();
    throw error;
  }
}

async function openPortalOf(plan: CrashPlan, dataDir: string, server: PostgresServer | undefined): Promise<Scene> {
  const databaseUrl = await server?.createDatabase('crash');
  const portal = await startPortal({ dataDir, admin: ADMIN, env: LEASE, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  const client = new PortalClient(portal.url, ADMIN.username);
  await client.signIn(ADMIN.password);
  return { plan, random: seededRandom(plan.seed), dataDir, server, databaseUrl, portal, client, ledger: new Ledger() };
}

async function strike(scene: Scene, victim: 'server' | 'database' | 'both'): Promise<void> {
  if (victim !== 'server') killDatabase(scene);
  if (victim === 'database') return;
  // Started again at once, as a service manager does, while the old database may still be ending.
  const port = Number(new URL(scene.portal.url).port);
  await scene.portal.killServer();
  scene.portal = await startPortal({
    dataDir: scene.dataDir,
    port,
    env: LEASE,
    ...(scene.databaseUrl === undefined ? {} : { databaseUrl: scene.databaseUrl }),
  });
}

/** The whole embedded engine, or one backend of PostgreSQL, upon which the server restarts all of them. */
function killDatabase(scene: Scene): void {
  const { server } = scene;
  const backends = server === undefined ? [] : childrenOf(server.pid).filter((pid) => commandOf(pid).includes(' crash '));
  const victim = server === undefined ? scene.portal.databasePid() : backends[scene.random.integer(0, backends.length - 1)];
  if (victim !== undefined) process.kill(victim, 'SIGKILL');
}

/** Lets a few writes be acknowledged, so that every kill hits a portal at work, however slow the machine. */
async function someWrites(ledger: Ledger): Promise<void> {
  const enough = ledger.acknowledged + WRITES_BETWEEN_KILLS;
  for (let waited = 0; ledger.acknowledged < enough && waited < 20_000; waited += 50) await pause(50);
}

async function untilReady(portal: StartedPortal): Promise<void> {
  let last = '';
  for (let attempt = 0; attempt < 300; attempt++) {
    const response = await fetch(`${portal.url}/ready`, { signal: AbortSignal.timeout(5_000) }).catch((error: unknown) => String(error));
    if (typeof response !== 'string' && response.status === 200) return;
    last = typeof response === 'string' ? response : await response.text();
    await pause(100);
  }
  throw new Error(`The portal did not come back within 30 s: ${last}\n${portal.output()}`);
}

interface ListedItem {
  id: string;
  title: string;
  type: string;
}

async function listItems(client: PortalClient): Promise<ListedItem[]> {
  const listed: ListedItem[] = [];
  for (let start = 1; start > 0; ) {
    const page = await client.must(`sharing/rest/content/users/${client.username}`, { start, num: 100 });
    listed.push(...page.items);
    start = page.nextStart;
  }
  return listed;
}

/** Waits until every publish job is over; then each layer is whole, or gone with its job failed. */
async function settleLayers(scene: Scene, faults: string[]): Promise<{ layersReady: number; layersFailed: number }> {
  const outcome = { layersReady: 0, layersFailed: 0 };
  const deadline = Date.now() + SETTLE_MS;
  for (const [id, layer] of scene.ledger.layers) {
    const status = await settledStatus(scene.client, id, layer.jobId, deadline);
    if (status === 'failed') outcome.layersFailed++;
    else if (status !== 'completed') faults.push(`Layer ${id} is still "${status}".`);
    else {
      outcome.layersReady++;
      faults.push(...(await layerFaults(scene.client, id, layer)));
    }
  }
  return outcome;
}

/** Layers whose reply was lost were published all the same: their jobs are over too before anybody looks below. */
async function settleUnacknowledged(scene: Scene, listed: readonly ListedItem[], faults: string[]): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  for (const { id, title, type } of listed) {
    if (type !== 'Feature Service' || scene.ledger.layers.has(id)) continue;
    const status = await settledStatus(scene.client, id, undefined, deadline);
    if (status !== 'completed' && status !== 'failed') faults.push(`Layer ${id} "${title}" is still "${status}".`);
  }
}

async function settledStatus(client: PortalClient, id: string, jobId: string | undefined, deadline: number): Promise<string> {
  for (;;) {
    const job: Record<string, string> = jobId === undefined ? {} : { jobId, jobType: 'publish' };
    const reply = await client.must(`sharing/rest/content/users/${client.username}/items/${id}/status`, job);
    if (reply.status === 'completed' || reply.status === 'failed' || Date.now() > deadline) return reply.status;
    await pause(500);
  }
}

async function layerFaults(
  client: PortalClient,
  id: string,
  layer: { serviceurl: string; rows: number; added: ReadonlySet<string> },
): Promise<string[]> {
  const path = `${new URL(layer.serviceurl).pathname.slice(1)}/0/query`;
  const loaded = await client.must(path, { where: "name LIKE 'layer %'", returnCountOnly: true });
  const added = await client.must(path, { where: "name LIKE 'added %'", outFields: 'name', returnGeometry: false });
  const names = new Set(added.features.map((feature: { attributes: { name: string } }) => feature.attributes.name));
  return [
    ...(loaded.count === layer.rows ? [] : [`Layer ${id} has ${loaded.count} of ${layer.rows} rows.`]),
    ...[...layer.added].filter((name) => !names.has(name)).map((name) => `Feature "${name}" of layer ${id} was acknowledged and is gone.`),
  ];
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
