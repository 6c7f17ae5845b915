// Several people and programs change, load, read and redefine one service at once, whatever comes: nobody is answered with a fault of the
// server, and afterwards the layer says of itself what it holds.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzzSeed } from '../../../../tools/fuzz-seed.ts';
import type { AnyReply } from '../../testing/agent.ts';
import { type SeededRandom, seededRandom } from '../../testing/crash/seeded-random.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

/** What each does. */
const STEPS = Number(process.env.FUZZ_RUNS ?? 40);
const WORKERS = 12;
const LAYERS = [0, 1, 2];
const FIELDS = [
  { name: 'name', type: 'esriFieldTypeString', length: 40 },
  { name: 'n', type: 'esriFieldTypeInteger' },
  { name: 'key', type: 'esriFieldTypeString', length: 20 },
];

let t: TestPortal;
let service: string;
let admin: string;
let view: string;
const faults: string[] = [];
const told = new Map<string, number>();

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const create = async (name: string, more: object = {}): Promise<string> => {
    const createParameters = { name, capabilities: 'Query,Editing,Sync,ChangeTracking' };
    return new URL((await post(`content/users/${t.as('petra').username}/createService`, { createParameters, ...more })).serviceurl)
      .pathname;
  };
  const adminOf = (path: string): string => path.replace('/rest/services', '/rest/admin/services');
  service = await create('crowd');
  admin = adminOf(service);
  const layers = [
    { name: 'points', geometryType: 'esriGeometryPoint', hasAttachments: true, fields: FIELDS },
    { name: 'areas', geometryType: 'esriGeometryPolygon', fields: FIELDS },
  ];
  await post(`${admin}/addToDefinition`, { addToDefinition: { layers, tables: [{ name: 'visits', fields: FIELDS }] } });
  view = await create('crowd_view', { isView: true });
  const viewLayerDefinition = { sourceServiceName: 'crowd', sourceLayerId: 0, sourceLayerFields: '*' };
  const shown = { name: 'view', adminLayerInfo: { viewLayerDefinition }, viewDefinitionQuery: 'n > 100' };
  await post(`${adminOf(view)}/addToDefinition`, { addToDefinition: { layers: [shown] } });
});
afterAll(() => t.close());

/** Keeps faults; a deadlock that came again and again is told as such, and may be. */
function looked(path: string, status: number, reply: AnyReply): AnyReply {
  const { error } = reply;
  const isAsked = status === 503 && /Try again/.test(JSON.stringify(error?.details));
  if ((status >= 500 || error?.code >= 500) && !isAsked) faults.push(`${path}: ${JSON.stringify(error ?? reply)}`);
  if (error !== undefined) told.set(path, (told.get(path) ?? 0) + 1);
  return reply;
}

async function post(path: string, params: Record<string, string | number | boolean | object> = {}): Promise<AnyReply> {
  const reply = await t.as('petra').raw('POST', path, params);
  if (!/json/.test(String(reply.headers['content-type']))) return {};
  return looked(path, reply.statusCode, reply.json());
}

async function sent(path: string, field: string, name: string, bytes: string): Promise<AnyReply> {
  const reply = await t.as('petra').rawUpload(path, {}, { [field]: { name, bytes } });
  return looked(path, reply.statusCode, reply.json());
}

const idsOf = async (layer: string): Promise<number[]> =>
  (await post(`${layer}/query`, { where: '1=1', returnIdsOnly: true })).objectIds ?? [];

type Step = (random: SeededRandom, layer: number) => Promise<unknown>;

function feature(random: SeededRandom, layer: number, more: object = {}): object {
  const attributes = { name: `a${random.integer(0, 99)}`, n: random.integer(0, 999), key: `k${random.integer(0, 60)}`, ...more };
  const [x, y] = [random.integer(-120, 120), random.integer(-60, 60)];
  const spatialReference = { wkid: 4326 };
  if (layer === 2) return { attributes };
  if (layer === 0) return { attributes, geometry: { x, y, spatialReference } };
  return { attributes, geometry: { rings: [[[x, y], [x, y + 1], [x + 1, y], [x, y]]], spatialReference } }; // biome-ignore format: one line
}

async function load(random: SeededRandom, address: string, params: Record<string, string | boolean>): Promise<void> {
  const rows = Array.from({ length: 30 }, () => `b,${random.integer(0, 999)},k${random.integer(0, 60)},${random.integer(0, 60)},1`);
  const { item } = await sent(`${service}/uploads/upload`, 'file', 'more.csv', `name,n,key,lat,lon\n${rows.join('\n')}\n`);
  await post(address, { appendUploadId: item?.itemID ?? '', appendUploadFormat: 'csv', ...params });
  await t.runJobs();
}

const STEPS_BY_CHANCE: readonly Step[] = [
  (random, layer) => post(`${service}/${layer}/addFeatures`, { features: [feature(random, layer), feature(random, layer)] }),
  (random, layer) =>
    post(`${service}/${layer}/addFeatures`, {
      features: Array.from({ length: 30 }, () => feature(random, layer)),
      rollbackOnFailure: false,
    }),
  async (random, layer) => {
    const ids = await idsOf(`${service}/${layer}`);
    if (ids.length === 0) return;
    const features = [0, 1, 2].map(() => feature(random, layer, { OBJECTID: random.pick(ids) }));
    await post(`${service}/${layer}/updateFeatures`, { features, rollbackOnFailure: random.pick([true, false]) });
  },
  async (random, layer) => {
    const ids = await idsOf(`${service}/${layer}`);
    if (ids.length > 0) await post(`${service}/${layer}/deleteFeatures`, { objectIds: `${random.pick(ids)},${random.pick(ids)}` });
  },
  (random, layer) => post(`${service}/${layer}/deleteFeatures`, { where: `n > ${random.integer(950, 999)}` }),
  (random) =>
    post(`${service}/applyEdits`, {
      edits: random.pick([[0, 2], [2, 0, 1], [1, 0]]).map((id) => ({ id, adds: [feature(random, id)], deletes: [random.integer(1, 50)] })), // biome-ignore format: one line
      rollbackOnFailure: random.pick([true, false]),
    }),
  (random) => post(`${view}/0/applyEdits`, { adds: [feature(random, 0, { n: 900 })], deletes: [random.integer(1, 50)] }),
  async (random) => {
    const ids = await idsOf(`${service}/0`);
    if (ids.length > 0) await sent(`${service}/0/${random.pick(ids)}/addAttachment`, 'attachment', 'a.txt', 'green');
  },
  async (random) => {
    const { attachmentGroups = [] } = await post(`${service}/0/queryAttachments`, { definitionExpression: '1=1' });
    if (attachmentGroups.length === 0) return;
    const { parentObjectId, attachmentInfos } = random.pick(attachmentGroups as AnyReply[]);
    await post(`${service}/0/${parentObjectId}/deleteAttachments`, { attachmentIds: `${attachmentInfos[0].id}` });
  },
  (random) => load(random, `${service}/0/append`, { rollbackOnFailure: random.pick([true, false]) }),
  (random) => load(random, `${service}/0/append`, { upsert: true, upsertMatchingField: 'key' }),
  (random) => load(random, `${admin}/0/replaceFeatures`, {}),
  (random, layer) =>
    post(`${service}/${layer}/calculate`, { where: `n > ${random.integer(0, 900)}`, calcExpression: [{ field: 'name', value: 'c' }] }),
  (random, layer) => post(`${admin}/${layer}/truncate`, { attachmentOnly: random.pick([true, true, false]) }),
  (random, layer) => {
    const field = { name: `f${random.integer(0, 3)}`, type: 'esriFieldTypeInteger' };
    return post(`${admin}/${layer}/addToDefinition`, { addToDefinition: { fields: [field] } });
  },
  (random, layer) =>
    post(`${admin}/${layer}/deleteFromDefinition`, { deleteFromDefinition: { fields: [{ name: `f${random.integer(0, 3)}` }] } }),
  (random, layer) => post(`${admin}/${layer}/updateDefinition`, { updateDefinition: { description: `d${random.integer(0, 9)}` } }),
  (random, layer) =>
    post(`${service}/${layer}/query`, {
      where: `n < ${random.integer(0, 999)}`,
      outFields: '*',
      f: random.pick(['json', 'geojson', 'pbf']),
    }),
  () => post(`${view}/0/query`, { where: '1=1', outFields: '*' }),
  async (random, layer) => {
    const { replicaID = '' } = await post(`${service}/createReplica`, { layers: `[${LAYERS}]` });
    const adds = [feature(random, layer, { GlobalID: `{${randomUUID()}}` })];
    await post(`${service}/synchronizeReplica`, { replicaID, edits: [{ id: layer, features: { adds } }], closeReplica: true });
  },
  (random) => {
    const zoom = random.integer(0, 3);
    const at = (): number => random.integer(0, 2 ** zoom - 1);
    return post(`${service}/${random.pick([0, 1])}/tiles/${zoom}/${at()}/${at()}.pbf`, { f: '' });
  },
];

async function work(random: SeededRandom): Promise<void> {
  for (let step = 0; step < STEPS; step++) await random.pick(STEPS_BY_CHANCE)(random, random.pick(LAYERS));
}

it('nobody meets a fault of the server, and the layers say what they hold', { timeout: 180_000 }, async () => {
  await Promise.all(Array.from({ length: WORKERS }, (_, at) => work(seededRandom(fuzzSeed() + at))));
  await t.runJobs();
  expect(faults).toEqual([]);
  for (const layer of LAYERS) {
    const path = `${service}/${layer}`;
    const ids = await idsOf(path);
    expect((await post(`${path}/query`, { where: '1=1', returnCountOnly: true })).count, path).toBe(ids.length);
    expect(new Set(ids).size, path).toBe(ids.length);
    if (layer === 2 || ids.length === 0) continue;
    const said = (await post(path)).extent;
    const counted = (await post(`${path}/query`, { where: 'OBJECTID > 0', returnExtentOnly: true })).extent;
    for (const side of ['xmin', 'ymin', 'xmax', 'ymax']) expect(said[side], `${path} ${side}`).toBeCloseTo(counted[side], 2);
  }
  // More was done than refused.
  expect([...told.values()].reduce((sum, one) => sum + one, 0)).toBeLessThan((WORKERS * STEPS) / 2);
});
