// Interrupted work on services: vector tiles that are published from a layer, tables that a job adds, and edits that bring files.
import { randomUUID } from 'node:crypto';
import type { Outcome, PortalClient } from './portal-client.ts';
import { itemsOf } from './stage-items.ts';
import { ADMIN, pause, type StagePortal } from './stage-portal.ts';
import { editFaults } from './stage-rows.ts';
import type { ServiceMode, Stage } from './stages.ts';

const CONTENT = `sharing/rest/content/users/${ADMIN.username}`;
const SETTLE_MS = 45_000;
const FIELDS = [{ name: 'load', type: 'esriFieldTypeString', length: 50 }];
const TEXT = 'bark '.repeat(2_000);

/** Ends the portal while it works on a service; gives one sentence for each thing that should not be. */
export async function killService(
  portal: StagePortal,
  { mode, stage, name, source }: { mode: ServiceMode; stage: Stage; name: string; source: string },
): Promise<string[]> {
  const { client } = portal;
  if (mode === 'publish tiles') return killTiles(portal, stage, { name, source });
  const service = await newService(client, name);
  return mode === 'add layers' ? killAdding(portal, stage, service) : killEdit(portal, stage, service);
}

/** A service with one layer of points that keeps files; gives its path. */
async function newService(client: PortalClient, name: string): Promise<string> {
  const { serviceurl } = await client.must(`${CONTENT}/createService`, { createParameters: { name, capabilities: 'Query,Editing' } });
  const path = new URL(serviceurl).pathname.slice(1);
  const layers = [{ name: 'points', geometryType: 'esriGeometryPoint', hasAttachments: true, fields: FIELDS }];
  await client.must(`${adminOf(path)}/addToDefinition`, { addToDefinition: { layers } });
  return path;
}

const adminOf = (path: string): string => path.replace('rest/services', 'rest/admin/services');

/** Refusals have no place here. */
function told(outcome: Outcome): Extract<Outcome, { kind: 'acknowledged' }>['reply'] | undefined {
  if (outcome.kind === 'refused') throw new Error(outcome.message);
  return outcome.kind === 'acknowledged' ? outcome.reply : undefined;
}

async function killTiles(portal: StagePortal, stage: Stage, { name, source }: { name: string; source: string }): Promise<string[]> {
  const { client } = portal;
  const [item] = await itemsOf(client, source);
  const params = {
    itemId: item?.id ?? '',
    fileType: 'featureService',
    outputType: 'VectorTiles',
    publishParameters: { name, title: name },
  };
  const begin = async () => told(await client.call(`${CONTENT}/publish`, params));
  await portal.arm(stage);
  const begun = begin();
  const faults = await portal.fall(stage);
  const found = (): Promise<{ url: string }[]> => itemsOf(client, name, 'Vector Tile Service');
  const isMade = stage.moment === 'committed';
  if ((await begun) !== undefined) faults.push('The answer came all the same.');
  const left = (await found()).length;
  if (left !== (isMade ? 1 : 0)) faults.push(`${left} services of tiles are there.`);
  // Nothing holds the name of a service that was not made.
  if (!isMade && (await begin()) === undefined) faults.push('The tiles could not be published again.');
  const [tiles, ...others] = await found();
  if (tiles === undefined || others.length > 0)
    return [...faults, `${others.length + (tiles ? 1 : 0)} services of tiles are there in the end.`];
  const path = new URL(tiles.url).pathname.slice(1);
  const style = await client.must(`${path}/resources/styles/root.json`);
  if (style.layers.length === 0) faults.push('The tiles have no style.');
  if ((await client.bytes(`${path}/tile/0/0/0.pbf`)).length < 100) faults.push('The tile of the whole world is empty.');
  return faults;
}

async function killAdding(portal: StagePortal, stage: Stage, service: string): Promise<string[]> {
  const { client } = portal;
  const layers = [{ name: 'lines', geometryType: 'esriGeometryPolyline', fields: FIELDS }];
  const addToDefinition = { layers, tables: [{ name: 'rows', fields: FIELDS }] };
  await portal.arm(stage);
  const started = told(await client.call(`${adminOf(service)}/addToDefinition`, { addToDefinition, async: true }));
  const faults = await portal.fall(stage);
  if (started === undefined) return [...faults, 'The change was not begun.'];
  const job = new URL(started.statusURL).pathname.slice(1);
  for (const deadline = Date.now() + SETTLE_MS; ; await pause(100)) {
    const { status, result } = await client.must(job);
    if (status === 'Completed') {
      const answered = [...(result?.layers ?? []), ...(result?.tables ?? [])].map(({ id, name }) => `${id} ${name}`).join(', ');
      if (result?.success !== true || answered !== '1 lines, 2 rows') faults.push(`The job answers ${JSON.stringify(result)}.`);
      break;
    }
    if (status === 'Failed' || Date.now() > deadline) return [...faults, `The change ended as ${status}.`];
  }
  const described = await client.must(service);
  const names = [...described.layers, ...described.tables].map(({ id, name }) => `${id} ${name}`).join(', ');
  if (names !== '0 points, 1 lines, 2 rows') faults.push(`The service has ${names}.`);
  const line = { paths: [[[1, 1], [2, 2]]], spatialReference: { wkid: 4326 } }; // biome-ignore format: one line
  await client.must(`${service}/1/addFeatures`, { features: [{ attributes: { load: 'a' }, geometry: line }] });
  return [...faults, ...(await editFaults(client, `${service}/1`))];
}

async function killEdit(portal: StagePortal, stage: Stage, service: string): Promise<string[]> {
  const { client } = portal;
  const layer = `${service}/0`;
  const newId = (): string => `{${randomUUID().toUpperCase()}}`;
  const [parent, files] = [newId(), [newId(), newId()]];
  const send = (): Promise<Outcome> =>
    client.call(`${layer}/applyEdits`, {
      useGlobalIds: true,
      adds: [{ attributes: { load: 'a', GlobalID: parent }, geometry: { x: 1, y: 1, spatialReference: { wkid: 4326 } } }],
      attachments: {
        adds: files.map((globalId, at) => ({
          globalId,
          parentGlobalId: parent,
          contentType: 'text/plain',
          name: `${at}.txt`,
          data: Buffer.from(`${TEXT}${at}`).toString('base64'),
        })),
      },
    });
  await portal.arm(stage);
  const begun = send();
  const faults = await portal.fall(stage);
  if (told(await begun) !== undefined) faults.push('The answer came all the same.');
  const whole = JSON.stringify([1, '0.txt 10001', '1.txt 10001']);
  const expected = stage.moment === 'committed' ? whole : '[0]';
  const left = await heldBy(client, layer);
  if (left !== expected) faults.push(`The layer holds ${left}, not ${expected}.`);
  // Whoever heard nothing sends it again: the ids tell that it is the same.
  await send();
  const end = await heldBy(client, layer);
  if (end !== whole) faults.push(`In the end the layer holds ${end}.`);
  return faults.length > 0 ? faults : editFaults(client, layer);
}

/** The number of features, and their files with their sizes. */
async function heldBy(client: PortalClient, layer: string): Promise<string> {
  const { count } = await client.must(`${layer}/query`, { where: '1=1', returnCountOnly: true });
  const { attachmentGroups } = await client.must(`${layer}/queryAttachments`, { definitionExpression: '1=1' });
  const files: string[] = [];
  for (const { parentObjectId, attachmentInfos } of attachmentGroups)
    for (const { id, name } of attachmentInfos)
      files.push(`${name} ${(await client.bytes(`${layer}/${parentObjectId}/attachments/${id}`)).length}`);
  return JSON.stringify([count, ...files.toSorted()]);
}
