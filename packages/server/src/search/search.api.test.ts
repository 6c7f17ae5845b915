// Searches over HTTP: what is found, by whom, in which order.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
const ids: Record<string, string> = {};
let groupId = '';

async function add(name: string, fields: Record<string, string>, access?: 'public' | 'org'): Promise<void> {
  const reply = await t.as('author1').post('content/users/author1/addItem', { type: 'Web Map', ...fields });
  ids[name] = reply.id;
  if (access !== undefined)
    await t.as('author1').post(`content/users/author1/items/${reply.id}/share`, { everyone: access === 'public', org: access === 'org' });
}

async function titles(q: string, person?: string, more: Record<string, string | number> = {}): Promise<string[]> {
  const reply = await (person === undefined ? t.stranger : t.as(person)).get('search', { q, num: 100, ...more });
  if (reply.error !== undefined) return [`error ${reply.error.code}`];
  expect(reply.total).toBe(reply.results.length);
  return reply.results.map((item: { title: string }) => item.title);
}

beforeAll(async () => {
  t = await testPortal({ people: { author1: 'publisher', reader1: 'user', admin1: 'admin' } });
  await add('fires', { title: 'Forest fires of 2020', tags: 'fire,hidden gem', snippet: 'Burnt areas', extent: '10,40,20,50' }, 'public');
  await add(
    'maps',
    { title: 'Fire maps', tags: 'parks', description: '<b>Zürich</b> and Genève', typeKeywords: 'Web AppBuilder' },
    'public',
  );
  await add(
    'climate',
    {
      title: 'Climate zones',
      type: 'Feature Service',
      url: 'https://example.org/FeatureServer',
      tags: 'weather',
      extent: '170,-10,-170,10',
    },
    'public',
  );
  await add('csv', { title: 'Rainfall table', type: 'CSV', text: 'a,b' }, 'public');
  await add('org', { title: 'Organisation plan', tags: 'internal' }, 'org');
  await add('private', { title: 'Private fire plan' });
  await add('chinese', { title: '北京市地图' }, 'public');
  const group = await t.as('author1').post('community/createGroup', { title: 'Fire group', access: 'private', tags: 'a' });
  groupId = group.group.id;
  await t.as('author1').post(`content/users/author1/items/${ids.private}/share`, { groups: groupId });
});
afterAll(() => t.close());

describe('what is found', () => {
  it.each([
    ['fire', ['Fire maps', 'Forest fires of 2020']],
    ['fires', ['Fire maps', 'Forest fires of 2020']],
    ['"fire maps"', ['Fire maps']],
    ['maps fire parks', ['Fire maps']],
    ['title:forest', ['Forest fires of 2020']],
    ['zurich', ['Fire maps']],
    ['GENEVE', ['Fire maps']],
    ['北京', ['北京市地图']],
    ['地图', ['北京市地图']],
    ['京北', []],
    ['fores*', ['Forest fires of 2020']],
    ['f?rest', ['Forest fires of 2020']],
    ['title:m*s', ['Fire maps']],
    ['tags:hidden', ['Forest fires of 2020']],
    ['tags:"hidden gem"', ['Forest fires of 2020']],
    ['tags:"hidden"', []],
    ['tags:hid*', ['Forest fires of 2020']],
    ['type:"Feature Service"', ['Climate zones']],
    ['type:map fire', ['Fire maps', 'Forest fires of 2020']],
    ['type:"Web"', []],
    ['typekeywords:"Web AppBuilder" AND tags:par*', ['Fire maps']],
    ['owner:author1 AND (type:CSV OR type:"Feature Service")', ['Climate zones', 'Rainfall table']],
    ['owner:AUTHOR1 AND type:csv', ['Rainfall table']],
    ['("fire maps"^5 OR rainfall) NOT type:CSV', ['Fire maps']],
    ['parks +fire', ['Fire maps', 'Forest fires of 2020']],
    ['-type:"Web Map"', ['Climate zones', 'Rainfall table']],
    ['itemtype:url', ['Climate zones']],
    ['created:[0000000000001 TO 0000000000002]', []],
    ['fire created:[1262304000000 TO *]', ['Fire maps', 'Forest fires of 2020']],
    ['numviews:[5 TO *]', []],
    ['nosuchfield:x', []],
    ['climte zonez', ['Climate zones']],
    ['(fire AND title:"maps', ['Fire maps']],
    ['---', []],
  ])('%s', async (q, expected) => {
    expect((await titles(q)).sort()).toEqual([...expected].sort());
  });

  it('ranks a title above a description, and an exact field order by sortField', async () => {
    expect(await titles('fire', undefined, { sortField: 'title', sortOrder: 'desc' })).toEqual(['Forest fires of 2020', 'Fire maps']);
    expect((await titles('parks OR fire'))[0]).toBe('Fire maps');
  });

  it('finds by extent, also across the date line', async () => {
    const found = async (bbox: string): Promise<string[]> =>
      (await t.stranger.get('search', { bbox })).results.map((item: { title: string }) => item.title);
    expect(await found('15,45,16,46')).toEqual(['Forest fires of 2020']);
    expect(await found('175,-5,176,5')).toEqual(['Climate zones']);
    expect(await found('0,-5,1,5')).toEqual([]);
    expect(await found('175,-5,-175,5')).toEqual(['Climate zones']);
    expect((await t.stranger.get('search', { bbox: '1,2,3' })).error.code).toBe(400);
  });

  it('counts values of fields', async () => {
    const reply = await t.stranger.get('search', { q: 'owner:author1', countFields: 'type,tags', countSize: 2 });
    expect(reply.aggregations.total).toEqual({ count: 5, name: 'total' });
    expect(reply.aggregations.counts[0]).toEqual({
      fieldName: 'type',
      fieldValues: [
        { value: 'web map', count: 3 },
        { value: 'csv', count: 1 },
      ],
    });
    expect((await t.stranger.get('search', { q: 'a', countFields: 'nonsense' })).error.code).toBe(400);
  });

  it('CO-085 SH-111 CO-253 pages without repeating or losing an item', async () => {
    const seen: string[] = [];
    for (let start = 1; start > 0; ) {
      const page = await t.stranger.get('search', { q: 'owner:author1', start, num: 2 });
      seen.push(...page.results.map((item: { id: string }) => item.id));
      expect(page).toMatchObject({ total: 5, start, num: 2, query: 'owner:author1' });
      start = page.nextStart;
    }
    expect(new Set(seen).size).toBe(5);
    expect(await t.stranger.get('search', { q: 'owner:author1', num: 0 })).toMatchObject({ total: 5, results: [], nextStart: -1 });
    expect((await t.stranger.get('search', { q: 'owner:author1', num: 500 })).num).toBe(100);
    expect((await t.stranger.get('search', { q: 'a', num: -1 })).error.code).toBe(400);
    expect((await t.stranger.get('search', { q: 'a', start: 9_990, num: 100 })).error.code).toBe(400);
    expect((await t.stranger.get('search', { q: 'a', sortField: 'password' })).error.code).toBe(400);
  });
});

describe('who finds what', () => {
  it.each([
    ['author1', ['Organisation plan', 'Private fire plan']],
    ['admin1', ['Organisation plan', 'Private fire plan']],
    ['reader1', ['Organisation plan']],
    [undefined, []],
  ])('%s', async (person, expected) => {
    expect((await titles('plan', person)).sort()).toEqual(expected);
  });

  it('finds the items of a group only for those who see the group', async () => {
    expect(await titles(`id: ${ids.private} AND group: ${groupId}`, 'author1')).toEqual(['Private fire plan']);
    expect(await titles(`group:"${groupId}" -type:"Code Attachment"`, 'reader1')).toEqual([]);
    await t.as('author1').post(`community/groups/${groupId}/addUsers`, { users: 'reader1' });
    expect(await titles(`group:"${groupId}" -type:"Code Attachment"`, 'reader1')).toEqual(['Private fire plan']);
    expect(await titles('plan fire', 'reader1')).toEqual(['Private fire plan']);
    await t.as('author1').post(`community/groups/${groupId}/removeUsers`, { users: 'reader1' });
    expect(await titles('plan fire', 'reader1')).toEqual([]);
  });

  it('shows a change in the very next search', async () => {
    expect(await titles('quokka', 'author1')).toEqual([]);
    await t.as('author1').post(`content/users/author1/items/${ids.csv}/update`, { title: 'Quokka table' });
    expect(await titles('quokka', 'author1')).toEqual(['Quokka table']);
    await t.as('author1').post(`content/users/author1/items/${ids.csv}/share`, { everyone: false, org: false });
    expect(await titles('quokka')).toEqual([]);
  });

  it('keeps access and control out of results', async () => {
    const [item] = (await t.as('author1').get('search', { q: 'climate' })).results;
    expect(item).not.toHaveProperty('itemControl');
    expect(item).not.toHaveProperty('ownerFolder');
    expect(item).not.toHaveProperty('protected');
  });
});

describe('what is refused', () => {
  it.each(['*', '?', '*abc', 'title:*abc'])('%s is a leading wildcard', async (q) => {
    expect((await t.stranger.get('search', { q })).error).toMatchObject({
      code: 400,
      message: 'A wildcard cannot be the first character of a search term.',
    });
  });

  it('needs a query', async () => {
    expect((await t.stranger.get('search')).error.message).toContain("'q'");
    expect((await t.stranger.get('community/groups')).error.message).toBe("'q' must be specified.");
  });

  it.each([
    "'; drop table item; --",
    "a' or 1=1 --",
    "title:') or true --",
    'a\\',
    '$1',
    '%',
    '_',
    '\u0000',
    '"\\"',
    "owner:a'b",
    'created:[x TO y]',
    'numviews:1e999',
  ])('treats %j as words', async (q) => {
    const reply = await t.stranger.get('search', { q });
    expect(reply.error?.code ?? 200).toBe(200);
    expect((await t.stranger.get('search', { q: 'climate' })).total).toBe(1);
  });

  it.each(['[1 TO 2]', 'title:[a TO b]', 'tags:{a TO b}'])('%s has a range where there is none', async (q) => {
    expect((await t.stranger.get('search', { q })).error.code).toBe(400);
  });
});

describe('groups and people', () => {
  it('CO-214 CO-163 SH-224 finds groups the caller sees, never favourites, and drops sorts that groups do not have', async () => {
    const found = async (person: string, q: string): Promise<string[]> =>
      (await t.as(person).get('community/groups', { q, sortField: 'numviews' })).results.map((group: { title: string }) => group.title);
    expect(await found('author1', 'fire')).toEqual(['Fire group']);
    expect(await found('author1', 'owner:author1 AND title:"Fire group"')).toEqual(['Fire group']);
    expect(await found('author1', `id:${groupId}`)).toEqual(['Fire group']);
    expect(await found('author1', 'owner:author1')).toEqual(['Fire group']);
    expect(await found('reader1', 'fire')).toEqual([]);
    expect(await found('author1', 'isinvitationonly:true')).toEqual([]);
  });

  it('CO-276 finds people by their public facts only', async () => {
    const reply = await t.as('reader1').get('community/users', { q: 'author*' });
    expect(reply).toMatchObject({ total: 1, results: [{ username: 'author1', fullName: 'author1 Test', role: 'org_publisher' }] });
    expect(reply.results[0]).not.toHaveProperty('email');
    expect((await t.as('reader1').get('community/users', { q: 'email:author1@example.org' })).total).toBe(0);
    expect((await t.as('admin1').get('community/users', { q: 'email:author1@example.org' })).total).toBe(1);
    expect((await t.stranger.get('community/users', { q: 'author1' })).total).toBe(0);
    expect(
      (await t.as('reader1').get('community/users', { q: 'test -author1', sortField: 'username' })).results.map(
        (p: { username: string }) => p.username,
      ),
    ).toEqual(['admin1', 'reader1']);
  });

  it('finds members by their licence, only within the own organisation', async () => {
    const find = async (who: Agent, q: string) => (await who.get('community/users', { q })).total;
    expect(await find(t.as('reader1'), 'userlicensetype:creatorUT')).toBe(await find(t.as('reader1'), `orgid:${t.orgId}`));
    expect(await find(t.as('reader1'), 'userlicensetype:viewerUT')).toBe(0);
    expect(await find(t.stranger, 'userlicensetype:creatorUT')).toBe(0);
  });

  it('finds members of the organisation for those who may see them', async () => {
    const reply = await t.as('reader1').get('portals/self/users/search', { q: 'author1' });
    expect(reply).toMatchObject({ total: 1, nextStart: -1, results: [{ username: 'author1', orgId: t.orgId }] });
    const escaping = await t.as('reader1').get('portals/self/users/search', { filter: 'username:nobody) OR (orgid:none' });
    expect(escaping.total ?? 0).toBe(0);
    expect((await t.stranger.get('portals/self/users/search', { q: 'author1' })).error.code).toBe(499);
    expect((await t.as('reader1').get('portals/AAAAAAAAAAAAAAAA/users/search', { q: 'author1' })).error.code).toBe(403);
  });

  it('suggests titles that begin like what was typed', async () => {
    expect((await t.stranger.get('search/suggest', { text: 'clim' })).suggestions).toEqual([
      { kind: 'item', id: ids.climate, title: 'Climate zones', type: 'Feature Service' },
    ]);
    expect((await t.as('author1').get('search/suggest', { text: 'fire gr' })).suggestions).toMatchObject([
      { kind: 'group', title: 'Fire group' },
    ]);
    expect((await t.stranger.get('search/suggest', { text: 'private' })).suggestions).toEqual([]);
  });
});
