// A disk that is full while files come in, are put together, unpacked, loaded and written: what was asked for is refused in words, nothing is left
// over, and it works once there is room. The disk is a real one of some megabytes, where the tests may mount such a thing.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { loadScene, type TestLayer } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { zipArchive } from '../../testing/zip-archive.ts';
import { MIN_FREE_BYTES } from '../platform/files/disk-room.ts';

const MEGABYTE = 1024 * 1024;
const FULL = 'The disk of the server is full.';

/** Whether disks can be mounted here: not in every container, nor for everybody. */
function mayMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), 'graticule-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', dir], { stdio: 'ignore' });
    execFileSync('umount', [dir], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

describe.skipIf(!mayMount())('a full disk', () => {
  let t: TestPortal;
  let disk: string;
  let tables: string[];
  const { layerOf, load, features } = loadScene(() => t);
  const petra = () => t.as('petra');
  const ballast = (): string => join(disk, 'ballast');
  /** Files of some size: what an item says of itself stays with it. */
  const files = async (): Promise<number> =>
    (await t.portal.db.selectFrom('stored_file').select('key').where('size_bytes', '>', '1000').execute()).length;
  const received = (): string[] => readdirSync(join(disk, 'receiving'));
  const hostedTables = async (): Promise<string[]> =>
    (await t.portal.db.introspection.getTables({ withInternalKyselyTables: false }))
      .filter(({ schema }) => schema === 'hosted')
      .map(({ name }) => name)
      .sort();

  /** Takes all room of the disk but for so many bytes. */
  function leave(bytes: number): void {
    rmSync(ballast(), { force: true });
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(ballast(), Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
  }
  const makeRoom = (): void => rmSync(ballast(), { force: true });
  /** A job is tried again, in case there is room by then. */
  async function runUntilGivenUp(): Promise<void> {
    for (let attempt = 0; attempt < 4; attempt++) {
      await t.runJobs();
      expect(received()).toEqual([]);
      await t.portal.db
        .updateTable('job')
        .set({ run_after: new Date(0) })
        .where('state', '=', 'waiting')
        .execute();
    }
  }

  beforeAll(async () => {
    t = await testPortal({ people: { petra: 'publisher' } });
    disk = join(t.portal.config.dataDir, 'files');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk]);
    for (const folder of ['receiving', 'stored']) mkdirSync(join(disk, folder));
  });
  beforeEach(async () => {
    tables = await hostedTables();
  });
  afterEach(() => makeRoom());
  afterAll(async () => {
    await t.app.close();
    execFileSync('umount', ['-l', disk]);
    await t.close();
  });

  const addItem = (title: string, bytes: Buffer): Promise<AnyReply> =>
    petra().upload(`content/users/${petra().username}/addItem`, { title, type: 'CSV' }, { file: { name: `${title}.csv`, bytes } });

  it('while a file comes in', async () => {
    leave(MEGABYTE);
    const before = await files();
    expect((await addItem('large', Buffer.alloc(2 * MEGABYTE, 'a'))).error).toMatchObject({ code: 503, details: [FULL] });
    expect([received(), await files()]).toEqual([[], before]);
    const rows = await t.portal.db.selectFrom('item').select('id').where('title', '=', 'large').execute();
    expect(rows).toEqual([]);
    expect((await addItem('small', Buffer.from('a\n1\n'))).success).toBe(true);
    makeRoom();
    expect((await addItem('large', Buffer.alloc(2 * MEGABYTE, 'a'))).success).toBe(true);
  });

  it('while a file comes in parts, and while these are put together', async () => {
    const base = `content/users/${petra().username}`;
    const { id } = await petra().post(`${base}/addItem`, { title: 'parts', type: 'CSV', multipart: true, fileName: 'parts.csv' });
    const part = (partNum: number): Promise<AnyReply> =>
      petra().upload(`${base}/items/${id}/addPart?partNum=${partNum}`, {}, { file: { name: 'part', bytes: Buffer.alloc(MEGABYTE, 'b') } });
    leave(1.5 * MEGABYTE);
    expect(await part(1)).toMatchObject({ success: true });
    expect((await part(2)).error).toMatchObject({ code: 503, details: [FULL] });
    expect(received()).toEqual([]);
    makeRoom();
    expect(await part(2)).toMatchObject({ success: true });
    leave(MEGABYTE);
    // The parts are there until the whole is.
    const { jobId } = await petra().post(`${base}/items/${id}/commit`, { async: true });
    await runUntilGivenUp();
    expect(await petra().get(`${base}/items/${id}/status`, { jobId })).toMatchObject({ status: 'failed', statusMessage: FULL });
    expect(received()).toEqual([]);
    makeRoom();
    expect(await petra().post(`${base}/items/${id}/commit`, {})).toMatchObject({ success: true });
    expect((await petra().get(`content/items/${id}`)).size).toBe(2 * MEGABYTE);
    await petra().post(`${base}/items/${id}/delete`, { permanentDelete: true });
  });

  it('while an archive is unpacked to be published', async () => {
    const csv = Buffer.from(`name,lat,lon\n${Array.from({ length: 60_000 }, (_, i) => `place number ${i} of many,1,2`).join('\n')}\n`);
    const zip = await zipArchive([{ name: 'places.csv', bytes: csv }]);
    expect(csv.length).toBeGreaterThan(1.5 * MEGABYTE);
    const publish = async (name: string): Promise<AnyReply> => {
      const { services } = await petra().upload(
        `content/users/${petra().username}/publish`,
        { fileType: 'csv', publishParameters: { name } },
        { file: { name: 'places.zip', bytes: zip } },
      );
      await runUntilGivenUp();
      return petra().get(`content/users/${petra().username}/items/${services[0].serviceItemId}/status`);
    };
    const before = await files();
    leave(MIN_FREE_BYTES + zip.length + MEGABYTE);
    expect(await publish('archive_full')).toMatchObject({ status: 'failed', statusMessage: FULL });
    expect([received(), await hostedTables(), await files()]).toEqual([[], tables, before]);
    makeRoom();
    expect(await publish('archive_room')).toMatchObject({ status: 'completed' });
  });

  it('while rows that are left out are written down', async () => {
    const layer = await layerOf();
    const before = await features(layer);
    const text = `code,height,lat,lon\nz,1,1,2\n${Array.from({ length: 30_000 }, (_, i) => `f${i},1,far,2`).join('\n')}\n`;
    const { item } = await petra().upload(`${layer.service}/uploads/upload`, {}, { file: { name: 'bad.csv', bytes: text } });
    leave(MEGABYTE / 2);
    const started = await petra().post(`${layer.path}/append`, { appendUploadId: item.itemID, appendUploadFormat: 'csv' });
    const had = await hostedTables();
    await runUntilGivenUp();
    expect(await petra().get(new URL(started.statusUrl).pathname)).toMatchObject({ status: 'Failed', statusMessage: FULL });
    expect([received(), await hostedTables(), await features(layer)]).toEqual([[], had, before]);
    makeRoom();
    expect(await load(layer, { name: 'bad.csv', bytes: text })).toMatchObject({ insertedCount: 1, refusedInFile: 30_000 });
  });

  /** A layer that takes more room than an export is left. */
  async function largeLayer(): Promise<TestLayer> {
    const rows = Array.from({ length: 12_000 }, (_, i) => `c${i},${`${Math.sin(i)} `.repeat(8)},${i},2020-01-01,${i % 80},2`);
    large ??= await layerOf(`code,species,height,planted,lat,lon\n${rows.join('\n')}\n`);
    return large;
  }
  let large: TestLayer | undefined;

  const FORMATS = ['CSV', 'GeoJson', 'Shapefile', 'GeoPackage', 'Excel', 'KML', 'FlatGeobuf', 'Parquet', 'Feature Collection'];
  it.each([...FORMATS.map((format) => [format, 100_000] as const), ['CSV', -MEGABYTE] as const])(
    'while a layer is saved as %s, with room for %i bytes',
    async (exportFormat, room) => {
      const layer = await largeLayer();
      const save = async (): Promise<AnyReply> => {
        const { exportItemId, jobId } = await petra().post(`content/users/${petra().username}/export`, {
          itemId: layer.itemId,
          exportFormat,
        });
        await runUntilGivenUp();
        return petra().get(`content/users/${petra().username}/items/${exportItemId}/status`, { jobId });
      };
      const before = await files();
      // Some is kept free always: an export ends before it takes that.
      leave(MIN_FREE_BYTES + room);
      expect(await save()).toMatchObject({ status: 'failed', statusMessage: FULL });
      expect([received(), await files()]).toEqual([[], before]);
      makeRoom();
      const saved = await save();
      expect(saved).toMatchObject({ status: 'completed', statusMessage: '' });
      await petra().post(`content/users/${petra().username}/items/${saved.itemId}/delete`, { permanentDelete: true });
    },
  );
});
