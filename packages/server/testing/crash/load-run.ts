// Kills a portal while rows are appended to a layer, merged into it, or put in the place of its features; what clients see
// afterwards is the layer before or after each load, whole.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgresServer } from '../postgres-server.ts';
import { type StartedPortal, startPortal } from '../started-portal.ts';
import { audit } from './audit.ts';
import { Ledger } from './ledger.ts';
import { PortalClient } from './portal-client.ts';
import { seededRandom } from './seeded-random.ts';

/** What came of it; `faults` is empty when all is well. */
export interface LoadCrashReport {
  kills: number;
  completed: number;
  failed: number;
  faults: string[];
  orphanTables: string[];
}

const ADMIN = { username: 'crash.admin', password: 'Nothing is lost 1', email: 'crash@example.org', fullName: 'Crash Admin' };
const ROWS = 12_000;
/** A job of a killed process on an external server is taken up once its lease is over: a short one, so as not to wait. */
const LEASE = { GRATICULE_JOB_LEASE: '15' };
const SETTLE_MS = 150_000;

/** One load: its rows have keys from a number on. */
interface Load {
  mode: 'append' | 'upsert' | 'replace';
  name: string;
  from: number;
}

/** The load that each feature came or was changed by, by its key. */
type Model = Map<string, string>;

function keysFrom(from: number): string[] {
  return Array.from({ length: ROWS }, (_, row) => `k${from + row}`);
}

/** Rows of one load: each says by which load it came, and has a key of its own. */
function csvOf(load: string, from: number): string {
  const lines = ['load,key,lat,lon'];
  for (const [row, key] of keysFrom(from).entries())
    lines.push(`${load},${key},${((row * 37) % 1700) / 10 - 85},${((row * 91) % 3590) / 10 - 179}`);
  return `${lines.join('\n')}\n`;
}

/** Runs loads, each of which is killed once. */
export async function loadCrashRun(plan: { engine: 'embedded' | 'postgres'; kills: number; seed: number }): Promise<LoadCrashReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'graticule-crash-'));
  const server = plan.engine === 'postgres' ? await startPostgresServer({ durable: true }) : undefined;
  const databaseUrl = await server?.createDatabase('crash');
  const start = { dataDir, admin: ADMIN, env: LEASE, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
  const random = seededRandom(plan.seed);
  const report: LoadCrashReport = { kills: 0, completed: 0, failed: 0, faults: [], orphanTables: [] };
  let portal = await startPortal(start);
  try {
    const client = new PortalClient(portal.url, ADMIN.username);
    await client.signIn(ADMIN.password);
    const layer = await publish(client);
    let model: Model = new Map(keysFrom(0).map((key) => [key, 'first']));
    for (let number = 0; number < plan.kills; number++) {
      const mode = (['upsert', 'append', 'replace'] as const)[number % 3] ?? 'append';
      const load = { mode, name: `${mode}${number}`, from: mode === 'append' ? ROWS * (number + 10) : ROWS / 2 };
      const job = await begin(client, layer, load);
      await pause(random.integer(50, 1_500));
      const port = Number(new URL(portal.url).port);
      await (random.next() < 0.5 ? portal.killServer() : portal.kill());
      report.kills++;
      portal = await startPortal({ ...start, port });
      const after = outcomeOf(model, load);
      const seen = await settle(client, layer, job, [countsOf(model), countsOf(after)], report.faults);
      if (seen === 'Completed') report.completed++;
      else report.failed++;
      model = seen === 'Completed' ? after : model;
      const [found, expected] = [await counts(client, layer), countsOf(model)];
      if (found !== expected) report.faults.push(`${load.name} ended as ${seen}, and the layer holds ${found}, not ${expected}.`);
    }
    report.orphanTables = await leftovers(portal, start);
    return report;
  } finally {
    await portal.kill().catch(() => undefined);
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Tables that nothing names, once a start has swept what could not be dropped in time. */
async function leftovers(portal: StartedPortal, start: { dataDir: string; databaseUrl?: string }): Promise<string[]> {
  await portal.stop();
  const last = await startPortal({ ...start, admin: ADMIN });
  await pause(2_000);
  await last.stop();
  const found = await audit({ dataDir: start.dataDir, databaseUrl: start.databaseUrl, ledger: new Ledger() });
  return [...found.orphanTables, ...found.missingTables, ...found.unfinishedJobs];
}

async function publish(client: PortalClient): Promise<string> {
  const path = `sharing/rest/content/users/${client.username}`;
  const parameters = { name: 'crash_loads', capabilities: 'Query,Editing' };
  const reply = await client.must(`${path}/publish`, { text: csvOf('first', 0), fileType: 'csv', publishParameters: parameters });
  const [{ serviceurl, serviceItemId, jobId }] = reply.services;
  for (const deadline = Date.now() + SETTLE_MS; ; ) {
    const { status } = await client.must(`${path}/items/${serviceItemId}/status`, { jobId });
    if (status === 'completed') return `${new URL(serviceurl).pathname.slice(1)}/0`;
    if (status === 'failed' || Date.now() > deadline) throw new Error(`Publishing ended as ${status}.`);
    await pause(300);
  }
}

async function begin(client: PortalClient, layer: string, { mode, name, from }: Load): Promise<string> {
  const service = layer.slice(0, -2);
  const file = new File([csvOf(name, from)], `${name}.csv`, { type: 'text/csv' });
  const sent = await client.call(`${service}/uploads/upload`, {}, { file });
  if (sent.kind !== 'acknowledged') throw new Error(`The upload was not taken: ${JSON.stringify(sent)}`);
  const source = { appendUploadId: sent.reply.item.itemID, appendUploadFormat: 'csv' };
  const address = mode === 'replace' ? `${layer.replace('rest/services', 'rest/admin/services')}/replaceFeatures` : `${layer}/append`;
  const key: Record<string, string | boolean> =
    mode === 'upsert' ? { upsert: true, upsertMatchingField: 'key' } : mode === 'replace' ? { matchingField: 'key' } : {};
  const { statusUrl } = await client.must(address, { ...source, ...key });
  return new URL(statusUrl).pathname.slice(1);
}

/** What the layer holds once a load is done. */
function outcomeOf(before: Model, { mode, name, from }: Load): Model {
  const after: Model = mode === 'replace' ? new Map() : new Map(before);
  for (const key of keysFrom(from)) after.set(key, name);
  return after;
}

/** Waits until the load is over; until then the layer is as it was, or as it is to be. */
async function settle(client: PortalClient, layer: string, job: string, allowed: readonly string[], faults: string[]): Promise<string> {
  for (const deadline = Date.now() + SETTLE_MS; ; ) {
    const found = await counts(client, layer);
    if (!allowed.includes(found)) faults.push(`In between the layer held ${found}.`);
    const { status } = await client.must(job);
    if (/^(Completed|CompletedWithErrors|Failed)$/.test(status)) return status;
    if (Date.now() > deadline) return `still ${status}`;
    await pause(500);
  }
}

/** How many features each load left, as text that can be compared. */
function countsOf(model: Model): string {
  const numbers = new Map<string, number>();
  for (const load of model.values()) numbers.set(load, (numbers.get(load) ?? 0) + 1);
  return JSON.stringify([...numbers].toSorted());
}

async function counts(client: PortalClient, layer: string): Promise<string> {
  const outStatistics = [{ statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'n' }];
  const { features } = await client.must(`${layer}/query`, { where: '1=1', groupByFieldsForStatistics: 'load', outStatistics });
  const numbers = features.map(({ attributes }: { attributes: { load: string; n: number } }) => [attributes.load, attributes.n]);
  return JSON.stringify(numbers.toSorted());
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
