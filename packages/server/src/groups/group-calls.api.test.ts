// The calls of the specification on groups and notifications: fields, lists, refusals.
import { GROUP_CONTENT_SORTS } from '@graticule/contract/community/group';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;

beforeAll(async () => {
  t = await testPortal({ people: { owner1: 'publisher', member1: 'user', admin1: 'admin' } });
});
afterAll(() => t.close());

async function group(fields: Record<string, string>): Promise<string> {
  const reply = await t.as('owner1').post('community/createGroup', { access: 'org', ...fields });
  expect(reply.success).toBe(true);
  return reply.group.id;
}

/** A picture of one pixel. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

describe('a group', () => {
  it('CO-070 SH-109 AC-091 says what it is, whose, how it is sorted and who may join; its keywords are tags', async () => {
    const fields = { title: 'Lighthouses', description: 'All along the coast', snippet: 'Lights', tags: 'sea,light' };
    const id = await group({ ...fields, sortField: 'modified', sortOrder: 'desc', isInvitationOnly: 'true' });
    await t.as('owner1').upload(`community/groups/${id}/update`, {}, { thumbnail: { name: 'light.png', bytes: PICTURE } });
    const read = await t.as('member1').get(`community/groups/${id}`);
    expect(read).toMatchObject({
      id,
      owner: 'owner1',
      title: 'Lighthouses',
      description: 'All along the coast',
      snippet: 'Lights',
      tags: ['sea', 'light'],
      access: 'org',
      sortField: 'modified',
      sortOrder: 'desc',
      isInvitationOnly: true,
      created: expect.any(Number),
      modified: expect.any(Number),
      thumbnail: expect.stringMatching(/\.png$/),
    });
    const picture = await t.as('member1').raw('GET', `community/groups/${id}/info/${read.thumbnail}`, { f: '' });
    expect(picture.headers['content-type']).toContain('image/png');
  });

  it('AC-221 CO-277 is listed by title, in either order, page by page, also for administrators', async () => {
    for (const title of ['Harbour b', 'Harbour a', 'Harbour c']) await group({ title });
    for (const who of ['admin1', 'member1']) {
      const page = (more: object) =>
        t.as(who).get('community/groups', { q: 'title:harbour', sortField: 'title', sortOrder: 'asc', start: 1, num: 2, ...more });
      const titles = (reply: { results: { title: string }[] }): string[] => reply.results.map((each) => each.title);
      const first = await page({});
      expect(first).toMatchObject({ total: 3, start: 1, num: 2, nextStart: 3 });
      expect(titles(first)).toEqual(['Harbour a', 'Harbour b']);
      const second = await page({ start: 3 });
      expect(titles(second)).toEqual(['Harbour c']);
      expect(second.nextStart).toBe(-1);
      expect(titles(await page({ sortOrder: 'desc' }))).toEqual(['Harbour c', 'Harbour b']);
    }
  });
});

describe('a group', () => {
  it('sorts its items only by what items can be sorted by, in one of two orders', async () => {
    const id = await group({ title: 'Sorted', sortField: 'numViews', sortOrder: 'DESC', membershipAccess: 'ORG' });
    const read = await t.as('owner1').get(`community/groups/${id}`);
    expect(read).toMatchObject({ sortField: 'numviews', sortOrder: 'desc', membershipAccess: 'org' });
    for (const field of GROUP_CONTENT_SORTS)
      expect((await t.as('owner1').get(`content/groups/${id}/search`, { sortField: field })).total, field).toBe(0);
    for (const name of ['sortField', 'sortOrder', 'membershipAccess']) {
      const refused = await t.as('owner1').post(`community/groups/${id}/update`, { [name]: 'sideways' });
      expect(refused.error).toMatchObject({ code: 400, message: expect.stringContaining(`'${name}' must be one of`) });
    }
  });

  it('hears an application once; asked again, its words stay unless there are new ones', async () => {
    const id = await group({ title: 'Asked twice' });
    const told = async (): Promise<number> => {
      const { notifications } = await t.as('owner1').get('community/users/owner1/notifications', { num: 100 });
      return notifications.filter((each: { type: string; data: { groupId: string } }) => each.data.groupId === id).length;
    };
    const words = async () => (await t.as('owner1').get(`community/groups/${id}/applications/member1`)).comments;
    await t.as('member1').post(`community/groups/${id}/join`, { comments: 'I draw harbours' });
    await t.as('member1').post(`community/groups/${id}/join`);
    expect(await words()).toBe('I draw harbours');
    await t.as('member1').post(`community/groups/${id}/join`, { comments: 'And lights' });
    expect([await words(), await told()]).toEqual(['And lights', 1]);
  });

  it('lists its members with the address of their picture, never with where it is stored', async () => {
    const id = await group({ title: 'Faces' });
    await t.as('owner1').upload('community/users/owner1/update', {}, { thumbnail: { name: 'me.png', bytes: PICTURE } });
    const { owner } = await t.as('owner1').get(`community/groups/${id}/userList`);
    expect(owner.thumbnail).toBe('thumbnail.png');
    const picture = await t.as('member1').raw('GET', `community/users/owner1/info/${owner.thumbnail}`, { f: '' });
    expect(picture.headers['content-type']).toBe('image/png');
  });
});

describe('notifications', () => {
  it('CO-216 CO-217 are listed for GET and POST alike, newest first, and gone once they are deleted', async () => {
    for (const title of ['First told', 'Then told']) {
      const id = await group({ title });
      await t.as('owner1').post(`community/groups/${id}/addUsers`, { users: 'member1' });
    }
    const path = 'community/users/member1/notifications';
    const listed = await t.as('member1').get(path);
    expect(await t.as('member1').post(path)).toEqual(listed);
    expect(listed.notifications.map((each: { data: { groupTitle: string } }) => each.data.groupTitle)).toEqual(['Then told', 'First told']);
    expect(listed.notifications[0]).toMatchObject({ id: expect.any(String), type: 'group_join', received: expect.any(Number) });
    const [{ id }] = listed.notifications;
    expect((await t.as('owner1').post(`${path}/${id}/delete`)).error.code).toBe(403);
    expect(await t.as('member1').post(`${path}/${id}/delete`)).toEqual({ success: true, notificationId: id });
    expect((await t.as('member1').get(path)).total).toBe(1);
  });
});
