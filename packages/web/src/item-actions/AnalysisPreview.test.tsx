// What the preview of a file says before it is published.
import type { AnalyzeReply } from '@graticule/contract/content/publishing';
import { sentence } from '@graticule/geo/sentence';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { AnalysisPreview } from './AnalysisPreview.tsx';

afterEach(cleanup);

function analysisWith(warningSentences: unknown[]): AnalyzeReply {
  return { fileUrl: '', publishParameters: { locationType: 'none', warningSentences }, fields: ['a'], records: [{ a: 1 }] } as never;
}

test('several warnings are points of one list, and one alone is a sentence', async () => {
  const warnings = [sentence('zip-empty', { file: 'a.zip' }), sentence('vtpk-not', { file: 'b.vtpk' })];
  await renderPage(<AnalysisPreview analysis={analysisWith(warnings)} title="A" map={null} />, '/x', {}, ['item', 'formats']);
  expect((await screen.findAllByRole('listitem')).map((each) => each.textContent)).toEqual(warnings.map(({ text }) => text));
  cleanup();
  await renderPage(<AnalysisPreview analysis={analysisWith(warnings.slice(1))} title="A" map={null} />, '/x', {}, ['item', 'formats']);
  expect(await screen.findByText(warnings[1]?.text ?? '')).toBeTruthy();
  expect(screen.queryByRole('listitem')).toBeNull();
});
