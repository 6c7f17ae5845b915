// What people do to a layer whose features have files: attach, ask for them, export, replace by a key, delete.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeCsv } from '../data.ts';
import { record } from '../measure.ts';
import { type Bench, publishFile } from '../portal.ts';
import { adminOf, CONTENT, exported, untilDone, watched } from './layer-steps.ts';

const FILES = Number(process.env.BENCH_FILES ?? 30_000);
const CALLERS = 16;
const COLUMNS = { locationType: 'coordinates', latitudeFieldName: 'lat', longitudeFieldName: 'lon' };
/** As small as a file is that somebody would attach: what is measured is their number. */
const TEXT = 'Seen, nothing to do. '.repeat(50);

/** One file for each feature. */
export async function measureFiles(bench: Bench, dir: string): Promise<void> {
  const path = join(dir, 'seen.csv');
  await writeCsv(path, FILES);
  const { url, itemId } = await publishFile(bench, { path, name: 'seen.csv', type: 'CSV', fileType: 'csv' }, { name: 'seen', ...COLUMNS });
  const layer = `${new URL(url).pathname.slice(1)}/0`;
  await bench.call(`${adminOf(layer)}/updateDefinition`, { updateDefinition: { hasAttachments: true } });
  const ask = (operation: string, params: Record<string, string | number | boolean | object>): Promise<unknown> =>
    bench.call(`${layer}/${operation}`, params);
  const steps: [string, () => Promise<unknown>][] = [
    ['attach', () => attach(bench, layer)],
    ['query: a page', () => ask('queryAttachments', { definitionExpression: '1=1', resultRecordCount: 100 })],
    ['query: all', () => ask('queryAttachments', { definitionExpression: '1=1' })],
    ['query: their number', () => ask('queryAttachments', { definitionExpression: '1=1', returnCountOnly: true })],
    ['query: by name', () => ask('queryAttachments', { definitionExpression: '1=1', attachmentsWhere: "att_name = 'seen 7.txt'" })],
    ['replica with files', () => replica(bench, layer)],
    ['export: File Geodatabase', () => exported(bench, itemId, 'File Geodatabase')],
    ['replace by key', () => replace(bench, path, layer)],
    ['delete: half of them', () => ask('deleteFeatures', { where: 'MOD(id, 2) = 1' })],
    ['delete the item', () => bench.call(`${CONTENT}/items/${itemId}/delete`, { permanentDelete: true })],
  ];
  for (const [name, step] of steps) await watched({ part: 'files', bench, layer }, name, step);
  await rm(path);
}

/** Attaches the files, some at the same time. */
async function attach(bench: Bench, layer: string): Promise<string> {
  const { objectIds } = await bench.call(`${layer}/query`, { where: '1=1', returnIdsOnly: true });
  let next = 0;
  const began = performance.now();
  const caller = async (): Promise<void> => {
    for (let id = objectIds[next++]; id !== undefined; id = objectIds[next++]) {
      const form = new FormData();
      form.append('f', 'json');
      form.append('token', bench.token);
      form.append('attachment', new Blob([TEXT], { type: 'text/plain' }), `seen ${id}.txt`);
      const reply = await (await fetch(`${bench.portal.url}/${layer}/${id}/addAttachment`, { method: 'POST', body: form })).json();
      if (reply.addAttachmentResult?.success !== true) throw new Error(JSON.stringify(reply));
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const rate = objectIds.length / ((performance.now() - began) / 1000);
  record({ part: 'files', name: 'files attached', value: rate, unit: 'a second', on: bench.engine });
  return `${objectIds.length} files`;
}

async function replica(bench: Bench, layer: string): Promise<unknown> {
  const service = layer.slice(0, -'/0'.length);
  await bench.call(`${adminOf(service)}/updateDefinition`, { updateDefinition: { capabilities: 'Query,Editing,Sync,Extract' } });
  return bench.call(`${service}/createReplica`, { replicaName: 'all', layers: '0', syncModel: 'none', returnAttachments: true });
}

/** The same rows once more: every feature keeps its file. */
async function replace(bench: Bench, path: string, layer: string): Promise<unknown> {
  const name = `rows${Date.now()}.csv`;
  const { id } = await bench.call(`${CONTENT}/addItem`, { title: name, type: 'CSV' }, { path, name });
  const source = { appendItemId: id, appendUploadFormat: 'csv', appendSourceInfo: COLUMNS, matchingField: 'id' };
  return untilDone(bench, await bench.call(`${adminOf(layer)}/replaceFeatures`, source));
}
