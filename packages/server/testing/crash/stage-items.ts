// Interrupted work that makes an item: a published service, or a file that is exported.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PortalClient } from './portal-client.ts';
import { ADMIN, pause, type StagePortal } from './stage-portal.ts';
import { csvOf, differentKeys, editFaults, ROWS } from './stage-rows.ts';
import type { PublishMode, Stage } from './stages.ts';

const FIXTURES = join(import.meta.dirname, '../../../geo/fixtures/vector');
const CONTENT = `sharing/rest/content/users/${ADMIN.username}`;
const SETTLE_MS = 45_000;

interface Source {
  fileType: string;
  file(name: string): File;
  /** Rows of its layers and tables, the fewest first. */
  counts: string;
  /** Files of its features with their sizes. */
  files?: string;
}

const SOURCES: Record<PublishMode, Source> = {
  'publish CSV': { fileType: 'csv', file: (name) => csvOf(name, 0), counts: `[${ROWS}]` },
  'publish apart': { fileType: 'csv', file: (name) => csvOf(name, 0, true), counts: `[${ROWS}]` },
  'publish GeoPackage': { fileType: 'geoPackage', file: (name) => fixture('france.gpkg', `${name}.gpkg`), counts: '[13,101,962]' },
  'publish geodatabase': {
    fileType: 'fileGeodatabase',
    file: (name) => fixture('gdb_beside.gdb.zip', `${name}.gdb.zip`),
    counts: '[2,2,2,3,3,4]',
    files: '["elm.txt 3","note.txt 7","photo.png 69","plan.txt 70000"]',
  },
};

function fixture(name: string, sentAs: string): File {
  return new File([new Uint8Array(readFileSync(join(FIXTURES, name)))], sentAs);
}

/** Publishes; gives the path of the new service, undefined when the answer was lost. */
export async function publish(client: PortalClient, mode: PublishMode, name: string): Promise<string | undefined> {
  const { fileType, file } = SOURCES[mode];
  const publishParameters = { name, capabilities: 'Query,Editing' };
  const sent = await client.call(`${CONTENT}/publish`, { fileType, publishParameters }, { file: file(name) });
  if (sent.kind === 'lost') return undefined;
  const url = sent.kind === 'acknowledged' ? sent.reply.services[0].serviceurl : undefined;
  if (url === undefined) throw new Error(`Publishing was refused: ${JSON.stringify(sent)}`);
  return new URL(url).pathname.slice(1);
}

/** Publishes another file over a service; false when the answer was lost. */
export async function overwrite(client: PortalClient, name: string, file: File): Promise<boolean> {
  const params = { fileType: 'csv', publishParameters: { name, capabilities: 'Query,Editing' }, overwrite: true };
  const sent = await client.call(`${CONTENT}/publish`, params, { file });
  if (sent.kind === 'lost') return false;
  if (sent.kind === 'refused' || sent.reply.services[0].error !== undefined)
    throw new Error(`Overwriting was refused: ${JSON.stringify(sent)}`);
  return true;
}

/** The items of a title and type. */
export async function itemsOf(client: PortalClient, title: string, type = 'Feature Service'): Promise<{ id: string; url: string }[]> {
  const { items } = await client.must(CONTENT, { start: 1, num: 100, sortField: 'created', sortOrder: 'desc' });
  return items.filter((item: { title: string; type: string }) => item.title === title && item.type === type);
}

/** Waits until the newest job about an item is over; gives how it ended. */
export async function settleItem(client: PortalClient, id: string): Promise<string> {
  for (const deadline = Date.now() + SETTLE_MS; ; await pause(100)) {
    const { status, statusMessage } = await client.must(`${CONTENT}/items/${id}/status`);
    if (status === 'completed') return status;
    if (status === 'failed') return `${status}: ${statusMessage}`;
    if (Date.now() > deadline) return `still ${status}`;
  }
}

/** Ends the portal while it publishes; gives one sentence for each thing that should not be. */
export async function killPublish(portal: StagePortal, { mode, stage, name }: { mode: PublishMode; stage: Stage; name: string }) {
  const { client } = portal;
  await portal.arm(stage);
  const begun = publish(client, mode, name);
  const faults = await portal.fall(stage);
  // The answer was lost with the portal: the service is there, or its name is free.
  const told = await begun;
  if (told === undefined && (await itemsOf(client, name)).length === 0) await publish(client, mode, name);
  const [item, ...others] = await itemsOf(client, name);
  if (item === undefined) return [...faults, `${name} could not be published again.`];
  if (others.length > 0) faults.push(`${name} was published more than once.`);
  const status = await settleItem(client, item.id);
  if (status !== 'completed') return [...faults, `Publishing ended as ${status}.`];
  const path = new URL(item.url).pathname.slice(1);
  const { counts, files } = SOURCES[mode];
  const found = await countsOf(client, path);
  if (found.counts !== counts) faults.push(`${name} holds ${found.counts}, not ${counts}.`);
  if (files !== undefined && found.files !== files) faults.push(`Features of ${name} have the files ${found.files}, not ${files}.`);
  if (counts === `[${ROWS}]` && (await differentKeys(client, `${path}/0`)) !== ROWS) faults.push(`${name} holds rows twice.`);
  return [...faults, ...(await editFaults(client, `${path}/0`))];
}

async function countsOf(client: PortalClient, path: string): Promise<{ counts: string; files: string }> {
  const { layers, tables } = await client.must(path);
  const counts: number[] = [];
  const files: string[] = [];
  for (const { id } of [...layers, ...tables]) {
    counts.push((await client.must(`${path}/${id}/query`, { where: '1=1', returnCountOnly: true })).count);
    if ((await client.must(`${path}/${id}`)).hasAttachments) files.push(...(await filesOf(client, `${path}/${id}`)));
  }
  return { counts: JSON.stringify(counts.toSorted((one, other) => one - other)), files: JSON.stringify(files.toSorted()) };
}

/** Names of the files of features, with the number of bytes that come when they are fetched. */
async function filesOf(client: PortalClient, layer: string): Promise<string[]> {
  const { attachmentGroups } = await client.must(`${layer}/queryAttachments`, { definitionExpression: '1=1' });
  const found: string[] = [];
  for (const { parentObjectId, attachmentInfos } of attachmentGroups)
    for (const { id, name } of attachmentInfos)
      found.push(`${name} ${(await client.bytes(`${layer}/${parentObjectId}/attachments/${id}`)).length}`);
  return found;
}

/** Ends the portal while it exports a layer; gives one sentence for each thing that should not be. */
export async function killExport(
  portal: StagePortal,
  { stage, title, source, rows }: { stage: Stage; title: string; source: string; rows: number },
): Promise<string[]> {
  const { client } = portal;
  const [service] = await itemsOf(client, source);
  const begin = async (): Promise<boolean> => {
    const asked = { itemId: service?.id ?? '', exportFormat: 'CSV', title };
    const sent = await client.call(`${CONTENT}/export`, asked);
    if (sent.kind === 'refused') throw new Error(sent.message);
    return sent.kind === 'acknowledged';
  };
  await portal.arm(stage);
  const begun = begin();
  const faults = await portal.fall(stage);
  // The answer was lost with the portal: the item is there, or nothing is.
  if (!(await begun) && (await itemsOf(client, title, 'CSV')).length === 0) await begin();
  const [item, ...others] = await itemsOf(client, title, 'CSV');
  if (item === undefined) return [...faults, `${title} could not be exported again.`];
  if (others.length > 0) faults.push(`${title} was exported more than once.`);
  const status = await settleItem(client, item.id);
  if (status !== 'completed') return [...faults, `The export ended as ${status}.`];
  const text = new TextDecoder().decode(await client.bytes(`sharing/rest/content/items/${item.id}/data`));
  const lines = text.trim().split('\n').length;
  return lines === rows + 1 ? faults : [...faults, `The file has ${lines} lines for ${rows} rows.`];
}
