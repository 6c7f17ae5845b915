// Exports through the application: file to layer to export to layer, who may export, and what failures leave behind.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { freeBytes } from '../content/index.ts';

const DAY = Date.UTC(2024, 1, 29);
const MOMENT = DAY + 45_296_789;
const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../../../geo/fixtures', name));

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', paul: 'publisher', vera: 'viewer' } });
});
afterAll(() => t.close());

interface Layer {
  path: string;
  itemId: string;
}

async function publish(name: string, fileType: string, bytes: Uint8Array, fileName: string): Promise<Layer> {
  const petra = t.as('petra');
  const reply = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType, publishParameters: { name } },
    { file: { name: fileName, bytes: Buffer.from(bytes) } },
  );
  await t.runJobs();
  const [service] = reply.services;
  const status = await petra.get(`content/users/${petra.username}/items/${service.serviceItemId}/status`);
  expect(status).toMatchObject({ status: 'completed' });
  return { path: new URL(service.serviceurl).pathname, itemId: service.serviceItemId };
}

async function exported(
  layer: Layer,
  exportFormat: string,
  more: object = {},
): Promise<{ reply: AnyReply; item: AnyReply; status: AnyReply; bytes: Uint8Array }> {
  const petra = t.as('petra');
  const reply = await petra.post(`content/users/${petra.username}/export`, { itemId: layer.itemId, exportFormat, ...more });
  expect(reply.error).toBeUndefined();
  await t.runJobs();
  const status = await petra.get(`content/users/${petra.username}/items/${reply.exportItemId}/status`, {
    jobId: reply.jobId,
    jobType: 'export',
  });
  const item = await petra.get(`content/items/${reply.exportItemId}`);
  const row = await t.portal.db.selectFrom('item').select('data_key').where('id', '=', reply.exportItemId).executeTakeFirstOrThrow();
  return { reply, item, status, bytes: row.data_key === null ? new Uint8Array() : readFileSync(t.portal.files.pathOf(row.data_key)) };
}

/** Everything a client sees of a layer, without what the portal adds by itself. */
async function content({ path }: Layer, decimals: number): Promise<unknown[]> {
  const page = await t
    .as('petra')
    .get(`${path}/0/query`, { where: '1=1', outFields: '*', outSR: 4326, orderByFields: 'OBJECTID', returnZ: true });
  const rounded = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (_, part) => (typeof part === 'number' ? Number(part.toFixed(decimals)) : part)));
  return page.features.map(({ attributes, geometry }: AnyReply) => {
    const { OBJECTID: _, GlobalID: __, x: ___, y: ____, ...own } = attributes;
    return { own: Object.fromEntries(Object.entries(own).sort()), geometry: rounded(geometry) };
  });
}

function features(geometries: readonly unknown[], moment: number): Buffer {
  const properties = [
    { title: 'Zürich, "die" <Stadt> & 𝒳', size: 1.5, number: -7, big: 9_007_199_254_740_991, since: new Date(moment).toISOString() },
    { title: null, size: null, number: null, big: null, since: null },
    { title: 'plain', size: -0.1234567890123456, number: 2_000_000_000, big: 1, since: '1900-01-01T00:00:00Z' },
  ];
  const list = properties.map((one, i) => ({ type: 'Feature', properties: one, geometry: geometries[i] ?? null }));
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: list }));
}

const ring = (x: number): number[][] => [
  [x, 0],
  [x + 1, 0],
  [x + 1, 1],
  [x, 1],
  [x, 0],
];
const POLYGONS = [
  {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
          [0, 0],
        ],
        [
          [2, 2],
          [2, 4],
          [4, 4],
          [4, 2],
          [2, 2],
        ],
      ],
      [ring(40)],
    ],
  },
  null,
  { type: 'Polygon', coordinates: [ring(20)] },
];
const LINES = [
  {
    type: 'MultiLineString',
    coordinates: [
      [
        [1, 2],
        [3, 4],
      ],
      [
        [5, 6],
        [7, 8],
      ],
    ],
  },
  null,
  {
    type: 'LineString',
    coordinates: [
      [1, 2, 5],
      [3, 4, 6],
    ],
  },
];
const POINTS = [1, 2, 3].map((x) => ({ type: 'Point', coordinates: [x, 47.123456] }));

describe('exports', () => {
  it.each([
    ['GeoJson', 'geojson', 'a.geojson', POLYGONS, MOMENT],
    ['KML', 'kml', 'a.kml', POLYGONS, MOMENT],
    ['CSV', 'csv', 'a.csv', POLYGONS, MOMENT],
    ['CSV', 'csv', 'a.csv', POINTS, MOMENT],
    ['Shapefile', 'shapefile', 'a.zip', POLYGONS, DAY],
    ['Shapefile', 'shapefile', 'a.zip', LINES, DAY],
    ['KML', 'kml', 'a.kml', LINES, MOMENT],
    ['GeoJson', 'geojson', 'a.geojson', LINES, MOMENT],
  ] as const)(
    'give back every feature, attribute, null and date from %s to a layer (%#)',
    async (format, fileType, fileName, geometries, moment) => {
      const name = `trip_${format}_${geometries.length}_${Math.random().toString(36).slice(2)}`;
      const first = await publish(name, 'geojson', features(geometries, moment), 'a.geojson');
      const { item, status, bytes } = await exported(first, format);
      expect(status).toMatchObject({ status: 'completed' });
      expect(item).toMatchObject({ type: format, size: bytes.length });
      const second = await publish(`${name}_again`, fileType, bytes, fileName);
      const before = (await content(first, 6)) as { own: Record<string, unknown> }[];
      const after = (await content(second, 6)) as { own: Record<string, unknown> }[];
      // KML names its placemarks, which makes one more column.
      for (const { own } of after) if (!('name' in (before[0]?.own ?? {}))) delete own.name;
      expect(after).toEqual(before);
    },
  );

  it('write all rows of a real layer over many pages, or those of a condition', async () => {
    const towns = await publish('towns_out', 'shapefile', fixture('vector/german_towns_latin1_25832.zip'), 'towns.zip');
    const whole = await exported(towns, 'Shapefile', { title: 'All towns', exportParameters: { targetSR: { wkid: 25832 } } });
    expect(whole.item).toMatchObject({ title: 'All towns', name: 'All towns.zip' });
    const again = await publish('towns_back', 'shapefile', whole.bytes, 'towns.zip');
    expect(await t.as('petra').get(`${again.path}/0/query`, { returnCountOnly: true })).toEqual({ count: 2500 });
    expect(await content(again, 5)).toEqual(await content(towns, 5));
    const some = await exported(towns, 'CSV', { exportParameters: { layers: [{ id: 0, where: 'EINWOHNER > 900000' }] } });
    const lines = new TextDecoder().decode(some.bytes).trim().split('\r\n');
    const { count } = await t.as('petra').get(`${towns.path}/0/query`, { where: 'EINWOHNER > 900000', returnCountOnly: true });
    // As long as conditions of queries may be.
    const long = (length: number): string => `EINWOHNER > 900000 AND 'a' < '${'b'.repeat(length - 31)}'`;
    const same = await exported(towns, 'CSV', { exportParameters: { layers: [{ id: 0, where: long(20_000) }] } });
    expect(same.bytes).toEqual(some.bytes);
    const sent = { itemId: towns.itemId, exportFormat: 'CSV', exportParameters: { layers: [{ id: 0, where: long(20_001) }] } };
    const longer = await t.as('petra').post(`content/users/${t.as('petra').username}/export`, sent);
    expect(longer.error).toMatchObject({ code: 400 });
    expect(lines).toHaveLength(count + 1);
    expect(lines.join()).toContain('Köln');
    // A second export under the same title gets another file name.
    expect((await exported(towns, 'Shapefile', { title: 'All towns' })).item.name).toMatch(/^All towns_[0-9a-f]{8}\.zip$/);
  });

  it('are for those who may change the layer, and for others when the service allows it', async () => {
    const layer = await publish('mine', 'geojson', features(POINTS, DAY), 'a.geojson');
    const paul = t.as('paul');
    const ask = (): Promise<AnyReply> => paul.post(`content/users/${paul.username}/export`, { itemId: layer.itemId, exportFormat: 'CSV' });
    expect((await ask()).error.code).toBe(403);
    await t.as('petra').post(`content/users/${t.as('petra').username}/items/${layer.itemId}/share`, { org: true, everyone: false });
    expect((await ask()).error.code).toBe(403);
    await t.portal.db
      .updateTable('feature_service')
      .set({ settings: JSON.stringify({ capabilities: 'Query,Extract' }) })
      .where('item_id', '=', layer.itemId)
      .execute();
    expect((await ask()).exportItemId).toMatch(/^[0-9a-f]{32}$/);
    const vera = t.as('vera');
    expect((await vera.post(`content/users/${vera.username}/export`, { itemId: layer.itemId, exportFormat: 'CSV' })).error.code).toBe(403);
    expect((await t.stranger.post(`content/users/${paul.username}/export`, { itemId: layer.itemId, exportFormat: 'CSV' })).error.code).toBe(
      499,
    );
    await t.runJobs();
  });

  it('are given up for those who lost the right to them before their file is made', async () => {
    const layer = await publish('taken_back', 'geojson', features(POINTS, DAY), 'a.geojson');
    const [petra, paul] = [t.as('petra'), t.as('paul')];
    const share = (all: boolean): Promise<AnyReply> =>
      petra.post(`content/users/${petra.username}/items/${layer.itemId}/share`, { everyone: all, org: all });
    const settings = async (value: object): Promise<void> => {
      const text = JSON.stringify({ capabilities: 'Query,Extract', ...value });
      await t.portal.db.updateTable('feature_service').set({ settings: text }).where('item_id', '=', layer.itemId).execute();
    };
    const open = async (): Promise<void> => {
      await share(true);
      await settings({});
    };
    const becomes = async (meanwhile: () => Promise<unknown>): Promise<string | undefined> => {
      await open();
      const { jobId } = await paul.post(`content/users/${paul.username}/export`, { itemId: layer.itemId, exportFormat: 'CSV' });
      await meanwhile();
      await t.runJobs();
      return (await t.portal.queue.status(jobId))?.state;
    };
    expect(await becomes(async () => undefined)).toBe('completed');
    expect(await becomes(() => settings({ capabilities: 'Query' }))).toBe('failed');
    expect(await becomes(() => settings({ editorTrackingInfo: { enableOwnershipAccessControl: true, allowOthersToQuery: false } }))).toBe(
      'failed',
    );
    expect(await becomes(() => share(false))).toBe('failed');
  });

  it('refuse unknown formats, layers and conditions at once', async () => {
    const layer = await publish('refused', 'geojson', features(POINTS, DAY), 'a.geojson');
    const petra = t.as('petra');
    const ask = (more: object): Promise<AnyReply> =>
      petra.post(`content/users/${petra.username}/export`, { itemId: layer.itemId, exportFormat: 'CSV', ...more });
    expect((await ask({ exportFormat: 'DWG' })).error).toMatchObject({
      code: 400,
      details: [expect.stringContaining('CSV, GeoJson, KML, Shapefile')],
    });
    expect((await ask({ exportParameters: { layers: [{ id: 7 }] } })).error.code).toBeGreaterThanOrEqual(400);
    expect((await ask({ exportParameters: { layers: [{ id: 0, where: 'nothing = 1; drop table x' }] } })).error.code).toBe(400);
    expect((await ask({ itemId: '0'.repeat(32) })).error.code).toBe(400);
  });

  it('name each layer once, and are so many at a time and so large as their owner may have', async () => {
    const petra = t.as('petra');
    const rows = Array.from({ length: 5000 }, (_, i) => `town ${i},${i % 90},${i % 180}`).join('\n');
    const layer = await publish('bounded', 'csv', Buffer.from(`name,lat,lon\n${rows}\n`), 'a.csv');
    const ask = (more: object = {}): Promise<AnyReply> =>
      petra.post(`content/users/${petra.username}/export`, { itemId: layer.itemId, exportFormat: 'GeoJson', ...more });
    const twice = await ask({ exportFormat: 'KML', exportParameters: { layers: [{ id: 0 }, { id: 0, where: '1=1' }] } });
    expect(twice.error).toMatchObject({ code: 400, message: expect.stringContaining('must name each layer once') });
    const job = { name: 'nobody-runs-this', payload: {}, owner: petra.username ?? '' };
    for (let i = 0; i < 50; i++) await t.portal.queue.enqueue(t.portal.db, job);
    expect((await ask()).error.code).toBe(429);
    await t.portal.db.deleteFrom('job').where('name', '=', job.name).execute();
    const quota = async (storage_quota: number | null): Promise<void> => {
      await t.portal.db.updateTable('account').set({ storage_quota }).where('username', '=', petra.username).execute();
    };
    const used = t.portal.config.storageQuotaBytes - (await freeBytes(t.portal, petra.username ?? ''));
    try {
      await quota(used);
      expect((await ask()).error.message).toContain('Not enough storage');
      await quota(used + 100_000);
      const { jobId } = await ask();
      await t.runJobs();
      const status = await t.portal.queue.status(jobId);
      expect(status).toMatchObject({ state: 'failed', message: expect.stringContaining('Not enough storage') });
      // Given up while it was written, not at its end.
      expect(status?.progress.done).toBeGreaterThan(0);
      expect(status?.progress.done).toBeLessThan(5000);
    } finally {
      await quota(null);
    }
  });

  it('stop in the middle when their owner asks, and leave no file', async () => {
    const places = await publish('places_out', 'geojson', fixture('geojson/places_120k.geojson.zip'), 'places.zip');
    const petra = t.as('petra');
    const files = async (): Promise<number> => (await t.portal.db.selectFrom('stored_file').selectAll().execute()).length;
    const receiving = join(t.portal.files.receivingPath(), '..');
    const [before, left] = [await files(), readdirSync(receiving).length];
    const { jobId, exportItemId } = await petra.post(`content/users/${petra.username}/export`, {
      itemId: places.itemId,
      exportFormat: 'GeoJson',
    });
    const running = t.runJobs();
    for (;;) {
      const status = await t.portal.queue.status(jobId);
      if ((status?.progress.done ?? 0) > 0 || status?.state === 'completed') break;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await t.portal.queue.cancel(jobId);
    await running;
    expect(await t.portal.queue.status(jobId)).toMatchObject({ state: 'cancelled', progress: { total: 120_000 } });
    expect([await files(), readdirSync(receiving).length]).toEqual([before, left]);
    expect((await petra.get(`content/items/${exportItemId}`)).size).toBe(-1);
    const whole = await exported(places, 'CSV');
    expect(new TextDecoder().decode(whole.bytes).split('\r\n').length).toBeGreaterThanOrEqual(120_002);
  }, 240_000);

  it('leave no file behind when they are cancelled or the layer goes, and say so', async () => {
    const layer = await publish('cancelled', 'geojson', features(POINTS, DAY), 'a.geojson');
    const petra = t.as('petra');
    const files = async (): Promise<number> => (await t.portal.db.selectFrom('stored_file').selectAll().execute()).length;
    const start = (): Promise<AnyReply> =>
      petra.post(`content/users/${petra.username}/export`, { itemId: layer.itemId, exportFormat: 'Shapefile' });
    const status = (reply: AnyReply): Promise<AnyReply> =>
      petra.get(`content/users/${petra.username}/items/${reply.exportItemId}/status`, { jobId: reply.jobId });
    const before = await files();
    const receiving = join(t.portal.files.receivingPath(), '..');
    const left = readdirSync(receiving).length;
    const first = await start();
    expect(await status(first)).toMatchObject({ status: 'processing' });
    await t.portal.queue.cancel(first.jobId);
    await t.runJobs();
    expect(await status(first)).toMatchObject({ status: 'failed', statusMessage: 'Cancelled.' });
    const second = await start();
    await petra.post(`content/users/${petra.username}/items/${layer.itemId}/delete`, { permanentDelete: true });
    await t.runJobs();
    expect(await status(second)).toMatchObject({ status: 'failed' });
    expect(await files()).toBeLessThanOrEqual(before);
    expect(readdirSync(receiving)).toHaveLength(left);
  });
});
