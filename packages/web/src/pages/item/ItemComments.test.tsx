// Comments, rating and favourites on the item page.
import type { Item } from '@graticule/contract/content/item';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { keys } from '../../api/keys.ts';
import { queryClient } from '../../api/query-client.ts';
import { type Answers, renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { FavouriteButton } from './FavouriteButton.tsx';
import { ItemComments } from './ItemComments.tsx';
import { ItemRating } from './ItemRating.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const item = { id: 'i1', owner: 'bob', numComments: 2, numRatings: 3, avgRating: 3.6, commentsEnabled: true } as Item;
const comments = [
  { id: 'c2', owner: 'ada', comment: 'Newer<br>line', created: 2000, ownerType: 'user' },
  { id: 'c1', owner: 'cleo', comment: 'Older', created: 1000, ownerType: 'user' },
];
const page = { total: 2, start: 1, num: 20, nextStart: -1, comments };

async function open(username: string | undefined, answers: Answers = {}) {
  const user = username && { username, privileges: [], favGroupId: 'f1' };
  const all: Answers = { 'portals/self': () => ({ id: 'o', ...(user ? { user } : {}) }), 'i1/comments?': () => page, ...answers };
  const view = await renderPage(
    <SessionGate>
      <ItemRating item={item} />
      <FavouriteButton item={item} />
      <ItemComments item={item} />
    </SessionGate>,
    '/home/item.html?id=i1',
    all,
    ['item'],
  );
  await screen.findByText('Older');
  return view;
}

test('CO-168 CO-321 the rating is the rounded average out of 5', async () => {
  await open('bob');
  expect(screen.getByRole('img', { name: '4 of 5 stars, 3 ratings' })).toBeTruthy();
});

test('owners do not rate their own items', async () => {
  await open('bob');
  expect(screen.queryByText('Your rating')).toBeNull();
});

test('CO-248 a member rates, and sees the own vote', async () => {
  const { asked } = await open('ada', { 'i1/rating': () => ({ rating: 2 }), 'i1/addRating': () => ({ success: true, itemId: 'i1' }) });
  await screen.findByText('Remove my rating');
  await userEvent.click(screen.getByRole('button', { name: '5 stars' }));
  await waitFor(() => expect(asked.some(({ url, body }) => url.includes('addRating') && body.includes('rating=5'))).toBe(true));
});

test('CO-293 visitors are asked to sign in, by words that stay, and may change nothing', async () => {
  await open(undefined);
  expect(screen.getByRole('link', { name: 'Sign in to comment' }).getAttribute('href')).toContain('returnUrl');
  expect(screen.getByRole('link', { name: 'Sign in to rate' })).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('CO-246 a comment is sent as it was typed, angle brackets included', async () => {
  const { asked } = await open('ada', { 'i1/rating': () => ({}), 'i1/addComment': () => ({ success: true, commentId: 'c3' }) });
  const box = screen.getByLabelText('Your comment');
  await userEvent.type(box, 'depth < 5');
  await userEvent.click(screen.getByRole('button', { name: 'Add comment' }));
  await waitFor(() => {
    const sent = asked.find(({ url }) => url.includes('addComment'));
    expect(new URLSearchParams(sent?.body).get('comment')).toBe('depth &lt; 5');
  });
  await waitFor(() => expect((screen.getByLabelText('Your comment') as HTMLTextAreaElement).value).toBe(''));
});

test('the author edits and deletes the own comment, not those of others', async () => {
  await open('ada', { 'i1/rating': () => ({}) });
  const [own, other] = screen.getAllByRole('listitem');
  if (!own || !other) throw new Error('two comments are shown');
  expect(
    within(other)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['Answer']);
  await userEvent.click(within(own).getByRole('button', { name: 'Edit' }));
  expect((within(own).getByLabelText('Your comment') as HTMLTextAreaElement).value).toBe('Newer\nline');
});

test('an answer is sent with the comment that it answers, and stands below it', async () => {
  const answer = { id: 'c3', owner: 'bob', comment: 'Agreed', created: 3000, ownerType: 'user', parentId: 'c1' };
  const threads = { ...page, comments: [comments[0], { ...comments[1], replies: [answer] }] };
  const { asked } = await open('ada', {
    'i1/rating': () => ({}),
    'i1/comments?': () => threads,
    'i1/addComment': () => ({ success: true, commentId: 'c4' }),
  });
  const older = screen.getByText('Older').closest('li');
  if (!older) throw new Error('the comment is shown');
  expect(within(older).getByText('Agreed')).toBeTruthy();
  await userEvent.click(within(older).getAllByRole('button', { name: 'Answer' })[0] as HTMLElement);
  await userEvent.type(within(older).getByLabelText('Answer to cleo'), 'Me too');
  await userEvent.click(within(older).getAllByRole('button', { name: 'Answer' })[1] as HTMLElement);
  await waitFor(() => {
    const sent = asked.find(({ url }) => url.includes('addComment'));
    expect(new URLSearchParams(sent?.body).get('parentId')).toBe('c1');
  });
});

test('CO-247 the owner of the item deletes any comment after a question', async () => {
  const { asked } = await open('bob', { 'c1/delete': () => ({ success: true, commentId: 'c1' }) });
  const [, other] = screen.getAllByRole('listitem');
  if (!other) throw new Error('two comments are shown');
  await userEvent.click(within(other).getByRole('button', { name: 'Delete' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(asked.some(({ url }) => url.includes('comments/c1/delete'))).toBe(true));
});

test('CO-267 the star shares with the own favourites group and takes back', async () => {
  let isIn = false;
  const { asked } = await open('ada', {
    'i1/rating': () => ({}),
    'i1/groups': () => ({ admin: isIn ? [{ id: 'f1', isFav: true }] : [], member: [], other: [] }),
    'i1/share': () => {
      isIn = true;
      return { notSharedWith: [], itemId: 'i1' };
    },
    'i1/unshare': () => ({ notUnsharedFrom: [], itemId: 'i1' }),
  });
  const star = () => screen.getByRole('button', { name: 'Favourite' });
  await waitFor(() => expect(star()).toHaveProperty('disabled', false));
  await userEvent.click(star());
  await waitFor(() => expect(star().getAttribute('aria-pressed')).toBe('true'));
  await userEvent.click(star());
  await waitFor(() => expect(asked.some(({ url, body }) => url.includes('i1/unshare') && body.includes('groups=f1'))).toBe(true));
  expect(queryClient.getQueryData(keys.session)).toBeTruthy();
});
