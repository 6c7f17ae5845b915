// The table of a layer with a million rows: its end, its middle, any row by its number, all of them in the order of a column, their statistics, and one that is found and corrected.
import type { Locator, Page } from '@playwright/test';
import { ENGINES } from '../engines.ts';
import { expect, signIn, test } from '../journey.ts';
import { ADA } from '../people.ts';
import { publish } from '../published.ts';
import type { Rest } from '../rest.ts';

/** The embedded database loads them in a minute and not in seconds: fewer, but more than the scroll bar of a browser can tell apart. */
const ENGINE = ENGINES.includes('postgres') ? 'postgres' : 'embedded';
const ROWS = ENGINE === 'postgres' ? 1_000_000 : 320_000;
/** Shares no divisor with the number of rows: every rank from 0 comes once. */
const STEP = 7_919;
const LAST = ROWS.toLocaleString('en-GB');

test.use({ engine: ENGINE });
test.slow();

/** Row i is called R-i and has the rank i times the step, without whole rounds. */
const rankOf = (row: number): number => (row * STEP) % ROWS;

/** Published from a file as people do; gives the id of the layer's item. */
async function publishRows(admin: Rest): Promise<string> {
  const lines = ['name,rank'];
  for (let i = 1; i <= ROWS; i++) lines.push(`R-${i},${rankOf(i)}`);
  const publishParameters = { name: 'many', locationType: 'none' };
  const file = new File([lines.join('\n')], 'many.csv');
  return (await publish(admin, { params: { filetype: 'csv', publishParameters }, file, timeoutMs: 120_000 })).itemId;
}

interface Seen {
  /** In the table, from 1. */
  row: number;
  name: string;
}

/** The rows that are drawn and fetched, all of them, as the table numbers them. */
async function seen(table: Locator): Promise<Seen[] | 'not yet'> {
  const rows = await table.locator('tbody tr[aria-rowindex]').evaluateAll((list) => {
    const texts = (row: Element): string[] => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '');
    return list.map((row) => ({
      row: Number(row.getAttribute('aria-rowindex')) - 1,
      name: row.getAttribute('aria-busy') === 'true' ? '' : (texts(row).find((text) => text.startsWith('R-')) ?? ''),
    }));
  });
  return rows.length === 0 || rows.some(({ name }) => name === '') ? 'not yet' : rows;
}

/** Waits until all rows in sight are those that belong there, without a gap, and one of them is the row of that number. */
async function expectRows(table: Locator, row: number, nameAt: (row: number) => string): Promise<void> {
  const wrong = async (): Promise<unknown> => {
    const rows = await seen(table);
    if (rows === 'not yet') return rows;
    const first = rows[0]?.row ?? 0;
    if (!rows.some((one) => one.row === row)) return `from ${first} to ${rows.at(-1)?.row}`;
    return rows.filter((one, at) => one.row !== first + at || one.name !== nameAt(one.row));
  };
  await expect.poll(wrong, { timeout: 30_000 }).toEqual([]);
}

async function goTo(page: Page, row: number): Promise<void> {
  const input = page.getByRole('textbox', { name: 'Go to row' });
  await input.fill(String(row));
  await input.press('Enter');
}

test('somebody reads the last, the middle and any row of a million, in the order of the file and of a column, and finds and corrects one', async ({
  page,
  admin,
}) => {
  const id = await publishRows(admin);
  await signIn(page, ADA);
  await page.goto(`/home/item.html?id=${id}&tab=data`);
  const table = page.getByRole('table', { name: 'many' });
  const scroller = table.locator('..');
  await expect(page.getByText(`${LAST} rows`, { exact: true })).toBeVisible();
  await expect(table).toHaveAttribute('aria-rowcount', String(ROWS + 1));
  const inOrder = (row: number): string => `R-${row}`;
  await expectRows(table, 1, inOrder);

  await test.step('the bar is drawn to the end and to the middle', async () => {
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expectRows(table, ROWS, inOrder);
    await scroller.evaluate((element) => element.scrollTo(0, (element.scrollHeight - element.clientHeight) / 2));
    await expectRows(table, ROWS / 2, inOrder);
  });

  await test.step('a row is gone to by its number, and the wheel goes on from there without a gap', async () => {
    const row = Math.round(ROWS * 0.654_321);
    await goTo(page, row);
    await expectRows(table, row, inOrder);
    await scroller.hover();
    for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, 200);
    await expectRows(table, row + 30, inOrder);
  });

  const byRank = new Map(Array.from({ length: ROWS }, (_, at) => [rankOf(at + 1), `R-${at + 1}`]));
  const ranked = (row: number): string => byRank.get(row - 1) ?? '';
  const rankedDown = (row: number): string => ranked(ROWS + 1 - row);

  await test.step('a column sorts all rows: whoever has a rank stands in its place', async () => {
    await table.getByRole('button', { name: 'rank', exact: true }).click();
    await goTo(page, 1);
    await expectRows(table, 1, ranked);
    await goTo(page, ROWS / 2);
    await expectRows(table, ROWS / 2, ranked);
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expectRows(table, ROWS, ranked);
    await table.getByRole('button', { name: 'rank', exact: true }).click();
    await goTo(page, 10);
    await expectRows(table, 10, rankedDown);
  });

  const figures = page.getByRole('dialog');
  const figure = (name: string): Locator =>
    figures
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd');
  const choose = async (within: Page | Locator, field: string): Promise<void> => {
    await within.getByRole('combobox', { name: 'Field' }).click();
    await within.getByRole('option', { name: field, exact: true }).click();
  };

  await test.step('the statistics of a column are of all rows', async () => {
    await page.getByRole('button', { name: 'Statistics' }).click();
    await choose(figures, 'rank');
    await expect(figure('Mean')).toHaveText(((ROWS - 1) / 2).toLocaleString('en-GB'), { timeout: 30_000 });
    for (const name of ['Values', 'Different values']) await expect(figure(name)).toHaveText(LAST);
    await expect(figure('Greatest')).toHaveText((ROWS - 1).toLocaleString('en-GB'));
    await page.keyboard.press('Escape');
    await expect(figures).toBeHidden();
  });

  await test.step('a filter finds one of them, which is corrected in its place', async () => {
    const row = Math.round(ROWS * 0.777_777);
    await choose(page, 'rank');
    await page.getByRole('textbox', { name: 'Value' }).fill(String(rankOf(row)));
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('1 row', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expectRows(table, 1, () => `R-${row}`);
    await table.getByRole('button', { name: /Edit name$/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Edit name' }).fill(`R-${row} checked`);
    const saved = page.waitForResponse('**/applyEdits');
    await page.keyboard.press('Enter');
    await saved;
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page.getByText(`${LAST} rows`, { exact: true })).toBeVisible();
    // In the order of the ranks, from the highest.
    const at = ROWS - rankOf(row);
    await goTo(page, at);
    await expectRows(table, at, (one) => (one === at ? `R-${row} checked` : rankedDown(one)));
  });
});
