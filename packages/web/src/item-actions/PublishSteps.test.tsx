// Publishing a file: what may pass is tried again, a choice that is refused is taken back, and names are judged as they are typed.
import { sentence } from '@graticule/geo/sentence';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { PublishSteps } from './PublishSteps.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const item = { id: 'i', owner: 'ada', type: 'CSV', title: 'Trees' };
const made = { type: 'Feature Service', serviceItemId: 's', serviceurl: '', encodedServiceURL: '', size: -1, jobId: 'j' };
const field = (name: string) => ({ name, alias: name, type: 'esriFieldTypeString' });
const found = (names: string[]) => ({
  fileUrl: null,
  publishParameters: {
    name: 'trees',
    locationType: 'none',
    columnDelimiter: ',',
    encoding: 'utf-8',
    layerInfo: { fields: names.map(field) },
  },
  records: [],
  fields: names,
});
const fault = (code: number, message: string) => ({ error: { code, message, details: [] } });

/** The steps for a file; `analyze` answers by what was said of reading it. */
async function open(
  analyze: (said: Record<string, unknown>) => unknown,
  state: () => object = () => ({ status: 'completed', itemId: 's' }),
) {
  const view = await renderPage(
    <PublishSteps item={item} />,
    '/x',
    {
      'features/analyze': ({ url, body }) =>
        analyze(JSON.parse(new URLSearchParams(url.split('?')[1] ?? body).get('analyzeParameters') ?? '{}')),
      '/publish': () => ({ services: [made] }),
      '/status': state,
      isServiceNameAvailable: () => ({ available: true }),
    },
    ['item', 'formats'],
  );
  const sent = () => {
    const body = view.asked.find(({ url }) => url.endsWith('/publish'))?.body;
    return JSON.parse(new URLSearchParams(body).get('publishParameters') ?? 'null');
  };
  return { ...view, sent };
}
const choose = async (name: string, option: string) => {
  const box = screen.getByRole('combobox', { name });
  await userEvent.click(box);
  const list = await waitFor(() => document.getElementById(box.getAttribute('aria-controls') ?? '') as HTMLElement);
  await userEvent.click(within(list).getByRole('option', { name: option, hidden: true }));
};
const nameOf = (column: string) => screen.getByLabelText<HTMLInputElement>(`Name of the field for ${column}`);
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Publish layer' });

test('a fault of the server while the file is read is tried again', async () => {
  let tries = 0;
  await open(() => (tries++ === 0 ? fault(500, 'a fault') : found(['zip'])));
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toContain('The file could not be read');
  expect(screen.getByRole('alert').textContent).not.toContain('cannot be published');
  await userEvent.click(again);
  expect((await screen.findByLabelText<HTMLInputElement>('Name of the layer')).value).toBe('Trees');
});

test('a file that is refused without a choice has nothing to take back and nothing to try again', async () => {
  await open(() => fault(400, 'The file is empty.'));
  expect((await screen.findByRole('alert')).textContent).toContain('The file is empty.');
  expect(screen.queryByRole('button')).toBeNull();
});

test('of a choice that is refused only that is taken back; names, the key and the title of the layer stay', async () => {
  await open((said) => (said.encoding === 'windows-1250' ? fault(400, 'Not these letters.') : found(['zip', 'name'])));
  const title = await screen.findByLabelText<HTMLInputElement>('Name of the layer');
  await userEvent.type(title, ' of the town');
  await userEvent.type(nameOf('zip'), '_code');
  await choose('Key (optional)', 'zip');
  await choose('Text encoding', 'windows-1250');
  const back = await screen.findByRole('button', { name: 'Take back the last choice' });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await userEvent.click(back);
  expect((await screen.findByLabelText<HTMLInputElement>('Name of the layer')).value).toBe('Trees of the town');
  expect(nameOf('zip').value).toBe('zip_code');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Key (optional)' }).value).toBe('zip');
});

test('a lost connection after a choice keeps the choice and what was typed', async () => {
  let isLost = true;
  await open((said) => {
    if (said.columnDelimiter === undefined) return found(['zip;name']);
    if (isLost) throw new TypeError('no network');
    return found(['zip', 'name']);
  });
  await userEvent.type(await screen.findByLabelText('Name of the layer'), ' of the town');
  await choose('Separator', 'Semicolon');
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toContain('The file and what you chose are kept.');
  isLost = false;
  await userEvent.click(again);
  await waitFor(() => expect(nameOf('name')).toBeTruthy());
  expect(screen.getByLabelText<HTMLInputElement>('Name of the layer').value).toBe('Trees of the town');
});

test('a key that is no column any more is not sent', async () => {
  const { sent } = await open((said) => found(said.columnDelimiter === undefined ? ['zip;name'] : ['zip', 'name']));
  await screen.findByLabelText('Name of the layer');
  await choose('Key (optional)', 'zip;name');
  await choose('Separator', 'Semicolon');
  await waitFor(() => expect(nameOf('name')).toBeTruthy());
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Key (optional)' }).value).toBe('');
  await userEvent.click(submit());
  await waitFor(() => expect(sent()).toMatchObject({ columnDelimiter: ';' }));
  expect(sent()).not.toHaveProperty('keyField');
});

test('a name that two columns would get is told at both at once, and leads back to them', async () => {
  await open(() => found(['zip', 'name']));
  await screen.findByLabelText('Name of the layer');
  fireEvent.change(nameOf('zip'), { target: { value: 'Name' } });
  expect(screen.getAllByText('Another column gets this name.')).toHaveLength(2);
  expect(submit().disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Mend the names of the columns first' }));
  expect(document.activeElement).toBe(nameOf('zip'));
  fireEvent.change(nameOf('zip'), { target: { value: 'GlobalID' } });
  expect(screen.getByText('The portal needs this name itself.')).toBeTruthy();
  fireEvent.change(nameOf('zip'), { target: { value: 'code' } });
  expect(submit().disabled).toBe(false);
  expect(screen.queryByRole('button', { name: 'Mend the names of the columns first' })).toBeNull();
});

test('a table is published by the names of places, as proposed or as chosen', async () => {
  const byNames = (addressFields: object) => ({ locationType: 'address', addressFields });
  const view = await open((said) => {
    const plain = found(['town', 'land']);
    const layerInfo = { ...plain.publishParameters.layerInfo, type: 'Feature Layer', geometryType: 'esriGeometryPoint' };
    if (said.locationType !== 'address') return plain;
    const warningSentences = [sentence('names-unknown', { unknown: 1, count: 3 })];
    return {
      ...plain,
      publishParameters: { ...plain.publishParameters, ...byNames(said.addressFields as object), layerInfo, warningSentences },
    };
  });
  await userEvent.click(await screen.findByRole('switch', { name: /^Place the rows by the names of places/ }));
  await choose('Column of the town', 'town');
  expect(await screen.findByText(/^Location by the names of places in:/)).toBeTruthy();
  expect(screen.getByText(/not found by its name.*1 of the first 3/)).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Map' })).toBeTruthy();
  await choose('Column of the country', 'land');
  await waitFor(() => expect(screen.getByText(/^Location by the names/).textContent).toContain('land'));
  await userEvent.click(submit());
  await waitFor(() => expect(view.sent()).toMatchObject(byNames({ City: 'town', CountryCode: 'land' })));
});

test('places that are not loaded yet are told of, and the choice is taken back', async () => {
  const reasons = [sentence('places-not-loaded')];
  await open((said) => (said.locationType === 'address' ? { error: { code: 400, message: 'no', details: [], reasons } } : found(['town'])));
  await userEvent.click(await screen.findByRole('switch', { name: /^Place the rows by the names of places/ }));
  await choose('Column of the town', 'town');
  expect((await screen.findByRole('alert')).textContent).toContain('not loaded yet');
  await userEvent.click(screen.getByRole('button', { name: 'Take back the last choice' }));
  expect(await screen.findByRole('switch', { name: /^Place the rows by the names of places/ })).toBeTruthy();
});

test('while the indexes of a large layer are made that is said, and how far the rows are before', async () => {
  let now: object = { status: 'processing', itemId: 's', percent: 40 };
  await open(
    () => found(['zip']),
    () => now,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Publish layer' }));
  expect(await screen.findByText('Publishing… 40%')).toBeTruthy();
  now = { status: 'processing', itemId: 's', percent: 98, phase: 'indexes' };
  expect(await screen.findByText(/^Indexes are being made/, {}, { timeout: 5000 })).toBeTruthy();
  expect(screen.queryByText(/98/)).toBeNull();
}, 15_000);
