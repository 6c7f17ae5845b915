// The share dialog: what may be chosen, who will see what, and what is sent.
import type { Item } from '@graticule/contract/content/item';
import type { PortalSelf } from '@graticule/contract/portals/portal';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { type Answers, renderPage } from '../testing/render-page.tsx';
import { SessionGate } from '../testing/SessionGate.tsx';
import { ShareDialog } from './ShareDialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const item = { id: 'i1', owner: 'ada', orgId: 'o', title: 'Felling plan', type: 'CSV', access: 'private' } as Item;
const groups = [
  { id: 'g1', title: 'Foresters', isFav: false },
  { id: 'g2', title: 'Surveyors', isFav: false },
  { id: 'g3', title: 'Favourites', isFav: true },
];
const RIGHTS = ['portal:user:shareToOrg', 'portal:user:shareToGroup'];

/** Answers of a portal in which Ada shares what is hers; who sees it is counted from what is asked. */
function answersWith(more: Answers = {}): Answers {
  const user = { username: 'ada', orgId: 'o', role: 'org_publisher', privileges: RIGHTS, groups } as unknown as PortalSelf['user'];
  return {
    ...more,
    '/portals/self': () => ({ id: 'o', isSetUp: true, access: 'public', user }),
    '/community/users/ada': () => user,
    '/audience': ({ url, body }) => {
      const asked = new URLSearchParams(body === '' ? url.split('?')[1] : body);
      const chosen = (asked.get('groups') ?? '').split(',').filter((id) => id !== '');
      return {
        owner: 'ada',
        everyone: asked.get('everyone') === 'true',
        organization: { name: 'Woods', shared: asked.get('org') === 'true', members: 40, isPrivate: false },
        groups: groups.filter((group) => chosen.includes(group.id)).map(({ id, title }) => ({ id, title, members: 7 })),
        administrators: 2,
        people: asked.get('org') === 'true' ? 42 : 3 + 7 * chosen.length,
        isAtLeast: false,
      };
    },
    '/content/users/ada/items/i1': () => ({ item, sharing: { access: 'shared', groups: ['g1'] }, folder: null }),
  };
}

const open = (answers: Answers, onClose = () => {}) =>
  renderPage(
    <SessionGate>
      <ShareDialog items={[item]} onClose={onClose} />
    </SessionGate>,
    '/home/item.html',
    answers,
    ['share'],
  );

test('it opens with the sharing as it is, and says who will see the item before anything is saved', async () => {
  const { asked } = await open(answersWith());
  const forest = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Foresters' });
  const dialog = screen.getByRole('dialog', { name: 'Share the item' });
  expect(forest.checked).toBe(true);
  expect(within(dialog).queryByRole('checkbox', { name: 'Favourites' })).toBeNull();
  await within(dialog).findByText('10 people will see it');
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Surveyors' }));
  await within(dialog).findByText('17 people will see it');
  expect(within(dialog).getByText('7 members of the group Surveyors')).toBeTruthy();
  expect(within(dialog).getByText('2 administrators who see every item')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Everybody in the organisation' }));
  await within(dialog).findByText('42 people will see it');
  expect(within(dialog).getByText('All 40 members of Woods')).toBeTruthy();
  expect(asked.filter(({ url }) => url.includes('/share'))).toEqual([]);
});

test('it opens with its choices in place, which are used once the sharing as it is is known', async () => {
  let know = () => {};
  const known = new Promise<void>((resolve) => {
    know = resolve;
  });
  const answers = answersWith();
  const sharing = '/content/users/ada/items/i1';
  const { asked } = await open({
    ...answers,
    [sharing]: async (request) => {
      await known;
      return answers[sharing]?.(request);
    },
  });
  const dialog = await screen.findByRole('dialog', { name: 'Share the item' });
  await waitFor(() => expect(asked.some(({ url }) => url.includes(sharing))).toBe(true));
  const [level] = within(dialog).getAllByRole<HTMLInputElement>('radio');
  expect(level?.closest('[inert]')).toBeTruthy();
  expect(level?.checked).toBe(false);
  expect(within(dialog).queryByRole('checkbox')).toBeNull();
  const said = within(dialog)
    .getAllByRole('status')
    .filter(({ textContent }) => textContent === 'Loading…');
  expect(said.map((each) => each.closest('[inert]'))).toEqual([null]);
  expect(within(dialog).getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  know();
  await within(dialog).findByText('10 people will see it');
  expect(said[0]?.textContent).toBe('');
  // the same that stood there, not another dialog in its place
  expect(within(dialog).getAllByRole('radio')[0]).toBe(level);
  expect(level?.closest('[inert]')).toBeNull();
  expect(level?.checked).toBe(true);
});

test('what the role does not allow cannot be chosen, and says why', async () => {
  await open(answersWith());
  const everyone = await screen.findByRole<HTMLInputElement>('radio', { name: 'Everyone' });
  expect(everyone.disabled).toBe(true);
  expect(screen.getByText('Your role does not allow this.')).toBeTruthy();
});

test('only what changed is sent: groups that come, groups that go, and the level', async () => {
  const onClose = vi.fn();
  const { asked } = await open(
    answersWith({
      '/items/i1/unshare': () => ({ notUnsharedFrom: [], itemId: 'i1' }),
      '/items/i1/share': () => ({ notSharedWith: [], itemId: 'i1' }),
    }),
    onClose,
  );
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Foresters' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Surveyors' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Everybody in the organisation' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const sent = (name: string) => Object.fromEntries(new URLSearchParams(asked.find(({ url }) => url.endsWith(name))?.body));
  expect(sent('/items/i1/share')).toMatchObject({ everyone: 'false', org: 'true', groups: 'g2' });
  expect(sent('/items/i1/unshare')).toMatchObject({ groups: 'g1' });
});

test('a group that does not take the item is named, and the dialog stays', async () => {
  const onClose = vi.fn();
  await open(answersWith({ '/items/i1/share': () => ({ notSharedWith: ['g2'], itemId: 'i1' }) }), onClose);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Surveyors' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Not shared with Surveyors: you may not add items there. The rest was saved.');
  expect(onClose).not.toHaveBeenCalled();
});

test('an item that somebody deleted meanwhile is told, instead of waiting for ever', async () => {
  const gone = { error: { code: 400, messageCode: 'CONT_0001', message: 'Item does not exist.', details: [] } };
  await open({ ...answersWith(), '/content/users/ada/items/i1': () => gone });
  expect((await screen.findByRole('alert')).textContent).toBe('This item does not exist, or you have no access to it.');
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
});

test('groups that cannot be loaded say why', async () => {
  const down = { error: { code: 503, message: 'Starting.', details: [] } };
  await open({ ...answersWith(), '/community/users/ada': () => down });
  expect(await screen.findByText('The portal is busy or restarting. Try again in a few seconds.', {}, { timeout: 15_000 })).toBeTruthy();
  expect(screen.getAllByRole('radio')).toHaveLength(3);
});

test('a group that somebody else added while the dialog was open stays, and one that they took away is not added again', async () => {
  let there = ['g1'];
  const onClose = vi.fn();
  const { asked } = await open(
    {
      ...answersWith({ '/items/i1/share': () => ({ notSharedWith: [], itemId: 'i1' }) }),
      '/content/users/ada/items/i1': () => ({ item, sharing: { access: 'shared', groups: there }, folder: null }),
    },
    onClose,
  );
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Surveyors' }));
  await screen.findByText('17 people will see it');
  there = ['g4'];
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Foresters' }).checked).toBe(false));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Surveyors' }).checked).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked.filter(({ url }) => url.endsWith('/unshare'))).toEqual([]);
  const share = asked.find(({ url }) => url.endsWith('/items/i1/share'));
  expect(new URLSearchParams(share?.body).get('groups')).toBe('g2');
});
