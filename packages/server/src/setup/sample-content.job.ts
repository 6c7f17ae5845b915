// Adds the sample maps: publishes the bundled layers, makes the maps, shares both, and features the maps in a group.
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { builtInBasemap, builtInKind } from '@graticule/contract/documents/basemaps';
import { fail } from '@graticule/contract/errors';
import type { ReceivedFile } from '@graticule/contract/param';
import { addItem, requireItem, shareItem, updateItem } from '../content/index.ts';
import { serviceNameFor, serviceUrl } from '../features/index.ts';
import { createGroup } from '../groups/index.ts';
import { callerOfAccount } from '../identity/index.ts';
import { organisationOf } from '../organisation/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { JobHandler } from '../platform/queue/queue.ts';
import { publishFile } from '../publishing/index.ts';
import { SAMPLE_JOB, type SamplePayload, type SampleReport } from './sample-job.ts';
import { groupTitled, sampleItem, sampleKeyword, serviceItem } from './samples.store.ts';

interface SampleLayer {
  key: string;
  file: string;
  service: string;
  title: string;
  snippet: string;
  description: string;
  tags: string[];
  accessInformation: string;
  licenseInfo: string;
  displayField: string;
  popupInfo: unknown;
  drawingInfo: unknown;
}

interface SampleMap {
  key: string;
  title: string;
  snippet: string;
  description: string;
  tags: string[];
  accessInformation: string;
  extent: [[number, number], [number, number]];
  data: { baseMap: { id: string; baseMapLayers: { id: string }[] } };
}

const SAMPLE_DIR = join(import.meta.dirname, '../../sample-data');
/** The home page shows the group of this title unless an administrator chose another. */
const GROUP_TITLE = 'Featured maps';

/** The job; run again, it leaves what is there and adds what is missing. */
export const sampleContentJob: JobHandler<SamplePayload> = {
  name: SAMPLE_JOB,
  run: async (portal, payload, run) => {
    const caller = await callerOfAccount(portal, payload.username, payload.baseUrl);
    const samples = JSON.parse(await readFile(join(SAMPLE_DIR, 'samples.json'), 'utf8')) as { layers: SampleLayer[]; maps: SampleMap[] };
    const report: SampleReport = { jobs: [] };
    const isPublic = (await organisationOf(portal, caller)).access === 'public';
    const layers = new Map<string, { url: string; itemId: string }>();
    for (const layer of samples.layers) {
      const published = await publishLayer(portal, caller, layer);
      layers.set(layer.key, published);
      if (published.jobId !== null) report.jobs.push(published.jobId);
      await share(portal, caller, published.itemId, isPublic, []);
      await run.progress({ done: 0, total: samples.maps.length, report });
    }
    const group = await featuredGroup(portal, caller, isPublic);
    for (const [index, map] of samples.maps.entries()) {
      const itemId = await makeMap(portal, caller, map, layers);
      await share(portal, caller, itemId, isPublic, [group]);
      await run.progress({ done: index + 1, total: samples.maps.length, report });
    }
    return { done: samples.maps.length, total: samples.maps.length, report };
  },
};

async function publishLayer(
  portal: Portal,
  caller: Caller,
  layer: SampleLayer,
): Promise<{ url: string; itemId: string; jobId: string | null }> {
  const owner = caller.username ?? '';
  const name = await serviceNameFor(portal, caller.orgId, layer.service);
  const known = await serviceItem(portal.db, owner, name);
  if (known !== undefined) return { url: `${serviceUrl(caller.baseUrl, name)}/0`, itemId: known.id, jobId: null };
  const path = portal.files.receivingPath();
  try {
    await pipeline(createReadStream(join(SAMPLE_DIR, layer.file)), createGunzip(), createWriteStream(path));
    const published = await publishFile(portal, caller, {
      username: owner,
      file: {
        fileName: `${layer.service}.geojson`,
        contentType: 'application/geo+json',
        path,
        sizeBytes: (await stat(path)).size,
        sha256: '',
      },
      fileType: 'geojson',
      publishParameters: {
        name: layer.service,
        description: layer.description,
        copyrightText: layer.accessInformation,
        layerInfo: { name: layer.title, displayField: layer.displayField, drawingInfo: layer.drawingInfo, popupInfo: layer.popupInfo },
      },
    });
    if (!('serviceItemId' in published)) throw fail('UNABLE_TO_COMPLETE', { details: [published.error.message] });
    const { title, snippet, description, tags, accessInformation, licenseInfo } = layer;
    const item = await requireItem(portal, caller, published.serviceItemId, 'update');
    await updateItem(portal, caller, item, { title, snippet, description, tags, accessInformation, licenseInfo }, new Set());
    return { url: `${published.serviceurl}/0`, itemId: published.serviceItemId, jobId: published.jobId };
  } finally {
    await rm(path, { force: true });
  }
}

async function featuredGroup(portal: Portal, caller: Caller, isPublic: boolean): Promise<string> {
  const known = await groupTitled(portal.db, caller.username ?? '', GROUP_TITLE);
  if (known !== undefined) return known.id;
  const group = await createGroup(portal, caller, {
    title: GROUP_TITLE,
    access: isPublic ? 'public' : 'org',
    snippet: 'Maps shown on the home page.',
    description: 'What is shared with this group appears on the home page.',
    tags: ['featured', 'maps'],
    isInvitationOnly: true,
  });
  return group.id;
}

async function makeMap(
  portal: Portal,
  caller: Caller,
  map: SampleMap,
  layers: Map<string, { url: string; itemId: string }>,
): Promise<string> {
  const owner = caller.username ?? '';
  const known = await sampleItem(portal.db, owner, map.key);
  if (known !== undefined) return known.id;
  const data = { ...map.data, baseMap: builtInBasemap(builtInKind(map.data.baseMap) ?? 'light', caller.baseUrl) };
  const text = JSON.stringify(data).replace(/\{(layer|item):([a-z0-9_-]+)\}/g, (whole, kind: string, key: string) => {
    const layer = layers.get(key);
    return layer === undefined ? whole : kind === 'layer' ? layer.url : layer.itemId;
  });
  const thumbnail = await copyToReceiving(portal, join(SAMPLE_DIR, 'thumbnails', `${map.key}.jpg`));
  const { id } = await addItem(
    portal,
    caller,
    { username: owner, org_id: caller.orgId },
    {
      title: map.title,
      type: 'Web Map',
      text,
      snippet: map.snippet,
      description: map.description,
      tags: map.tags,
      accessInformation: map.accessInformation,
      extent: map.extent,
      typeKeywords: [sampleKeyword(map.key)],
      thumbnail,
    },
  );
  return id;
}

/** A bundled file as an upload would leave it; the store takes it from there. */
async function copyToReceiving(portal: Portal, from: string): Promise<ReceivedFile> {
  const path = portal.files.receivingPath();
  await copyFile(from, path);
  return { fileName: basename(from), contentType: 'image/jpeg', path, sizeBytes: (await stat(path)).size, sha256: '' };
}

async function share(portal: Portal, caller: Caller, itemId: string, isPublic: boolean, groups: string[]): Promise<void> {
  const item = await requireItem(portal, caller, itemId, 'share');
  await shareItem(portal, caller, item, { everyone: isPublic, org: true, groups });
}
