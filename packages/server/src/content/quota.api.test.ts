// The storage limit of a person, under uploads that come at the same time or in parts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { saver1: 'user', parts1: 'user', boss01: 'admin' } });
  await t.portal.db.updateTable('account').set({ storage_quota: 1000 }).where('username', '=', 'saver1').execute();
});
afterAll(() => t.close());

const used = async (): Promise<number> => (await t.as('saver1').get('community/self')).storageUsage;

describe('the storage limit', () => {
  it('holds when several files are sent at once', async () => {
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map((n) =>
        t
          .as('saver1')
          .upload(
            'content/users/saver1/addItem',
            { title: `File ${n}`, type: 'CSV' },
            { file: { name: `f${n}.csv`, bytes: 'x'.repeat(400) } },
          ),
      ),
    );
    expect(replies.filter((reply) => reply.success === true)).toHaveLength(2);
    expect(replies.filter((reply) => reply.error?.message.startsWith('Not enough storage'))).toHaveLength(3);
    expect(await used()).toBe(800);
    const keys = await t.portal.db.selectFrom('stored_file').select('key').execute();
    expect(keys).toHaveLength(2);
  });

  it('counts the parts of uploads that were never finished', async () => {
    const begin = (name: string) =>
      t.as('saver1').post('content/users/saver1/addItem', { title: name, type: 'CSV', multipart: true, filename: `${name}.csv` });
    const part = async (id: string) =>
      t.as('saver1').upload(`content/users/saver1/items/${id}/addPart?partNum=1`, {}, { file: { name: 'part', bytes: 'x'.repeat(150) } });
    const [first, second] = [await begin('one'), await begin('two')];
    expect((await part(first.id)).success).toBe(true);
    expect((await part(second.id)).error.message).toContain('Not enough storage');
  });

  it('tells how much is free to the owner alone, in parts and resources as well, and counts what a part replaces', async () => {
    await t.portal.db.updateTable('account').set({ storage_quota: 5000 }).where('username', '=', 'parts1').execute();
    const { id } = await t
      .as('parts1')
      .post('content/users/parts1/addItem', { title: 'Parts', type: 'CSV', multipart: true, filename: 'parts.csv' });
    const send = (who: string, partNum: number, size: number) =>
      t
        .as(who)
        .upload(`content/users/parts1/items/${id}/addPart?partNum=${partNum}`, {}, { file: { name: 'part', bytes: 'x'.repeat(size) } });
    expect((await send('parts1', 1, 3900)).success).toBe(true);
    expect((await send('parts1', 2, 2000)).error.message).toContain('1 KB are free');
    expect((await send('boss01', 2, 2000)).error.message).toContain('the owner of the item has no room');
    expect((await send('parts1', 1, 4500)).success).toBe(true);
    const add = (who: string) =>
      t.as(who).upload(`content/users/parts1/items/${id}/addResources`, {}, { file: { name: 'r.txt', bytes: 'x'.repeat(2000) } });
    expect((await add('parts1')).error.message).toContain('0 KB are free');
    expect((await add('boss01')).error.message).toContain('the owner of the item has no room');
  });
});
