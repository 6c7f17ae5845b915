// Handing items over, over HTTP: one, several, a folder, everything of a member.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;

beforeAll(async () => {
  t = await testPortal({ people: { giver1: 'publisher', taker1: 'publisher', viewer1: 'viewer', admin1: 'admin' } });
});
afterAll(() => t.close());

const admin = () => t.as('admin1');

async function add(who: string, title: string, folder = ''): Promise<string> {
  return (await t.as(who).post(`content/users/${who}${folder}/addItem`, { title, type: 'Web Map', text: '{}' })).id;
}

async function addFile(who: string, name: string): Promise<string> {
  return (await t.as(who).upload(`content/users/${who}/addItem`, { type: 'CSV' }, { file: { name, bytes: 'a\n1\n' } })).id;
}

const item = (id: string) => admin().get(`content/items/${id}`);
const folderOf = async (owner: string, id: string) => (await admin().get(`content/users/${owner}/items/${id}`)).folder?.title;

describe('handing items over', () => {
  it('CO-233 gives one to another person, into a folder that is made when missing, for administrators only', async () => {
    const id = await add('giver1', 'One');
    const to = { targetUsername: 'taker1', targetFolderName: 'From giver' };
    for (const who of ['giver1', 'taker1', 'viewer1'])
      expect((await t.as(who).post(`content/users/giver1/items/${id}/reassign`, to)).error.code).toBe(403);
    expect(await admin().post(`content/users/giver1/items/${id}/reassign`, to)).toEqual({ success: true, itemId: id });
    expect((await item(id)).owner).toBe('taker1');
    expect(await folderOf('taker1', id)).toBe('From giver');
    expect((await t.as('giver1').get(`content/items/${id}`)).error.code).toBe(403);
    expect((await t.as('taker1').post(`content/users/taker1/items/${id}/update`, { title: 'Mine' })).success).toBe(true);
  });

  it('refuses people who may not own items, who are unknown, and file names that are taken', async () => {
    const id = await addFile('giver1', 'same.csv');
    const map = await add('giver1', 'Map');
    await addFile('taker1', 'same.csv');
    const give = (targetUsername: string) =>
      admin().post('content/users/giver1/reassignItems', { items: `${id},${map},${'0'.repeat(32)}`, targetUsername });
    expect((await give('viewer1')).error.message).toContain("'viewer1' does not allow owning items");
    expect((await give('nobody1')).error.messageCode).toBe('COM_0018');
    const { results } = await give('taker1');
    expect(results).toMatchObject([
      { itemId: id, success: false, error: { code: 409 } },
      { itemId: map, success: true },
      { success: false, error: { messageCode: 'CONT_0001' } },
    ]);
    expect((await item(id)).owner).toBe('giver1');
  });

  it('takes the source file and the views of a hosted layer along, unless told not to', async () => {
    const source = await addFile('giver1', 'towns.csv');
    const published = await t.as('giver1').post('content/users/giver1/publish', {
      itemId: source,
      fileType: 'csv',
      publishParameters: JSON.stringify({ name: 'handed_over', locationType: 'none' }),
    });
    await t.runJobs();
    const layer = published.services[0].serviceItemId;
    const [view, foreign] = [await add('giver1', 'View'), await add('taker1', 'View of another')];
    for (const [who, origin] of [
      ['giver1', view],
      ['taker1', foreign],
    ] as const) {
      await t.as('giver1').post(`content/users/giver1/items/${layer}/share`, { org: true });
      await t.as(who).post(`content/users/${who}/addRelationship`, {
        originItemId: origin,
        destinationItemId: layer,
        relationshipType: 'Service2Data',
      });
    }
    const alone = await admin().post(`content/users/giver1/items/${layer}/reassign`, { targetUsername: 'taker1', dependents: false });
    expect(alone).toEqual({ success: true, itemId: layer });
    await admin().post(`content/users/taker1/items/${layer}/reassign`, { targetUsername: 'giver1', dependents: false });
    const reply = await admin().post(`content/users/giver1/items/${layer}/reassign`, { targetUsername: 'taker1' });
    expect(reply.alsoReassigned.sort()).toEqual([source, view].sort());
    expect([(await item(source)).owner, (await item(view)).owner, (await item(foreign)).owner]).toEqual(['taker1', 'taker1', 'taker1']);
    const path = new URL(published.services[0].serviceurl).pathname;
    expect((await t.as('taker1').get(`${path}/0/query`, { where: '1=1', returnCountOnly: true })).count).toBe(1);
  });

  it('gives a folder with its title, and then the folder is gone', async () => {
    const { folder } = await t.as('giver1').post('content/users/giver1/createFolder', { title: 'Whole folder' });
    const ids = [await add('giver1', 'In 1', `/${folder.id}`), await add('giver1', 'In 2', `/${folder.id}`)];
    const binned = await add('giver1', 'In the bin', `/${folder.id}`);
    await t.as('giver1').post(`content/users/giver1/items/${binned}/delete`);
    expect((await t.as('giver1').post(`content/users/giver1/${folder.id}/reassign`, { targetUsername: 'taker1' })).error.code).toBe(403);
    const reply = await admin().post(`content/users/giver1/${folder.id}/reassign`, { targetUsername: 'taker1' });
    expect(reply).toEqual({ success: true, items: 2, groups: 0, notReassigned: [] });
    for (const id of ids) expect(await folderOf('taker1', id)).toBe('Whole folder');
    expect((await t.as('giver1').get('content/users/giver1')).folders.map((each: { id: string }) => each.id)).not.toContain(folder.id);
    await t.as('giver1').post(`content/users/giver1/items/${binned}/restore`);
    expect(await folderOf('giver1', binned)).toBe('Whole folder');
  });

  it('CO-213 gives everything of a person, with folders and groups, and says what stays', async () => {
    const { folder } = await t.as('giver1').post('content/users/giver1/createFolder', { title: 'Kept title' });
    const inFolder = await add('giver1', 'In folder', `/${folder.id}`);
    const clash = await addFile('giver1', 'clash.csv');
    await addFile('taker1', 'clash.csv');
    const made = await t.as('giver1').post('community/createGroup', { title: 'Group to give', tags: 'x', access: 'org' });
    const before = (await t.as('giver1').get('search', { q: 'owner:giver1', num: 0 })).total;
    const reply = await admin().post('content/users/giver1/reassignContent', { targetUsername: 'taker1', groups: true });
    expect(reply).toMatchObject({ success: true, groups: 1 });
    expect(reply.notReassigned.map((entry: { itemId: string }) => entry.itemId)).toContain(clash);
    expect(reply.items + reply.notReassigned.length).toBe(before);
    expect(await folderOf('taker1', inFolder)).toBe('Kept title');
    expect((await admin().get(`community/groups/${made.group.id}`)).owner).toBe('taker1');
    expect((await t.as('taker1').post('content/users/taker1/reassignContent', { targetUsername: 'giver1' })).error.code).toBe(403);
    expect((await admin().post('content/users/giver1/reassignContent', { targetUsername: 'giver1' })).error.code).toBe(400);
  });
});
