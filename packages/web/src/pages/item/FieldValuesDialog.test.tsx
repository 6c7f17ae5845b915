// Lists of values that a field may have: very long ones, and where the focus is when lines come and go.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { FieldValuesDialog } from './FieldValuesDialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A list of the values c1, c2 and so on, which stand for Tree 1, Tree 2. */
async function open(count: number) {
  const codedValues = Array.from({ length: count }, (_, i) => ({ code: `c${i + 1}`, name: `Tree ${i + 1}` }));
  const layer = {
    id: 0,
    fields: [{ name: 'kind', alias: 'kind', type: 'esriFieldTypeString', domain: { type: 'codedValue', name: 'kinds', codedValues } }],
  } as unknown as LayerInfo;
  const onClose = vi.fn();
  const [field] = layer.fields;
  if (!field) throw new Error('no field');
  const answers = { updateDefinition: () => ({ success: true }) };
  const { asked } = await renderPage(<FieldValuesDialog service="trees" layer={layer} field={field} onClose={onClose} />, '/x', answers, [
    'item',
  ]);
  await screen.findByRole('dialog');
  return { asked, onClose };
}
const code = (number: string) => screen.getByLabelText<HTMLInputElement>(`Value ${number}`);
const cross = (number: string) => screen.getByRole('button', { name: `Remove value ${number}` });
const boxes = () => screen.getAllByRole('textbox').length;

test('of thousands of values only a page is drawn; one is found by its words, and all are saved', async () => {
  const { asked } = await open(3000);
  expect(boxes()).toBe(100);
  expect(screen.getByText('1–50 of 3,000')).toBeTruthy();
  const find = screen.getByRole('searchbox', { name: 'Find a value' });
  fireEvent.change(find, { target: { value: 'tree 2999' } });
  expect(boxes()).toBe(2);
  // it stays while it is changed to something that was not looked for
  fireEvent.change(screen.getByLabelText('Words for value 2,999'), { target: { value: 'Oak' } });
  expect(code('2,999').value).toBe('c2999');
  fireEvent.change(find, { target: { value: 'palm' } });
  expect(screen.getByText('No value matches.')).toBeTruthy();
  fireEvent.keyDown(find, { key: 'Enter' });
  fireEvent.change(find, { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: '60' }));
  expect([boxes(), code('2,951').value]).toEqual([100, 'c2951']);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.some(({ url }) => url.endsWith('updateDefinition'))).toBe(true));
  const sent = new URLSearchParams(asked.find(({ url }) => url.endsWith('updateDefinition'))?.body).get('updateDefinition') ?? '';
  const values = JSON.parse(sent).fields[0].domain.codedValues;
  expect([values.length, values[2998], values[2999]]).toEqual([3000, { code: 'c2999', name: 'Oak' }, { code: 'c3000', name: 'Tree 3000' }]);
});

test('to look through a list changes nothing in it: Escape leaves the dialog at once', async () => {
  const { onClose } = await open(60);
  await userEvent.type(screen.getByRole('searchbox'), 'c6{Enter}');
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.click(screen.getByRole('button', { name: '2' }));
  expect(code('51').value).toBe('c51');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a line that is added has the focus, on its own page; one that goes gives it to the next, or to the one before', async () => {
  await open(50);
  await userEvent.click(screen.getByRole('button', { name: 'Add a value' }));
  await waitFor(() => expect(document.activeElement).toBe(code('51')));
  expect(boxes()).toBe(2);
  await userEvent.click(cross('51'));
  await waitFor(() => expect(document.activeElement).toBe(cross('50')));
  expect(screen.queryByRole('searchbox')).toBeNull();
  await userEvent.click(cross('1'));
  await waitFor(() => expect([document.activeElement, code('1').value]).toEqual([cross('1'), 'c2']));
});

test('of the values that were found one after the other can go', async () => {
  await open(60);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'tree 6' } });
  expect(screen.getByText('1–2 of 2')).toBeTruthy();
  await userEvent.click(cross('6'));
  await waitFor(() => expect([document.activeElement, code('59').value]).toEqual([cross('59'), 'c60']));
  await userEvent.click(cross('59'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')));
});

test('a list that somebody else made meanwhile is shown beside the one that was made here, which is saved over it on purpose', async () => {
  const field = { name: 'depth', alias: 'depth', type: 'esriFieldTypeInteger', domain: null };
  const at = (schemaLastEditDate: number, domain: object | null) => ({
    id: 0,
    fields: [{ ...field, domain }],
    editingInfo: { schemaLastEditDate },
  });
  const layer = at(5, null) as unknown as LayerInfo;
  const onClose = vi.fn();
  const guards: (string | null)[] = [];
  await renderPage(
    <FieldValuesDialog service="ponds" layer={layer} field={layer.fields[0] as LayerInfo['fields'][number]} onClose={onClose} />,
    '/x',
    {
      updateDefinition: ({ body }) => {
        const guard = new URLSearchParams(body).get('ifUnchanged');
        guards.push(guard);
        return guard === '9' ? { success: true } : { error: { code: 409, message: 'changed', details: [] } };
      },
      'FeatureServer/0': () => at(9, { type: 'range', name: 'depths', range: [0, 40] }),
    },
    ['item'],
  );
  await userEvent.click(await screen.findByRole('radio', { name: /In a range/ }));
  await userEvent.type(screen.getByLabelText('Least'), '1');
  await userEvent.type(screen.getByLabelText('Greatest'), '7');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('definition')).textContent).toBe('0 to 40');
  expect(screen.getByLabelText<HTMLInputElement>('Greatest').value).toBe('7');
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(guards).toEqual(['5', '9']);
});
