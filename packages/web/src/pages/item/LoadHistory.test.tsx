// What was done with the rows of the layers of a service.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { keys } from '../../api/keys.ts';
import { queryClient } from '../../api/query-client.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { LoadHistory } from './LoadHistory.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const layers = [{ id: 0 }, { id: 1 }] as LayerInfo[];
const job = (more: object) => ({
  jobId: 'j',
  layerName: 'Towns',
  operation: 'append',
  startedBy: 'petra',
  submissionTime: 1000,
  lastUpdatedTime: 1000,
  recordCount: 0,
  ...more,
});

async function open(answers: Parameters<typeof renderPage>[2]) {
  return renderPage(<LoadHistory itemId="i" service="towns" layers={layers} />, '/x', answers, ['item', 'formats']);
}
/** What, layer, who, rows and state of each row, without the moment. */
const bodyRows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => {
      const [what, rows, state] = within(row).getAllByRole('cell');
      return `${what?.textContent?.replace(/ · .*/, '')} | ${rows?.textContent} | ${state?.textContent}`;
    });

test('the jobs of every layer are listed, the latest first, with how far those go that run', async () => {
  await open({
    '/0/append/jobs': () => ({
      jobs: [job({ jobId: 'a', submissionTime: 5, recordCount: 1200, status: 'Completed', operation: 'replace' })],
    }),
    '/1/append/jobs': () => ({
      jobs: [
        job({ jobId: 'b', layerName: 'Roads', submissionTime: 9, recordCount: 30, totalCount: 60, status: 'InProgress' }),
        job({ jobId: 'c', layerName: 'Roads', submissionTime: 7, recordCount: 44, status: 'Failed', statusMessage: 'The disk is full.' }),
      ],
    }),
  });
  await screen.findByText('Running');
  expect(bodyRows()).toEqual([
    'Adding rowsRoadspetra | 30 | Running',
    // of the rows that were read none arrived
    'Adding rowsRoadspetra |  | FailedThe disk is full. The layer is as it was.',
    'Replacing all rowsTownspetra | 1,200 | Done',
  ]);
  expect(screen.getByRole('progressbar', { name: 'Loading rows' }).getAttribute('aria-valuenow')).toBe('50');
  // Nobody may stop any of them.
  expect(screen.queryByRole('button')).toBeNull();
});

test('a narrow column breaks the moment of a job between day and time alone', async () => {
  await open({ '/append/jobs': () => ({ jobs: [job({ status: 'Completed', submissionTime: Date.UTC(2026, 10, 27, 12) })] }) });
  const moment = (await screen.findByText(/2026/)).textContent;
  expect(moment?.split(' ')).toEqual([expect.stringMatching(/2026,$/), expect.stringMatching(/:00/)]);
});

test('what concerns the whole service stands once, and says what was left out or assumed', async () => {
  const said = { text: 'Rows are points.', code: 'of-no-language', values: {} };
  const both = [
    job({
      jobId: 'p',
      operation: 'publish',
      submissionTime: 1,
      recordCount: 9,
      status: 'CompletedWithErrors',
      refusedCount: 2,
      warnings: [said],
    }),
    job({
      jobId: 'e',
      operation: 'export',
      exportFormat: 'Shapefile',
      submissionTime: 2,
      recordCount: 9,
      status: 'Completed',
      textsCut: 1,
    }),
  ];
  await open({
    '/0/append/jobs': () => ({ jobs: both }),
    '/1/append/jobs': () => ({ jobs: both.map((one) => ({ ...one, layerName: 'Roads' })) }),
  });
  await screen.findByText('Publication');
  expect(bodyRows()).toEqual([
    'Export (Shapefile)Towns, Roadspetra | 9 | Done1 text was cut off: it is too long for the format',
    'PublicationTowns, Roadspetra | 9 | Done, some rows left out2 rows left outRows are points.',
  ]);
});

test('the rows that a load left out can be saved where there is a file of them', async () => {
  const partly = { status: 'CompletedWithErrors', refusedCount: 4 };
  await open({
    '/0/append/jobs': () => ({ jobs: [] }),
    '/1/append/jobs': () => ({
      jobs: [
        job({ jobId: 'kept', layerName: 'Roads', submissionTime: 2, ...partly, refusedInFile: 4 }),
        job({ jobId: 'gone', layerName: 'Roads', submissionTime: 1, ...partly }),
      ],
    }),
  });
  const link = await screen.findByRole('link', { name: 'Save the list as a file: Adding rows, Roads' });
  expect(link.getAttribute('href')).toBe('/rest/services/Hosted/towns/FeatureServer/1/append/jobs/kept/refusedRows');
  expect(link.getAttribute('download')).toBe('rows-not-read.csv');
  // the file of the older one is there no more
  expect(screen.getAllByText('4 rows left out')).toHaveLength(2);
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

test('a job that runs can be stopped where the portal says so; the row says so until it is cancelled', async () => {
  let state: object = { recordCount: 10, totalCount: 40, status: 'InProgress', mayCancel: true };
  const { asked } = await open({
    '/1/append/jobs/j/cancel': () => ({ success: true }),
    '/0/append/jobs': () => ({ jobs: [] }),
    '/1/append/jobs': () => ({ jobs: [job({ layerName: 'Roads', ...state })] }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel: Adding rows, Roads' }));
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Stopping…' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(button);
  expect(asked.filter(({ url }) => url.includes('/cancel'))).toHaveLength(1);
  // The list is asked for again by itself.
  state = { recordCount: 10, totalCount: 40, status: 'Failed', cancelled: true, statusMessage: 'Cancelled.' };
  await waitFor(() => expect(bodyRows()).toEqual(['Adding rowsRoadspetra |  | CancelledThe layer is as it was.']), { timeout: 6000 });
  expect(screen.queryByRole('button')).toBeNull();
  // whoever pressed it goes on from there
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('row')[1]));
}, 20_000);

test('a job that runs goes on by itself to its end', async () => {
  const states = [
    { recordCount: 10, totalCount: 40, status: 'InProgress' },
    { recordCount: 40, totalCount: 40, status: 'Completed' },
  ];
  await open({
    '/0/append/jobs': () => ({ jobs: [job(states.length > 1 ? (states.shift() ?? {}) : (states[0] ?? {}))] }),
    '/1/append/jobs': () => ({ jobs: [] }),
  });
  await screen.findByText('Running');
  await screen.findByText('Done');
  expect(bodyRows()).toEqual(['Adding rowsTownspetra | 40 | Done']);
}, 20_000);

test('what is done once all rows are read or written is said while it lasts', async () => {
  const all = { recordCount: 9, totalCount: 9, status: 'InProgress' };
  await open({
    '/0/append/jobs': () => ({
      jobs: [
        job({ jobId: 'e', operation: 'export', submissionTime: 2000, phase: 'file', ...all }),
        job({ jobId: 'a', phase: 'layer', ...all }),
      ],
    }),
    '/1/append/jobs': () => ({ jobs: [] }),
  });
  await screen.findByText('Export');
  const [exported, added] = bodyRows();
  expect(exported).toMatch(/\| 9 \| RunningAll rows are written, and the file is being finished/);
  expect(added).toMatch(/\| 9 \| RunningAll rows are read, and are being brought into the layer/);
  expect(screen.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-valuenow'))).toEqual(['99', '99']);
});

test('the rows and the fields that were read before a job ended are read anew', async () => {
  let status = 'InProgress';
  await open({ '/0/append/jobs': () => ({ jobs: [job({ status })] }), '/1/append/jobs': () => ({ jobs: [] }) });
  await screen.findByText('Running');
  const parts = ['rows-0', 'rows-1-count-1=1', 'layers', 'usage'];
  for (const part of parts) queryClient.setQueryData(keys.itemPart('i', part), 1);
  const isOld = () => parts.map((part) => queryClient.getQueryState(keys.itemPart('i', part))?.isInvalidated);
  await queryClient.refetchQueries({ queryKey: keys.itemPart('i', 'loads') });
  expect(isOld()).toEqual([false, false, false, false]);
  status = 'CompletedWithErrors';
  await queryClient.refetchQueries({ queryKey: keys.itemPart('i', 'loads') });
  await waitFor(() => expect(isOld()).toEqual([true, true, true, false]));
});

test('jobs that are begun elsewhere are noticed: soon while the page is looked at, and at once when it is looked at again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  let jobs = [job({ jobId: 'old', status: 'Completed', recordCount: 1 })];
  await open({ '/0/append/jobs': () => ({ jobs }), '/1/append/jobs': () => ({ jobs: [] }) });
  await screen.findByText('Done');
  queryClient.setQueryData(keys.itemPart('i', 'layers'), 1);
  const isOld = () => queryClient.getQueryState(keys.itemPart('i', 'layers'))?.isInvalidated;
  jobs = [job({ jobId: 'new', submissionTime: 2000, status: 'InProgress' }), ...jobs];
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await screen.findByText('Running')).toBeTruthy();
  expect(isOld()).toBe(false);
  // begun and done while the page was not looked at
  jobs = [job({ jobId: 'latest', submissionTime: 3000, operation: 'replace', status: 'Completed' }), ...jobs];
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText('Replacing all rows')).toBeTruthy();
  await waitFor(() => expect(isOld()).toBe(true));
});

test('older jobs are listed on demand; once all are there, people go on from the last one that they saw', async () => {
  const all = Array.from({ length: 30 }, (_, i) => job({ jobId: `j${i}`, submissionTime: 1000 - i, recordCount: i, status: 'Completed' }));
  const { asked } = await open({
    '/0/append/jobs': ({ url }) => {
      const num = Number(new URL(url, 'http://x').searchParams.get('num'));
      return { jobs: all.slice(0, num), more: num < all.length };
    },
    '/1/append/jobs': () => ({ jobs: [], more: false }),
  });
  await waitFor(() => expect(bodyRows()).toHaveLength(20));
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(bodyRows()).toHaveLength(30));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('row')[20]));
  // the oldest are at the end, and each was asked for once
  expect(bodyRows().at(-1)).toContain('| 29 |');
  expect(asked.filter(({ url }) => url.includes('/0/append/jobs'))).toHaveLength(2);
});

test('that nothing was done is said; who may not see it sees nothing', async () => {
  await open({ '/append/jobs': () => ({ jobs: [] }) });
  await screen.findByText('Nothing is known that was done with the rows of this layer.');
  cleanup();
  const { container, asked } = await open({ '/append/jobs': () => ({ error: { code: 403, message: 'No.', details: [] } }) });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(container.querySelector('fieldset')).toBeNull();
});
