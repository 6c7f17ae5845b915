// New data from a file: what goes into which field, and the key by which old rows are known again.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { choose, field, layer, MATCHED, Opener, open, sentTo } from '../testing/open-update-data.tsx';
import { renderPage } from '../testing/render-page.tsx';
import { watchFocus } from '../ui/focus-back.ts';
import { UpdateDataDialog } from './UpdateDataDialog.tsx';

const sending = vi.hoisted(() => ({ uploadToService: async (_file: File): Promise<string> => 'u', dropped: [] as string[] }));
vi.mock('../uploads/upload-to-service.ts', () => ({
  uploadToService: (_service: string, file: File) => sending.uploadToService(file),
  dropFromService: async ({ upload }: { upload: string }) => void sending.dropped.push(upload),
}));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('columns go into the fields of their names, others into those that a person says; one field is left out', async () => {
  const { asked } = await open(['code', 'kind', 'who'], MATCHED);
  expect(screen.getByText(/left out: kind and who$/)).toBeTruthy();
  await choose('Column for species', 'kind');
  expect(screen.getByText(/left out: who$/)).toBeTruthy();
  await choose('Column for code', 'code');
  expect(screen.getByText(/left out: code and who$/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add the rows' }));
  await screen.findByText('1 row added');
  const sent = sentTo(asked, '/append');
  expect(JSON.parse(sent.get('fieldMappings') ?? '')).toEqual([{ name: 'species', source: 'kind' }]);
  expect(JSON.parse(sent.get('appendFields') ?? '')).toEqual(['species']);
});

const REFUSED = { error: { code: 403, message: 'Not for you.', details: ['Ask the keeper.'] } };
const UNHEARD =
  /Ask the keeper\. It is not known what became of the load\. .* history of the data in the settings of the layer, or ask its owner\.$/;

test.each([
  [REFUSED, UNHEARD],
  [{ status: 'Completed', recordCount: 9, insertedCount: 9 }, 'The layer has its new data'],
  [{ status: 'CompletedWithErrors', recordCount: 9, insertedCount: 8, refusedCount: 1 }, /new data, but some rows could not be used/],
  [{ status: 'Failed', recordCount: 4, statusMessage: 'The disk is full.' }, 'The disk is full. The layer is as it was.'],
])('a load says how far it is, goes on when the dialog is closed, and is told of at its end: %j', async (end, words) => {
  notifications.clean();
  sending.dropped = [];
  let now: object = { status: 'InProgress', recordCount: 44_000, totalCount: 600_000 };
  await open(['code'], MATCHED, undefined, undefined, { job: () => now });
  await userEvent.click(screen.getByRole('button', { name: 'Add the rows' }));
  await screen.findByText('44,000 of 600,000 rows done');
  expect(screen.getByText(/You may close this/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  now = end;
  const told = await screen.findByText(words);
  expect(told.closest('[role=alert]')?.textContent).toContain('Trees of the town');
  // what may go on may still read its file
  expect(sending.dropped).toEqual(end === REFUSED ? [] : ['u']);
});

test('rows that are all read are said to be brought into the layer, and are not all there yet', async () => {
  let now: object = { status: 'InProgress', recordCount: 8, totalCount: 8, phase: 'layer' };
  await open(['code'], MATCHED, undefined, undefined, { job: () => now });
  await userEvent.click(screen.getByRole('button', { name: 'Add the rows' }));
  expect(await screen.findByText(/^All rows are read, and are being brought into the layer/)).toBeTruthy();
  expect(screen.queryByText('8 of 8 rows done')).toBeNull();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('99');
  now = { status: 'Completed', recordCount: 8, insertedCount: 8 };
  expect(await screen.findByText('8 rows added')).toBeTruthy();
});

test('that it was too late to give up is told where the dialog was closed meanwhile, too', async () => {
  notifications.clean();
  let now: object = { status: 'InProgress', recordCount: 4, totalCount: 9 };
  await open(['code'], MATCHED, undefined, undefined, { job: () => now });
  await userEvent.click(screen.getByRole('button', { name: 'Add the rows' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Give up' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  now = { status: 'Completed', recordCount: 9, insertedCount: 9 };
  const told = await screen.findByText(/^It was too late to give up: .* stopped\. The layer has its new data\.$/);
  expect(told.closest('[role=alert]')?.textContent).toContain('Trees of the town');
});

test('what is missing is said beside the button, and why not everything is replaced', async () => {
  const rights = { create: true, update: true, remove: true };
  const dialog = (onClose: () => void) => (
    <UpdateDataDialog
      item={{ id: 'i' } as Item}
      service="trees"
      layers={[{ ...layer, keyField: undefined } as unknown as LayerInfo]}
      rightsOf={() => rights}
      mayReplace={false}
      onClose={onClose}
    />
  );
  await renderPage(<Opener dialog={dialog} />, '/x', {}, ['item', 'formats']);
  await userEvent.click(await screen.findByRole('button', { name: 'New data' }));
  const submit = await screen.findByRole<HTMLButtonElement>('button', { name: 'Add the rows' });
  expect([submit.disabled, document.getElementById(submit.getAttribute('aria-describedby') ?? '')?.textContent]).toEqual([
    true,
    'Choose a file first.',
  ]);
  const replace = screen.getByRole<HTMLInputElement>('radio', { name: 'Replace everything' });
  expect(replace.disabled).toBe(true);
  expect(screen.getByText('Only the owner of the layer and administrators replace everything.')).toBeTruthy();
});

test('what is paired by name alone is left to the portal, also after a change was taken back', async () => {
  const { asked } = await open(['code', 'kind'], MATCHED);
  await choose('Column for species', 'kind');
  await userEvent.click(screen.getByRole('button', { name: 'Pair by name again' }));
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Column for species' }).value).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Add the rows' }));
  await screen.findByText('1 row added');
  expect(sentTo(asked, '/append').has('fieldMappings')).toBe(false);
  expect(sentTo(asked, '/append').has('appendFields')).toBe(false);
});

test('what became of a load is left by a button that has the focus, and the focus goes back to where the dialog was opened', async () => {
  onTestFinished(watchFocus());
  await open(['code'], MATCHED);
  await userEvent.click(screen.getByRole('button', { name: 'Add the rows' }));
  await screen.findByText('1 row added');
  // beside the cross
  const close = screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement;
  await waitFor(() => expect(document.activeElement).toBe(close));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New data' })));
});

test('a field that must not be empty waits for a column', async () => {
  const needing = { ...layer, fields: [...layer.fields, field('height', { nullable: false })] } as LayerInfo;
  await open(['code', 'tall'], MATCHED, needing);
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add the rows' });
  expect(screen.getByText('This field must not be empty. Choose a column.')).toBeTruthy();
  expect(submit().disabled).toBe(true);
  await choose('Column for height', 'tall');
  expect(submit().disabled).toBe(false);
});

test('a replacement goes by the key of the layer; without one it is said what is lost', async () => {
  const { asked } = await open(['code', 'species'], [...MATCHED, { name: 'species', source: 'species' }]);
  await userEvent.click(screen.getByRole('radio', { name: /^Replace everything/ }));
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Key (optional)' }).value).toBe('code');
  expect(screen.queryByText(/Without a key/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Replace everything' }));
  await screen.findByText('1 row added');
  expect(sentTo(asked, '/replaceFeatures').get('matchingField')).toBe('code');
});

test('a file without the column of the key replaces without one; an id that it has can be the key', async () => {
  const { asked } = await open(['objectid', 'species'], [{ name: 'species', source: 'species' }]);
  await userEvent.click(screen.getByRole('radio', { name: /^Replace everything/ }));
  expect(screen.getByText(/the ids of the old rows go, and their attachments with them/)).toBeTruthy();
  await choose('Key (optional)', 'code');
  expect(screen.getByText('No column of the file goes into this field.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Replace everything' }).disabled).toBe(true);
  await choose('Key (optional)', 'OBJECTID');
  await userEvent.click(screen.getByRole('button', { name: 'Replace everything' }));
  await waitFor(() => expect(sentTo(asked, '/replaceFeatures').get('matchingField')).toBe('OBJECTID'));
});

test('nothing is replaced by rows without any value: a column is asked for first', async () => {
  await open(['title', 'depth'], []);
  await userEvent.click(screen.getByRole('radio', { name: /^Replace everything/ }));
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Replace everything' });
  expect([submit.disabled, submit.getAttribute('aria-describedby')]).toEqual([true, screen.getByText(/^No column of the file goes/).id]);
  await choose('Column for species', 'title');
  expect([submit.disabled, submit.getAttribute('aria-describedby')]).toEqual([false, null]);
});

test('who may add rows only cannot merge them, and is told why', async () => {
  await open(['code'], [{ name: 'code', source: 'code' }], layer, undefined, { mayUpdate: false });
  const merge = await screen.findByRole<HTMLInputElement>('radio', { name: /Add new rows and change known ones/ });
  expect(merge.disabled).toBe(true);
  expect(screen.getByText('You may add rows to this layer, but not change those that are there.')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Add them/ }).checked).toBe(true);
});

test('a lost connection while the file is read keeps the file and what was said of it', async () => {
  let isLost = false;
  const { asked } = await open(['code', 'kind'], MATCHED, layer, () => {
    if (isLost) throw new TypeError('no network');
  });
  await choose('Column for species', 'kind');
  isLost = true;
  await userEvent.click(screen.getByText('How the file is read'));
  await choose('Decimal sign', 'Comma (0,5)');
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('button', { name: 'Take back the last choice' })).toBeTruthy();
  isLost = false;
  await userEvent.click(again);
  await screen.findByText(/fields? gets? a column|fields get a column/);
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Decimal sign' }).value).toBe('Comma (0,5)');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Column for species' }).value).toBe('kind');
  // the file was sent once
  expect(asked.filter(({ url }) => url.includes('append/analyze')).every(({ url }) => url.includes('appendUploadId=u&'))).toBe(true);
});

test('of a choice that is refused only that is taken back', async () => {
  await open(['code', 'kind'], MATCHED, layer, ({ decimalSign }) =>
    decimalSign === ',' ? { error: { code: 400, message: 'No such numbers.', details: [] } } : undefined,
  );
  await userEvent.click(screen.getByText('How the file is read'));
  await choose('Order of day and month', 'Day first');
  await choose('Decimal sign', 'Comma (0,5)');
  await userEvent.click(await screen.findByRole('button', { name: 'Take back the last choice' }));
  await screen.findByText(/fields? gets? a column|fields get a column/);
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Decimal sign' }).value).toBe('As the values suggest');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Order of day and month' }).value).toBe('Day first');
});

test('rows of places alone are added after it was said that they will have no values', async () => {
  const { asked } = await open(['who'], []);
  const words = 'No column of the file goes into a field: the rows that are added have a place on the map, and no values.';
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Add the rows|Replace everything)$/ });
  const described = () =>
    (submit().getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
  expect(screen.getByText(words, { exact: false }).closest('[role=status]')).toBeTruthy();
  expect(submit().disabled).toBe(false);
  expect(described()).toEqual([expect.stringContaining(words)]);
  await userEvent.click(screen.getByRole('radio', { name: /^Replace everything/ }));
  expect(screen.queryByText(words, { exact: false })).toBeNull();
  expect(submit().disabled).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: /^Add them/ }));
  await choose('Column for species', 'who');
  expect(screen.queryByText(words, { exact: false })).toBeNull();
  await choose('Column for species', 'who');
  await userEvent.click(submit());
  await screen.findByText('1 row added');
  expect(sentTo(asked, '/append').has('fieldMappings')).toBe(false);
});

test('nothing is replaced by rows whose ids alone are known', async () => {
  const byId = { ...layer, keyField: 'OBJECTID' } as unknown as LayerInfo;
  await open(['OBJECTID'], [], byId);
  await userEvent.click(screen.getByRole('radio', { name: /^Replace everything/ }));
  expect(screen.getByText(/so all values would be lost/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Replace everything' }).disabled).toBe(true);
});
