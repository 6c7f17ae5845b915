// Who sees an item, and why: the answers agree with what each person really gets.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal, usernameOf } from '../../testing/test-portal.ts';

const PEOPLE = ['owner1', 'member1', 'reader1', 'narrow1', 'locked1', 'admin1'] as const;
let t: TestPortal;
let openGroup = '';
let hiddenGroup = '';

beforeAll(async () => {
  t = await testPortal({
    people: { owner1: 'publisher', member1: 'user', reader1: 'viewer', narrow1: 'user', locked1: 'user', admin1: 'admin' },
  });
  const role = (await t.as('admin1').post('portals/self/createRole', { name: 'Sees nothing of others' })).id;
  await t.as('admin1').post(`portals/self/roles/${role}/setPrivileges`, { privileges: { privileges: ['portal:user:createItem'] } });
  await t.as('admin1').post('portals/self/updateUserRole', { user: 'narrow1', role });
  openGroup = (await t.as('owner1').post('community/createGroup', { title: 'Field team' })).group.id;
  hiddenGroup = (await t.as('admin1').post('community/createGroup', { title: 'Reviewers', hiddenMembers: true })).group.id;
  await t.as('owner1').post(`community/groups/${openGroup}/addUsers`, { users: 'member1,locked1' });
  await t.as('admin1').post(`community/groups/${hiddenGroup}/addUsers`, { users: 'owner1,member1' });
  await t.as('admin1').post('community/users/locked1/disable');
});
afterAll(() => t.close());

async function item(share: Record<string, string | boolean> = {}): Promise<string> {
  const { id } = await t.as('owner1').post('content/users/owner1/addItem', { title: 'Wells', type: 'Web Map', text: '{}' });
  if (Object.keys(share).length > 0) await t.as('owner1').post(`content/users/owner1/items/${id}/share`, share);
  return id;
}

const why = (id: string, username?: string, reader = 'owner1') =>
  t.as(reader).get(`content/items/${id}/audience/why`, username === undefined ? {} : { username });

describe('why somebody sees an item', () => {
  it.each([
    ['private', {}],
    ['shared with a group', { groups: 'open' }],
    ['for the organisation', { org: true }],
    ['for the organisation and a group', { org: true, groups: 'open' }],
    ['public', { everyone: true }],
  ] as [string, Record<string, string | boolean>][])('agrees for everybody with what they get of an item that is %s', async (_, share) => {
    const id = await item({ ...share, ...('groups' in share ? { groups: openGroup } : {}) });
    for (const name of PEOPLE) {
      const told = await why(id, name);
      const gets = await t.as(name).get(`content/items/${id}`);
      expect([name, told.canSee, told.reasons.length > 0]).toEqual([
        name,
        name === 'locked1' ? share.everyone === true : gets.error === undefined,
        told.canSee,
      ]);
      expect(told.blockers.length > 0).toBe(!told.canSee);
    }
    const stranger = await t.stranger.get(`content/items/${id}`);
    expect((await why(id)).canSee).toBe(stranger.error === undefined);
  });

  it('names every way, and what stands in the way', async () => {
    const id = await item({ org: true, groups: openGroup });
    expect(await why(id, 'member1')).toEqual({
      itemId: id,
      username: 'member1',
      canSee: true,
      reasons: [
        { kind: 'organization', id: t.orgId, name: 'Graticule' },
        { kind: 'group', id: openGroup, title: 'Field team', memberType: 'member' },
      ],
      blockers: [],
      hiddenGroups: [],
    });
    expect((await why(id, 'owner1')).reasons.map((each: { kind: string }) => each.kind)).toEqual(['owner', 'organization', 'group']);
    expect((await why(id, 'admin1')).reasons.at(-1)).toMatchObject({ kind: 'administrator', privilege: 'portal:admin:viewItems' });
    expect(await why(id, 'narrow1')).toMatchObject({ canSee: false, blockers: ['noPrivilege'] });
    expect(await why(id, 'locked1')).toMatchObject({ canSee: false, blockers: ['disabled'] });
    expect(await why(id)).toMatchObject({ username: null, canSee: false, blockers: ['notShared'] });
  });

  it('does not tell who is in a group that hides its members', async () => {
    const id = await item({ groups: hiddenGroup });
    for (const name of ['member1', 'reader1']) {
      expect(await why(id, name)).toMatchObject({
        canSee: null,
        reasons: [],
        hiddenGroups: [{ id: hiddenGroup, title: 'Reviewers' }],
      });
    }
    expect(await why(id, 'member1', 'admin1')).toMatchObject({ canSee: true, reasons: [{ kind: 'group', memberType: 'member' }] });
    expect(await why(id, 'reader1', 'admin1')).toMatchObject({ canSee: false });
  });

  it('tells licences from owning', async () => {
    const id = await item({ groups: openGroup });
    await sql`insert into item_grant (item_id, scope) values (${id}, 'user:reader1')`.execute(t.portal.db);
    await t.as('owner1').post(`content/users/owner1/items/${id}/share`, { groups: openGroup });
    expect((await t.as('reader1').get(`content/items/${id}`)).id).toBe(id);
    expect(await why(id, 'reader1')).toMatchObject({ canSee: true, reasons: [{ kind: 'licence', by: 'user' }] });
    expect((await why(id, 'owner1')).reasons[0]).toEqual({ kind: 'owner' });
    expect(await t.as('owner1').get(`content/items/${id}/audience`)).toMatchObject({ people: 3, isAtLeast: true });
  });

  it('knows that visitors are kept out of a private organisation', async () => {
    const id = await item({ everyone: true });
    await t.as('admin1').post('portals/self/update', { access: 'private' });
    expect(await why(id)).toMatchObject({ canSee: false, blockers: ['privateOrganization'] });
    await t.as('admin1').post('portals/self/update', { access: 'public' });
    expect(await why(id)).toMatchObject({ canSee: true, reasons: [{ kind: 'everyone' }] });
  });

  it('is for the owner and administrators only, and about people whose profile they may see', async () => {
    const id = await item({ everyone: true });
    for (const path of [`content/items/${id}/audience/why`, `content/items/${id}/audience`]) {
      expect((await t.as('member1').get(path)).error.code).toBe(403);
      expect((await t.stranger.get(path)).error.code).toBe(499);
    }
    await t.as('reader1').post('community/users/reader1/update', { access: 'private' });
    expect((await why(id, 'reader1')).error.messageCode).toBe('COM_0018');
    expect((await why(id, 'nobody.at.all')).error.messageCode).toBe('COM_0018');
    expect((await why(id, 'reader1', 'admin1')).canSee).toBe(true);
    await t.as('reader1').post('community/users/reader1/update', { access: 'org' });
  });
});

describe('who sees an item', () => {
  const audience = (id: string, ask: Record<string, string | boolean> = {}, reader = 'owner1') =>
    t.as(reader).get(`content/items/${id}/audience`, ask);

  it('counts the same people that really see it', async () => {
    const shares: Record<string, string | boolean>[] = [{}, { groups: openGroup }, { org: true }, { org: true, groups: openGroup }];
    for (const share of shares) {
      const id = await item(share);
      const seeing = [];
      for (const name of PEOPLE) if ((await t.as(name).get(`content/items/${id}`)).error === undefined) seeing.push(usernameOf(name));
      expect(await audience(id)).toMatchObject({ people: seeing.length, isAtLeast: false });
    }
  });

  it('tells of sharing that is only thought of, without changing it', async () => {
    const id = await item();
    expect(await audience(id)).toEqual({
      itemId: id,
      owner: 'owner1',
      access: 'private',
      everyone: false,
      organization: { id: t.orgId, name: 'Graticule', isPrivate: false, shared: false, members: 4 },
      groups: [],
      administrators: 1,
      people: 2,
      isAtLeast: false,
    });
    expect(await audience(id, { org: false, groups: openGroup })).toMatchObject({
      access: 'private',
      groups: [{ id: openGroup, title: 'Field team', members: 2 }],
      people: 3,
    });
    expect(await audience(id, { org: true })).toMatchObject({ access: 'org', organization: { shared: true }, people: 4 });
    expect(await audience(id, { everyone: true })).toMatchObject({ access: 'public', everyone: true });
    expect((await t.as('owner1').get(`content/items/${id}`)).access).toBe('private');
  });

  it('does not count people who may not be listed', async () => {
    const id = await item({ groups: hiddenGroup });
    expect(await audience(id)).toMatchObject({ groups: [{ title: 'Reviewers', members: null }], people: 2, isAtLeast: true });
    expect(await audience(id, {}, 'admin1')).toMatchObject({ groups: [{ members: 3 }], people: 3, isAtLeast: false });
  });

  it('leaves groups out that the reader cannot see', async () => {
    const secret = (await t.as('admin1').post('community/createGroup', { title: 'Secret' })).group.id;
    const id = await item();
    expect((await audience(id, { groups: `${secret},${'0'.repeat(32)},nonsense` })).groups).toEqual([]);
  });
});
