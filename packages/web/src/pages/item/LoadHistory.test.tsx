// What was loaded into the layers of a service.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { LoadHistory } from './LoadHistory.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const layers = [{ id: 0 }, { id: 1 }] as LayerInfo[];
const job = (more: object) => ({ jobId: 'j', layerName: 'Towns', submissionTime: 1000, lastUpdatedTime: 1000, recordCount: 0, ...more });

async function open(answers: Parameters<typeof renderPage>[2]) {
  return renderPage(<LoadHistory itemId="i" service="towns" layers={layers} />, '/x', answers, ['item', 'formats']);
}
const bodyRows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

test('the loads of every layer are listed, the latest first, with how far those go that run', async () => {
  await open({
    '/0/append/jobs': () => ({ jobs: [job({ jobId: 'a', submissionTime: 5, recordCount: 1200, status: 'Completed' })] }),
    '/1/append/jobs': () => ({
      jobs: [
        job({ jobId: 'b', layerName: 'Roads', submissionTime: 9, recordCount: 30, totalCount: 60, status: 'InProgress' }),
        job({ jobId: 'c', layerName: 'Roads', submissionTime: 7, status: 'Failed', statusMessage: 'The disk is full.' }),
      ],
    }),
  });
  await screen.findByText('Running');
  expect(bodyRows().map((text) => /(Towns|Roads)(.*)$/.exec(text ?? '')?.[0])).toEqual([
    'Roads30Running',
    'Roads0FailedThe disk is full. The layer is as it was.',
    'Towns1,200Done',
  ]);
  expect(screen.getByRole('progressbar', { name: 'Loading rows' }).getAttribute('aria-valuenow')).toBe('50');
});

test('that nothing was loaded is said; who may not see it sees nothing', async () => {
  await open({ '/append/jobs': () => ({ jobs: [] }) });
  await screen.findByText('Nothing has been loaded into this layer since it was published.');
  cleanup();
  const { container, asked } = await open({ '/append/jobs': () => ({ error: { code: 403, message: 'No.', details: [] } }) });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(container.querySelector('fieldset')).toBeNull();
});
