// How values are read that people write in two ways.
import type { AnalyzeReply } from '@graticule/contract/content/publishing';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { ReadingChoices } from './ReadingChoices.tsx';
import { type Reading, readingParameters } from './reading.ts';

afterEach(cleanup);

const analysis = { publishParameters: { locationType: 'none', layerInfo: { fields: [] } }, fields: ['when'], records: [] };

async function open(fileType: string, reading: Reading = {}) {
  const told: Reading[] = [];
  await renderPage(
    <ReadingChoices
      analysis={analysis as unknown as AnalyzeReply}
      fileType={fileType}
      datasets={[]}
      reading={reading}
      onRead={(changes) => told.push(changes)}
    />,
    '/x',
    {},
    ['item'],
  );
  await screen.findByRole('combobox', { name: 'Order of day and month' });
  return told;
}
const choose = async (name: string, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name }));
  await userEvent.click(screen.getByRole('option', { name: option, hidden: true }));
};

test('the order of dates and the decimal sign are said, and go over the wire', async () => {
  const told = await open('csv');
  await choose('Order of day and month', 'Day first');
  await choose('Decimal sign', 'Comma (0,5)');
  expect(told).toEqual([{ dateOrder: 'dayFirst' }, { decimalSign: ',' }]);
  expect(readingParameters(Object.assign({}, ...told))).toEqual({ dateOrder: 'dayFirst', decimalSign: ',' });
});

test('what was said is taken back', async () => {
  const told = await open('csv', { dateOrder: 'dayFirst' });
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Order of day and month' }).value).toBe('Day first');
  const box = screen.getByRole('combobox', { name: 'Order of day and month' });
  await userEvent.click(box);
  const list = document.getElementById(box.getAttribute('aria-controls') ?? '');
  const option = [...(list?.querySelectorAll<HTMLElement>('[role=option]') ?? [])].find(
    (one) => one.textContent === 'As the values suggest',
  );
  await userEvent.click(option as HTMLElement);
  expect(told).toEqual([{ dateOrder: undefined }]);
});

test('numbers of workbooks need no decimal sign', async () => {
  await open('excel');
  expect(screen.queryByRole('combobox', { name: 'Decimal sign' })).toBeNull();
});
