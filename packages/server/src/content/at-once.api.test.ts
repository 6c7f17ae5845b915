// Two people at the same thing: what one of them checked is no longer so when it is written.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beforeNextTransaction } from '../../testing/meanwhile.ts';
import { statementsOf } from '../../testing/statements.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { setFolder } from './items.store.ts';
import { folderTitled } from './items.ts';
import { unbinItems } from './recycle-bin.store.ts';

let t: TestPortal;

beforeAll(async () => {
  t = await testPortal({ people: { owner1: 'publisher', taker1: 'publisher', reader1: 'user', admin1: 'admin', leaver1: 'user' } });
});
afterAll(() => t.close());

const owner = () => t.as('owner1');
const at = (id: string, operation: string): string => `content/users/owner1/items/${id}/${operation}`;

async function add(title: string, folder = ''): Promise<string> {
  return (await owner().post(`content/users/owner1${folder}/addItem`, { title, type: 'Web Map', text: '{}' })).id;
}

async function addFile(who: string, name: string): Promise<string> {
  return (await t.as(who).upload(`content/users/${who}/addItem`, { type: 'CSV' }, { file: { name, bytes: 'a\n1\n' } })).id;
}

async function makeFolder(title: string): Promise<string> {
  return (await owner().post('content/users/owner1/createFolder', { title })).folder.id;
}

const deleteFolder = (id: string, more = {}) => owner().post(`content/users/owner1/${id}/delete`, more);
const folderOf = async (who: string, id: string) => (await t.as(who).get(`content/users/${who}/items/${id}`)).folder;

describe('a folder that goes', () => {
  it('takes along what is put into it while its items go', async () => {
    const folder = await makeFolder('Filled while it goes');
    const [first, late] = [await add('There', `/${folder}`), await add('Late')];
    beforeNextTransaction(t.portal, () => owner().post(at(late, 'move'), { folder }));
    expect((await deleteFolder(folder)).success).toBe(true);
    const { items } = await owner().get('content/users/owner1', { inRecycleBin: true });
    expect(items.map((item: { id: string }) => item.id)).toEqual(expect.arrayContaining([first, late]));
    await owner().post(at(late, 'restore'));
    expect((await folderOf('owner1', late)).title).toBe('Filled while it goes');
  });

  it('is said to be missing by whatever comes too late: a new item, a move, a restored item', async () => {
    const folder = await makeFolder('Gone in this moment');
    const [moved, binned] = [await add('Moved'), await add('Restored')];
    await owner().post(at(binned, 'delete'));
    beforeNextTransaction(t.portal, () => deleteFolder(folder));
    const reply = await owner().post(`content/users/owner1/${folder}/addItem`, { title: 'Late', type: 'Web Map' });
    expect(reply.error).toMatchObject({ code: 400, messageCode: 'CONT_0004' });
    await expect(setFolder(t.portal.db, [moved], folder)).rejects.toMatchObject({ code: 'FOLDER_NOT_FOUND' });
    await expect(unbinItems(t.portal.db, [binned], folder)).rejects.toMatchObject({ code: 'FOLDER_NOT_FOUND' });
  });

  it('goes in batches: where one is kept, what went before it is deleted and the rest lies where it lay', async () => {
    const folder = await makeFolder('Large');
    const rows = Array.from({ length: 450 }, (_, n) => ({
      id: `b${n.toString(16).padStart(31, '0')}`,
      title: `Row ${n}`,
      created: new Date(Date.UTC(2026, 0, 1) + n * 1000),
    }));
    await t.portal.db
      .insertInto('item')
      .values(
        rows.map((row) => ({ ...row, owner: 'owner1', org_id: t.orgId, type: 'PDF', folder_id: folder, scopes: ['user:owner1'] })) as never,
      )
      .execute();
    // Somebody protects the oldest one after it was looked at.
    beforeNextTransaction(t.portal, () => owner().post(at(rows[0]?.id ?? '', 'protect')));
    expect((await deleteFolder(folder)).error.messageCode).toBe('CONT_0048');
    const left = await owner().get(`content/users/owner1/${folder}`, { num: 1 });
    expect(left.total).toBe(50);
    expect((await owner().get('content/users/owner1', { inRecycleBin: true, num: 1 })).total).toBeGreaterThanOrEqual(400);
    await owner().post(at(rows[0]?.id ?? '', 'unprotect'));
    expect((await deleteFolder(folder, { permanentDelete: true })).success).toBe(true);
    expect((await owner().get(`content/users/owner1/${folder}`)).error.messageCode).toBe('CONT_0004');
  });
});

describe('a folder that is made when missing', () => {
  it('is made once by all who want it at the same time', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) ids.push(await add(`Given ${n}`));
    const replies = await Promise.all(
      ids.map((id) => t.as('admin1').post(at(id, 'reassign'), { targetUsername: 'taker1', targetFolderName: 'Wanted by all' })),
    );
    expect(replies.map((reply) => reply.success)).toEqual(ids.map(() => true));
    const folders = new Set(await Promise.all(ids.map(async (id) => (await folderOf('taker1', id)).id)));
    expect(folders.size).toBe(1);
  });

  it('is found in any spelling, and waited for while somebody makes it', async () => {
    const made = await t.portal.db.transaction().execute((db) => folderTitled(db, 'taker1', 'İzmir'));
    expect(await t.portal.db.transaction().execute((db) => folderTitled(db, 'taker1', ' İzmir '))).toBe(made);
    await expect(folderTitled(t.portal.db, 'taker1', 'a/b')).rejects.toMatchObject({ code: 'FOLDER_TITLE_TAKEN' });
  });
});

describe('handing items over', () => {
  it('says which file cannot go because the new owner got one of its name in this moment, and hands over the others', async () => {
    const [same, other] = [await addFile('owner1', 'same.csv'), await addFile('owner1', 'other.csv')];
    beforeNextTransaction(t.portal, () => addFile('taker1', 'same.csv'));
    const reply = await t.as('admin1').post('content/users/owner1/reassignItems', { items: `${same},${other}`, targetUsername: 'taker1' });
    expect(reply.results).toMatchObject([
      { itemId: same, success: false, error: { code: 409, messageCode: 'CONT_0006' } },
      { itemId: other, success: true },
    ]);
    const alone = await addFile('owner1', 'alone.csv');
    beforeNextTransaction(t.portal, () => addFile('taker1', 'alone.csv'));
    expect((await t.as('admin1').post(at(alone, 'reassign'), { targetUsername: 'taker1' })).error.messageCode).toBe('CONT_0006');
  });
});

describe('an answer', () => {
  it('is refused when the comment, or the item, went in this moment', async () => {
    const id = await add('Discussed');
    await owner().post(at(id, 'share'), { org: true });
    const say = (parentId?: string) =>
      t.as('reader1').post(`content/items/${id}/addComment`, { comment: 'Said', ...(parentId === undefined ? {} : { parentId }) });
    const { commentId } = await say();
    beforeNextTransaction(t.portal, () => t.as('reader1').post(`content/items/${id}/comments/${commentId}/delete`));
    expect((await say(commentId)).error).toMatchObject({ code: 400, message: expect.stringContaining('Comment does not exist') });
    expect((await owner().get(`content/items/${id}/comments`)).total).toBe(0);
    beforeNextTransaction(t.portal, () => owner().post(at(id, 'delete'), { permanentDelete: true }));
    expect((await say()).error.messageCode).toBe('CONT_0001');
  });
});

describe('a deletion for good', () => {
  it('spares an item that somebody protects in this moment, alone and among others', async () => {
    const [one, two, three] = [await add('Protected late'), await add('Protected late too'), await add('Gone')];
    beforeNextTransaction(t.portal, () => owner().post(at(one, 'protect')));
    expect((await owner().post(at(one, 'delete'), { permanentDelete: true })).error.messageCode).toBe('CONT_0048');
    beforeNextTransaction(t.portal, () => owner().post(at(two, 'protect')));
    const items = `${two},${three}`;
    const { results } = await owner().post('content/users/owner1/deleteItems', { items, permanentDelete: true });
    expect(results).toMatchObject([{ itemId: two, success: false, error: { messageCode: 'CONT_0048' } }, { success: true }]);
    expect((await owner().get(`content/items/${two}`)).title).toBe('Protected late too');
  });
});

describe('a group that goes', () => {
  const makeGroup = async (title: string): Promise<string> =>
    (await owner().post('community/createGroup', { title, access: 'org', autoJoin: 'true' })).group.id;
  const deleteGroup = (id: string) => owner().post(`community/groups/${id}/delete`);

  it('is kept when somebody protects it in this moment', async () => {
    const group = await makeGroup('Protected late');
    beforeNextTransaction(t.portal, () => owner().post(`community/groups/${group}/protect`));
    expect((await deleteGroup(group)).error.messageCode).toBe('COM_0025');
  });

  it('gets no more items and members: those who come too late are told to look again', async () => {
    const id = await add('Shared too late');
    for (const come of [
      (group: string) => owner().post(at(id, 'share'), { groups: group }),
      (group: string) => t.as('reader1').post(`community/groups/${group}/join`),
    ]) {
      const group = await makeGroup('Gone in this moment');
      beforeNextTransaction(t.portal, () => deleteGroup(group));
      expect((await come(group)).error).toMatchObject({ code: 400, message: expect.stringContaining('deleted at the same time') });
    }
    expect((await owner().get(`content/items/${id}`)).access).toBe('private');
  });

  it('lets its items go in batches', async () => {
    const group = await makeGroup('Large');
    const ids = Array.from({ length: 1100 }, (_, n) => `c${n.toString(16).padStart(31, '0')}`);
    const fixed = { owner: 'owner1', org_id: t.orgId, type: 'PDF', group_count: 1, scopes: ['user:owner1', `group:${group}`] };
    await t.portal.db
      .insertInto('item')
      .values(ids.map((id) => ({ ...fixed, id, title: id })) as never)
      .execute();
    await t.portal.db
      .insertInto('item_share')
      .values(ids.map((item_id) => ({ item_id, group_id: group, shared_by: 'owner1' })))
      .execute();
    const transactions = await statementsOf(async () => expect((await deleteGroup(group)).success).toBe(true), /^begin/i);
    expect(transactions).toBeGreaterThanOrEqual(3);
    const left = await t.portal.db.selectFrom('item').select('id').where('id', 'in', ids).where('group_count', '>', 0).execute();
    expect(left).toEqual([]);
    expect((await owner().get(`content/items/${ids[0]}`)).access).toBe('private');
  });
});

it('the bin of a member who goes is handed over in batches', async () => {
  const ids = Array.from({ length: 1100 }, (_, n) => `d${n.toString(16).padStart(31, '0')}`);
  const fixed = { owner: 'leaver1', org_id: t.orgId, type: 'PDF', scopes: ['bin:leaver1'], binned: new Date(), binned_by: 'leaver1' };
  await t.portal.db
    .insertInto('item')
    .values(ids.map((id) => ({ ...fixed, id, title: id })) as never)
    .execute();
  const before = (await t.as('admin1').get('content/users/admin1', { inRecycleBin: true, num: 1 })).total;
  const transactions = await statementsOf(
    async () => expect((await t.as('admin1').post('community/users/leaver1/delete')).success).toBe(true),
    /^begin/i,
  );
  expect(transactions).toBeGreaterThanOrEqual(4);
  expect((await t.as('admin1').get('content/users/admin1', { inRecycleBin: true, num: 1 })).total).toBe(before + 1100);
});
