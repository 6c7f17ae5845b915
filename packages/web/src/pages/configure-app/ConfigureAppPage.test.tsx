// Configuring an app: what is asked, what is saved, and who may.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { ConfigureAppPage } from './ConfigureAppPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TEMPLATE = 'fedcba9876543210fedcba9876543210';
const app = {
  id: 'a1',
  owner: 'ada',
  orgId: 'o',
  type: 'Web Mapping Application',
  title: 'Trees side by side',
  url: 'https://example.org/viewer?appid=a1',
  typeKeywords: ['Configurable'],
  tags: [],
};
const questions = [
  {
    category: '<b>General</b><script>alert(1)</script>',
    fields: [
      { type: 'string', fieldName: 'title', label: '<img src=x onerror=alert(1)>Title' },
      {
        type: 'conditional',
        fieldName: 'search',
        label: 'Offer a search',
        items: [{ type: 'string', fieldName: 'hint', label: 'Hint of the search' }],
      },
      {
        type: 'options',
        fieldName: 'theme',
        label: 'Theme',
        options: [
          { value: 'dark', label: 'Dark' },
          { value: 'light', label: 'Light' },
        ],
      },
      { type: 'placefinder', fieldName: 'finder', label: 'Places' },
    ],
  },
];

async function open(answers: Parameters<typeof renderPage>[2] = {}, username = 'ada') {
  return renderPage(
    <SessionGate>
      <ConfigureAppPage />
    </SessionGate>,
    '/home/webmap/configureApp.html?appid=a1&folderid=0123456789abcdef0123456789abcdef',
    {
      '/portals/self': () => ({ id: 'o', isSetUp: true, user: { username, orgId: 'o', role: 'org_user', privileges: [] } }),
      '/items/a1/data': () => ({ source: TEMPLATE, folderId: null, values: { webmap: 'm1', title: 'Trees', finder: { places: 3 } } }),
      [`/items/${TEMPLATE}/data`]: () => ({ configurationSettings: questions, values: { theme: 'dark', title: 'Your title' } }),
      '/items/a1/update': () => ({ success: true, id: 'a1' }),
      '/items/a1': () => app,
      ...answers,
    },
    ['item', 'item-types'],
  );
}

test('CO-014 the questions of the template are asked as plain text, and changed answers are saved beside the others', async () => {
  const { asked } = await open();
  const title = await screen.findByRole('textbox', { name: 'Title' });
  expect((title as HTMLInputElement).value).toBe('Trees');
  expect(document.querySelector('script, img')).toBeNull();
  expect(within(screen.getByRole('group', { name: /^General/ })).getByText('Places')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to the folder' }).getAttribute('href')).toContain(
    'folder=0123456789abcdef0123456789abcdef',
  );
  const frame = screen.getByTitle('Preview of Trees side by side');
  expect([frame.getAttribute('src'), frame.getAttribute('sandbox')]).toEqual([
    app.url,
    'allow-scripts allow-forms allow-popups allow-same-origin',
  ]);
  expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true);

  await userEvent.clear(title);
  await userEvent.type(title, 'Old trees');
  expect(screen.queryByRole('textbox', { name: 'Hint of the search' })).toBeNull();
  await userEvent.click(screen.getByRole('switch', { name: 'Offer a search' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Hint of the search' }), 'A tree');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.some(({ url }) => url.includes('/items/a1/update'))).toBe(true));
  const sent = new URLSearchParams(asked.find(({ url }) => url.includes('/items/a1/update'))?.body).get('text');
  expect(JSON.parse(sent ?? '')).toEqual({
    source: TEMPLATE,
    folderId: null,
    values: { webmap: 'm1', title: 'Old trees', finder: { places: 3 }, search: true, hint: 'A tree' },
  });
  await waitFor(() => expect(screen.getByText('This is the app as it was last saved.')).toBeTruthy());
});

test('where the template cannot be read, the map and the title are asked', async () => {
  await open({ [`/items/${TEMPLATE}/data`]: () => ({ error: { code: 403, message: 'No.', details: [] } }) });
  expect(((await screen.findByRole('textbox', { name: 'Title' })) as HTMLInputElement).value).toBe('Trees');
  expect(screen.getByRole('combobox', { name: 'Map to show' })).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('a refused change is told, and what was typed stays', async () => {
  await open({ '/items/a1/update': () => ({ error: { code: 400, message: 'Your room is full.', details: [] } }) });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The configuration could not be saved');
  expect((screen.getByRole('textbox', { name: 'Title' }) as HTMLInputElement).value).toBe('Trees!');
});

test('nobody else configures the app', async () => {
  await open({}, 'bob');
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull();
  expect(document.querySelector('iframe')).toBeNull();
});

test('an app that would be the portal itself runs without its origin, and other items are no apps', async () => {
  await open({ '/items/a1': () => ({ ...app, url: `${window.location.origin}/home/index.html` }) });
  expect((await screen.findByTitle(/^Preview/)).getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-popups');
  cleanup();
  await open({ '/items/a1': () => ({ ...app, url: 'javascript:alert(1)' }) });
  expect(await screen.findByText('There is nothing to configure')).toBeTruthy();
  expect(document.querySelector('iframe')).toBeNull();
});
