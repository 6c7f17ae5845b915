// Replacing all features of a layer, loads that are cut short, and files sent to a service.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { loadScene, TREES } from '../../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
const { layerOf, load, run, csv, features, values, hostedTables } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

describe('replace', () => {
  it('puts the rows in the place of all features, in one step, with new object ids', async () => {
    const layer = await layerOf();
    const petra = t.as('petra');
    await petra.post(`${layer.admin}/updateDefinition`, {
      updateDefinition: { description: 'kept', drawingInfo: { renderer: { type: 'simple', label: 'mine' } } },
    });
    const status = await load(layer, csv('species,lat,lon\nelm,5,6\nyew,7,8\nfir,9,10\n'), { replace: true });
    expect(status).toMatchObject({ status: 'Completed', insertedCount: 3, updatedCount: 0, removedCount: 2 });
    const after = await features(layer);
    expect(after.map((one) => [one.attributes.OBJECTID, one.attributes.species])).toEqual([
      [3, 'elm'],
      [4, 'yew'],
      [5, 'fir'],
    ]);
    const described = await petra.get(layer.path);
    expect(described).toMatchObject({ description: 'kept', drawingInfo: { renderer: { label: 'mine' } } });
    expect(await petra.get(`${layer.path}/query`, { returnCountOnly: true })).toEqual({ count: 3 });
    // Ids go on growing, and the layer takes edits as before.
    const { addResults } = await petra.post(`${layer.path}/addFeatures`, {
      features: [{ attributes: { species: 'oak' }, geometry: { x: 0, y: 0 } }],
    });
    expect(addResults[0].objectId).toBe(6);
    // The table that is not read any more is no layer's.
    expect((await hostedTables()).length).toBeGreaterThan(0);
  });

  const INDEX = { indexes: [{ name: 'by_height', fields: 'height' }] };
  const GIRTH = { fields: [{ name: 'girth', type: 'esriFieldTypeInteger' }] };

  it.each([
    ['a field came in the place of another that the file does not fill', ['height'], GIRTH, ['species', 'girth']],
    ['an index was made', [], INDEX, ['species', 'height']],
  ])('is refused where %s, and the layer can be read as before', async (_, gone, addToDefinition, names) => {
    const layer = await layerOf();
    const petra = t.as('petra');
    const { db } = t.portal;
    const keys = async (): Promise<number> =>
      (await sql`select 1 from pg_constraint where contype = 'p' and connamespace = 'hosted'::regnamespace`.execute(db)).rows.length;
    const before = await keys();
    const exchange = vi.fn(async () => {
      const deleteFromDefinition = { fields: gone.map((name) => ({ name })) };
      if (gone.length > 0) await petra.post(`${layer.admin}/deleteFromDefinition`, { deleteFromDefinition });
      expect(await petra.post(`${layer.admin}/addToDefinition`, { addToDefinition })).toEqual({ success: true });
    });
    const begin = db.transaction.bind(db);
    // Once all rows are gathered, and before they take the place of the others.
    const beginning = vi.spyOn(db, 'transaction').mockImplementation(() => {
      const transaction = begin();
      const work = transaction.execute.bind(transaction);
      vi.spyOn(transaction, 'execute').mockImplementation(async (act) => {
        if (exchange.mock.calls.length === 0 && (await keys()) > before) {
          beginning.mockRestore();
          await exchange();
        }
        return work(act);
      });
      return transaction;
    });
    const status = await load(layer, csv('species,lat,lon\nelm,5,6\n'), { replace: true });
    expect(exchange).toHaveBeenCalledOnce();
    expect(status).toMatchObject({ status: 'Failed', reasons: [{ code: 'load-layer-changed' }] });
    const [oak] = await features(layer);
    expect(Object.keys(oak.attributes)).toEqual(expect.arrayContaining(names));
    expect(await values(layer, 'species')).toEqual(['oak', 'ash']);
  });

  it('keeps the ids and files of features whose key is in the file', async () => {
    const layer = await layerOf();
    const petra = t.as('petra');
    await petra.post(`${layer.admin}/updateDefinition`, { updateDefinition: { hasAttachments: true } });
    for (const id of [1, 2])
      await petra.upload(
        `${layer.path}/${id}/addAttachment`,
        {},
        { attachment: { name: 'a.txt', bytes: `file ${id}`, type: 'text/plain' } },
      );
    const before = await features(layer);
    const status = await load(layer, csv('code,species,lat,lon\nnew,elm,5,6\nb,mountain ash,7,8\n'), {
      replace: true,
      matchingField: 'code',
    });
    expect(status).toMatchObject({ insertedCount: 1, updatedCount: 1, removedCount: 1 });
    const after = await features(layer);
    const kept = after.find((one) => one.attributes.code === 'b');
    expect(kept.attributes).toMatchObject({ OBJECTID: 2, GlobalID: before[1].attributes.GlobalID, species: 'mountain ash', height: null });
    const { attachmentGroups } = await petra.get(`${layer.path}/queryAttachments`, { definitionExpression: '1=1' });
    expect(attachmentGroups.map((group: AnyReply) => group.parentObjectId)).toEqual([2]);
    const [file] = attachmentGroups[0].attachmentInfos;
    expect((await petra.raw('GET', `${layer.path}/2/attachments/${file.id}`, { f: '' })).body).toBe('file 2');
  });

  it('refuses an empty file and leaves the layer as it was', async () => {
    const layer = await layerOf();
    expect(await load(layer, csv('species,lat,lon\n'), { replace: true })).toMatchObject({ status: 'Failed' });
    expect(await load(layer, { name: 'x.csv', bytes: Buffer.from([0xff, 0xd8, 0x00]) }, { replace: true })).toMatchObject({
      status: 'Failed',
    });
    expect(await values(layer, 'species')).toEqual(['oak', 'ash']);
  });

  it('is seen by readers as before or as after, never in between', async () => {
    const rows = Array.from({ length: 4000 }, (_, i) => `old,${i % 80},${i % 170}`).join('\n');
    const layer = await layerOf(`species,lat,lon\n${rows}\n`);
    const { item } = await t
      .as('petra')
      .upload(`${layer.service}/uploads/upload`, {}, { file: csv(`species,lat,lon\n${rows.replaceAll('old', 'new')}\nnew,1,1\n`) });
    await t.as('petra').post(`${layer.admin}/replaceFeatures`, { appendUploadId: item.itemID });
    let done = false;
    const seen = new Set<string>();
    const reading = (async () => {
      while (!done) {
        const reply = await t.as('petra').get(`${layer.path}/query`, {
          groupByFieldsForStatistics: 'species',
          outStatistics: [{ statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'n' }],
        });
        seen.add(JSON.stringify(reply.features?.map((one: AnyReply) => [one.attributes.species, one.attributes.n]) ?? reply));
      }
    })();
    await t.runJobs();
    done = true;
    await reading;
    expect([...seen].filter((one) => one !== '[["old",4000]]' && one !== '[["new",4001]]')).toEqual([]);
    expect(await t.as('petra').get(`${layer.path}/query`, { returnCountOnly: true })).toEqual({ count: 4001 });
  });
});

describe('loads that are cut short', () => {
  it('are not merged twice, and what a run before gathered is dropped', async () => {
    const layer = await layerOf();
    const { item } = await t.as('petra').upload(`${layer.service}/uploads/upload`, {}, { file: csv('species,lat,lon\nelm,5,6\n') });
    const { statusUrl } = await t.as('petra').post(`${layer.path}/append`, { appendUploadId: item.itemID });
    const jobId = statusUrl.slice(statusUrl.lastIndexOf('/') + 1);
    // As a killed process leaves it: a table with some rows.
    const left = `l_${'ab'.repeat(16)}`;
    await sql.raw(`create table hosted.${left} (x integer)`).execute(t.portal.db);
    await sql`update feature_load set table_name = ${left} where job_id = ${jobId}`.execute(t.portal.db);
    await t.runJobs();
    expect(await hostedTables()).not.toContain(left);
    expect(await features(layer)).toHaveLength(3);
    // Killed after the merge, before the job could say that it was done.
    for (const attempts of [1, 99]) {
      await sql`update job set state = 'waiting', run_after = now(), attempts = ${attempts} where id = ${jobId}`.execute(t.portal.db);
      await t.runJobs();
      expect(await features(layer)).toHaveLength(3);
      expect(await t.as('petra').get(new URL(statusUrl).pathname)).toMatchObject({ status: 'Completed', insertedCount: 1 });
    }
  });

  it('stop when asked to, and leave nothing', async () => {
    const layer = await layerOf();
    const tables = await hostedTables();
    const { item } = await t.as('petra').upload(`${layer.service}/uploads/upload`, {}, { file: csv(TREES) });
    const { statusUrl } = await t.as('petra').post(`${layer.path}/append`, { appendUploadId: item.itemID });
    const address = new URL(statusUrl).pathname;
    expect(await t.as('petra').get(address)).toMatchObject({ status: 'Pending', recordCount: 0 });
    expect(await t.as('petra').post(`${address}/cancel`)).toEqual({ success: true });
    await t.runJobs();
    expect(await t.as('petra').get(address)).toMatchObject({ status: 'Failed', statusMessage: 'Cancelled.' });
    expect(await features(layer)).toHaveLength(2);
    expect(await hostedTables()).toEqual(tables);
  });
});

describe('uploads to a service', () => {
  it('come in parts, are joined in order, and serve as a source', async () => {
    const layer = await layerOf();
    const petra = t.as('petra');
    const { item } = await petra.post(`${layer.service}/uploads/register`, { itemName: 'parts.csv' });
    expect(item).toMatchObject({ itemID: expect.stringMatching(/^[0-9a-f]{32}$/), itemName: 'parts.csv', committed: false });
    const address = `${layer.service}/uploads/${item.itemID}`;
    await petra.upload(`${address}/uploadPart`, { partId: 2 }, { partFile: { name: 'b', bytes: 'elm,5,6\n' } });
    await petra.upload(`${address}/uploadPart`, { partId: 1 }, { partFile: { name: 'a', bytes: 'wrong' } });
    expect(await petra.post(`${layer.path}/append`, { appendUploadId: item.itemID })).toMatchObject({ error: { code: 400 } });
    await petra.upload(`${address}/uploadPart`, { partId: 1 }, { partFile: { name: 'a', bytes: 'species,lat,lon\n' } });
    expect(await petra.get(`${address}/parts`)).toEqual({ parts: [1, 2] });
    expect(await petra.post(`${address}/commit`, { parts: '1,2,3' })).toMatchObject({
      error: { code: 400, message: 'Part 3 is missing.' },
    });
    expect(await petra.post(`${address}/commit`, { parts: '1,2' })).toMatchObject({ success: true, item: { committed: true } });
    expect(await petra.post(`${address}/commit`)).toMatchObject({ error: { code: 400 } });
    expect(await run(await petra.post(`${layer.path}/append`, { appendUploadId: item.itemID }))).toMatchObject({ insertedCount: 1 });
    expect((await petra.get(`${layer.service}/uploads`)).uploads).toHaveLength(1);
    expect(await petra.post(`${address}/delete`)).toEqual({ success: true });
    expect(await petra.get(address)).toMatchObject({ error: { code: 400 } });
  });

  it('go with the service', async () => {
    const layer = await layerOf();
    const petra = t.as('petra');
    await petra.upload(`${layer.service}/uploads/upload`, {}, { file: csv(TREES) });
    await petra.post(`content/users/${petra.username}/items/${layer.itemId}/delete`, { permanentDelete: true });
    const left = await sql<{ n: number }>`select count(*)::int as n from service_upload where item_id = ${layer.itemId}`.execute(
      t.portal.db,
    );
    expect(left.rows[0]?.n).toBe(0);
  });
});
