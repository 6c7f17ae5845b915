// Numbers in the form of a row: typed in the language of the page, kept as machines write them.
import type { FieldType, WireField } from '@graticule/contract/services/layer';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { changeLanguage } from '../language/language-store.ts';
import { renderPage } from '../testing/render-page.tsx';
import { RowField } from './RowField.tsx';

afterEach(async () => {
  cleanup();
  await changeLanguage('en', { remember: false });
  vi.unstubAllGlobals();
});

const field = (type: FieldType): WireField => ({ name: 'people', type, alias: 'people', sqlType: '', domain: null, defaultValue: null });

function Page({ type, initial }: { type: FieldType; initial: string }) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <RowField field={field(type)} isRequired={false} value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}
async function open(initial = '', type: FieldType = 'esriFieldTypeDouble') {
  await renderPage(<Page type={type} initial={initial} />, '/x', {}, ['item']);
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'people' });
}
const kept = () => screen.getByRole('status').textContent;

test('thousands as the page shows them are typed and pasted; what could be another number is not taken', async () => {
  const box = await open();
  await userEvent.type(box, '12,50');
  expect(screen.getByText('Write 1250 or 12.5.')).toBeTruthy();
  expect(box.getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(box, '0');
  expect([box.value, kept()]).toEqual(['12,500', '12500']);
  expect(box.hasAttribute('aria-invalid')).toBe(false);
  await userEvent.clear(box);
  await userEvent.paste('1,234.5');
  expect([box.value, kept()]).toEqual(['1,234.5', '1234.5']);
  await userEvent.clear(box);
  await userEvent.type(box, '1.234,5');
  expect([box.value, screen.getByText('Write 1234.5.') !== null]).toEqual(['1.234,5', true]);
});

test('a number stands in the input as its language writes it, and stays the same number when the language changes', async () => {
  const box = await open('1.234');
  expect(box.value).toBe('1.234');
  await act(() => changeLanguage('de', { remember: false }));
  const german = screen.getByRole<HTMLInputElement>('textbox', { name: 'people' });
  expect(german.value).toBe('1,234');
  await userEvent.type(german, '5');
  expect([german.value, kept()]).toEqual(['1,2345', '1.2345']);
  await userEvent.clear(german);
  await userEvent.type(german, '1.234');
  expect([german.value, kept()]).toEqual(['1.234', '1234']);
  await act(() => changeLanguage('en', { remember: false }));
  expect([screen.getByRole<HTMLInputElement>('textbox', { name: 'people' }).value, kept()]).toEqual(['1234', '1234']);
});

test('a whole number keeps all of its figures', async () => {
  const box = await open('', 'esriFieldTypeBigInteger');
  await userEvent.type(box, '9,007,199,254,740,993');
  expect(kept()).toBe('9007199254740993');
});
