// Ends a portal at chosen moments of publishing, loading, exporting and changing services, starts it again on the same data, and tells what is not as it should be.
import type { AuditReport } from './audit.ts';
import { itemsOf, killExport, killPublish, overwrite, publish, settleItem } from './stage-items.ts';
import { pause, StagePortal } from './stage-portal.ts';
import { csvOf, differentKeys, editFaults, featuresByLoad, keysByLoad, keysFrom, ROWS } from './stage-rows.ts';
import { killService } from './stage-services.ts';
import type { LoadMode, Mode, Stage } from './stages.ts';

const SETTLE_MS = 45_000;
/** The service whose rows are loaded again and again. */
const FIRST = 'first';

/** A portal, and the layer that its loads go into. */
export class StageScene {
  readonly #portal = new StagePortal();
  #layer = '';
  #item = '';
  /** What the layer holds by the load that each feature came by. */
  #model = new Map<string, string>();
  #count = 0;
  /** What came, or is to come, of each kill; one after the other. */
  readonly #told = new Map<string, Promise<string[]>>();
  #last: Promise<unknown> = Promise.resolve();

  async open(engine: 'embedded' | 'postgres'): Promise<void> {
    await this.#portal.open(engine);
    const { client } = this.#portal;
    this.#layer = `${await publish(client, 'publish CSV', FIRST)}/0`;
    this.#item = (await itemsOf(client, FIRST))[0]?.id ?? '';
    const status = await settleItem(client, this.#item);
    if (status !== 'completed') throw new Error(`The layer to begin with was not made: ${status}`);
    this.#model = new Map(keysFrom(0).map((key) => [key, FIRST]));
  }

  /** Ends the portal at a moment, once the kills before are over; gives one sentence for each fault. Asked again, it says the same. */
  kill(mode: Mode, stage: Stage): Promise<string[]> {
    const key = `${mode}, ${stage.name}`;
    const told = this.#told.get(key) ?? this.#last.then(() => this.#kill(mode, stage));
    if (!this.#told.has(key)) this.#last = told.catch(() => undefined);
    this.#told.set(key, told);
    return told;
  }

  async #kill(mode: Mode, stage: Stage): Promise<string[]> {
    const name = `killed${this.#count++}`;
    switch (mode) {
      case 'publish CSV':
      case 'publish GeoPackage':
      case 'publish geodatabase':
      case 'publish apart':
        return killPublish(this.#portal, { mode, stage, name });
      case 'publish tiles':
      case 'add layers':
      case 'edit with files':
        return killService(this.#portal, { mode, stage, name, source: FIRST });
      case 'export':
        return killExport(this.#portal, { stage, title: name, source: FIRST, rows: this.#model.size });
      default:
        return this.#killLoad(mode, stage, name);
    }
  }

  /** What is left over below the API, once all is over; the portal is not to be used after it. */
  async leftovers(): Promise<AuditReport> {
    await this.#last;
    return this.#portal.leftovers();
  }

  async end(): Promise<void> {
    await this.#last;
    return this.#portal.end();
  }

  async #killLoad(mode: LoadMode, stage: Stage, name: string): Promise<string[]> {
    const { client } = this.#portal;
    const from = /^append/.test(mode) ? ROWS * 10 * this.#count : ROWS / 2;
    const before = keysByLoad(this.#model);
    if (mode === 'replace' || mode === 'overwrite') this.#model = new Map();
    for (const key of keysFrom(from)) this.#model.set(key, name);
    const after = keysByLoad(this.#model);
    const begin = await this.#prepared(mode, csvOf(name, from, mode === 'append apart'));
    await this.#portal.arm(stage);
    const begun = begin();
    const seen = new Set<string>();
    const faults = await this.#portal.fall(stage, async () => seen.add((await featuresByLoad(client, this.#layer)) ?? before));
    const job = (await begun) ?? (stage.untold ? await begin() : undefined);
    const status = await this.#settleLoad(job, after, seen);
    if (!/^completed/i.test(status)) faults.push(`The load ended as ${status}.`);
    for (const found of seen) if (found !== before && found !== after) faults.push(`In between the layer held ${found}.`);
    const found = await featuresByLoad(client, this.#layer);
    if (found !== after) faults.push(`The layer holds ${found}, not ${after}.`);
    if ((await differentKeys(client, this.#layer)) !== this.#model.size) faults.push('A row is there twice.');
    return [...faults, ...(await editFaults(client, this.#layer))];
  }

  /** What starts a load of a file; that gives where its status is told, undefined when the answer was lost. */
  async #prepared(mode: LoadMode, file: File): Promise<() => Promise<string | undefined>> {
    const { client } = this.#portal;
    const status = `sharing/rest/content/users/${client.username}/items/${this.#item}/status`;
    if (mode === 'overwrite') return async () => ((await overwrite(client, FIRST, file)) ? status : undefined);
    const taken = await client.call(`${this.#layer.slice(0, -2)}/uploads/upload`, {}, { file });
    if (taken.kind !== 'acknowledged') throw new Error(`The upload was not taken: ${JSON.stringify(taken)}`);
    const { itemID } = taken.reply.item;
    return () => this.#begin(mode, itemID);
  }

  async #begin(mode: LoadMode, appendUploadId: string): Promise<string | undefined> {
    const address =
      mode === 'replace' ? `${this.#layer.replace('rest/services', 'rest/admin/services')}/replaceFeatures` : `${this.#layer}/append`;
    const key: Record<string, string | boolean> =
      mode === 'upsert' ? { upsert: true, upsertMatchingField: 'key' } : mode === 'replace' ? { matchingField: 'key' } : {};
    const started = await this.#portal.client.call(address, { appendUploadId, appendUploadFormat: 'csv', ...key });
    if (started.kind === 'refused') throw new Error(started.message);
    return started.kind === 'lost' ? undefined : new URL(started.reply.statusUrl).pathname.slice(1);
  }

  /** Reads until the load is over; where its name was lost with the answer, until the layer is as it is to be. */
  async #settleLoad(job: string | undefined, after: string, seen: Set<string>): Promise<string> {
    const { client } = this.#portal;
    for (const deadline = Date.now() + SETTLE_MS; ; await pause(100)) {
      const found = await featuresByLoad(client, this.#layer);
      if (found !== undefined) seen.add(found);
      const status = job === undefined ? (found === after ? 'Completed' : 'Unknown') : (await client.must(job)).status;
      if (/^(Completed|CompletedWithErrors|Failed)$/i.test(status)) return status;
      if (Date.now() > deadline) return `still ${status}`;
    }
  }
}
