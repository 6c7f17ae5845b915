// What kinds of items are called.
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { useTypeLabel } from './type-label.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Label({ type, typeKeywords }: { type: string; typeKeywords: string[] }) {
  return <p role="note">{useTypeLabel()(type, { typeKeywords })}</p>;
}

test.each([
  ['Feature Service', ['Hosted Service'], 'Feature layer'],
  ['Feature Service', ['Hosted Service', 'View Service'], 'Feature layer (view)'],
  ['Web Map', ['View Service'], 'Web map'],
  ['Nothing Known', [], 'Nothing Known'],
])('%s with %j is called %s', async (type, typeKeywords, name) => {
  await renderPage(<Label type={type} typeKeywords={typeKeywords} />, '/x', {}, ['item-types']);
  expect(screen.getByRole('note').textContent).toBe(name);
});
