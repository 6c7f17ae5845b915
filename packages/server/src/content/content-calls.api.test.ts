// The calls of the specification on items and folders: fields, payloads, refusals.
import { openActions } from '@graticule/contract/item-types/open-actions';
import { platformOf } from '@graticule/contract/item-types/platform';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

beforeAll(async () => {
  t = await testPortal({ people: { owner1: 'publisher', reader1: 'user', viewer1: 'viewer', admin1: 'admin' } });
});
afterAll(() => t.close());

const owner = () => t.as('owner1');

async function add(title: string, fields: Record<string, string> = {}, folder = ''): Promise<string> {
  return (await owner().post(`content/users/owner1${folder}/addItem`, { title, type: 'Web Map', text: '{}', ...fields })).id;
}

describe('an item', () => {
  it('CO-066 CO-067 CO-068 CO-241 is told with identity, texts, place, dates, sharing and statistics', async () => {
    const { folder } = await owner().post('content/users/owner1/createFolder', { title: 'Fields' });
    const fields = { snippet: 'Short', description: 'Long', tags: 'a,b', typeKeywords: 'Mine', url: 'https://example.org/x' };
    const id = await add('Fields', fields, `/${folder.id}`);
    await owner().post(`content/users/owner1/items/${id}/share`, { org: true });
    const item = await owner().get(`content/items/${id}`);
    expect(item).toMatchObject({
      id,
      owner: 'owner1',
      title: 'Fields',
      type: 'Web Map',
      tags: ['a', 'b'],
      access: 'org',
      ownerFolder: folder.id,
    });
    expect(item).toMatchObject({ snippet: 'Short', description: 'Long', url: 'https://example.org/x', name: null, thumbnail: null });
    expect(item).toMatchObject({ numViews: 0, avgRating: 0, numRatings: 0, numComments: 0, itemControl: 'admin', listed: false });
    expect(item.typeKeywords).toContain('Mine');
    for (const date of ['created', 'modified', 'uploaded']) expect(item[date], date).toBeGreaterThan(Date.now() - 60_000);
    const seen = await t.as('reader1').get(`content/items/${id}`);
    expect(seen).toMatchObject({ itemControl: 'view', access: 'org' });
    expect(Object.keys(seen)).not.toContain('ownerFolder');
  });

  it('CO-076 CO-202 tells its sharing to those who may update it and see the items of others', async () => {
    const id = await add('Shared');
    const group = (await owner().post('community/createGroup', { title: 'Sharing', tags: 'x', access: 'org' })).group.id;
    await owner().post(`content/users/owner1/items/${id}/share`, { groups: group });
    for (const who of ['owner1', 'admin1'])
      expect((await t.as(who).get(`content/users/owner1/items/${id}`)).sharing).toEqual({ access: 'shared', groups: [group] });
    expect((await t.as('reader1').get(`content/users/owner1/items/${id}`)).error.code).toBe(403);
  });

  it('CO-244 gives its thumbnail where it may be seen: to everybody, or with a token', async () => {
    const { id } = await owner().upload(
      'content/users/owner1/addItem',
      { title: 'Pictured', type: 'Web Map' },
      { thumbnail: { name: 'small.png', bytes: PIXEL } },
    );
    const { thumbnail } = await owner().get(`content/items/${id}`);
    const path = `content/items/${id}/info/${thumbnail}`;
    expect((await t.stranger.raw('GET', path, { f: '' })).statusCode).toBe(403);
    const own = await t.stranger.raw('GET', path, { f: '', token: owner().token ?? '' });
    expect(own.statusCode).toBe(200);
    expect(own.headers['content-type']).toContain('image/');
    await owner().post(`content/users/owner1/items/${id}/share`, { everyone: true });
    expect((await t.stranger.raw('GET', path, { f: '' })).statusCode).toBe(200);
  });
});

describe('folders and lists', () => {
  it('CO-071 CO-223 give folders with id, title and user name, all of them at the root, and items by type', async () => {
    const { folder } = await owner().post('content/users/owner1/createFolder', { title: 'Listed folder' });
    expect(folder).toEqual({ username: 'owner1', id: folder.id, title: 'Listed folder' });
    await add('A scene', { type: 'Web Scene' }, `/${folder.id}`);
    await add('A map', {}, `/${folder.id}`);
    const root = await owner().get('content/users/owner1', { foldersOnly: true });
    expect(root).toMatchObject({ items: [], total: 0 });
    expect(root.folders.find((each: { id: string }) => each.id === folder.id)).toMatchObject({
      username: 'owner1',
      title: 'Listed folder',
    });
    const scenes = await owner().get(`content/users/owner1/${folder.id}`, { types: 'web scene,PDF' });
    expect(scenes).toMatchObject({ total: 1, items: [{ title: 'A scene' }], currentFolder: { id: folder.id } });
  });

  it('CO-268 are read in pages of 100 by following nextStart to the total', async () => {
    const { folder } = await owner().post('content/users/owner1/createFolder', { title: 'Pages' });
    const rows = Array.from({ length: 205 }, (_, n) => ({ id: n.toString(16).padStart(32, 'e'), title: `P ${n}` }));
    await t.portal.db
      .insertInto('item')
      .values(rows.map((row) => ({ ...row, owner: 'owner1', type: 'PDF', folder_id: folder.id, scopes: ['user:owner1'] })) as never)
      .execute();
    const seen: string[] = [];
    let start = 1;
    let total = 0;
    while (start > 0) {
      const page = await owner().get(`content/users/owner1/${folder.id}`, { start, num: 100 });
      seen.push(...page.items.map((item: { id: string }) => item.id));
      ({ total } = page);
      start = page.nextStart;
    }
    expect([total, seen.length, new Set(seen).size]).toEqual([205, 205, 205]);
  });

  it('CO-269 CO-252 CO-267 give the items of a group, of the favourites, and one by its id', async () => {
    const id = await add('To be found');
    await owner().post(`content/users/owner1/items/${id}/share`, { org: true });
    const { favGroupId } = await t.as('reader1').get('community/self');
    expect(await t.as('reader1').post(`content/items/${id}/share`, { groups: favGroupId })).toEqual({ notSharedWith: [], itemId: id });
    expect((await t.as('reader1').get(`content/groups/${favGroupId}`)).items).toMatchObject([{ id }]);
    expect(await t.as('reader1').get('community/users/reader1/favorites')).toMatchObject({
      total: 1,
      num: 100,
      nextStart: -1,
      items: [{ id }],
    });
    expect((await t.as('reader1').get('search', { q: `group:${favGroupId}` })).total).toBe(1);
    expect((await t.as('reader1').get('search', { q: `id:${id}` })).results).toMatchObject([{ id }]);
    expect((await owner().get(`content/groups/${favGroupId}`)).error.code).toBe(403);
    await t.as('reader1').post(`content/items/${id}/unshare`, { groups: favGroupId });
    expect((await t.as('reader1').get(`content/groups/${favGroupId}`)).total).toBe(0);
  });
});

describe('an app made from a template', () => {
  it('CO-147 is made from a template: added, shared as its map is, given an address with its id, and configured at a link made from it', async () => {
    const map = await add('Map of an app');
    const { group } = await owner().post('community/createGroup', { title: 'Readers of the app' });
    await owner().post(`content/users/owner1/items/${map}/share`, { org: true, groups: group.id });
    const template = { title: 'Template', type: 'Web Mapping Application', typeKeywords: 'Template,Configurable', text: '{"values":{}}' };
    const source = (await owner().post('content/users/owner1/addItem', template)).id;
    const app = { title: 'From a template', type: 'Web Mapping Application', uniqueTitle: true, typeKeywords: 'Map,Configurable' };
    const text = { source, folderId: null, values: { webmap: map } };
    const { id } = await owner().post('content/users/owner1/addItem', { ...app, text });
    const { sharing } = await owner().get(`content/users/owner1/items/${map}`);
    await owner().post(`content/users/owner1/items/${id}/share`, { org: sharing.access === 'org', groups: sharing.groups.join(',') });
    await owner().post(`content/users/owner1/items/${id}/update`, { url: `https://example.org/apps/viewer?appid=${id}` });
    expect((await t.as('reader1').get(`content/items/${id}`)).url).toBe(`https://example.org/apps/viewer?appid=${id}`);
    expect((await owner().get(`content/items/${id}/groups`)).admin.map((each: { id: string }) => each.id)).toEqual([group.id]);
    const links = openActions(await owner().get(`content/items/${id}`), {
      opener: { username: 'owner1', accountId: t.orgId },
      platform: platformOf(''),
      config: {
        viewers: new Set(['configureApp'] as const),
        areTabletsAllowed: false,
        vendorName: 'x',
        vendorPaths: { apps: '/apps/', openData: '/od/' },
        isEdit: true,
      },
    });
    expect(links.find(({ name }) => name === 'configureApp')?.href).toBe(`/home/webmap/configureApp.html?appid=${id}`);
  });

  it('CO-200 is added by those who may create items, shared as its map is, and gets its id into its address', async () => {
    const app = { title: 'Viewer of trees', type: 'Web Mapping Application', uniqueTitle: true, text: '{"values":{}}' };
    expect((await t.as('viewer1').post('content/users/viewer1/addItem', app)).error.code).toBe(403);
    const { id } = await owner().post('content/users/owner1/addItem', app);
    await owner().post(`content/users/owner1/items/${id}/share`, { everyone: true });
    await owner().post(`content/users/owner1/items/${id}/update`, { url: `https://example.org/apps/viewer?appid=${id}` });
    expect((await t.stranger.get(`content/items/${id}`)).url).toBe(`https://example.org/apps/viewer?appid=${id}`);
  });

  it('CO-298 is refused with 409, naming type and title, when there is one already; also when two come at once', async () => {
    const app = (title: string) => ({ title, type: 'Web Mapping Application', uniqueTitle: true, text: '{}' });
    const first = await owner().post('content/users/owner1/addItem', app('Once only'));
    const again = await owner().post('content/users/owner1/addItem', app('once ONLY'));
    expect(again.error).toMatchObject({
      code: 409,
      message: "An item of the type 'Web Mapping Application' with the title 'once ONLY' exists already. Choose another title.",
    });
    const both = await Promise.all([1, 2].map(() => owner().post('content/users/owner1/addItem', app('At once'))));
    expect(both.filter((reply) => reply.success === true)).toHaveLength(1);
    await owner().post(`content/users/owner1/items/${first.id}/delete`);
    expect((await owner().post('content/users/owner1/addItem', app('Once only'))).success).toBe(true);
    expect((await owner().post('content/users/owner1/addItem', { ...app('Once only'), uniqueTitle: false })).success).toBe(true);
  });
});

it('CO-203 pictures and data of what is not public open with a token in the address, for clients without cookies', async () => {
  const id = await add('With a picture');
  await owner().upload(`content/users/owner1/items/${id}/update`, {}, { thumbnail: { name: 't.png', bytes: PIXEL, type: 'image/png' } });
  const { thumbnail } = await owner().get(`content/items/${id}`);
  const { serviceurl } = await owner().post('content/users/owner1/createService', { createParameters: { name: 'Kept_back' } });
  const service = new URL(serviceurl).pathname;
  const token = owner().token ?? '';
  for (const path of [`content/items/${id}/info/${thumbnail}`, `content/items/${id}/data`]) {
    expect((await t.stranger.raw('GET', path, { f: '' })).statusCode).toBeGreaterThanOrEqual(400);
    expect((await t.stranger.raw('GET', path, { f: '', token })).statusCode).toBe(200);
  }
  expect((await t.stranger.get(service)).error.code).toBe(499);
  expect((await t.stranger.get(service, { token })).serviceItemId).toMatch(/^[0-9a-f]{32}$/);
});

it('CO-313 notifications and provisioned listings come by the hundred unless asked otherwise', async () => {
  await sql`
    insert into notification (id, target, type) select md5(n::text), 'reader1', 'message' from generate_series(1, 105) n`.execute(
    t.portal.db,
  );
  const reader = t.as('reader1');
  expect((await reader.get('community/users/reader1/notifications')).notifications).toHaveLength(100);
  expect((await reader.get('community/users/reader1/notifications', { num: 3 })).notifications).toHaveLength(3);
  expect((await reader.get('community/users/reader1/provisionedListings')).num).toBe(100);
});

it('CO-314 a search for groups gives up to a hundred', async () => {
  await sql`
    insert into user_group (id, org_id, owner, title, access) select md5('g' || n), ${t.orgId}, 'owner1', 'Hundred ' || n, 'org' from generate_series(1, 105) n`.execute(
    t.portal.db,
  );
  const page = await owner().get('community/groups', { q: 'owner:owner1 access:org', num: 1000 });
  expect([page.num, page.results.length]).toEqual([100, 100]);
});

it('CO-296 a call without the comment or the address that it is about is refused', async () => {
  const id = await add('Without words');
  expect((await owner().post(`content/items/${id}/addComment`)).error).toMatchObject({
    code: 400,
    message: "'comment' must be specified.",
  });
  expect((await owner().get('portals/isServerRegistered')).error).toMatchObject({ code: 400, message: "'serverUrl' must be specified." });
});

it('CO-264 tells publishers of the data store that the portal manages', async () => {
  const find = (who: string, managed: boolean) => t.as(who).post('/admin/data/findItems', { managed });
  expect((await find('owner1', true)).items).toMatchObject([{ type: 'egdb', info: { isManaged: true } }]);
  expect((await find('owner1', false)).items).toEqual([]);
  expect((await find('reader1', true)).error.code).toBe(403);
});

it('CO-295 tells for each item of a list whether it was shared, and why not', async () => {
  const [mine, theirs] = [
    await add('Mine'),
    (await t.as('admin1').post('content/users/admin1/addItem', { title: 'Theirs', type: 'PDF' })).id,
  ];
  const { results } = await owner().post('content/users/owner1/shareItems', { items: `${theirs},${mine}`, everyone: true });
  expect(results).toMatchObject([
    { itemId: theirs, success: false, error: { code: 403 } },
    { itemId: mine, success: true, notSharedWith: [] },
  ]);
});
