// New layers in the place of old ones, while somebody else changes the service.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadScene } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { lockService } from './definition/definition.store.ts';
import { replaceLayers, serviceWithAllLayers } from './lifecycle.ts';

let t: TestPortal;
const { layerOf } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

it('waits for whoever makes a view of the service, whose table would go otherwise', async () => {
  const { itemId } = await layerOf();
  let isDone = false;
  let replacing: Promise<void> | undefined;
  await t.portal.db.transaction().execute(async (db) => {
    await lockService(db, itemId);
    replacing = replaceLayers(t.portal, itemId, [], { jobId: 'job' }).then(() => {
      isDone = true;
    });
    await setTimeout(500);
    expect(isDone).toBe(false);
  });
  await replacing;
  expect(isDone).toBe(true);
});

it('refuses to take the place of a layer that somebody added while the file was read', async () => {
  const { itemId, path, admin } = await layerOf();
  const petra = t.as('petra');
  const fields = [{ name: 'name', type: 'esriFieldTypeString' }];
  const added = await petra.post(`${admin.replace(/\/0$/, '')}/addToDefinition`, {
    addToDefinition: { tables: [{ name: 'visits', fields }] },
  });
  expect(added.tables).toMatchObject([{ id: 1 }]);
  const service = await serviceWithAllLayers(t.portal, itemId);
  await expect(replaceLayers(t.portal, itemId, service?.layers ?? [], { jobId: 'job' })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    reasons: [{ code: 'layer-in-the-way' }],
  });
  expect(await petra.get(`${path}/query`, { returnCountOnly: true })).toEqual({ count: 2 });
  expect(await petra.get(`${path.replace(/0$/, '1')}`)).toMatchObject({ name: 'visits' });
});
