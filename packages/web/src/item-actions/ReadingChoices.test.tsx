// How values are read that people write in two ways.
import type { AnalyzeReply } from '@graticule/contract/content/publishing';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { ReadingChoices } from './ReadingChoices.tsx';
import { type Reading, readingParameters } from './reading.ts';

afterEach(cleanup);

const analysis = { publishParameters: { locationType: 'none', layerInfo: { fields: [] } }, fields: ['when'], records: [] };
const layerInfo = { fields: ['town', 'land'].map((name) => ({ name, alias: name.toUpperCase(), type: 'esriFieldTypeString' })) };
const ofTowns = (said: object) => ({ publishParameters: { layerInfo, ...said }, fields: ['TOWN', 'LAND'], records: [] });

async function open(fileType: string, reading: Reading = {}, found: object = analysis) {
  const told: Reading[] = [];
  await renderPage(
    <ReadingChoices
      analysis={found as unknown as AnalyzeReply}
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
  const box = screen.getByRole('combobox', { name });
  await userEvent.click(box);
  const list = document.getElementById(box.getAttribute('aria-controls') ?? '') as HTMLElement;
  await userEvent.click(within(list).getByRole('option', { name: option, hidden: true }));
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

test.each(['csv', 'excel'])('the row with the names of the columns is chosen for %s', async (fileType) => {
  const told = await open(fileType);
  await userEvent.type(screen.getByRole('textbox', { name: 'Row with the names of the columns' }), '3');
  await userEvent.tab();
  expect(told).toEqual([{ headerRow: 3 }]);
  expect(readingParameters(Object.assign({}, ...told))).toEqual({ headerRow: 3 });
});

const hasNames = () => screen.getByRole<HTMLInputElement>('switch', { name: 'A row has the names of the columns' });

test.each([true, false])('whether a row has the names is shown as it is found (%s), and not said once it is so again', async (found) => {
  const named = { publishParameters: { ...analysis.publishParameters, hasNames: found }, fields: ['when'], records: [] };
  const told = await open('csv', {}, named);
  expect(hasNames().checked).toBe(found);
  await userEvent.click(hasNames());
  expect(told).toEqual([{ hasHeader: !found }]);
  cleanup();
  const back = await open('csv', { hasHeader: !found }, named);
  expect(hasNames().checked).toBe(!found);
  await userEvent.click(hasNames());
  expect(back).toEqual([{ hasHeader: undefined }]);
});

const byNames = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Place the rows by the names of places/ });

test('rows are placed by the names in the columns that are chosen', async () => {
  const told = await open('csv', {}, ofTowns({ locationType: 'none' }));
  expect(byNames().checked).toBe(false);
  expect(screen.queryByRole('combobox', { name: 'Column of the town' })).toBeNull();
  await userEvent.click(byNames());
  expect(told).toEqual([{ byNames: true }]);
  cleanup();
  const chosen = await open('csv', { byNames: true, addressFields: { CountryCode: 'land' } }, ofTowns({ locationType: 'none' }));
  expect(screen.queryByRole('combobox', { name: 'Column of the longitude (X)' })).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Column of the country' }).value).toBe('LAND');
  await choose('Column of the town', 'TOWN');
  expect(chosen).toEqual([{ byNames: true, addressFields: { City: 'town', CountryCode: 'land' } }]);
  expect(readingParameters(chosen[0] ?? {})).toEqual({ locationType: 'address', addressFields: { City: 'town', CountryCode: 'land' } });
});

test('what the portal proposes is shown, and can be declined', async () => {
  const told = await open('csv', {}, ofTowns({ locationType: 'address', addressFields: { City: 'town', CountryCode: 'land' } }));
  expect(byNames().checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Column of the town' }).value).toBe('TOWN');
  // Places of the portal need no coordinate system.
  expect(screen.queryByRole('combobox', { name: 'Coordinate system' })).toBeNull();
  await userEvent.click(byNames());
  expect(told).toEqual([{ byNames: false }]);
  expect(readingParameters(told[0] ?? {})).toEqual({ locationType: 'coordinates' });
});

test('whether a row has the names is found anew once the cells are parted otherwise or another row is named', async () => {
  const none = { publishParameters: { ...analysis.publishParameters, hasNames: false }, fields: ['when'], records: [] };
  const told = await open('csv', { hasHeader: true, headerRow: 2 }, none);
  await choose('Separator', 'Semicolon');
  const row = screen.getByRole('textbox', { name: 'Row with the names of the columns' });
  await userEvent.click(row);
  await userEvent.tab();
  // nothing else was named
  expect(told).toHaveLength(1);
  await userEvent.clear(row);
  await userEvent.type(row, '3');
  await userEvent.tab();
  expect(told).toStrictEqual([
    { columnDelimiter: ';', hasHeader: undefined },
    { headerRow: 3, hasHeader: undefined },
  ]);
});
