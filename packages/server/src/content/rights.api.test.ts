// Rights as a matrix: person x access x operation, over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

type Person = 'stranger' | 'owner1' | 'member1' | 'updater1' | 'other1' | 'admin1';
type Access = 'private' | 'shared' | 'updatable' | 'org' | 'public';

let t: TestPortal;
let group = '';
let updateGroup = '';

beforeAll(async () => {
  t = await testPortal({ people: { owner1: 'publisher', member1: 'user', updater1: 'user', other1: 'user', admin1: 'admin' } });
  group = (await t.as('owner1').post('community/createGroup', { title: 'Readers' })).group.id;
  await t.as('owner1').post(`community/groups/${group}/addUsers`, { users: 'member1' });
  updateGroup = (await t.as('admin1').post('community/createGroup', { title: 'Updaters', capabilities: 'updateitemcontrol' })).group.id;
  await t.as('admin1').post(`community/groups/${updateGroup}/addUsers`, { users: 'owner1,updater1' });
});
afterAll(() => t.close());

async function item(access: Access): Promise<string> {
  const { id } = await t.as('owner1').post('content/users/owner1/addItem', { title: `An ${access} item`, type: 'Web Map', text: '{}' });
  const path = `content/users/owner1/items/${id}/share`;
  if (access === 'org' || access === 'public') await t.as('owner1').post(path, { org: access === 'org', everyone: access === 'public' });
  if (access === 'shared') expect(await t.as('owner1').post(path, { groups: group })).toEqual({ notSharedWith: [], itemId: id });
  if (access === 'updatable')
    expect(await t.as('owner1').post(path, { groups: updateGroup, confirmItemControl: true })).toEqual({ notSharedWith: [], itemId: id });
  return id;
}

const agent = (person: Person) => (person === 'stranger' ? t.stranger : t.as(person));

/** Who may see an item of each access. */
const SEES: Record<Access, Person[]> = {
  private: ['owner1', 'admin1'],
  shared: ['owner1', 'member1', 'admin1'],
  updatable: ['owner1', 'updater1', 'admin1'],
  org: ['owner1', 'member1', 'updater1', 'other1', 'admin1'],
  public: ['stranger', 'owner1', 'member1', 'updater1', 'other1', 'admin1'],
};

const PEOPLE: Person[] = ['stranger', 'owner1', 'member1', 'updater1', 'other1', 'admin1'];
const READS = [
  '',
  '/data',
  '/comments',
  '/groups',
  '/resources',
  '/ratings',
  '/relatedItems?relationshipType=Map2Service',
  '/info/iteminfo.xml',
];

describe.each(Object.keys(SEES) as Access[])('an item that is %s', (access) => {
  let id = '';
  beforeAll(async () => {
    id = await item(access);
  });

  it.each(PEOPLE)('is read by %s only by the one definition of visibility', async (person) => {
    const allowed = SEES[access].includes(person);
    for (const path of READS) {
      const reply = await agent(person).raw('GET', `content/items/${id}${path}`);
      const error = reply.headers['content-type']?.toString().includes('json') && reply.body !== '' ? reply.json().error : undefined;
      expect([path, error?.code ?? 200]).toEqual([path, allowed ? 200 : 403]);
      if (!allowed) expect(error.messageCode).toBe('GWM_0003');
    }
    const found = await agent(person).get('search', { q: `id:${id}` });
    expect(found.total).toBe(allowed ? 1 : 0);
    const content = await agent(person).get('content/users/owner1', { num: 100 });
    if (person !== 'stranger') expect(content.items.some((each: { id: string }) => each.id === id)).toBe(allowed);
  });

  it('is described with its access and the control of who asks', async () => {
    const expected = { private: 'private', shared: 'shared', updatable: 'shared', org: 'org', public: 'public' }[access];
    expect(await t.as('owner1').get(`content/items/${id}`)).toMatchObject({ access: expected, itemControl: 'admin' });
    expect((await t.as('admin1').get(`content/items/${id}`)).itemControl).toBe('admin');
    if (access === 'updatable') expect((await t.as('updater1').get(`content/items/${id}`)).itemControl).toBe('update');
    if (access === 'shared') expect((await t.as('member1').get(`content/items/${id}`)).itemControl).toBe('view');
  });
});

/** Changes, and who may make them on an item that everybody in the organisation sees and that updaters update. */
const CHANGES: [string, Record<string, string>, Person[]][] = [
  ['update', { title: 'New' }, ['owner1', 'updater1', 'admin1']],
  ['addResources', { fileName: 'a.txt', text: 'x' }, ['owner1', 'updater1', 'admin1']],
  ['share', { org: 'true', everyone: 'false' }, ['owner1', 'admin1']],
  ['protect', {}, ['owner1', 'admin1']],
  ['unprotect', {}, ['owner1', 'admin1']],
  ['move', { folder: '/' }, ['owner1', 'admin1']],
  ['reassign', { targetUsername: 'owner1' }, ['admin1']],
  ['status', {}, ['owner1', 'admin1']],
  ['delete', {}, ['owner1', 'admin1']],
];

describe.each(CHANGES)('CO-165 CO-185 %s', (operation, params, allowed) => {
  it.each(PEOPLE)('by %s', async (person) => {
    const id = await item('updatable');
    const reply = await agent(person).post(`content/users/owner1/items/${id}/${operation}`, params);
    if (allowed.includes(person)) expect(reply.error).toBeUndefined();
    else expect(reply.error.code).toBe(person === 'stranger' ? 499 : 403);
  });
});

describe('an id that nobody has', () => {
  it.each(['0'.repeat(32), 'nonsense', '../../etc/passwd', 'A'.repeat(32), "1' or '1'='1"])(
    '%s is unknown to everybody alike',
    async (id) => {
      for (const person of PEOPLE) {
        expect((await agent(person).get(`content/items/${encodeURIComponent(id)}`)).error).toMatchObject({
          code: 400,
          messageCode: 'CONT_0001',
        });
      }
    },
  );
});

describe('hostile values', () => {
  const evil = [
    "'; drop table item; --",
    '\u0000',
    '\ud800',
    '%00',
    '{}',
    '[]',
    '../../x',
    '<script>alert(1)</script>',
    'x'.repeat(20_000),
    "\\'",
    '$1',
    '\u202e',
  ];

  it.each(evil)('%j in any parameter is stored as text or refused, never a fault', async (value) => {
    const owner = t.as('owner1');
    for (const name of [
      'title',
      'type',
      'tags',
      'typeKeywords',
      'description',
      'snippet',
      'culture',
      'extent',
      'categories',
      'properties',
      'url',
      'text',
      'spatialReference',
      'thumbnailurl',
      'relationshipType',
      'originItemId',
      'filename',
    ]) {
      const reply = await owner.post('content/users/owner1/addItem', { title: 'x', type: 'Web Map', [name]: value });
      expect([name, reply.error?.code ?? 200].join(' ')).toMatch(/ (200|400|403)$/);
    }
    for (const name of [
      'start',
      'num',
      'sortField',
      'sortOrder',
      'bbox',
      'categories',
      'filter',
      'countFields',
      'countSize',
      'categoryFilters',
    ]) {
      const reply = await owner.get('search', { q: 'a', [name]: value });
      expect([name, reply.error?.code ?? 200].join(' ')).toMatch(/ (200|400)$/);
    }
    for (const name of ['title', 'tags', 'description', 'sortField', 'access', 'properties', 'capabilities', 'typeKeywords']) {
      const reply = await owner.post('community/createGroup', { title: `g ${Math.random()}`, [name]: value });
      expect([name, reply.error?.code ?? 200].join(' ')).toMatch(/ (200|400|403)$/);
    }
    // Half a surrogate pair cannot be written in an address at all.
    const plain = value.replace(/[\ud800-\udfff]/g, 'x');
    for (const path of [
      `content/users/${encodeURIComponent(plain)}`,
      `content/users/owner1/${encodeURIComponent(plain)}`,
      `community/groups/${encodeURIComponent(plain)}`,
      `content/groups/${encodeURIComponent(plain)}`,
    ]) {
      if (value.length > 1000) continue;
      const code = (await owner.get(path)).error?.code;
      expect([path, code].join(' ')).toMatch(/ (400|404)$/);
    }
    expect((await owner.get('search', { q: 'owner:owner1' })).total).toBeGreaterThan(0);
  });
});

describe('sharing', () => {
  it('CO-236 CO-237 CO-122 CO-123 CO-077 shares and unshares, naming groups that could not be used', async () => {
    const id = await item('private');
    const foreign = (await t.as('other1').post('community/createGroup', { title: 'Foreign' })).group.id;
    const reply = await t
      .as('owner1')
      .post('content/users/owner1/shareItems', { items: id, everyone: 'false', org: 'true', groups: `${group},${foreign},unknown` });
    expect(reply.results).toEqual([{ itemId: id, success: true, notSharedWith: [foreign, 'unknown'] }]);
    expect(await t.as('owner1').get(`content/users/owner1/items/${id}`)).toMatchObject({ sharing: { access: 'org', groups: [group] } });
    expect((await t.as('owner1').post('content/users/owner1/unshareItems', { items: id, groups: `${group},unknown` })).results).toEqual([
      { itemId: id, success: true, notUnsharedFrom: ['unknown'] },
    ]);
  });

  it('CO-250 takes a private item out of its groups only when the list of groups is sent blank', async () => {
    const id = await item('shared');
    await t.as('owner1').post(`content/users/owner1/items/${id}/share`, { everyone: 'false', org: 'false' });
    expect((await t.as('member1').get(`content/items/${id}`)).error).toBeUndefined();
    await t.as('owner1').post(`content/users/owner1/items/${id}/share`, { everyone: 'false', org: 'false', groups: ' ' });
    expect((await t.as('member1').get(`content/items/${id}`)).error.code).toBe(403);
    expect((await t.as('owner1').get(`content/items/${id}`)).access).toBe('private');
  });

  it('lets nobody who only sees an item take it out of its groups, or touch it', async () => {
    const id = await item('shared');
    const before = (await t.as('owner1').get(`content/items/${id}`)).modified;
    await t.as('member1').post(`content/items/${id}/share`, { everyone: 'false', org: 'false', groups: ' ' });
    await t.as('member1').post(`content/items/${id}/unshare`, { groups: group });
    await t.as('member1').post(`content/items/${id}/share`, { groups: ' ' });
    expect((await t.as('member1').get(`content/items/${id}`)).error).toBeUndefined();
    expect((await t.as('owner1').get(`content/items/${id}`)).modified).toBe(before);
  });

  it('CO-267 CO-252 keeps favourites as a bookmark that does not keep a private item visible', async () => {
    const id = await item('public');
    const favourites = await favouritesOf('other1');
    expect(await t.as('other1').post(`content/items/${id}/share`, { groups: favourites })).toEqual({ notSharedWith: [], itemId: id });
    expect((await t.as('other1').get(`content/groups/${favourites}`)).items).toMatchObject([{ id, access: 'public' }]);
    await t.as('owner1').post(`content/users/owner1/items/${id}/share`, { everyone: 'false', org: 'false' });
    expect((await t.as('other1').get(`content/items/${id}`)).error.code).toBe(403);
    expect((await t.as('other1').get(`content/groups/${favourites}`)).items).toEqual([]);
    expect((await t.as('owner1').get(`content/items/${id}`)).access).toBe('private');
    expect((await t.as('owner1').get(`content/groups/${favourites}`)).error.code).toBe(403);
    expect((await t.as('other1').post(`community/groups/${favourites}/delete`)).error.code).toBe(403);
  });

  it('CO-251 lets a manager of the group take an item out, and a member not', async () => {
    const id = await item('shared');
    expect((await t.as('member1').post(`content/items/${id}/unshare`, { groups: group })).notUnsharedFrom).toEqual([group]);
    await t.as('owner1').post(`community/groups/${group}/updateUsers`, { admins: 'member1' });
    expect((await t.as('member1').post(`content/items/${id}/unshare`, { groups: group })).notUnsharedFrom).toEqual([]);
    await t.as('owner1').post(`community/groups/${group}/updateUsers`, { users: 'member1' });
  });

  it('SH-210 refuses to make an item public where the organisation does not allow it', async () => {
    const id = await item('private');
    await t.as('admin1').post('portals/self/update', { canSharePublic: 'false' });
    expect((await t.as('owner1').post(`content/users/owner1/items/${id}/share`, { everyone: 'true' })).error.code).toBe(403);
    await t.as('admin1').post('portals/self/update', { canSharePublic: 'true' });
    expect((await t.as('owner1').post(`content/users/owner1/items/${id}/share`, { everyone: 'true' })).error).toBeUndefined();
  });
});

async function favouritesOf(person: string): Promise<string> {
  const row = await t.portal.db.selectFrom('account').select('fav_group_id').where('username', '=', person).executeTakeFirstOrThrow();
  return row.fav_group_id ?? '';
}
