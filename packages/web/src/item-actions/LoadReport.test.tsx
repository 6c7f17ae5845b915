// What is said of a load of rows that has ended.
import { sentence } from '@graticule/geo/sentence';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { LoadReport } from './LoadReport.tsx';

afterEach(cleanup);

test('rows that could not be used are listed in the order of the file, however they were found', async () => {
  const problems = [4, 2].map((row) => ({ row, reason: '', said: sentence('zip-empty', { file: `r${row}` }) }));
  const status = { jobId: 'j', status: 'completed', insertedCount: 2, refusedCount: 2, refusedInFile: 2, problems };
  await renderPage(<LoadReport status={status as never} service="towns" layer="0" />, '/x', {}, ['item', 'formats']);
  const rows = (await screen.findAllByRole('listitem', { hidden: true }))
    .map((each) => each.textContent ?? '')
    .filter((text) => /^Row/.test(text));
  expect(rows.map((text) => text.split(':')[0])).toEqual(['Row 2', 'Row 4']);
});

test('what is said of the file as a whole stands beside the counts', async () => {
  const warnings = [sentence('rows-short', { short: 2, count: 5 })];
  const status = { jobId: 'j', status: 'completed', insertedCount: 5, refusedCount: 0, warnings };
  await renderPage(<LoadReport status={status as never} service="towns" layer="0" />, '/x', {}, ['item', 'formats']);
  expect(await screen.findByText(/^Rows with fewer cells than there are columns.*2 of 5\.$/)).toBeTruthy();
});
