// Uploads in parts over HTTP: going on after a lost connection, the end by a job, what becomes of abandoned ones.
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beforeNextTransaction } from '../../testing/meanwhile.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { joinUpload, reopenUpload } from './commit-upload.ts';

let t: TestPortal;
const DAY_MS = 86_400_000;

beforeAll(async () => {
  t = await testPortal({ people: { owner1: 'publisher', other1: 'publisher' } });
});
afterAll(() => t.close());

const owner = () => t.as('owner1');

async function begin(filename: string): Promise<string> {
  const reply = await owner().post('content/users/owner1/addItem', { type: 'CSV', title: 'Parts', multipart: true, filename });
  expect(reply.success).toBe(true);
  return reply.id;
}

const at = (id: string, operation: string): string => `content/users/owner1/items/${id}/${operation}`;
const send = (id: string, partNum: number, bytes: string) =>
  owner().upload(at(id, `addPart?partNum=${partNum}`), {}, { file: { name: 'part', bytes } });
const status = (id: string, jobId?: string) => owner().get(at(id, 'status'), jobId === undefined ? {} : { jobId });
const dataOf = async (id: string): Promise<string> => (await owner().raw('GET', `content/items/${id}/data`, { f: '' })).body;

async function expire(): Promise<void> {
  await t.portal.queue.enqueue(t.portal.db, { name: 'expire-items', payload: {} });
  await t.runJobs();
}

/** An upload with one part that nobody touched for more than a week. */
async function forgotten(filename: string): Promise<string> {
  t.setNow(new Date(Date.now() - 8 * DAY_MS));
  const id = await begin(filename);
  await send(id, 1, 'kept\n');
  t.setNow(new Date());
  return id;
}

describe('an upload in parts', () => {
  it('goes on after a lost connection with the parts that did not arrive, in any order, each as often as needed', async () => {
    const id = await begin('resumed.csv');
    expect(await status(id)).toMatchObject({ status: 'partial' });
    await send(id, 3, 'c\n');
    await send(id, 1, 'wrong\n');
    const sha256 = createHash('sha256').update('c\n').digest('hex');
    const list = await owner().get(at(id, 'parts'));
    expect(list.parts).toEqual([1, 3]);
    expect(list.received[1]).toEqual({ partNum: 3, size: 2, sha256 });
    expect((await owner().post(at(id, 'commit'))).error.message).toBe('Part 2 is missing.');
    await send(id, 2, 'b\n');
    await send(id, 1, 'a\n');
    expect(await owner().post(at(id, 'commit'), { title: 'All there' })).toEqual({ success: true, id });
    expect(await dataOf(id)).toBe('a\nb\nc\n');
    expect(await owner().get(`content/items/${id}`)).toMatchObject({ title: 'All there', name: 'resumed.csv', size: 6 });
    expect((await owner().get(at(id, 'parts'))).parts).toEqual([]);
  });

  it('is joined by a job when asked for; the status is processing, then completed', async () => {
    const id = await begin('by-a-job.csv');
    await send(id, 1, 'a\n');
    await send(id, 2, 'b\n');
    const { jobId } = await owner().post(at(id, 'commit'), { async: true, title: 'Joined later' });
    expect(await status(id, jobId)).toMatchObject({ status: 'processing', jobId, itemId: id });
    expect((await send(id, 3, 'late\n')).error.code).toBe(400);
    expect((await owner().post(at(id, 'cancel'))).error.code).toBe(400);
    await t.runJobs();
    expect(await status(id, jobId)).toMatchObject({ status: 'completed' });
    expect(await dataOf(id)).toBe('a\nb\n');
    expect((await owner().get(`content/items/${id}`)).title).toBe('Joined later');
    expect((await t.as('other1').get(at(id, 'status'), { jobId })).error.code).toBe(403);
  });

  it('can be committed again when the job could not join it', async () => {
    const id = await begin('broken.csv');
    await send(id, 1, 'a\n');
    const part = await t.portal.db.selectFrom('item_part').select('key').where('item_id', '=', id).executeTakeFirstOrThrow();
    await rm(t.portal.files.pathOf(part.key));
    const { jobId } = await owner().post(at(id, 'commit'), { async: true });
    for (let attempt = 0; attempt < 4; attempt++) {
      await t.runJobs();
      await t.portal.db
        .updateTable('job')
        .set({ run_after: new Date(0) })
        .where('id', '=', jobId)
        .where('state', '=', 'waiting')
        .execute();
    }
    expect(await status(id, jobId)).toMatchObject({ status: 'failed' });
    expect(await status(id)).toMatchObject({ status: 'partial' });
    await send(id, 1, 'again\n');
    await owner().post(at(id, 'commit'));
    expect(await dataOf(id)).toBe('again\n');
  });

  it('is joined once when it is committed twice at the same time, and leaves no bytes behind', async () => {
    const id = await begin('twice.csv');
    await send(id, 1, 'twice\n');
    await Promise.all([1, 2].map(() => joinUpload(t.portal, id, () => new Promise((resolve) => setTimeout(resolve, 100)))));
    expect(await dataOf(id)).toBe('twice\n');
    const item = await t.portal.db.selectFrom('item').select('data_key').where('id', '=', id).executeTakeFirstOrThrow();
    const sha256 = createHash('sha256').update('twice\n').digest('hex');
    const kept = await t.portal.db.selectFrom('stored_file').select('key').where('sha256', '=', sha256).execute();
    expect(kept).toEqual([{ key: item.data_key }]);
  });

  it('refuses a file name that was taken meanwhile, before anything is joined', async () => {
    const id = await begin('taken.csv');
    await send(id, 1, 'a\n');
    await owner().upload('content/users/owner1/addItem', { type: 'CSV' }, { file: { name: 'taken.csv', bytes: 'x' } });
    expect((await owner().post(at(id, 'commit'), { async: true })).error.code).toBe(409);
    expect((await owner().post(at(id, 'commit'), { filename: 'free.csv' })).success).toBe(true);
  });

  it('is given up after a week without a part, with its bytes; one that goes on stays', async () => {
    t.setNow(new Date(Date.now() - 8 * DAY_MS));
    const [abandoned, alive] = [await begin('abandoned.csv'), await begin('alive.csv')];
    await send(abandoned, 1, 'a\n');
    await send(alive, 1, 'a\n');
    t.setNow(new Date());
    await send(alive, 2, 'a\n');
    const part = await t.portal.db.selectFrom('item_part').select('key').where('item_id', '=', abandoned).executeTakeFirstOrThrow();
    await expire();
    expect((await status(abandoned)).error.messageCode).toBe('CONT_0001');
    await expect(t.portal.files.sizeOf(part.key)).rejects.toThrow();
    expect(await status(alive)).toMatchObject({ status: 'partial' });
  });

  it('stays when it is committed in the moment in which its week is over, or goes on', async () => {
    const committed = await forgotten('committed-late.csv');
    beforeNextTransaction(t.portal, () => owner().post(at(committed, 'commit')));
    await expire();
    expect(await dataOf(committed)).toBe('kept\n');
    const going = await forgotten('going-on.csv');
    beforeNextTransaction(t.portal, () => send(going, 2, 'more\n'));
    await expire();
    expect((await owner().get(at(going, 'parts'))).parts).toEqual([1, 2]);
  });

  it('is not cancelled, nor deleted for good, once it was committed in this moment', async () => {
    const id = await begin('committed-first.csv');
    await send(id, 1, 'kept\n');
    beforeNextTransaction(t.portal, () => owner().post(at(id, 'commit')));
    expect((await owner().post(at(id, 'cancel'))).error.message).toContain('committed already');
    expect(await dataOf(id)).toBe('kept\n');
    const other = await begin('committed-before-delete.csv');
    await send(other, 1, 'kept\n');
    beforeNextTransaction(t.portal, () => owner().post(at(other, 'commit')));
    expect((await owner().post(at(other, 'delete'))).error.message).toContain('at the same time');
    expect(await dataOf(other)).toBe('kept\n');
  });

  it('is not said to be there when it was given up while it was joined', async () => {
    const id = await begin('given-up.csv');
    await send(id, 1, 'gone\n');
    let cancelled = false;
    const joining = joinUpload(t.portal, id, async () => {
      if (!cancelled) await owner().post(at(id, 'cancel'));
      cancelled = true;
    });
    await expect(joining).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    const second = await begin('given-up-before.csv');
    await send(second, 1, 'gone\n');
    beforeNextTransaction(t.portal, () => owner().post(at(second, 'cancel')));
    expect((await owner().post(at(second, 'commit'))).error.message).toContain('committed already, or never begun');
  });

  it('takes no part once it was committed in this moment, and is not committed with a part that was replaced', async () => {
    const id = await begin('late-part.csv');
    await send(id, 1, 'a\n');
    beforeNextTransaction(t.portal, () => owner().post(at(id, 'commit')));
    expect((await send(id, 2, 'late\n')).error.message).toContain('committed already');
    expect(await dataOf(id)).toBe('a\n');
    const other = await begin('replaced-part.csv');
    await send(other, 1, 'old\n');
    let sent = false;
    const joining = joinUpload(t.portal, other, async () => {
      if (!sent) await send(other, 1, 'new\n');
      sent = true;
    });
    await expect(joining).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect((await owner().post(at(other, 'commit'))).success).toBe(true);
    expect(await dataOf(other)).toBe('new\n');
  });

  it('is not opened again by a job that could not join it when the item got other data meanwhile', async () => {
    const id = await begin('other-data.csv');
    await send(id, 1, 'a\n');
    await owner().post(at(id, 'commit'), { async: true });
    const file = { name: 'other-data.csv', bytes: 'other\n' };
    expect((await owner().upload(at(id, 'update'), {}, { file })).success).toBe(true);
    await reopenUpload(t.portal, id, 'could not be joined');
    expect(await owner().get(`content/users/owner1/items/${id}`)).toMatchObject({ item: { size: 6 } });
    expect((await owner().get(at(id, 'parts'))).parts).toEqual([]);
    const row = await t.portal.db.selectFrom('item').select('status').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.status).toBe('completed');
    await t.runJobs();
    expect(await dataOf(id)).toBe('other\n');
  });
});
