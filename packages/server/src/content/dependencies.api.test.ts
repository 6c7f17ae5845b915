// What would break without an item, over HTTP: found in data, addresses and relationships; told as far as the caller may see it.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;

beforeAll(async () => {
  t = await testPortal({ people: { owner1: 'publisher', other1: 'publisher', admin1: 'admin' } });
});
afterAll(() => t.close());

async function add(who: string, fields: Record<string, string>, access: 'public' | 'private' = 'private'): Promise<string> {
  const { id } = await t.as(who).post(`content/users/${who}/addItem`, { type: 'Web Map', ...fields });
  if (access === 'public') await t.as(who).post(`content/users/${who}/items/${id}/share`, { everyone: true });
  return id;
}

const breaking = (who: string, ids: readonly string[], more: Record<string, number> = {}): Promise<AnyReply> =>
  t.as(who).get('content/dependents', { items: ids.join(), ...more });
const titles = (list: { title: string }[]): string[] => list.map((entry) => entry.title);

describe('what would break', () => {
  it('is found in data, in addresses and in relationships, and follows every change', async () => {
    const layer = await add('owner1', {
      title: 'Layer',
      type: 'Feature Service',
      url: 'https://example.org/arcgis/rest/services/x/FeatureServer',
    });
    const map = await add('owner1', { title: 'B map', text: JSON.stringify({ operationalLayers: [{ itemId: layer }] }) });
    const app = await add('owner1', {
      title: 'A app',
      type: 'Web Mapping Application',
      url: `https://example.org/apps/x?appid=1&webmap=${layer}`,
    });
    const related = await add('owner1', { title: 'C related', text: '{}' });
    const relation = { originItemId: related, destinationItemId: layer, relationshipType: 'Map2Service' };
    await t.as('owner1').post('content/users/owner1/addRelationship', relation);

    const found = await breaking('owner1', [layer]);
    expect(titles(found.items)).toEqual(['A app', 'B map', 'C related']);
    expect(found.items.map((item: { via: string[] }) => item.via)).toEqual([['url'], ['data'], ['Map2Service']]);
    expect(found).toMatchObject({ total: 3, nextStart: -1, groups: [], hidden: { items: 0, groups: 0 } });
    expect(found.items[0].dependsOn).toEqual([layer]);
    expect(titles((await t.as('owner1').get(`content/items/${layer}/dependencies/listDependentsTo`)).list)).toEqual(titles(found.items));
    expect(titles((await t.as('owner1').get(`content/items/${map}/dependencies`)).list)).toEqual(['Layer']);
    expect(titles((await breaking('owner1', [layer, map])).items)).toEqual(['A app', 'C related']);
    expect((await breaking('owner1', [layer], { num: 2 })).nextStart).toBe(3);

    await t.as('owner1').post(`content/users/owner1/items/${map}/update`, { text: '{"operationalLayers":[]}' });
    await t.as('owner1').post(`content/users/owner1/items/${app}/update`, { url: 'https://example.org/apps/x' });
    await t.as('owner1').post('content/users/owner1/deleteRelationship', relation);
    expect((await breaking('owner1', [layer])).total).toBe(0);
  });

  it('is known of hosted layers by their address, and of views by their source', async () => {
    const create = async (name: string): Promise<AnyReply> =>
      t
        .as('owner1')
        .post('content/users/owner1/createService', { createParameters: JSON.stringify({ name }), outputType: 'featureService' });
    const source = await create('Deps_Source');
    const map = await add('owner1', {
      title: 'By address',
      text: JSON.stringify({ operationalLayers: [{ url: `${source.serviceurl.replace('Deps_Source', 'deps_source')}/0` }] }),
    });
    const file = await add('owner1', { title: 'The file', type: 'CSV', text: 'a' });
    const view = await add('owner1', { title: 'The view', type: 'Feature Service', typeKeywords: 'View Service' });
    for (const [origin, destination] of [
      [view, source.itemId],
      [source.itemId, file],
    ])
      await t.as('owner1').post('content/users/owner1/addRelationship', {
        originItemId: origin ?? '',
        destinationItemId: destination ?? '',
        relationshipType: 'Service2Data',
      });
    expect(titles((await breaking('owner1', [source.itemId])).items)).toEqual(['By address', 'The view']);
    expect((await breaking('owner1', [file])).total).toBe(0);
    expect((await t.as('owner1').get(`content/items/${map}/dependencies`)).list).toMatchObject([{ id: source.itemId, via: ['data'] }]);
  });

  it('tells what the caller may not see as a number only, groups too', async () => {
    const layer = await add('owner1', { title: 'Shared layer', text: '{}' }, 'public');
    await add('other1', { title: 'Secret map of other1', text: JSON.stringify({ itemId: layer }) });
    await add('other1', { title: 'Open map of other1', text: JSON.stringify({ itemId: layer }) }, 'public');
    const group = async (who: string, title: string): Promise<string> => {
      const made = await t.as(who).post('community/createGroup', { title, tags: 'x', access: 'private' });
      await t.as(who).post(`content/items/${layer}/share`, { groups: made.group.id });
      return made.group.id;
    };
    const mine = await group('owner1', 'My group');
    await group('other1', 'Secret group');
    const { favGroupId } = await t.as('other1').get('community/self');
    await t.as('other1').post(`content/items/${layer}/share`, { groups: favGroupId });

    const found = await breaking('owner1', [layer]);
    expect(titles(found.items)).toEqual(['Open map of other1']);
    expect(found.groups).toMatchObject([{ id: mine, numAffected: 1 }]);
    expect(found.hidden).toEqual({ items: 1, groups: 1 });
    expect(JSON.stringify(found)).not.toContain('Secret');
    expect((await breaking('admin1', [layer])).hidden).toEqual({ items: 0, groups: 0 });
    expect((await breaking('other1', [layer])).error.code).toBe(403);
    expect((await t.stranger.get('content/dependents', { items: layer })).error.code).toBe(499);
    expect((await breaking('owner1', [layer, '0'.repeat(32)])).error.messageCode).toBe('CONT_0001');
    expect(titles((await t.stranger.get(`content/items/${layer}/dependencies/listDependentsTo`)).list)).toEqual(['Open map of other1']);
  });

  it('does not name what lies in the recycle bin', async () => {
    const layer = await add('owner1', { title: 'Base', text: '{}' });
    const map = await add('owner1', { title: 'Binned map', text: JSON.stringify({ itemId: layer }) });
    await t.as('owner1').post(`content/users/owner1/items/${map}/delete`);
    expect(await breaking('owner1', [layer])).toMatchObject({ total: 0, hidden: { items: 0 } });
    await t.as('owner1').post(`content/users/owner1/items/${map}/restore`);
    expect((await breaking('owner1', [layer])).total).toBe(1);
  });
});

it('references of items from before are read by a job', async () => {
  const layer = await add('owner1', { title: 'Old layer', text: '{}' });
  const map = await add('owner1', { title: 'Old map', text: JSON.stringify({ itemId: layer }) });
  await sql`delete from item_reference where item_id = ${map}`.execute(t.portal.db);
  await sql`update item set references_read = false where id = ${map}`.execute(t.portal.db);
  expect((await breaking('owner1', [layer])).total).toBe(0);
  await t.portal.queue.enqueue(t.portal.db, { name: 'read-references', payload: {} });
  await t.runJobs();
  expect(titles((await breaking('owner1', [layer])).items)).toEqual(['Old map']);
});
