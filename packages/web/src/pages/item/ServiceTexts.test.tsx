// What a service says of itself, and its largest answer: typed, looked at, saved beside what others write.
import type { Item } from '@graticule/contract/content/item';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { ServiceTexts } from './ServiceTexts.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TEXTS = { serviceDescription: 'Trees of the town', description: '', copyrightText: '', maxRecordCount: 2000 };
const layer = (name: string, maxRecordCount: number) => ({ id: maxRecordCount, name, type: 'Table', fields: [], maxRecordCount });

/** A service that keeps what it is sent, as the portal does. */
async function open(layers: object[] = [layer('trees', 2000)]) {
  const kept = { ...TEXTS, editingInfo: { schemaLastEditDate: 5 } };
  const view = await renderPage(
    <ServiceTexts item={{ id: 'i', owner: 'ada' } as Item} service="trees" />,
    '/x',
    {
      'FeatureServer/layers': () => ({ layers: [], tables: layers }),
      updateDefinition: ({ body }) => {
        const sent = new URLSearchParams(body);
        if (sent.get('ifUnchanged') !== String(kept.editingInfo.schemaLastEditDate))
          return { error: { code: 409, message: 'changed', details: [] } };
        theirs(JSON.parse(sent.get('updateDefinition') ?? ''));
        return { success: true };
      },
      'FeatureServer?': () => kept,
    },
    ['item'],
  );
  const theirs = (change: Partial<typeof TEXTS>) => {
    const date = kept.editingInfo.schemaLastEditDate + 1;
    Object.assign(kept, change, { editingInfo: { schemaLastEditDate: date } });
  };
  await screen.findByRole('textbox', { name: 'Copyright' });
  const sent = () =>
    view.asked
      .filter(({ url }) => url.includes('/rest/admin/services/Hosted/trees/FeatureServer/updateDefinition'))
      .map(({ body }) => JSON.parse(new URLSearchParams(body).get('updateDefinition') ?? ''));
  return { kept, theirs, sent };
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('the texts of a service are changed one by one, also to none', async () => {
  const { kept, sent } = await open();
  await userEvent.type(box('Copyright'), ' The town, CC BY 4.0 ');
  await press('Save');
  await waitFor(() => expect(kept.copyrightText).toBe('The town, CC BY 4.0'));
  await waitFor(() => expect(document.activeElement).toBe(box('Copyright')));
  await userEvent.clear(box('Description of the service'));
  await press('Save');
  await waitFor(() => expect(kept.serviceDescription).toBe(''));
  expect(sent()).toEqual([{ copyrightText: 'The town, CC BY 4.0' }, { serviceDescription: '' }]);
});

test('the two descriptions of a service are kept apart', async () => {
  const { kept, sent } = await open();
  await userEvent.type(box('Description of the contents'), 'Counted in 2024');
  await press('Save');
  await waitFor(() => expect(kept).toMatchObject({ serviceDescription: 'Trees of the town', description: 'Counted in 2024' }));
  expect(sent()).toEqual([{ description: 'Counted in 2024' }]);
});

test.each(['0', '10001', '2.5', '-3', '', 'many'])('“%s” is no limit, which is said, and nothing is sent', async (text) => {
  const { sent } = await open();
  const rows = box('Most rows of one answer');
  await userEvent.clear(rows);
  if (text !== '') await userEvent.type(rows, text);
  expect(screen.getByText('Type a whole number from 1 to 10,000.')).toBeTruthy();
  expect(rows.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  await userEvent.type(rows, '{Enter}');
  expect(sent()).toEqual([]);
  await press('Cancel');
  expect([rows.value, screen.queryByText(/^Type a whole number/)]).toEqual(['2000', null]);
});

test('the largest answer is a number, typed as the language writes it', async () => {
  const { kept, sent } = await open();
  const rows = box('Most rows of one answer');
  await userEvent.clear(rows);
  await userEvent.type(rows, '1,500{Enter}');
  await waitFor(() => expect(kept.maxRecordCount).toBe(1500));
  expect(sent()).toEqual([{ maxRecordCount: 1500 }]);
  await waitFor(() => expect(box('Most rows of one answer').value).toBe('1500'));
});

test('layers with a limit of their own are named', async () => {
  await open([layer('trees', 2000), layer('benches', 50)]);
  expect(screen.getByText('benches has a limit of its own: 50 rows.')).toBeTruthy();
  expect(screen.queryByText(/^trees has a limit/)).toBeNull();
});

test('what somebody else wrote meanwhile stands below what was typed, and is written over on purpose only', async () => {
  const { kept, theirs, sent } = await open();
  const description = () => box('Description of the service');
  await userEvent.type(description(), ', counted');
  theirs({ serviceDescription: 'All trees', copyrightText: 'Ours' });
  await press('Save');
  expect((await screen.findByRole('definition')).textContent).toBe('All trees');
  expect(description().value).toBe('Trees of the town, counted');
  await press('Keep theirs');
  await waitFor(() => expect(description().value).toBe('All trees'));
  expect([kept.serviceDescription, sent().length]).toEqual(['All trees', 1]);
  await userEvent.type(description(), '!');
  theirs({ serviceDescription: 'Every tree' });
  await press('Save');
  await screen.findByText('Every tree');
  await press('Save mine');
  await waitFor(() => expect(kept).toMatchObject({ serviceDescription: 'All trees!', copyrightText: 'Ours' }));
});

test('what somebody else changed of another setting stands in the way of nothing', async () => {
  const { kept, theirs } = await open();
  await userEvent.type(box('Copyright'), 'The town');
  theirs({ maxRecordCount: 50 });
  await press('Save');
  await waitFor(() => expect(kept).toMatchObject({ copyrightText: 'The town', maxRecordCount: 50 }));
});
