// The editor of descriptions.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { FONT_SIZES, HtmlEditor } from './HtmlEditor.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(initial: string) {
  const onChange = vi.fn();
  await renderPage(<HtmlEditor label="Description" initial={initial} onChange={onChange} />, '/home/item.html', {}, ['item']);
  return { onChange, field: screen.getByRole('textbox', { name: 'Description' }) };
}

test('CO-171 the sizes 2 to 6 are offered', async () => {
  await open('');
  await userEvent.click(screen.getByPlaceholderText('Size'));
  const offered = screen.getAllByRole('option', { hidden: true }).map((option) => option.textContent);
  expect(offered).toEqual(FONT_SIZES.map(String));
  expect(offered).toEqual(['2', '3', '4', '5', '6']);
});

test('CO-320 the text is 140 px high at least', async () => {
  const { field } = await open('');
  expect(field.style.getPropertyValue('--text-height')).toBe('140px');
});

test('scripts and event handlers never come in, neither at the start nor with what is typed', async () => {
  const { onChange, field } = await open('<b>Trees</b><img src=x onerror="alert(1)"><script>alert(2)</script>');
  expect(field.innerHTML).toBe('<b>Trees</b><img src="x">');
  field.innerHTML = '<p onclick="alert(3)">New <iframe src="https://evil.example"></iframe>text</p>';
  fireEvent.input(field);
  expect(onChange).toHaveBeenLastCalledWith('<p>New text</p>');
});

test('a field that was emptied is empty', async () => {
  const { onChange, field } = await open('Old');
  field.innerHTML = '<div><br></div>';
  fireEvent.input(field);
  expect(onChange).toHaveBeenLastCalledWith('');
});

test('what is selected is still so after the box of a link was left', async () => {
  const { field } = await open('Every well');
  document.getSelection()?.setBaseAndExtent(field.firstChild as Node, 0, field.firstChild as Node, 5);
  fireEvent.mouseUp(field);
  await userEvent.click(screen.getByRole('button', { name: 'Link' }));
  document.getSelection()?.removeAllRanges();
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(field);
  expect(document.getSelection()?.toString()).toBe('Every');
});
