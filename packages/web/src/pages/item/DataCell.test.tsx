// A value that is changed in its cell with the keyboard.
import type { WireField } from '@graticule/contract/services/layer';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { DataCell } from './DataCell.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const town = { name: 'town', alias: 'town', type: 'esriFieldTypeString', domain: null } as unknown as WireField;
const codes = [
  { code: 1, name: 'good' },
  { code: 2, name: 'worn' },
  { code: 3, name: 'broken' },
];
const state = { ...town, type: 'esriFieldTypeInteger', domain: { type: 'codedValue', name: 'state', codedValues: codes } } as WireField;

async function open(field: WireField, value: string | number | null) {
  const onSave = vi.fn();
  await renderPage(
    <table>
      <tbody>
        <tr>
          <DataCell
            field={field}
            isFigures={false}
            index={undefined}
            value={value}
            isLoaded
            isTabbed
            isEditable
            edit={undefined}
            onSave={onSave}
            onWrong={() => {}}
          />
        </tr>
      </tbody>
    </table>,
    '/x',
    {},
    ['item'],
  );
  screen.getByRole('button').focus();
  await userEvent.keyboard('{Enter}');
  return onSave;
}

test.each([
  { key: 'Enter', saved: [['Aab', 'Aa']] },
  { key: 'Escape', saved: [] },
])('after $key the keyboard goes on from the cell', async ({ key, saved }) => {
  const onSave = await open(town, 'Aa');
  await userEvent.keyboard(`b{${key}}`);
  expect(onSave.mock.calls).toEqual(saved);
  expect(document.activeElement).toBe(screen.getByRole('button'));
  // the key that ends the typing does not begin it again
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('the key that ends a word of an input method does not save', async () => {
  const onSave = await open(town, 'Aa');
  const box = screen.getByRole('textbox');
  fireEvent.change(box, { target: { value: 'あ' } });
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(box, { key: 'Escape', isComposing: true });
  expect(screen.getByDisplayValue('あ')).toBe(box);
  expect(onSave).not.toHaveBeenCalled();
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(onSave).toHaveBeenCalledExactlyOnceWith('あ', 'Aa');
});

test('a value of a list is saved by Enter or by leaving, not by the arrow key that passes it', async () => {
  const onSave = await open(state, 1);
  const list = () => screen.getByRole('combobox');
  fireEvent.keyDown(list(), { key: 'ArrowDown' });
  fireEvent.change(list(), { target: { value: '2' } });
  expect(onSave).not.toHaveBeenCalled();
  fireEvent.change(list(), { target: { value: '3' } });
  await userEvent.keyboard('{Enter}');
  expect(onSave.mock.calls).toEqual([[3, 1]]);
  expect(document.activeElement).toBe(screen.getByRole('button'));

  await userEvent.keyboard('{Enter}');
  fireEvent.change(list(), { target: { value: '2' } });
  await userEvent.tab();
  expect(onSave.mock.calls).toEqual([
    [3, 1],
    [2, 1],
  ]);
});

test('a value that was pointed at is saved at once', async () => {
  const onSave = await open(state, 1);
  fireEvent.pointerDown(screen.getByRole('combobox'));
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '3' } });
  expect(onSave.mock.calls).toEqual([[3, 1]]);
});

test.each([
  { is: 'may have none', field: state, value: 1, offered: ['', '1', '2', '3'] },
  { is: 'may not have none', field: { ...state, nullable: false }, value: 1, offered: ['1', '2', '3'] },
  { is: 'may not have none, but has', field: { ...state, nullable: false }, value: null, offered: ['', '1', '2', '3'] },
  { is: 'has one that is not in the list', field: { ...state, nullable: false }, value: 9, offered: ['9', '1', '2', '3'] },
])('the list of a field that $is offers what it may become', async ({ field, value, offered }) => {
  await open(field, value);
  expect(screen.getAllByRole<HTMLOptionElement>('option').map((option) => option.value)).toEqual(offered);
});
