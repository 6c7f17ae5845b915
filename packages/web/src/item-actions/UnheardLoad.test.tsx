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
  const { asked } = await renderPage(
    <UpdateDataDialog
      item={{ id: 'i', title: 'Trees' } as Item}
      service="trees"
      layers={[layer]}
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
      '/append': () => ({ statusUrl: 'http://x/append/jobs/j' }),
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
  return starts;
}

test('a load whose end was not heard is asked for again under its key, so that its rows are not loaded twice', async () => {
  const starts = await unheardOf();
  expect(screen.queryByRole('button', { name: 'Add the rows' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Ask again' }));
  await screen.findByText('9 rows added');
  const [first, second] = starts();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
});

test('another load after one that was not heard of is begun only by who says so: rows may stand there twice', async () => {
  const starts = await unheardOf();
  await chooseFile();
  const sure = await screen.findByRole('checkbox', { name: 'Load these rows too, though those of before may stand there already' });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add the rows' });
  expect(button.disabled).toBe(true);
  await userEvent.click(sure);
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
  await screen.findByText('9 rows added');
  const [first, second] = starts();
  expect(second).not.toBe(first);
});
