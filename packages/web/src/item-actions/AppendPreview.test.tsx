// What is said of a file before its rows are loaded.
import type { AppendAnalysis } from '@graticule/contract/services/append';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { AppendPreview } from './AppendPreview.tsx';
import type { ColumnPairs } from './column-pairs.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const analysis = {
  publishParameters: { type: 'csv', name: 'new', locationType: 'none', layerInfo: { fields: [] } },
  fieldMappings: [],
  records: [],
  fields: [],
} as unknown as AppendAnalysis;

test.each([
  [5, /: a1, a2, a3, a4,? and a5\. Rows/],
  [9, /: a1, a2, a3, a4, a5,? and 4 more\. Rows/],
])('of %i fields that get texts the first few are named, and it is read out when it is known', async (count, words) => {
  const pairs: ColumnPairs = {
    fields: [],
    columns: [],
    left: [],
    doubtful: Array.from({ length: count }, (_, at) => `a${at + 1}`),
    isMissing: false,
    isChanged: false,
  };
  const nothing = () => undefined;
  await renderPage(
    <AppendPreview
      analysis={analysis}
      layer={undefined}
      datasets={[]}
      reading={{}}
      onRead={nothing}
      pairs={pairs}
      onPair={nothing}
      onUnpair={nothing}
    />,
    '/x',
    {},
    ['item', 'formats'],
  );
  const said = screen.getAllByRole('status').find(({ textContent }) => textContent?.startsWith('Texts of the file'));
  expect(said?.textContent).toMatch(words);
  expect(within(said as HTMLElement).queryByRole('alert')).toBeNull();
});
