// Writers that keep a portal busy while its processes are killed; each notes what was acknowledged.
import { createHash } from 'node:crypto';
import type { Ledger } from './ledger.ts';
import type { Outcome, PortalClient } from './portal-client.ts';
import type { SeededRandom } from './seeded-random.ts';

/** What a writer works with. */
export interface Desk {
  client: PortalClient;
  ledger: Ledger;
  random: SeededRandom;
}

const PAUSE_MS = 60;

/** Creates, renames and deletes items, with and without files, until told to stop. */
export async function writeItems(desk: Desk, name: string, stop: AbortSignal): Promise<void> {
  for (let number = 0; !stop.aborted; number++) {
    const mine = [...desk.ledger.items].filter(([, item]) => !item.mayBeGone && [...item.titles].every((title) => title.startsWith(name)));
    const dice = desk.random.next();
    if (dice < 0.55 || mine.length < 3) await createItem(desk, `${name} ${number}`, dice < 0.25);
    else if (dice < 0.85) await renameItem(desk, desk.random.pick(mine)[0], `${name} ${number} renamed`);
    else await deleteItem(desk, desk.random.pick(mine)[0]);
  }
}

async function createItem(desk: Desk, title: string, withFile: boolean): Promise<void> {
  const bytes = withFile ? csvOf(desk.random.integer(5, 2000), title) : undefined;
  const fields: Record<string, string | object> = withFile
    ? { title, type: 'CSV' }
    : { title, type: 'Web Map', text: { operationalLayers: [], note: title } };
  const files: Record<string, File> = bytes === undefined ? {} : { file: new File([bytes], `${title}.csv`, { type: 'text/csv' }) };
  const outcome = await desk.client.call(`${content(desk)}/addItem`, fields, files);
  if (await wasAcknowledged(desk, outcome)) {
    const sha256 = bytes === undefined ? {} : { sha256: createHash('sha256').update(bytes).digest('hex') };
    desk.ledger.items.set(replyOf(outcome).id, { titles: new Set([title]), mayBeGone: false, ...sha256 });
  }
}

async function renameItem(desk: Desk, id: string, title: string): Promise<void> {
  const item = desk.ledger.items.get(id);
  if (item === undefined) return;
  const before = new Set(item.titles);
  item.titles.add(title);
  const outcome = await desk.client.call(`${content(desk)}/items/${id}/update`, { title });
  if (await wasAcknowledged(desk, outcome)) item.titles = new Set([title]);
  else if (outcome.kind === 'refused') item.titles = before;
}

async function deleteItem(desk: Desk, id: string): Promise<void> {
  const item = desk.ledger.items.get(id);
  if (item === undefined) return;
  item.mayBeGone = true;
  const outcome = await desk.client.call(`${content(desk)}/items/${id}/delete`);
  if (await wasAcknowledged(desk, outcome)) {
    desk.ledger.items.delete(id);
    desk.ledger.deleted.add(id);
  }
}

/** Uploads tables and publishes them, and adds features to layers that are ready, until told to stop. */
export async function publishLayers(desk: Desk, stop: AbortSignal): Promise<void> {
  for (let number = 0; !stop.aborted; number++) {
    const open = [...desk.ledger.layers.values()];
    if (number % 3 === 0 || open.length === 0) await publishOne(desk, `layer ${number}`);
    else await addOneFeature(desk, desk.random.pick(open), `added ${number}`);
    await pause(200);
  }
}

async function publishOne(desk: Desk, title: string): Promise<void> {
  const rows = desk.random.integer(3_000, 25_000);
  const file = new File([csvOf(rows, title)], `${title}.csv`, { type: 'text/csv' });
  const added = await desk.client.call(`${content(desk)}/addItem`, { title, type: 'CSV' }, { file });
  if (!(await wasAcknowledged(desk, added))) return;
  const itemId = replyOf(added).id as string;
  desk.ledger.items.set(itemId, { titles: new Set([title]), mayBeGone: false });
  const publishParameters = {
    name: title.replace(/\W/g, '_') + desk.random.integer(1, 1e9),
    locationType: 'coordinates',
    latitudeFieldName: 'lat',
    longitudeFieldName: 'lon',
  };
  const published = await desk.client.call(`${content(desk)}/publish`, { itemid: itemId, filetype: 'csv', publishParameters });
  if (!(await wasAcknowledged(desk, published))) return;
  const [service] = replyOf(published).services;
  if (service.error !== undefined) desk.ledger.refusals.add(`publish: ${JSON.stringify(service)}`);
  else desk.ledger.layers.set(service.serviceItemId, { jobId: service.jobId, serviceurl: service.serviceurl, rows, added: new Set() });
}

async function addOneFeature(desk: Desk, layer: { serviceurl: string; added: Set<string> }, name: string): Promise<void> {
  const features = [{ attributes: { name, value: 1 }, geometry: { x: 0, y: 0, spatialReference: { wkid: 3857 } } }];
  const outcome = await desk.client.call(`${new URL(layer.serviceurl).pathname.slice(1)}/0/addFeatures`, { features });
  // A layer that is still being made refuses; that is no fault.
  if (outcome.kind === 'acknowledged' && outcome.reply.addResults?.[0]?.success === true) {
    layer.added.add(name);
    desk.ledger.acknowledged++;
  }
}

/** A table of seeded places; every text in it is the title, so that tables differ. */
function csvOf(rows: number, title: string): string {
  const lines = ['name,lat,lon,value'];
  for (let row = 0; row < rows; row++) {
    lines.push(`${title} ${row},${(((row * 37) % 1700) / 10 - 85).toFixed(4)},${(((row * 91) % 3590) / 10 - 179).toFixed(4)},${row}`);
  }
  return `${lines.join('\n')}\n`;
}

function content(desk: Desk): string {
  return `sharing/rest/content/users/${desk.client.username}`;
}

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape
function replyOf(outcome: Outcome): any {
  return outcome.kind === 'acknowledged' ? outcome.reply : undefined;
}

/** Counts the outcome; waits a moment after a lost answer, as a client would. */
async function wasAcknowledged(desk: Desk, outcome: Outcome): Promise<boolean> {
  if (outcome.kind === 'acknowledged') desk.ledger.acknowledged++;
  if (outcome.kind === 'lost') {
    desk.ledger.lost[outcome.reason] = (desk.ledger.lost[outcome.reason] ?? 0) + 1;
    await pause(PAUSE_MS);
  }
  if (outcome.kind === 'refused') desk.ledger.refusals.add(outcome.message);
  return outcome.kind === 'acknowledged';
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
