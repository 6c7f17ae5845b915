// Direct downloads of hosted layers: the file comes while it is made, for those who may have it, with the rows they ask for.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Agent, AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { anonymous } from '../platform/caller.ts';
import { downloadExport, downloadLimits } from './download.ts';
import { requireExportFormat } from './export-formats.ts';

let t: TestPortal;
let itemId: string;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', paul: 'publisher' } });
  const rows = Array.from({ length: 3000 }, (_, i) => `${i},town ${i},${i % 90},${i % 180}`).join('\n');
  const petra = t.as('petra');
  const reply = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType: 'csv', publishParameters: { name: 'towns' } },
    { file: { name: 'towns.csv', bytes: `number,name,lat,lon\n${rows}\n` } },
  );
  itemId = reply.services[0].serviceItemId;
  await t.runJobs();
});
afterAll(() => t.close());

const download = (who: Agent, params: Record<string, string>) => who.raw('GET', `content/items/${itemId}/export`, { f: '', ...params });
const receiving = (): number => readdirSync(join(t.portal.files.receivingPath(), '..')).length;

describe('a direct download', () => {
  it('CO-201 gives the whole layer to its owner, named after the item, and stores nothing', async () => {
    const before = receiving();
    const response = await download(t.as('petra'), { exportFormat: 'csv' });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': expect.stringContaining('text/csv'),
      'content-disposition': expect.stringContaining('filename="towns.csv"'),
      'x-content-type-options': 'nosniff',
    });
    expect(response.payload.trim().split('\r\n')).toHaveLength(3001);
    expect(receiving()).toBe(before);
  });

  it.each(['GeoJson', 'KML', 'Shapefile'])('comes as %s and leaves no file behind', async (exportFormat) => {
    const before = receiving();
    const response = await download(t.as('petra'), { exportFormat });
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.length).toBeGreaterThan(50_000);
    // It goes as soon as it is sent, which takes a while on a busy machine.
    await vi.waitFor(() => expect(receiving()).toBeLessThanOrEqual(before), { timeout: 5_000 });
  });

  it.each(['csv', 'Shapefile'])('reads no rows for who asks for the head of %s alone', async (exportFormat) => {
    const asked = vi.spyOn(t.portal.database.pool, 'query');
    const response = await t.as('petra').raw('HEAD', `content/items/${itemId}/export`, { f: '', exportFormat });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const texts = asked.mock.calls.map(([first]: unknown[]) => JSON.stringify(first));
    asked.mockRestore();
    expect([response.statusCode, response.headers['content-disposition']]).toEqual([200, expect.stringContaining('towns.')]);
    expect(texts.filter((text) => text.includes('ST_AsBinary'))).toEqual([]);
  });

  it('takes the conditions of a query', async () => {
    const names = async (params: Record<string, string>): Promise<number> => {
      const response = await download(t.as('petra'), { exportFormat: 'geojson', layers: '0', ...params });
      return JSON.parse(response.payload).features.length;
    };
    expect(await names({ where: 'number < 10' })).toBe(10);
    expect(await names({ objectIds: '1,2,3' })).toBe(3);
    expect(await names({ geometry: '-1,-1,10.5,10.5', geometryType: 'esriGeometryEnvelope', inSR: '4326', where: 'number < 90' })).toBe(11);
  });

  it('gives a layer once however often it is named, and reads the conditions as often', async () => {
    const layers = `${'0,'.repeat(200_000)}0`;
    const begun = performance.now();
    const response = await t.as('petra').raw('POST', `content/items/${itemId}/export`, {
      f: '',
      exportFormat: 'geojson',
      layers,
      where: `number < 10 AND name IN (${Array.from({ length: 900 }, (_, i) => `'town ${i}'`).join(',')})`,
    });
    expect(JSON.parse(response.payload).features).toHaveLength(10);
    expect(performance.now() - begun).toBeLessThan(10_000);
    const many = await t.as('petra').raw('POST', `content/items/${itemId}/export`, { f: '', exportFormat: 'kml', layers: '0,1,2,3' });
    expect(many.json().error.message).toBe('Layer not found.');
  });

  it('is refused for unknown formats, layers, conditions and systems before a byte is sent', async () => {
    const refused = async (params: Record<string, string>): Promise<AnyReply> => {
      const response = await download(t.as('petra'), { exportFormat: 'csv', ...params });
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
      return response.json().error;
    };
    expect((await refused({ exportFormat: 'dwg' })).details[0]).toContain('CSV');
    expect((await refused({ layers: '7' })).message).toBe('Layer not found.');
    expect((await refused({ layers: 'a' })).message).toBe('Layer not found.');
    expect((await refused({ where: 'number = 1; drop table item' })).code).toBe(400);
    expect((await refused({ exportFormat: 'shapefile', targetSR: 'nowhere' })).message).toContain('targetSR');
    expect((await refused({ exportFormat: 'shapefile', targetSR: '99999' })).reasons).toEqual([
      expect.objectContaining({ code: 'reference-unknown-number', values: { wkid: '99999' } }),
    ]);
  });

  it('CO-201 is for others only when the service allows it', async () => {
    const petra = t.as('petra');
    const status = async (who: Agent): Promise<number> => (await download(who, { exportFormat: 'csv' })).statusCode;
    expect(await status(t.as('paul'))).toBeGreaterThanOrEqual(400);
    await petra.post(`content/users/${petra.username}/items/${itemId}/share`, { everyone: true, org: true });
    expect(await status(t.as('paul'))).toBe(403);
    expect(await status(t.stranger)).toBe(403);
    const settings = async (more: object): Promise<void> => {
      const value = JSON.stringify({ capabilities: 'Query,Extract', ...more });
      await t.portal.db.updateTable('feature_service').set({ settings: value }).where('item_id', '=', itemId).execute();
    };
    await settings({});
    expect(await status(t.as('paul'))).toBe(200);
    expect(await status(t.stranger)).toBe(200);
    // Whoever sees only some of the rows may not take them all.
    await settings({ editorTrackingInfo: { enableOwnershipAccessControl: true, allowOthersToQuery: false } });
    expect(await status(t.as('paul'))).toBe(403);
    await settings({});
  });

  it('is measured by the rows that its conditions leave, and refused before a byte when they are too many', async () => {
    const excel = requireExportFormat(t.portal, 'Excel');
    const most = { sheet: excel.maxLayerRows, prepared: downloadLimits.preparedRows };
    expect(most).toEqual({ sheet: 1_048_575, prepared: 300_000 });
    const ask = async (exportFormat: string, where: string): Promise<string> => {
      const response = await download(t.as('petra'), { exportFormat, where });
      if (response.statusCode === 200) return 'sent';
      const { message, details } = response.json().error;
      return [message, ...details].join(' ');
    };
    try {
      Object.assign(excel, { maxLayerRows: 100 });
      Object.assign(downloadLimits, { preparedRows: 50 });
      expect(await ask('Excel', 'number < 100')).toBe('sent');
      expect(await ask('Excel', 'number < 101')).toBe(
        'The layer towns, with 101 rows as Excel, is too large: at most 100 rows are accepted. Choose fewer rows with a condition, or another format.',
      );
      expect(await ask('Shapefile', 'number < 50')).toBe('sent');
      expect(await ask('Shapefile', 'number < 51')).toContain('at most 50 rows are accepted. Export it to an item.');
      const petra = t.as('petra');
      const job = (where: string): Promise<AnyReply> =>
        petra.post(`content/users/${petra.username}/export`, {
          itemId,
          exportFormat: 'Excel',
          exportParameters: { layers: [{ id: 0, where }] },
        });
      expect((await job('number < 101')).error).toMatchObject({ code: 400, message: expect.stringContaining('at most 100 rows') });
      expect((await job('number < 100')).exportItemId).toMatch(/^[0-9a-f]{32}$/);
      await t.runJobs();
    } finally {
      Object.assign(excel, { maxLayerRows: most.sheet });
      Object.assign(downloadLimits, { preparedRows: most.prepared });
    }
  });

  it('is refused before a byte as a shapefile whose table would be too large with the fields of the layer', async () => {
    const shapefile = requireExportFormat(t.portal, 'Shapefile');
    const { mostRowsWith } = shapefile;
    const petra = t.as('petra');
    const job = (where: string): Promise<AnyReply> =>
      petra.post(`content/users/${petra.username}/export`, {
        itemId,
        exportFormat: 'Shapefile',
        exportParameters: { layers: [{ id: 0, where }] },
      });
    try {
      const fields: string[][] = [];
      shapefile.mostRowsWith = (given) => {
        fields.push(given.map(({ name }) => name));
        return 100;
      };
      expect((await job('number < 101')).error.message).toBe(
        'The layer towns, with 101 rows as Shapefile, is too large: at most 100 rows are accepted.',
      );
      expect(fields[0]).toContain('number');
      expect((await job('number < 100')).exportItemId).toMatch(/^[0-9a-f]{32}$/);
      await t.runJobs();
    } finally {
      Object.assign(shapefile, { mostRowsWith });
    }
  });

  it('may be made three times at once by one caller; the next has to wait', async () => {
    const begin = () => downloadExport(t.portal, anonymous('127.0.0.1', ''), { id: itemId, exportFormat: 'csv' });
    const open = [await begin(), await begin(), await begin()];
    await expect(begin()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const closed = open.map(({ body }) => new Promise((resolve) => body.once('close', resolve)));
    for (const { body } of open) body.destroy();
    await Promise.all(closed);
    (await begin()).body.destroy();
  });

  it('keeps places for people who are signed in, however many visitors there are', async () => {
    const begin = (address: string, username: string | null = null) =>
      downloadExport(t.portal, { ...anonymous(address, ''), username }, { id: itemId, exportFormat: 'csv' });
    const open = await Promise.all(Array.from({ length: 8 }, (_, i) => begin(`192.0.2.${i}`)));
    await expect(begin('192.0.2.99')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    open.push(await begin('192.0.2.99', 'una'));
    const closed = open.map(({ body }) => new Promise((resolve) => body.once('close', resolve)));
    for (const { body } of open) body.destroy();
    await Promise.all(closed);
  });
});
