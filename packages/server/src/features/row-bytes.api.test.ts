// Rows of hosted layers are what their owner stores: they are counted, refused where there is no room, and given back.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { loadScene } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { measureRows, sweepRows, watchRoom } from './row-bytes.ts';

let t: TestPortal;
const { layerOf, load, csv, features, hostedTables } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', otto: 'publisher', boss: 'admin', eddi: 'data_editor' } });
});
afterAll(() => t.close());

const usage = async (who = 'petra'): Promise<number> => (await t.as(who).get('community/self')).storageUsage;
/** Leaves a person so many bytes. */
const leave = async (bytes: number, who = 'petra'): Promise<void> => {
  const { username } = t.as(who);
  await t.portal.db
    .updateTable('account')
    .set({ storage_quota: (await usage(who)) + bytes })
    .where('username', '=', username)
    .execute();
};
const rows = (count: number, text: string): string =>
  `species,height,lat,lon\n${Array.from({ length: count }, (_, i) => `${text}${i},${i},${i % 80},${i % 170}`).join('\n')}\n`;
// Nothing that the database could write shorter.
const words = (length: number): string =>
  Array.from({ length: length / 50 }, (_, n) => createHash('sha512').update(`${n}`).digest('base64'))
    .join('')
    .replace(/[^a-z0-9]/gi, '')
    .slice(0, length);
const LONG = words(1_000);
const LONGER = words(2_000);
const tree = (species: string): object => ({ attributes: { species }, geometry: { x: 1, y: 2 } });
const sizeOf = async (itemId: string, who = 'petra'): Promise<number> => (await t.as(who).get(`content/items/${itemId}`)).size;

describe('what the rows of a layer take', () => {
  it('is told of the item, of its owner and of the organisation alone, and is found and ordered by', async () => {
    const before = await usage();
    const layer = await layerOf(rows(100, LONG));
    const size = await sizeOf(layer.itemId);
    expect(size).toBeGreaterThan(100 * 1_000);
    expect(size).toBeLessThan(100 * 1_300);
    expect(await usage()).toBe(before + size);
    const found = await t.as('petra').get('search', { q: `owner:${t.as('petra').username} size:[${size} TO ${size}]` });
    expect(found.results.map((one: AnyReply) => one.id)).toEqual([layer.itemId]);
    const members = await t.as('boss').get('portals/self/users', { sortField: 'storageusage', sortOrder: 'desc', num: 1 });
    expect(members.users[0]).toMatchObject({ username: t.as('petra').username, storageUsage: before + size });
    const small = await layerOf();
    const own = (await t.as('petra').get('search', { q: `owner:${t.as('petra').username} type:"Feature Service"`, sortField: 'size' }))
      .results;
    expect(own.map((one: AnyReply) => one.id).slice(-2)).toEqual([small.itemId, layer.itemId]);
  });

  it('is counted from a part of a large table, and follows the number of its rows', async () => {
    const text = rows(9_000, 'y'.repeat(300));
    const layer = await layerOf(text);
    const { table_name, fields } = await t.portal.db
      .selectFrom('feature_layer')
      .select(['table_name', 'fields'])
      .where('item_id', '=', layer.itemId)
      .executeTakeFirstOrThrow();
    const whole = await sql<{ bytes: number }>`
      select sum(${sql.join(
        ['objectid', 'globalid', 'shape', 'draw_zoom', ...fields.filter(({ editable }) => editable).map(({ column }) => column)].map(
          (column) => sql`coalesce(pg_column_size(${sql.id(column)}), 0)`,
        ),
        sql` + `,
      )})::bigint as bytes from hosted.${sql.id(table_name)}`.execute(t.portal.db);
    const exact = whole.rows[0]?.bytes ?? 0;
    const size = await sizeOf(layer.itemId);
    expect(Math.abs(size - exact) / exact).toBeLessThan(0.05);
    await t.as('petra').post(`${layer.path}/deleteFeatures`, { where: 'height < 6000' });
    await measureRows(t.portal, layer.itemId);
    expect(Math.abs((await sizeOf(layer.itemId)) - exact / 3) / exact).toBeLessThan(0.05);
    const used = await usage();
    await t.as('petra').post(`content/users/${t.as('petra').username}/items/${layer.itemId}/delete`, { permanentDelete: true });
    expect(await usage()).toBeLessThan(used - exact / 4);
  });

  it('comes with the item to the person who gets it, with the files of its features, and not again with its views', async () => {
    const layer = await layerOf(rows(10, LONG));
    const petra = t.as('petra');
    await petra.post(`${layer.admin}/updateDefinition`, { updateDefinition: { hasAttachments: true } });
    const before = await sizeOf(layer.itemId);
    await petra.upload(`${layer.path}/1/addAttachment`, {}, { attachment: { name: 'a.txt', bytes: 'z'.repeat(777) } });
    expect(await sizeOf(layer.itemId)).toBe(before + 777);
    const used = await usage();
    const view = await petra.post(`content/users/${petra.username}/createService`, {
      createParameters: { name: 'bytes_view' },
      isView: true,
    });
    const { name } = await petra.get(layer.path);
    await petra.post(`${new URL(view.serviceurl).pathname.replace('/rest/', '/rest/admin/')}/addToDefinition`, {
      addToDefinition: {
        layers: [
          {
            id: 0,
            name,
            adminLayerInfo: { viewLayerDefinition: { sourceServiceName: layer.service.split('/').at(-2) ?? '', sourceLayerId: 0 } },
          },
        ],
      },
    });
    await measureRows(t.portal, view.itemId);
    expect(await sizeOf(view.itemId)).toBe(-1);
    expect(await usage()).toBe(used);
    await petra.post(`content/users/${petra.username}/items/${view.itemId}/delete`, { permanentDelete: true });
    const otto = t.as('otto');
    const reassigned = await t
      .as('boss')
      .post(`content/users/${petra.username}/items/${layer.itemId}/reassign`, { targetUsername: otto.username ?? '' });
    expect(reassigned.success).toBe(true);
    expect(await usage('otto')).toBe(before + 777);
    expect(await usage()).toBe(used - before - 777);
  });

  it('is not told where people see only features of their own', async () => {
    const layer = await layerOf(rows(10, LONG));
    expect(await sizeOf(layer.itemId)).toBeGreaterThan(10_000);
    const used = await usage();
    await t.as('petra').post(`${layer.service.replace('/rest/', '/rest/admin/')}/updateDefinition`, {
      updateDefinition: {
        editorTrackingInfo: { enableEditorTracking: true, enableOwnershipAccessControl: true, allowOthersToQuery: false },
      },
    });
    expect(await sizeOf(layer.itemId)).toBe(-1);
    expect(await usage()).toBe(used);
  });

  it('is told to the administrators of an organisation with what its members may store, and to nobody else', async () => {
    const boss = await t.as('boss').get('portals/self');
    const all = await t.portal.db.selectFrom('account').select(['storage_quota']).where('org_id', '=', t.orgId).execute();
    const quota = all.reduce((sum, one) => sum + Number(one.storage_quota ?? t.portal.config.storageQuotaBytes), 0);
    expect(boss.storageQuota).toBe(quota);
    expect(boss.storageUsage).toBeGreaterThan(100_000);
    expect(await t.as('petra').get('portals/self')).not.toHaveProperty('storageUsage');
    expect(await t.stranger.get('portals/self')).not.toHaveProperty('storageUsage');
  });
});

describe('without room for more rows', () => {
  beforeEach(() => leave(10_000_000));

  it('publishing is refused and leaves nothing', async () => {
    const petra = t.as('petra');
    const text = rows(200, LONGER);
    // The file is there already: it has been counted.
    const item = await petra.upload(
      `content/users/${petra.username}/addItem`,
      { title: 'Many', type: 'CSV' },
      { file: { name: 'many.csv', bytes: text } },
    );
    await leave(50_000);
    const [used, tables] = [await usage(), await hostedTables()];
    const publish = (): Promise<AnyReply> =>
      petra.post(`content/users/${petra.username}/publish`, { itemId: item.id, fileType: 'csv', publishParameters: { name: 'too_many' } });
    const reply = await publish();
    await t.runJobs();
    const status = await petra.get(`content/users/${petra.username}/items/${reply.services[0].serviceItemId}/status`);
    expect(status).toMatchObject({ status: 'failed', statusMessage: expect.stringContaining('Not enough storage') });
    expect(status.statusMessage).toContain('Delete items, empty the recycle bin, or ask an administrator');
    expect(await hostedTables()).toEqual(tables);
    // What is left is the item that says why.
    await petra.post(`content/users/${petra.username}/items/${reply.services[0].serviceItemId}/delete`, { permanentDelete: true });
    expect(await usage()).toBe(used);
    await leave(0);
    expect((await publish()).error.message).toContain('0 KB are free');
  });

  it('edits are refused whole, those who make them are not told how much is free, and deleting makes room', async () => {
    const layer = await layerOf(rows(2, LONGER));
    const petra = t.as('petra');
    await petra.post(`content/users/${petra.username}/items/${layer.itemId}/share`, { org: true });
    await leave(5_000);
    const add = (who: string, count = 1): Promise<AnyReply> =>
      t.as(who).post(`${layer.path}/applyEdits`, { adds: Array.from({ length: count }, () => tree(LONG)) });
    expect((await add('petra', 6)).error.message).toContain('4 KB are free');
    expect((await add('boss', 6)).error.message).toContain('the owner of the item has no room');
    expect((await add('eddi', 6)).error.message).toContain('the owner of the item has no room');
    expect(await features(layer)).toHaveLength(2);
    for (let n = 0; n < 4; n++) expect((await add('petra')).addResults[0].success).toBe(true);
    expect((await add('petra')).error.message).toContain('Not enough storage: 0 KB are free');
    // Corrections of what has a fixed size go through, longer texts and everything that grows do not.
    const update = (attributes: object, more: object = {}): Promise<AnyReply> =>
      petra.post(`${layer.path}/updateFeatures`, { features: [{ attributes: { OBJECTID: 1, ...attributes }, ...more }] });
    expect((await update({ height: 4 }, { geometry: { x: 3, y: 4 } })).updateResults[0].success).toBe(true);
    expect((await update({ species: LONG })).error.message).toContain('Not enough storage');
    const grown = await petra.post(`${layer.path}/calculate`, {
      where: '1=1',
      calcExpression: [{ field: 'species', value: LONGER }],
    });
    expect(grown.error.message).toContain('Not enough storage');
    expect((await features(layer)).filter((one) => one.attributes.species === LONG)).toHaveLength(4);
    await petra.post(`${layer.path}/deleteFeatures`, { where: 'OBJECTID > 4' });
    expect(await features(layer)).toHaveLength(4);
    expect((await add('petra')).addResults[0].success).toBe(true);
  });

  it('appending, replacing and merging are refused, leave the layer as it was and no table behind; what takes less is taken', async () => {
    const layer = await layerOf(rows(20, 'a'));
    const many = csv(rows(500, 'b'));
    const room = expect.stringContaining('Not enough storage');
    // Enough for the file, which goes again, and not for its rows.
    await leave(15_000);
    const [tables, before] = [await hostedTables(), await features(layer)];
    expect(await load(layer, many)).toMatchObject({ status: 'Failed', statusMessage: room });
    expect(await load(layer, many, { replace: true })).toMatchObject({ status: 'Failed', statusMessage: room });
    // Files that were sent before wait for others that may need them.
    const clear = () => t.portal.db.deleteFrom('service_upload').execute();
    await clear();
    const merged = await load(layer, many, { upsert: true, upsertMatchingField: 'height' });
    expect(merged).toMatchObject({ status: 'Failed', statusMessage: room });
    expect(await features(layer)).toEqual(before);
    expect(await hostedTables()).toEqual(tables);
    const size = await sizeOf(layer.itemId);
    await clear();
    expect(await load(layer, csv(rows(10, 'c')), { replace: true })).toMatchObject({ status: 'Completed', insertedCount: 10 });
    expect(await sizeOf(layer.itemId)).toBeLessThan(size);
    // Who stores more than is allowed can still make it less, and not more.
    await leave(-5_000);
    const none = await t.as('petra').post(`${layer.path}/append`, { edits: { features: [{ attributes: { species: 'd' } }] } });
    expect(none.error.message).toContain('Not enough storage');
  });

  it('a layer that was emptied gives its room back at once, and can be filled again', async () => {
    const text = rows(200, LONG);
    const layer = await layerOf(text);
    await leave(60_000);
    const used = await usage();
    expect((await t.as('petra').post(`${layer.admin}/truncate`, {})).success).toBe(true);
    expect(await usage()).toBeLessThan(used - 150_000);
    expect(await load(layer, csv(text))).toMatchObject({ status: 'Completed', insertedCount: 200 });
  });

  it('a field that was dropped gives its room back at once', async () => {
    const layer = await layerOf(rows(200, LONG));
    const used = await usage();
    const reply = await t
      .as('petra')
      .post(`${layer.admin}/deleteFromDefinition`, { deleteFromDefinition: { fields: [{ name: 'species' }] } });
    expect(reply.success).toBe(true);
    expect(await usage()).toBeLessThan(used - 150_000);
  });

  it('layers that were made before their rows counted are measured by the sweep', async () => {
    const layer = await layerOf(rows(100, LONG));
    const size = await sizeOf(layer.itemId);
    await t.portal.db.deleteFrom('feature_bytes').where('item_id', '=', layer.itemId).execute();
    expect(await sizeOf(layer.itemId)).toBe(-1);
    await sweepRows(t.portal);
    expect(await sizeOf(layer.itemId)).toBe(size);
  });

  it('rows that come in for long are looked at on the way', async () => {
    const layer = await layerOf(rows(2_000, LONG));
    const { table_name: table } = await t.portal.db
      .selectFrom('feature_layer')
      .select('table_name')
      .where('item_id', '=', layer.itemId)
      .executeTakeFirstOrThrow();
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    try {
      await leave(1_000_000);
      const look = await watchRoom(t.portal, { itemId: layer.itemId, table });
      const looser = await watchRoom(t.portal, { itemId: layer.itemId, table, replaces: true });
      await look();
      now.mockReturnValue(3_000);
      await expect(look()).rejects.toThrow('Not enough storage');
      await expect(looser()).resolves.toBeUndefined();
    } finally {
      now.mockRestore();
    }
  });
});
