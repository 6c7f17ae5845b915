// A load of new data whose end was not heard: it is asked for, and its rows are not loaded twice unasked.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { UpdateDataDialog } from './UpdateDataDialog.tsx';

const sent = vi.hoisted(() => ({ count: 0 }));
vi.mock('../uploads/upload-to-service.ts', () => ({
  uploadToService: async () => `u${++sent.count}`,
  dropFromService: async () => undefined,
}));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (name: string) => ({ name, alias: name, type: 'esriFieldTypeString', editable: true, nullable: true });
const layer = { id: 0, name: 'Trees', type: 'Table', fields: [field('code')] } as unknown as LayerInfo;
const other = { ...layer, id: 1, name: 'Shrubs' } as LayerInfo;
const RIGHTS = { create: true, update: true, remove: true };
const REFUSED = { error: { code: 403, message: 'Not for you.', details: ['Ask the keeper.'] } };

const chooseFile = async () => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await userEvent.upload(input as HTMLInputElement, new File(['x'], 'new.csv'));
  await screen.findByText(/1 of 1 field/);
};

/** A load whose end is not heard, with the dialog still open. */
async function unheardOf() {
  let now: object = REFUSED;
  let start: object = { statusUrl: 'http://x/append/jobs/j' };
  const { asked } = await renderPage(
    <UpdateDataDialog
      item={{ id: 'i', title: 'Trees' } as Item}
      service="trees"
      layers={[layer, other]}
      rightsOf={() => RIGHTS}
      mayReplace
      onClose={() => undefined}
    />,
    '/x',
    {
      'append/analyze': () => ({
        publishParameters: { type: 'csv', name: 'new', locationType: 'none', layerInfo: { fields: [field('code')] }, rowCount: 1 },
        fieldMappings: [{ name: 'code', source: 'code' }],
        records: [],
        fields: ['code'],
      }),
      'append/jobs/j': () => now,
      '/append': () => start,
    },
    ['item', 'formats'],
  );
  await waitFor(() => expect(document.querySelector('input[type=file]')).toBeTruthy());
  await chooseFile();
  await userEvent.click(screen.getByRole('button', { name: 'Add the rows' }));
  await screen.findByText(/It is not known what became of the load\. Ask again: nothing is loaded twice by that\./);
  const starts = () =>
    asked.filter(({ url }) => url.endsWith('/append')).map(({ body }) => new URLSearchParams(body).get('idempotencyKey'));
  now = { status: 'Completed', recordCount: 9, insertedCount: 9 };
  return {
    starts,
    /** What the portal says of every load from now on. */
    answer: (answers: { start?: object; job?: object }) => {
      start = answers.start ?? { statusUrl: 'http://x/append/jobs/j' };
      now = answers.job ?? now;
    },
  };
}

const SURE = 'Load these rows too, though those of before may stand there already';

/** Another file is chosen and loaded by somebody who is sure. */
async function loadAnother() {
  await chooseFile();
  await userEvent.click(await screen.findByRole('checkbox', { name: SURE }));
  await userEvent.click(screen.getByRole('button', { name: 'Add the rows' }));
}

async function chooseLayer(name: string) {
  await userEvent.click(screen.getByRole('combobox', { name: 'Layer' }));
  await userEvent.click(await screen.findByRole('option', { name, hidden: true }));
  await screen.findByText(/1 of 1 field/);
}

test('a load whose end was not heard is asked for again under its key, so that its rows are not loaded twice', async () => {
  const { starts } = await unheardOf();
  expect(screen.queryByRole('button', { name: 'Add the rows' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Ask again' }));
  await screen.findByText('9 rows added');
  const [first, second] = starts();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
});

test('another load after one that was not heard of is begun only by who says so: rows may stand there twice', async () => {
  const { starts } = await unheardOf();
  await chooseFile();
  const sure = await screen.findByRole('checkbox', { name: SURE });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add the rows' });
  expect(button.disabled).toBe(true);
  expect(
    button
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent),
  ).toEqual([SURE]);
  await userEvent.click(sure);
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
  await screen.findByText('9 rows added');
  const [first, second] = starts();
  expect(second).not.toBe(first);
});

test.each([498, 499, 403, 429])(
  'asking again that is refused with %i says nothing of the load before: it can be asked again',
  async (code) => {
    const { starts, answer } = await unheardOf();
    answer({ start: { error: { code, message: 'Not now.', details: [] } } });
    await userEvent.click(screen.getByRole('button', { name: 'Ask again' }));
    await waitFor(() => expect(starts()).toHaveLength(2));
    await screen.findByText(/It is not known what became of the load\./);
    answer({});
    await userEvent.click(screen.getByRole('button', { name: 'Ask again' }));
    await screen.findByText('9 rows added');
    expect(new Set(starts()).size).toBe(1);
  },
);

test('another load that is refused says nothing of the one before, but who is sure of it stays so; of a further one nobody is', async () => {
  const { starts, answer } = await unheardOf();
  answer({ start: REFUSED });
  await loadAnother();
  await waitFor(() => expect(starts()).toHaveLength(2));
  await screen.findByText(/Ask the keeper/);
  expect(await screen.findByRole('checkbox', { name: SURE })).toHaveProperty('checked', true);
  expect(screen.getByRole('button', { name: 'Add the rows' })).toHaveProperty('disabled', false);
  await chooseFile();
  expect(await screen.findByRole('checkbox', { name: SURE })).toHaveProperty('checked', false);
  expect(screen.getByRole('button', { name: 'Add the rows' })).toHaveProperty('disabled', true);
});

test('who was sure in face of one load is not sure in face of two that were not heard of', async () => {
  const { starts, answer } = await unheardOf();
  answer({ start: { error: { code: 500, message: 'Broken.', details: [] } } });
  await loadAnother();
  await waitFor(() => expect(starts()).toHaveLength(2));
  await screen.findByRole('button', { name: 'Ask again' });
  expect(screen.queryByRole('checkbox', { name: SURE })).toBeNull();
  await chooseFile();
  expect(await screen.findByRole('checkbox', { name: SURE })).toHaveProperty('checked', false);
});

test('a load into another layer doubles nothing; who comes back may ask again, and is told so only there', async () => {
  await unheardOf();
  await chooseLayer('Shrubs');
  expect(screen.queryByRole('checkbox', { name: SURE })).toBeNull();
  expect(screen.getByRole('alert').textContent).not.toContain('Ask again');
  expect(screen.getByRole('alert').textContent).toContain('Before you load the rows again');
  await chooseLayer('Trees');
  await screen.findByRole('button', { name: 'Ask again' });
  expect(screen.getByRole('alert').textContent).toContain('Ask again');
});

test('a load that was done before it could be stopped says that it was too late to give it up', async () => {
  const { answer } = await unheardOf();
  answer({ job: { status: 'InProgress', recordCount: 4, totalCount: 9 } });
  await userEvent.click(screen.getByRole('button', { name: 'Ask again' }));
  const giveUp = await screen.findByRole('button', { name: 'Give up' });
  answer({ job: { status: 'Completed', recordCount: 9, insertedCount: 9 } });
  await userEvent.click(giveUp);
  await screen.findByText('9 rows added');
  expect(screen.getByText(/^It was too late to give up/)).toBeTruthy();
});
