// Ends a portal at chosen moments of publishing and loading, starts it again on the same data, and tells what is not as it should be.
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type PostgresServer, startPostgresServer } from '../postgres-server.ts';
import { type StartedPortal, startPortal } from '../started-portal.ts';
import { type AuditReport, audit } from './audit.ts';
import type { KillPlan } from './kill-at.ts';
import { Ledger } from './ledger.ts';
import { PortalClient } from './portal-client.ts';

/** What is done to a layer, or how one is made. */
export type Mode = 'publish CSV' | 'publish GeoPackage' | 'append' | 'upsert' | 'replace';

/** A moment by its name. */
export interface Stage extends KillPlan {
  name: string;
  /** Before there is a job: the call is lost and has to be made again. */
  untold?: true;
}

const ADMIN = { username: 'crash.admin', password: 'Nothing is lost 1', email: 'crash@example.org', fullName: 'Crash Admin' };
const ROWS = 2_000;
const KILL_WITHIN_MS = 30_000;
const SETTLE_MS = 45_000;
/** Rows of each layer in the GeoPackage. */
const FRANCE_COUNTS = '[13,101,962]';
const FRANCE = join(import.meta.dirname, '../../../geo/fixtures/vector/france.gpkg');

/** A portal that is ended and started again. */
export class StageScene {
  #portal!: StartedPortal;
  #client!: PortalClient;
  #server: PostgresServer | undefined;
  #databaseUrl: string | undefined;
  #dataDir = '';
  #plan = '';
  #layer = '';
  /** What the layer holds by the load that each feature came by. */
  #model = new Map<string, string>();
  #count = 0;

  async open(engine: 'embedded' | 'postgres'): Promise<void> {
    this.#dataDir = await mkdtemp(join(tmpdir(), 'graticule-stages-'));
    this.#plan = `${this.#dataDir}.plan`;
    this.#server = engine === 'postgres' ? await startPostgresServer({ durable: true }) : undefined;
    this.#databaseUrl = await this.#server?.createDatabase('crash');
    await this.#start(0);
    this.#client = new PortalClient(this.#portal.url, ADMIN.username);
    await this.#client.signIn(ADMIN.password);
    const path = await this.#publish('publish CSV', 'first');
    if ((await this.#settlePublish('first')) !== 'completed') throw new Error('The layer to begin with was not made.');
    this.#layer = `${path}/0`;
    this.#model = new Map(keysFrom(0).map((key) => [key, 'first']));
  }

  /** Ends the portal at a moment; gives one sentence for each thing that should not be. */
  async kill(mode: Mode, stage: Stage): Promise<string[]> {
    return mode === 'publish CSV' || mode === 'publish GeoPackage' ? this.#killPublish(mode, stage) : this.#killLoad(mode, stage);
  }

  /** What is left over below the API, once all is over; the portal is not to be used after it. */
  async leftovers(): Promise<AuditReport> {
    await this.#portal.stop();
    // What could not be dropped in time goes with the next start.
    await this.#start(0);
    await pause(2_000);
    await this.#portal.stop();
    return audit({ dataDir: this.#dataDir, databaseUrl: this.#databaseUrl, ledger: new Ledger() });
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

  async #arm({ pattern, since, moment }: Stage): Promise<void> {
    await writeFile(this.#plan, JSON.stringify({ pattern, moment, ...(since === undefined ? {} : { since }) } satisfies KillPlan));
  }

  /** Reads until the portal is gone, and starts it again; a fault when the moment never came. */
  async #fall(stage: Stage, read: () => Promise<void> = async () => undefined): Promise<string[]> {
    for (const deadline = Date.now() + KILL_WITHIN_MS; existsSync(this.#plan); await pause(20)) {
      await read();
      if (Date.now() < deadline) continue;
      await rm(this.#plan, { force: true });
      return [`The moment “${stage.name}” never came.`];
    }
    await this.#portal.kill();
    await this.#endLeases();
    await this.#start(Number(new URL(this.#portal.url).port));
    return [];
  }

  /** A job of a process that is gone is taken up once its lease is over; nobody waits for it here. */
  async #endLeases(): Promise<void> {
    if (this.#databaseUrl === undefined) return;
    const client = new pg.Client({ connectionString: this.#databaseUrl });
    await client.connect();
    await client.query("update job set lease_until = now() - interval '1 second' where state = 'running'");
    await client.end();
  }

  async #killPublish(mode: Mode, stage: Stage): Promise<string[]> {
    const name = `killed${this.#count++}`;
    await this.#arm(stage);
    const begun = this.#publish(mode, name);
    const faults = await this.#fall(stage);
    // The answer was lost with the portal: the service is there, or its name is free.
    const path = (await begun) ?? (await this.#serviceOf(name)) ?? (await this.#publish(mode, name));
    if (path === undefined) return [...faults, `${name} could not be published again.`];
    const status = await this.#settlePublish(name);
    if (status !== 'completed') return [...faults, `Publishing ended as ${status}.`];
    const found = await this.#countsOf(path);
    const expected = mode === 'publish CSV' ? `[${ROWS}]` : FRANCE_COUNTS;
    if (found !== expected) faults.push(`${name} holds ${found}, not ${expected}.`);
    if (mode === 'publish CSV' && (await this.#keys(`${path}/0`)) !== ROWS) faults.push(`${name} holds rows twice.`);
    return [...faults, ...(await this.#editFaults(`${path}/0`))];
  }

  /** The path of the new service; undefined when the answer was lost. */
  async #publish(mode: Mode, name: string): Promise<string | undefined> {
    const isCsv = mode === 'publish CSV';
    const file = isCsv ? new File([csvOf(name, 0)], `${name}.csv`) : new File([new Uint8Array(readFileSync(FRANCE))], `${name}.gpkg`);
    const publishParameters = { name, capabilities: 'Query,Editing' };
    const fileType = isCsv ? 'csv' : 'geoPackage';
    const sent = await this.#client.call(`${this.#content()}/publish`, { fileType, publishParameters }, { file });
    if (sent.kind === 'lost') return undefined;
    const url = sent.kind === 'acknowledged' ? sent.reply.services[0].serviceurl : undefined;
    if (url === undefined) throw new Error(`Publishing was refused: ${JSON.stringify(sent)}`);
    return new URL(url).pathname.slice(1);
  }

  async #itemOf(name: string): Promise<{ id: string; url: string } | undefined> {
    const { items } = await this.#client.must(this.#content(), { start: 1, num: 100 });
    return items.find((item: { title: string; type: string }) => item.title === name && item.type === 'Feature Service');
  }

  async #serviceOf(name: string): Promise<string | undefined> {
    const item = await this.#itemOf(name);
    return item === undefined ? undefined : new URL(item.url).pathname.slice(1);
  }

  async #settlePublish(name: string): Promise<string> {
    const item = await this.#itemOf(name);
    for (const deadline = Date.now() + SETTLE_MS; ; await pause(100)) {
      const { status } = await this.#client.must(`${this.#content()}/items/${item?.id}/status`);
      if (status === 'completed' || status === 'failed') return status;
      if (Date.now() > deadline) return `still ${status}`;
    }
  }

  async #countsOf(path: string): Promise<string> {
    const { layers, tables } = await this.#client.must(path);
    const counts: number[] = [];
    for (const { id } of [...layers, ...tables])
      counts.push((await this.#client.must(`${path}/${id}/query`, { where: '1=1', returnCountOnly: true })).count);
    return JSON.stringify(counts.toSorted((one, other) => one - other));
  }

  async #killLoad(mode: Mode, stage: Stage): Promise<string[]> {
    const name = `${mode}${this.#count++}`;
    const from = mode === 'append' ? ROWS * 10 * this.#count : ROWS / 2;
    const before = countsOf(this.#model);
    if (mode === 'replace') this.#model = new Map();
    for (const key of keysFrom(from)) this.#model.set(key, name);
    const after = countsOf(this.#model);
    const upload = await this.#upload(name, from);
    await this.#arm(stage);
    const begun = this.#begin(mode, upload);
    const seen = new Set<string>();
    const faults = await this.#fall(stage, async () => void seen.add((await this.#readOnce()) ?? before));
    const job = (await begun) ?? (stage.untold ? await this.#begin(mode, upload) : undefined);
    const status = await this.#settleLoad(job, after, seen);
    if (status !== 'Completed') faults.push(`The load ended as ${status}.`);
    for (const found of seen) if (found !== before && found !== after) faults.push(`In between the layer held ${found}.`);
    const found = await this.#read();
    if (found !== after) faults.push(`The layer holds ${found}, not ${after}.`);
    if ((await this.#keys(this.#layer)) !== this.#model.size) faults.push('A row is there twice.');
    return [...faults, ...(await this.#editFaults(this.#layer))];
  }

  async #upload(name: string, from: number): Promise<string> {
    const file = new File([csvOf(name, from)], `${name}.csv`, { type: 'text/csv' });
    const taken = await this.#client.call(`${this.#layer.slice(0, -2)}/uploads/upload`, {}, { file });
    if (taken.kind !== 'acknowledged') throw new Error(`The upload was not taken: ${JSON.stringify(taken)}`);
    return taken.reply.item.itemID;
  }

  /** Starts a load; gives the path of its job, undefined when the answer was lost. */
  async #begin(mode: Mode, appendUploadId: string): Promise<string | undefined> {
    const address =
      mode === 'replace' ? `${this.#layer.replace('rest/services', 'rest/admin/services')}/replaceFeatures` : `${this.#layer}/append`;
    const key: Record<string, string | boolean> =
      mode === 'upsert' ? { upsert: true, upsertMatchingField: 'key' } : mode === 'replace' ? { matchingField: 'key' } : {};
    const started = await this.#client.call(address, { appendUploadId, appendUploadFormat: 'csv', ...key });
    if (started.kind === 'refused') throw new Error(started.message);
    return started.kind === 'lost' ? undefined : new URL(started.reply.statusUrl).pathname.slice(1);
  }

  /** Reads until the load is over; where its name was lost with the answer, until the layer is as it is to be. */
  async #settleLoad(job: string | undefined, after: string, seen: Set<string>): Promise<string> {
    for (const deadline = Date.now() + SETTLE_MS; ; await pause(100)) {
      const found = await this.#read();
      seen.add(found);
      const status = job === undefined ? (found === after ? 'Completed' : 'Unknown') : (await this.#client.must(job)).status;
      if (/^(Completed|CompletedWithErrors|Failed)$/.test(status)) return status;
      if (Date.now() > deadline) return `still ${status}`;
    }
  }

  async #read(): Promise<string> {
    return featureCounts(await this.#client.must(`${this.#layer}/query`, BY_LOAD));
  }

  /** As `#read`, but undefined while the portal is gone. */
  async #readOnce(): Promise<string | undefined> {
    const outcome = await this.#client.call(`${this.#layer}/query`, BY_LOAD);
    return outcome.kind === 'acknowledged' ? featureCounts(outcome.reply) : undefined;
  }

  /** How many different keys a layer holds, once it was made sure that it holds each once. */
  async #keys(layer: string): Promise<number> {
    const asked = { where: '1=1', returnCountOnly: true };
    const { count } = await this.#client.must(`${layer}/query`, asked);
    const different = await this.#client.must(`${layer}/query`, {
      ...asked,
      outFields: 'key',
      returnDistinctValues: true,
      returnGeometry: false,
    });
    return count === different.count ? count : -1;
  }

  /** Adds a copy of a feature and takes it away again. */
  async #editFaults(layer: string): Promise<string[]> {
    const { features, spatialReference } = await this.#client.must(`${layer}/query`, { where: '1=1', resultRecordCount: 1 });
    const sent = [{ attributes: {}, geometry: { ...features[0].geometry, spatialReference } }];
    const { addResults } = await this.#client.must(`${layer}/addFeatures`, { features: sent });
    if (addResults[0]?.success !== true) return [`No feature can be added: ${JSON.stringify(addResults)}`];
    const { deleteResults } = await this.#client.must(`${layer}/deleteFeatures`, { objectIds: addResults[0].objectId });
    return deleteResults[0]?.success === true ? [] : [`No feature can be removed: ${JSON.stringify(deleteResults)}`];
  }

  #content(): string {
    return `sharing/rest/content/users/${ADMIN.username}`;
  }
}

const BY_LOAD = {
  where: '1=1',
  groupByFieldsForStatistics: 'load',
  outStatistics: [{ statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'n' }],
};

function featureCounts({ features }: { features: { attributes: { load: string; n: number } }[] }): string {
  return JSON.stringify(features.map(({ attributes }) => [attributes.load, attributes.n]).toSorted());
}

function countsOf(model: ReadonlyMap<string, string>): string {
  const numbers = new Map<string, number>();
  for (const load of model.values()) numbers.set(load, (numbers.get(load) ?? 0) + 1);
  return JSON.stringify([...numbers].toSorted());
}

function keysFrom(from: number): string[] {
  return Array.from({ length: ROWS }, (_, row) => `k${from + row}`);
}

/** Rows that say by which load they came, each with a key of its own. */
function csvOf(load: string, from: number): string {
  const lines = keysFrom(from).map((key, row) => `${load},${key},${((row * 37) % 1700) / 10 - 85},${((row * 91) % 3590) / 10 - 179}`);
  return `load,key,lat,lon\n${lines.join('\n')}\n`;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
