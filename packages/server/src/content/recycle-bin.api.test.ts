// The recycle bin over HTTP: what it hides, what it brings back, who may use it, when it ends.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { purgeItems } from './purge.ts';
import { binnedByIds } from './recycle-bin.store.ts';

let t: TestPortal;
const DAY_MS = 86_400_000;

beforeAll(async () => {
  t = await testPortal({ people: { publisher1: 'publisher', member1: 'user', admin1: 'admin', leaver1: 'publisher' } });
});
afterAll(() => t.close());

const ada = () => t.as('publisher1');

async function addItem(title: string, extra: Record<string, string | boolean> = {}, folder = ''): Promise<string> {
  const { id } = await ada().post(`content/users/publisher1${folder}/addItem`, {
    title,
    type: 'Web Map',
    tags: 'bin',
    text: '{}',
    ...extra,
  });
  return id;
}

async function addFile(name: string, as = 'publisher1'): Promise<string> {
  const files = { file: { name, bytes: 'id,name\n1,a\n' } };
  return (await t.as(as).upload(`content/users/${as}/addItem`, { tags: 'x', type: 'CSV' }, files)).id;
}

const remove = (id: string, more: Record<string, string | boolean> = {}) => ada().post(`content/users/publisher1/items/${id}/delete`, more);
const restore = (id: string, more: Record<string, string | boolean> = {}) =>
  ada().post(`content/users/publisher1/items/${id}/restore`, more);
const bin = async (who = 'publisher1', owner = 'publisher1') => t.as(who).get(`content/users/${owner}`, { inRecycleBin: true, num: 100 });

describe('an item in the recycle bin', () => {
  it('CO-228 is found nowhere: not by its owner, not by administrators, in no list, count or file', async () => {
    const group = (await ada().post('community/createGroup', { title: 'Bin readers', tags: 'x', access: 'private' })).group.id;
    const id = await addItem('Ravensbourne hydrants');
    const other = await addItem('Ravensbourne pipes');
    await ada().post(`content/users/publisher1/items/${id}/share`, { everyone: true, groups: group });
    await ada().post('content/users/publisher1/addRelationship', {
      originItemId: other,
      destinationItemId: id,
      relationshipType: 'Map2Service',
    });
    const { favGroupId } = await t.as('member1').get('community/self');
    await t.as('member1').post(`content/items/${id}/share`, { groups: favGroupId });
    expect(await remove(id)).toEqual({ success: true, itemId: id });

    for (const who of ['publisher1', 'admin1', 'member1']) {
      const person = t.as(who);
      for (const path of [
        '',
        '/data',
        '/comments',
        '/rating',
        '/ratings',
        '/groups',
        '/relatedItems',
        '/resources',
        '/info/thumbnail/x.png',
      ]) {
        expect((await person.get(`content/items/${id}${path}`, { relationshipType: 'Map2Service' })).error?.code, `${who} ${path}`).toBe(
          400,
        );
      }
      const found = await person.get('search', { q: 'Ravensbourne', countFields: 'type' });
      expect(found.results.map((item: { id: string }) => item.id)).not.toContain(id);
      expect((await person.get('search', { q: `id:${id}` })).total).toBe(0);
      const related = await person.get(`content/items/${other}/relatedItems`, { relationshipType: 'Map2Service' });
      expect(related.error?.code ?? related.total).toBe(who === 'member1' ? 403 : 0);
    }
    expect((await ada().get(`content/groups/${group}`)).total).toBe(0);
    expect((await t.as('member1').get(`content/groups/${favGroupId}`)).total).toBe(0);
    expect((await t.as('admin1').get('content/users/publisher1', { num: 100 })).items.map((item: { id: string }) => item.id)).not.toContain(
      id,
    );
    expect((await ada().get(`content/users/publisher1/items/${id}`)).error.messageCode).toBe('CONT_0001');
    for (const operation of ['update', 'share', 'move', 'protect', 'delete', 'unshare'])
      expect(
        (await ada().post(`content/users/publisher1/items/${id}/${operation}`, { title: 'x', everyone: false, folder: '/', groups: group }))
          .error.messageCode,
        operation,
      ).toBe('CONT_0001');
    const results = (await ada().post('content/users/publisher1/moveItems', { items: id, folder: '/' })).results;
    expect(results).toMatchObject([{ itemId: id, success: false }]);

    expect(await restore(id)).toEqual({ success: true, itemId: id });
    const back = await ada().get(`content/users/publisher1/items/${id}`);
    expect(back.sharing).toEqual({ access: 'public', groups: [group] });
    expect((await t.stranger.get(`content/items/${id}`)).title).toBe('Ravensbourne hydrants');
    expect((await t.as('member1').get(`content/groups/${favGroupId}`)).total).toBe(1);
    expect((await ada().get(`content/items/${other}/relatedItems`, { relationshipType: 'Map2Service' })).total).toBe(1);
  });

  it('is listed with when it goes, for its owner and administrators only', async () => {
    const id = await addItem('Listed');
    await remove(id);
    const mine = await bin();
    const entry = mine.items.find((item: { id: string }) => item.id === id);
    expect(entry).toMatchObject({ inRecycleBin: true, recycledBy: 'publisher1', recycledFrom: null, title: 'Listed' });
    expect(entry.expires - entry.recycled).toBe(30 * DAY_MS);
    expect((await bin('admin1')).total).toBe(mine.total);
    expect((await bin('member1')).error.code).toBe(403);
    expect((await t.stranger.get('content/users/publisher1', { inRecycleBin: true })).error.code).toBe(499);
    expect((await t.as('member1').post(`content/users/publisher1/items/${id}/restore`)).error.messageCode).toBe('CONT_0001');
    expect((await t.as('member1').post(`content/users/publisher1/items/${id}/delete`, { permanentDelete: true })).error.messageCode).toBe(
      'CONT_0001',
    );
    expect((await t.as('admin1').post(`content/users/publisher1/items/${id}/restore`)).success).toBe(true);
  });

  it('returns to its folder, to a folder made anew, or to the one named', async () => {
    const { folder } = await ada().post('content/users/publisher1/createFolder', { title: 'Rivers' });
    const [first, second] = [await addItem('In folder', {}, `/${folder.id}`), await addItem('In folder too', {}, `/${folder.id}`)];
    await remove(first);
    await restore(first);
    expect((await ada().get(`content/users/publisher1/items/${first}`)).folder.id).toBe(folder.id);
    await remove(first);
    expect((await ada().post(`content/users/publisher1/${folder.id}/delete`)).success).toBe(true);
    expect((await bin()).items.filter((item: { recycledFrom: string }) => item.recycledFrom === 'Rivers')).toHaveLength(2);
    const restored = await ada().post('content/users/publisher1/restoreItems', { items: `${first},${second}` });
    expect(restored.results.map((result: { success: boolean }) => result.success)).toEqual([true, true]);
    const made = (await ada().get(`content/users/publisher1/items/${second}`)).folder;
    expect(made.title).toBe('Rivers');
    expect((await ada().get(`content/users/publisher1/items/${first}`)).folder.id).toBe(made.id);
    await remove(first);
    await restore(first, { folder: '/' });
    expect((await ada().get(`content/users/publisher1/items/${first}`)).folder).toBeNull();
    await remove(first);
    expect((await restore(first, { folder: 'f'.repeat(32) })).error.messageCode).toBe('CONT_0004');
  });

  it('leaves its file name to others, and says so when it wants to come back', async () => {
    const first = await addFile('parks.csv');
    await remove(first);
    const second = await addFile('parks.csv');
    expect(second).not.toBe(first);
    expect((await ada().get(`content/users/publisher1/items/${first}/canRestore`)).error).toMatchObject({ code: 409 });
    expect((await restore(first)).error.message).toBe(
      "'parks' cannot be restored: there is another item with the file name 'parks.csv'. Rename or delete that item first.",
    );
    await remove(second);
    const both = await ada().post('content/users/publisher1/restoreItems', { items: `${first},${second}` });
    expect(both.results.filter((result: { success: boolean }) => result.success)).toHaveLength(1);
    await remove(first);
    await remove(second);
    expect(await ada().get(`content/users/publisher1/items/${first}/canRestore`)).toEqual({ itemId: first, success: true });
  });

  it('counts for the storage until it is gone, with its bytes, for good', async () => {
    const used = async () => (await ada().get('community/self')).storageUsage as number;
    const before = await used();
    const id = await addFile('bytes.csv');
    const key = (await t.portal.db.selectFrom('item').select('data_key').where('id', '=', id).executeTakeFirstOrThrow()).data_key ?? '';
    await remove(id);
    expect(await used()).toBe(before + 12);
    expect(await remove(id, { permanentDelete: true })).toEqual({ success: true, itemId: id });
    expect(await used()).toBe(before);
    await expect(t.portal.files.sizeOf(key)).rejects.toThrow();
    expect((await restore(id)).error.messageCode).toBe('CONT_0001');
  });

  it('is passed over when deletion for good is asked for, one by one, in lists and with a folder', async () => {
    const { folder } = await ada().post('content/users/publisher1/createFolder', { title: 'Gone at once' });
    const [one, two, three] = [await addItem('1'), await addItem('2'), await addItem('3', {}, `/${folder.id}`)];
    const total = (await bin()).total;
    await remove(one, { permanentDelete: true });
    await ada().post('content/users/publisher1/deleteItems', { items: two, permanentDelete: true });
    await ada().post(`content/users/publisher1/${folder.id}/delete`, { permanentDelete: true });
    expect((await bin()).total).toBe(total);
    expect(await t.portal.db.selectFrom('item').select('id').where('id', 'in', [one, two, three]).execute()).toEqual([]);
  });
});

describe('a hosted layer in the recycle bin', () => {
  it('answers nowhere, keeps its name, and answers again with the same rows once it is back', async () => {
    const reply = await ada().upload(
      'content/users/publisher1/publish',
      { fileType: 'csv', publishParameters: JSON.stringify({ name: 'binned_layer' }) },
      { file: { name: 'towns.csv', bytes: 'name,lat,lon\nA,1,2\nB,3,4\n' } },
    );
    await t.runJobs();
    const { serviceItemId: id, serviceurl } = reply.services[0];
    const path = new URL(serviceurl).pathname;
    const admin = path.replace('/rest/services/', '/rest/admin/services/');
    const tile = `${path.replace('FeatureServer', 'VectorTileServer')}/tile/0/0/0.pbf`;
    const count = () => ada().get(`${path}/0/query`, { where: '1=1', returnCountOnly: true });
    expect(await count()).toEqual({ count: 2 });
    expect((await ada().raw('GET', tile, { f: '' })).statusCode).toBe(200);
    await ada().post(`content/users/publisher1/items/${id}/share`, { everyone: true });

    await remove(id);
    for (const who of [ada(), t.as('admin1'), t.stranger]) {
      for (const address of [path, `${path}/0`, `${path}/0/query`, admin])
        expect((await who.get(address, { where: '1=1' })).error?.code, address).toBe(404);
      expect((await who.raw('GET', tile, { f: '' })).statusCode).toBe(404);
      expect((await who.post(`${path}/0/addFeatures`, { features: '[]' })).error.code).toBe(404);
    }
    expect((await ada().get('/rest/services/Hosted')).services.map((service: { name: string }) => service.name)).not.toContain(
      'Hosted/binned_layer',
    );
    const available = await ada().get('portals/self/isServiceNameAvailable', { name: 'binned_layer', type: 'Feature Service' });
    expect(available).toEqual({ available: false });

    await restore(id);
    expect(await count()).toEqual({ count: 2 });
    expect((await t.stranger.get(`${path}/0/query`, { where: '1=1', returnCountOnly: true })).count).toBe(2);
    expect((await t.stranger.raw('GET', tile, { f: '' })).statusCode).toBe(200);
    await remove(id, { permanentDelete: true });
    expect((await ada().get('portals/self/isServiceNameAvailable', { name: 'binned_layer', type: 'Feature Service' })).available).toBe(
      true,
    );
  });
});

it('a layer that came to nothing says why, and is not kept when it is deleted', async () => {
  const reply = await ada().upload(
    'content/users/publisher1/publish',
    { fileType: 'csv', publishParameters: JSON.stringify({ name: 'came_to_nothing' }) },
    { file: { name: 'nothing.csv', bytes: 'name,lat,lon\n"never closed' } },
  );
  await t.runJobs();
  const id = reply.services[0].serviceItemId;
  const listed = (await ada().get('content/users/publisher1', { num: 100 })).items.find((item: { id: string }) => item.id === id);
  expect(listed.status).toBe('failed');
  expect(listed.statusMessage).toContain('cannot be read');
  expect(await ada().get(`content/items/${id}`)).toMatchObject({ status: 'failed' });
  const { total } = await bin();
  await remove(id);
  expect((await bin()).total).toBe(total);
  expect(await t.portal.db.selectFrom('item').select('id').where('id', '=', id).execute()).toEqual([]);
});

describe('the end of the bin', () => {
  it('comes after thirty days by itself, item by item', async () => {
    const [old, young] = [await addItem('Old'), await addItem('Young')];
    const now = Date.now();
    t.setNow(new Date(now - 31 * DAY_MS));
    await remove(old);
    t.setNow(new Date(now - 29 * DAY_MS));
    await remove(young);
    t.setNow(new Date(now));
    await t.portal.queue.enqueue(t.portal.db, { name: 'expire-items', payload: {} });
    await t.runJobs();
    const left = (await bin()).items.map((item: { id: string }) => item.id);
    expect(left).toContain(young);
    expect(left).not.toContain(old);
  });

  it('comes at once when its owner empties it; what is not in it stays', async () => {
    const kept = await addItem('Kept');
    await remove(await addItem('Emptied'));
    const { total } = await bin();
    expect((await t.as('member1').post('content/users/publisher1/emptyRecycleBin')).error.code).toBe(403);
    expect(await ada().post('content/users/publisher1/emptyRecycleBin')).toEqual({ success: true, deleted: total });
    expect((await bin()).total).toBe(0);
    expect((await ada().get(`content/items/${kept}`)).id).toBe(kept);
  });

  it('does not come with the account: what a deleted member had in the bin passes to the administrator', async () => {
    const id = await addFile('left-behind.csv', 'leaver1');
    expect((await t.as('admin1').post('community/users/leaver1/delete')).error.code).toBe(400);
    await t.as('leaver1').post('content/users/leaver1/deleteItems', { items: id });
    expect((await t.as('admin1').post('community/users/leaver1/delete')).success).toBe(true);
    const mine = await t.as('admin1').get('content/users/admin1', { inRecycleBin: true });
    expect(mine.items).toMatchObject([{ id, owner: 'admin1', recycledBy: 'leaver1' }]);
    expect((await t.as('admin1').post(`content/users/admin1/items/${id}/restore`)).success).toBe(true);
  });
});

describe('lists of items', () => {
  it('CO-180 CO-303 that name an item twice are refused, and the error names it', async () => {
    const id = await addItem('Twice');
    for (const operation of ['deleteItems', 'moveItems', 'shareItems', 'protectItems', 'restoreItems']) {
      const reply = await ada().post(`content/users/publisher1/${operation}`, { items: `${id},${id}`, folder: '/', everyone: false });
      expect(reply.error, operation).toMatchObject({ code: 400, message: `The list names the identifier '${id}' more than once.` });
    }
    expect((await ada().get(`content/items/${id}`)).title).toBe('Twice');
  });

  it('CO-230 CO-231 protect and unprotect together; what is protected does not get into the bin', async () => {
    const ids = [await addItem('A'), await addItem('B')];
    const unknown = 'e'.repeat(32);
    const reply = await ada().post('content/users/publisher1/protectItems', { items: [ids[0], unknown, ids[1]].join() });
    expect(reply.results.map((result: { success: boolean }) => result.success)).toEqual([true, false, true]);
    const refused = await ada().post('content/users/publisher1/deleteItems', { items: ids.join() });
    expect(refused.results.map((result: { error: { messageCode: string } }) => result.error.messageCode)).toEqual([
      'CONT_0048',
      'CONT_0048',
    ]);
    await ada().post('content/users/publisher1/unprotectItems', { items: ids.join() });
    const deleted = await ada().post('content/users/publisher1/deleteItems', { items: ids.join() });
    expect(deleted.results).toEqual(ids.map((itemId) => ({ itemId, success: true })));
  });
});

it('a recycle bin of no days deletes at once', async () => {
  const none = await testPortal({ people: { publisher1: 'publisher' }, config: { recycleBinDays: 0 } });
  const { id } = await none.as('publisher1').post('content/users/publisher1/addItem', { title: 'x', type: 'Web Map' });
  await none.as('publisher1').post(`content/users/publisher1/items/${id}/delete`);
  expect(await none.portal.db.selectFrom('item').select('id').where('id', '=', id).execute()).toEqual([]);
  await none.close();
});

it('keeps an item that is restored while the bin is being emptied', async () => {
  const back = await addItem('Back in time');
  const gone = await addItem('Gone for good');
  for (const id of [back, gone]) await remove(id);
  const lying = await binnedByIds(t.portal.db, [back, gone]);
  expect((await restore(back)).success).toBe(true);
  await purgeItems(t.portal, lying);
  expect((await ada().get(`content/items/${back}`)).title).toBe('Back in time');
  expect((await restore(gone)).error.code).toBe(400);
});
