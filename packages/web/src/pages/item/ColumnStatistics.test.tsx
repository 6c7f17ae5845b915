// The values of a column in short.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { ColumnStatistics } from './ColumnStatistics.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (name: string, type: string, domain: unknown = null) => ({ name, type, alias: name, domain });
const layer = {
  id: 0,
  objectIdField: 'fid',
  fields: [
    field('fid', 'esriFieldTypeOID'),
    field('people', 'esriFieldTypeInteger'),
    field('state', 'esriFieldTypeString', { type: 'codedValue', codedValues: [{ code: 'w', name: 'Working' }] }),
  ],
} as unknown as LayerInfo;

/** Answers statistics by what is grouped. */
async function open(answer: (query: URLSearchParams) => unknown, different?: number) {
  const page = await renderPage(
    <ColumnStatistics itemId="i" service="towns" layer={layer} where="people > 5" />,
    '/x',
    {
      '/query': ({ url, body }) => {
        const query = new URLSearchParams(body || new URL(url, 'http://x').search);
        return query.has('returnDistinctValues') && different !== undefined ? { count: different } : answer(query);
      },
    },
    ['item'],
  );
  await userEvent.click(screen.getByRole('button', { name: 'Statistics' }));
  return page;
}
const rowsOf = () => screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);

test('of values that all differ none is called the most frequent', async () => {
  const ones = Array.from({ length: 5 }, (_, i) => ({ attributes: { people: i, of_rows: 1 } }));
  const answer = (query: URLSearchParams) =>
    query.has('groupByFieldsForStatistics') ? { features: ones } : { features: [{ attributes: { of_rows: 90, of_count: 90 } }] };
  await open(answer, 90);
  await screen.findByText('Different values');
  expect(screen.queryByText('Most frequent')).toBeNull();
  cleanup();
  await open(answer, 5);
  await screen.findByText('Most frequent');
});

test('a number has its different and missing values, range, mean, median and sum, of the rows that match the filter; and its most frequent values', async () => {
  const wheres: (string | null)[] = [];
  let median: unknown;
  await open((query) => {
    wheres.push(query.get('where'));
    const statistics = JSON.parse(query.get('outStatistics') ?? '[]') as { outStatisticFieldName: string }[];
    median ??= statistics.find(({ outStatisticFieldName: name }) => name === 'of_median');
    return query.has('groupByFieldsForStatistics')
      ? {
          features: [{ attributes: { people: 12000, of_rows: 7 } }, { attributes: { people: null, of_rows: 1 } }],
        }
      : {
          features: [
            {
              attributes: {
                ...{ of_rows: 9, of_count: 8, of_min: 6, of_max: 12000, of_avg: 1501.33333, of_median: 7.5, of_sum: 12006 },
                of_stddev: null,
              },
            },
          ],
        };
  }, 3);
  await screen.findByText('Mean');
  expect(rowsOf()).toEqual([
    ['Values', '8'],
    // of the three that the portal counts, one is that there is none
    ['Different values', '2'],
    ['No value', '1'],
    ['Least', '6'],
    ['Greatest', '12,000'],
    ['Mean', '1,501.3333'],
    ['Median', '7.5'],
    ['Sum', '12,006'],
    ['Standard deviation', '–'],
    ['12,000', '7'],
    ['no value', '1'],
  ]);
  expect(median).toEqual({
    statisticType: 'PERCENTILE_CONT',
    onStatisticField: 'people',
    outStatisticFieldName: 'of_median',
    statisticParameters: { value: 0.5 },
  });
  expect(new Set(wheres)).toEqual(new Set(['people > 5']));
});

test('codes are counted under their names and have no mean', async () => {
  await open(
    (query) =>
      query.has('groupByFieldsForStatistics')
        ? { features: [{ attributes: { state: 'w', of_rows: 3 } }] }
        : { features: [{ attributes: { of_count: 3, of_rows: 3 } }] },
    1,
  );
  await userEvent.click(screen.getByRole('combobox', { name: 'Field' }));
  await userEvent.click(await screen.findByRole('option', { name: 'state', hidden: true }));
  await screen.findByText('Working');
  expect(rowsOf()).toEqual([
    ['Values', '3'],
    ['Different values', '1'],
    ['No value', '0'],
    ['Working', '3'],
  ]);
});

test('why there are none is said', async () => {
  await open(() => ({ error: { code: 400, message: 'Statistics are off.', details: [] } }));
  expect((await screen.findByRole('alert')).textContent).toBe('Statistics are off.');
});
