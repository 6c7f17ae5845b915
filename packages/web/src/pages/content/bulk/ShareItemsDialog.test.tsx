// Sharing many items: what is said before anything is saved, and what is handed on.
import type { Item } from '@graticule/contract/content/item';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../../testing/render-page.tsx';
import { SessionGate } from '../../../testing/SessionGate.tsx';
import type { Operation } from './operations.ts';
import { ShareItemsDialog } from './ShareItemsDialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const items = ['private', 'org'].map((access, i) => ({ id: `i${i}`, owner: 'ada', orgId: 'o', title: `Sheet ${i}`, access }) as Item);
const groups = [
  { id: 'g1', title: 'Foresters', isFav: false },
  { id: 'g2', title: 'Surveyors', isFav: false },
];
const ada = { username: 'ada', orgId: 'o', role: 'org_publisher', privileges: ['portal:user:shareToOrg'], groups };

async function open(onStart: (operation: Operation) => void) {
  return renderPage(
    <SessionGate>
      <ShareItemsDialog items={items} onStart={onStart} onClose={() => {}} />
    </SessionGate>,
    '/home/content.html',
    { '/portals/self': () => ({ id: 'o', isSetUp: true, user: ada }), '/community/users/ada': () => ada },
    ['share', 'content'],
  );
}

test('it says whose members will see the items, and how many items more people will see, before they are shared', async () => {
  const started: Operation[] = [];
  await open((operation) => started.push(operation));
  const [add, remove] = await screen.findAllByRole('combobox', { name: /groups/ });
  if (!add || !remove) throw new Error('a field is missing');
  await userEvent.click(add);
  await userEvent.click(await screen.findByRole('option', { name: 'Foresters' }));
  expect(add.getAttribute('aria-expanded')).toBe('false');
  expect(await screen.findByText('The members of Foresters will see these 2 items.')).toBeTruthy();
  await userEvent.click(remove);
  await userEvent.click(await screen.findByRole('option', { name: 'Surveyors' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Everybody in the organisation' }));
  expect(screen.getByText(/One item will be seen by more people than now\./).textContent).toContain(
    'The members of Surveyors will see these 2 items only if they are shared with them in another way.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(started.map(({ kind }) => kind)).toEqual(['share']);
});
