// Comments and ratings over HTTP: threads, changes, one vote a member.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyRow } from '../../testing/copied-rows.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { insertComment, putRating } from './comments.store.ts';
import { newId } from './items.ts';

let t: TestPortal;
let id: string;

beforeAll(async () => {
  t = await testPortal({ people: { owner1: 'publisher', reader1: 'user', reader2: 'user', leaver1: 'user', admin1: 'admin' } });
  id = (await t.as('owner1').post('content/users/owner1/addItem', { title: 'Discussed', type: 'Web Map', text: '{}' })).id;
  await t.as('owner1').post(`content/users/owner1/items/${id}/share`, { org: true });
});
afterAll(() => t.close());

let minute = 0;
async function say(who: string, comment: string, parentId?: string): Promise<string> {
  t.setNow(new Date(Date.UTC(2026, 0, 1, 0, minute++)));
  return (await t.as(who).post(`content/items/${id}/addComment`, { comment, ...(parentId === undefined ? {} : { parentId }) })).commentId;
}

const list = (more: Record<string, boolean | number> = {}) => t.as('reader1').get(`content/items/${id}/comments`, { num: 50, ...more });
const texts = (comments: { comment: string }[]): string[] => comments.map((each) => each.comment);

describe('comments', () => {
  it('CO-073 CO-246 are answered in threads; an answer to an answer belongs to the same thread', async () => {
    const first = await say('reader1', 'First');
    const answer = await say('owner1', 'Answer', first);
    await say('reader2', 'Second');
    await say('reader1', 'Answer to the answer', answer);
    const flat = await list();
    expect(texts(flat.comments)).toEqual(['Answer to the answer', 'Second', 'Answer', 'First']);
    expect(flat.comments[3]).toEqual({ id: first, comment: 'First', owner: 'reader1', created: Date.UTC(2026, 0, 1), ownerType: 'user' });
    const threaded = await list({ threaded: true });
    expect(threaded.total).toBe(2);
    expect(texts(threaded.comments)).toEqual(['Second', 'First']);
    expect(texts(threaded.comments[1].replies)).toEqual(['Answer', 'Answer to the answer']);
    expect(threaded.comments[1].replies[1].parentId).toBe(first);
    expect((await list({ threaded: true, num: 1 })).nextStart).toBe(2);
  });

  it('cannot answer what is not there, or stands at another item', async () => {
    const other = (await t.as('owner1').post('content/users/owner1/addItem', { title: 'Other', type: 'Web Map', text: '{}' })).id;
    const elsewhere = (await t.as('owner1').post(`content/items/${other}/addComment`, { comment: 'Elsewhere' })).commentId;
    for (const parentId of [elsewhere, 'x', '0'.repeat(32)])
      expect((await t.as('owner1').post(`content/items/${id}/addComment`, { comment: 'x', parentId })).error.message).toContain(
        'Comment does not exist',
      );
  });

  it('CO-279 tell that they were changed', async () => {
    const comment = await say('reader2', 'Tpyo');
    t.setNow(new Date(Date.UTC(2026, 0, 2)));
    expect((await t.as('reader1').post(`content/items/${id}/comments/${comment}/update`, { comment: 'Mine now' })).error.code).toBe(403);
    await t.as('reader2').post(`content/items/${id}/comments/${comment}/update`, { comment: 'Typo' });
    const changed = await t.as('reader1').get(`content/items/${id}/comments/${comment}`);
    expect(changed).toMatchObject({ comment: 'Typo', modified: Date.UTC(2026, 0, 2) });
    await t.as('reader2').post(`content/items/${id}/comments/${comment}/delete`);
  });

  it('CO-247 keep their place when they are deleted while others have answered, and go with the last answer', async () => {
    const count = async (): Promise<number> => (await t.as('reader1').get(`content/items/${id}`)).numComments;
    const before = await count();
    const comment = await say('reader1', 'To be regretted');
    const answer = await say('reader2', 'I answer', comment);
    await t.as('reader1').post(`content/items/${id}/comments/${comment}/delete`);
    expect(await count()).toBe(before + 1);
    const place = (await list({ threaded: true })).comments.find((each: { id: string }) => each.id === comment);
    expect(place).toMatchObject({ comment: '', owner: '', deleted: true });
    expect(texts(place.replies)).toEqual(['I answer']);
    expect(JSON.stringify(await list())).not.toContain('regretted');
    expect((await t.as('reader1').post(`content/items/${id}/addComment`, { comment: 'x', parentId: comment })).error.code).toBe(400);
    await t.as('owner1').post(`content/items/${id}/comments/${answer}/delete`);
    expect((await list({ threaded: true })).comments.map((each: { id: string }) => each.id)).not.toContain(comment);
    expect(await count()).toBe(before);
  });

  it('CO-166 need somebody who is signed in, as ratings and favourites do', async () => {
    for (const [operation, values] of [
      ['addComment', { comment: 'x' }],
      ['addRating', { rating: 3 }],
      ['rating', { rating: 3 }],
      ['share', { groups: '0'.repeat(32) }],
    ] as const)
      expect((await t.stranger.post(`content/items/${id}/${operation}`, values)).error.code, operation).toBe(499);
    expect((await t.stranger.post('community/users/reader1/update', { description: 'x' })).error.code).toBe(499);
  });
});

describe('ratings', () => {
  it('CO-249 are given by POST to rating as well, and read there; one vote a member counts', async () => {
    const path = `content/items/${id}/rating`;
    expect(await t.as('reader1').get(path)).toEqual({});
    expect(await t.as('reader1').post(path, { rating: 2 })).toMatchObject({ rating: 2 });
    expect(await t.as('reader1').post(path, { rating: 5 })).toMatchObject({ rating: 5 });
    expect(await t.as('reader2').post(path, { rating: 4 })).toMatchObject({ rating: 4 });
    expect(await t.as('reader1').get(`content/items/${id}`)).toMatchObject({ numRatings: 2, avgRating: 4.5 });
    expect((await t.as('reader1').get(`content/items/${id}/ratings`)).ratings).toEqual([
      { value: 5, count: 1 },
      { value: 4, count: 1 },
    ]);
    expect((await t.as('owner1').post(path, { rating: 5 })).error.message).toBe('Users cannot rate their own items.');
    expect((await t.as('reader1').post(path, { rating: 6 })).error.code).toBe(400);
  });

  it('are not given by following a link', async () => {
    await t.as('reader1').get(`content/items/${id}/rating`, { rating: 1 });
    expect((await t.as('reader1').get(`content/items/${id}/rating`)).rating).toBe(5);
  });
});

it('comments and votes of several people at the same moment are all counted', async () => {
  const item = (await t.as('owner1').post('content/users/owner1/addItem', { title: 'Busy', type: 'Web Map', text: '{}' })).id;
  const { db } = t.portal;
  const comment = { item_id: item, comment: 'x', created: new Date(), parent_id: null, edited: null, removed: false };
  let later: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (first) => {
    await insertComment(first, { ...comment, id: 'busy-1', owner: 'reader1' });
    await putRating(first, item, 'reader1', 5);
    later = db.transaction().execute(async (second) => {
      await insertComment(second, { ...comment, id: 'busy-2', owner: 'reader2' });
      await putRating(second, item, 'reader2', 3);
    });
    // Long enough for the second to wait for the first.
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  await later;
  expect(await t.as('owner1').get(`content/items/${item}`)).toMatchObject({ numComments: 2, numRatings: 2, avgRating: 4 });
});

it('of an account that said something everywhere go in batches', async () => {
  const username = 'busy.person';
  await t.as('admin1').post('community/createUser', { username, password: 'Another pass 22', fullname: 'Busy', role: 'org_user' });
  const item = (await t.as('owner1').post('content/users/owner1/addItem', { title: 'Said at', type: 'Web Map', text: '{}' })).id;
  const copies = Array.from({ length: 450 }, () => ({ id: newId() }));
  await copyRow(t.portal.db, 'item', item, copies);
  const said = copies.map(({ id }) => ({ id: newId(), item_id: id, owner: username, comment: 'Well', parent_id: null, edited: null }));
  await t.portal.db.insertInto('item_comment').values(said).execute();
  expect((await t.as('admin1').post(`community/users/${username}/delete`)).success).toBe(true);
  const ids = said.map(({ id }) => id);
  expect(await t.portal.db.selectFrom('item_comment').select('id').where('id', 'in', ids).execute()).toEqual([]);
});

it('of a deleted account are gone and no longer counted, but what others answered stays', async () => {
  const item = (await t.as('owner1').post('content/users/owner1/addItem', { title: 'Left', type: 'Web Map', text: '{}' })).id;
  await t.as('owner1').post(`content/users/owner1/items/${item}/share`, { org: true });
  const comment = async (who: string, text: string, parentId = '') =>
    (await t.as(who).post(`content/items/${item}/addComment`, { comment: text, ...(parentId === '' ? {} : { parentId }) })).commentId;
  const question = await comment('leaver1', 'Question');
  await comment('reader1', 'Answer', question);
  await comment('leaver1', 'Alone');
  for (const [who, rating] of [
    ['leaver1', 1],
    ['reader1', 5],
  ] as const)
    await t.as(who).post(`content/items/${item}/addRating`, { rating });
  expect((await t.as('admin1').post('community/users/leaver1/delete')).success).toBe(true);
  const { comments } = await t.as('reader2').get(`content/items/${item}/comments`, { threaded: true });
  expect(comments).toEqual([
    expect.objectContaining({
      id: question,
      deleted: true,
      owner: '',
      comment: '',
      replies: [expect.objectContaining({ comment: 'Answer' })],
    }),
  ]);
  expect(await t.as('reader2').get(`content/items/${item}`)).toMatchObject({ numComments: 1, numRatings: 1, avgRating: 5 });
});
