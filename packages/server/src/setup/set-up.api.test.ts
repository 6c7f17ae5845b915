import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { admin1: 'admin', member: 'publisher' } });
});
afterAll(() => t.close());

describe('the first set-up', () => {
  it('is for administrators and names what is wrong', async () => {
    expect((await t.as('member').post('portals/self/setUp', { name: 'X' })).error.code).toBe(403);
    expect((await t.as('admin1').post('portals/self/setUp', {})).error.message).toBe("'name' must be specified.");
    expect(await t.as('admin1').get('portals/self/sampleStatus')).toEqual({ status: 'none', statusMessage: '', done: 0, total: 0 });
  });

  it('adds the sample maps as real layers and maps that a stranger finds, and featured on the home page', async () => {
    const reply = await t
      .as('admin1')
      .post('portals/self/setUp', { name: 'City of Ada', description: 'Maps of the city', addSampleMaps: true });
    expect(reply).toEqual({ success: true, sampleJobId: expect.any(String) });
    await t.runJobs();
    const status = await t.as('admin1').get('portals/self/sampleStatus');
    expect(status).toMatchObject({ status: 'completed', statusMessage: '' });
    expect(status.done).toBe(status.total);
    const self = await t.stranger.get('portals/self');
    expect(self).toMatchObject({ name: 'City of Ada', isSetUp: true });
    const groups = await t.stranger.get('community/groups', { q: self.homePageFeaturedContent });
    const maps = await t.stranger.get(`content/groups/${groups.results[0].id}`, { num: 100 });
    expect(maps.total).toBeGreaterThanOrEqual(6);
    for (const item of maps.items) {
      const map = await t.stranger.get(`content/items/${item.id}/data`);
      for (const layer of map.operationalLayers) {
        const count = await t.stranger.get(`${new URL(layer.url).pathname}/query`, {
          where: layer.layerDefinition?.definitionExpression ?? '1=1',
          returnCountOnly: true,
        });
        expect(count.count, `${item.title}: ${layer.title}`).toBeGreaterThan(0);
        expect(layer.itemId).toMatch(/^[0-9a-f]{32}$/);
      }
    }
  });

  it('adds nothing twice when it is asked again', async () => {
    const before = (await t.as('admin1').get('search', { q: 'owner:admin1', num: 0 })).total;
    await t.as('admin1').post('portals/self/setUp', { name: 'City of Ada', addSampleMaps: true });
    await t.runJobs();
    expect((await t.as('admin1').get('search', { q: 'owner:admin1', num: 0 })).total).toBe(before);
  });
});
