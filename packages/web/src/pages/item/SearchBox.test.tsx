// When the box above a table tells what is looked for.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SearchBox } from './SearchBox.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open() {
  const told: string[] = [];
  await renderPage(<SearchBox leavesOut={undefined} onSearch={(text) => told.push(text)} />, '/x', {}, ['item']);
  const box = await screen.findByRole('searchbox');
  vi.useFakeTimers();
  return { told, box, type: (value: string) => fireEvent.change(box, { target: { value } }) };
}

test('a text is told without blanks around it, once nobody types', async () => {
  const { told, type } = await open();
  type(' oa');
  vi.advanceTimersByTime(300);
  type(' oak ');
  vi.advanceTimersByTime(300);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(told).toEqual(['oak']);
});

test('Enter tells at once and once only; what is cleared before is never told', async () => {
  const { told, box, type } = await open();
  type('oak');
  fireEvent.keyDown(box, { key: 'Enter' });
  fireEvent.keyDown(box, { key: 'Enter' });
  vi.advanceTimersByTime(1000);
  expect(told).toEqual(['oak']);
  type('elm');
  fireEvent.keyDown(box, { key: 'Escape' });
  vi.advanceTimersByTime(1000);
  expect(told).toEqual(['oak', '']);
});
