// Layers and the views of them in the recycle bin: neither goes nor comes back without what it needs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;

beforeAll(async () => {
  t = await testPortal({ people: { owner1: 'publisher' } });
});
afterAll(() => t.close());

const post = (path: string, values: Record<string, string | boolean | object> = {}): Promise<AnyReply> =>
  t
    .as('owner1')
    .post(
      path,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : value])),
    );
const admin = (url: string): string => new URL(url).pathname.replace('/rest/services/', '/rest/admin/services/');

/** A layer and a view of it, by the ids of their items. */
async function layerAndView(name: string): Promise<{ layer: string; view: string }> {
  const create = (createParameters: object, more: object = {}): Promise<AnyReply> =>
    post('content/users/owner1/createService', { createParameters, ...more });
  const layer = await create({ name, capabilities: 'Query' });
  await post(`${admin(layer.serviceurl)}/addToDefinition`, {
    addToDefinition: { layers: [{ name: 'a', type: 'Feature Layer', geometryType: 'esriGeometryPoint', fields: [] }] },
  });
  const view = await create({ name: `${name}_view`, capabilities: 'Query' }, { isView: true });
  const added = await post(`${admin(view.serviceurl)}/addToDefinition`, {
    addToDefinition: {
      layers: [
        {
          id: 0,
          name: 'a',
          adminLayerInfo: { viewLayerDefinition: { sourceServiceName: name, sourceLayerId: 0, sourceLayerFields: '*' } },
        },
      ],
    },
  });
  expect(added.success).toBe(true);
  return { layer: layer.itemId, view: view.itemId };
}

const successes = (reply: AnyReply): boolean[] => reply.results.map((result: { success: boolean }) => result.success);

describe('a layer that a view shows', () => {
  it('goes into the bin with the view in any order, stays when the view stays, and keeps no other item of the call', async () => {
    const { layer, view } = await layerAndView('bin_order');
    const other = (await post('content/users/owner1/addItem', { title: 'Other', type: 'Web Map', text: '{}' })).id;
    const alone = await post('content/users/owner1/deleteItems', { items: `${layer},${other}` });
    expect(successes(alone)).toEqual([false, true]);
    expect(alone.results[0].error.message).toContain('view');
    expect(successes(await post('content/users/owner1/deleteItems', { items: `${layer},${view}` }))).toEqual([true, true]);
  });

  it('comes back before the view, or together with it', async () => {
    const { layer, view } = await layerAndView('bin_back');
    await post('content/users/owner1/deleteItems', { items: `${view},${layer}` });
    const refused = await post(`content/users/owner1/items/${view}/restore`);
    expect(refused.error.message).toBe(
      "'bin back view' cannot be restored: it shows the layer 'bin back', which lies in the recycle bin. Restore that layer first.",
    );
    expect((await t.as('owner1').get(`content/users/owner1/items/${view}/canRestore`)).success).toBe(false);
    expect(successes(await post('content/users/owner1/restoreItems', { items: `${view},${layer}` }))).toEqual([true, true]);
    const { url } = await t.as('owner1').get(`content/items/${view}`);
    expect(await t.as('owner1').get(`${new URL(url).pathname}/0/query`, { where: '1=1', returnCountOnly: true })).toEqual({ count: 0 });
  });

  it('goes for good with the view, in any order, and what is kept by others does not keep the rest', async () => {
    const { layer, view } = await layerAndView('bin_good');
    const kept = await post('content/users/owner1/deleteItems', { items: layer, permanentDelete: true });
    expect(successes(kept)).toEqual([false]);
    expect(successes(await post('content/users/owner1/deleteItems', { items: `${layer},${view}`, permanentDelete: true }))).toEqual([
      true,
      true,
    ]);
    const { deleted } = await post('content/users/owner1/emptyRecycleBin');
    expect(deleted).toBeGreaterThan(2);
  });

  it('is named with the view among what would break', async () => {
    const { layer, view } = await layerAndView('bin_needs');
    const found = await t.as('owner1').get('content/dependents', { items: layer });
    expect(found.items).toMatchObject([{ id: view, via: ['Service2Data', 'Service2Service'] }]);
  });
});
