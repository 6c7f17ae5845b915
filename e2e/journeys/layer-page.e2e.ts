// The page of a hosted layer: many rows, their statistics, changes in place, files of a row, a view, the history of loads.
import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, signIn, test } from '../journey.ts';
import { ADA } from '../people.ts';
import { publishTable } from '../published.ts';
import type { Rest } from '../rest.ts';

test.slow();

const ROWS = 30_000;

/** A table of points with 30,000 rows, published; gives the id of the layer's item. */
async function publishRows(admin: Rest, title = 'Stations'): Promise<string> {
  const lines = ['station,river,level_m,opened,x,y'];
  for (let i = 1; i <= ROWS; i++) {
    const day = String(1 + (i % 28)).padStart(2, '0');
    lines.push(`S-${i},${['Vind', 'Lula', 'Ume'][i % 3]},${i % 100},2020-03-${day},${10 + (i % 100) / 10},${50 + (i % 90) / 10}`);
  }
  return publishTable(admin, { title, lines, tags: 'journey' });
}

test('the owner of a layer reads, corrects and documents it on its page', async ({ page, admin }) => {
  const id = await publishRows(admin);
  await signIn(page, ADA);
  await page.goto(`/home/item.html?id=${id}&tab=data`);
  const table = page.getByRole('table', { name: 'stations' });
  await expect(page.getByText('30,000 rows', { exact: true })).toBeVisible();

  await test.step('the last row is reached by scrolling, and a column sorts all of them', async () => {
    const scroller = table.locator('..');
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(table.getByText('S-30000', { exact: true })).toBeVisible();
    await scroller.evaluate((element) => element.scrollTo(0, 0));
    await table.getByRole('button', { name: 'level_m', exact: true }).click();
    await table.getByRole('button', { name: 'level_m', exact: true }).click();
    await expect(table.getByRole('row').nth(1).getByRole('button', { name: '99. Edit level_m' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('keys lead from cell to cell, to the ends of the table, and out of it', async () => {
    const place = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return [activeElement?.closest('td')?.dataset.field, activeElement?.closest('tr')?.getAttribute('aria-rowindex')].join(' ');
      });
    await table.locator('td[data-field=station] button').first().focus();
    for (const [keys, there] of [
      [['ArrowDown', 'ArrowRight'], 'river 3'],
      [['Home'], 'OBJECTID 3'],
      [['Control+End'], 'y 30001'],
      [['ArrowUp', 'ArrowLeft'], 'x 30000'],
      [['Control+Home'], 'OBJECTID 2'],
    ] as const) {
      for (const key of keys) await page.keyboard.press(key);
      await expect.poll(place).toBe(there);
    }
    await page.keyboard.press('ArrowRight');
    // what has the focus does not lie behind the heads
    for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowDown');
    for (let i = 0; i < 15; i++) await page.keyboard.press('ArrowUp');
    await expect.poll(place).toBe('station 7');
    const cell = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0);
    const heads = await table.locator('thead').evaluate((element) => element.querySelector('th')?.getBoundingClientRect().bottom ?? 0);
    expect(cell).toBeGreaterThanOrEqual(heads);
    await expectAccessible(page);
    for (let i = 0; i < 8; i++) await page.keyboard.press('Tab');
    expect(await table.evaluate((element) => element.contains(document.activeElement))).toBe(false);
    // keys lead from the table into the rows that it was scrolled to
    await table.locator('..').evaluate((element) => element.scrollTo(0, 400));
    await table.locator('..').focus();
    await page.keyboard.press('End');
    await expect.poll(place).toBe('y 12');
    await table.locator('..').evaluate((element) => element.scrollTo(0, 0));
  });

  await test.step('statistics are of the rows that match the filter', async () => {
    await page.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'river' }).click();
    await page.getByRole('textbox', { name: 'Value' }).fill('Lula');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('10,000 rows', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Statistics' }).click();
    const figures = page.getByRole('dialog');
    await figures.getByRole('combobox', { name: 'Field' }).click();
    await figures.getByRole('option', { name: 'level_m' }).click();
    await expect(figures.getByText('10,000', { exact: true }).first()).toBeVisible();
    await expect(figures.getByText('Mean')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page.getByText('30,000 rows', { exact: true })).toBeVisible();
  });

  await test.step('a value and a day are changed with the keyboard, and kept', async () => {
    await table.getByRole('button', { name: 'station', exact: true }).click();
    const first = table.getByRole('row').nth(1);
    await first.getByRole('button', { name: /^S-1\./ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Edit station' }).fill('S-0 moved');
    // it is shown before it is saved
    const saved = page.waitForResponse('**/applyEdits');
    await page.keyboard.press('Enter');
    await saved;
    await expect(table.getByText('S-0 moved')).toBeVisible();
    const row = table.getByRole('row').filter({ hasText: 'S-0 moved' });
    await row.getByRole('button', { name: /Edit opened$/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Edit opened', { exact: true }).fill('2021-07-04');
    const savedToo = page.waitForResponse('**/applyEdits');
    await page.keyboard.press('Enter');
    await savedToo;
    await expect(row.getByText('4 Jul 2021')).toBeVisible();
    await page.reload();
    await expect(table.getByText('S-0 moved')).toBeVisible();
    await expect(row.getByText('4 Jul 2021')).toBeVisible();
  });

  await test.step('a row is added and deleted again', async () => {
    await page.getByRole('button', { name: 'Add a row' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a row' });
    await expect(dialog.getByRole('button', { name: 'Add a row' })).toBeDisabled();
    await expect(dialog.getByText('Type at least one value: an empty row is not added.')).toBeVisible();
    await dialog.getByLabel('Longitude').fill('12.5');
    await dialog.getByLabel('Latitude').fill('57');
    await dialog.getByLabel('station').fill('S-new');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add a row' }).click();
    await expect(page.getByText('30,001 rows', { exact: true })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Choose row 1', exact: true }).check();
    await page.getByRole('button', { name: 'Delete 1 row' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('30,000 rows', { exact: true })).toBeVisible();
  });

  await test.step('files are attached to a row once the layer takes them', async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    // the switch turns once the server has said yes
    await page.getByRole('switch', { name: /Files can be attached/ }).click({ force: true });
    await expect(page.getByRole('switch', { name: /Files can be attached/ })).toBeChecked();
    const publication = page.getByRole('row').filter({ hasText: 'Publication' });
    await expect(publication.getByRole('cell', { name: '30,000', exact: true })).toBeVisible();
    await expect(publication.getByText('Done', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await page.getByRole('button', { name: 'Files of row 2', exact: true }).click();
    const files = page.getByRole('dialog', { name: 'Files of row 2' });
    await expect(files.getByText('No files are attached to this row.')).toBeVisible();
    await files.locator('input[type=file]').setInputFiles({ name: 'gauge.txt', mimeType: 'text/plain', buffer: Buffer.from('iron, 1921') });
    await expect(files.getByRole('link', { name: 'gauge.txt' })).toBeVisible();
    await expectAccessible(page);
    await files.getByRole('button', { name: 'Close' }).click();
    // the row is told from those without files
    await expect(page.getByRole('button', { name: 'Files of row 2: 1 file', exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Files of row 2: 1 file', exact: true }).click();
    await files.getByRole('button', { name: 'Remove gauge.txt' }).click();
    await files.getByRole('group', { name: 'Delete gauge.txt for good?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(files.getByText('No files are attached to this row.')).toBeVisible();
    await files.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('below many files stays in sight what was refused, and how to attach more', async () => {
    await page.getByRole('button', { name: 'Files of row 3', exact: true }).click();
    const files = page.getByRole('dialog', { name: 'Files of row 3' });
    await expect(files.getByText('No files are attached to this row.')).toBeVisible();
    const named = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('iron') });
    await files
      .locator('input[type=file]')
      .setInputFiles([named('gauge.exe'), ...Array.from({ length: 16 }, (_, i) => named(`gauge ${i + 1}.txt`))]);
    await expect(files.getByRole('link', { name: 'gauge 16.txt' })).toBeAttached();
    await expect(files.getByRole('link', { name: 'gauge 1.txt' })).toBeInViewport();
    await expect(files.getByRole('link', { name: 'gauge 16.txt' })).not.toBeInViewport();
    await expect(files.getByText('gauge.exe is of a type that may not be attached. Put it into a zip archive.')).toBeInViewport();
    await expect(files.getByRole('button', { name: 'Attach files' })).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await files.getByRole('button', { name: 'Cancel gauge.exe' }).click();
    await files.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a field is added with a list of values, used in the table, and deleted again', async () => {
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await page.getByRole('button', { name: 'Add a field' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a field' });
    await adding.getByLabel('Shown as').fill('State of repair');
    await expect(adding.getByRole('textbox', { name: 'Field' })).toHaveValue('State_of_repair');
    await expectAccessible(page);
    await adding.getByRole('button', { name: 'Add a field' }).click();
    await page.getByRole('button', { name: 'Which values State_of_repair may have' }).click();
    const values = page.getByRole('dialog', { name: 'Values of State of repair' });
    await values.getByText('From a list').click();
    await values.getByRole('textbox', { name: 'Value 1', exact: true }).fill('b');
    await values.getByRole('textbox', { name: 'Words for value 1' }).fill('broken');
    await expectAccessible(page);
    await values.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('1 value', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    const row = table.getByRole('row').filter({ hasText: 'S-3' }).first();
    await row.getByRole('button', { name: /Edit State of repair$/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Edit State of repair', { exact: true }).selectOption('broken');
    await page.keyboard.press('Enter');
    await expect(row.getByText('broken')).toBeVisible();
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    const size = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('button', { name: 'Delete the field State_of_repair' })).toBeVisible();
    // on a phone the list of the fields is scrolled, not the page
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(sideways).toBeLessThanOrEqual(0);
    if (size) await page.setViewportSize(size);
    await page.getByRole('button', { name: 'Delete the field State_of_repair' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('State_of_repair')).toHaveCount(0);
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'State of repair' })).toHaveCount(0);
  });

  await test.step('what somebody else wrote meanwhile is not written over unasked', async () => {
    const other = await page.context().newPage();
    await other.goto(`/home/item.html?id=${id}&tab=data`);
    for (const [tab, words] of [
      [page, 'S-2 of mine'],
      [other, 'S-2 of theirs'],
    ] as const) {
      const row = tab.getByRole('row').filter({ has: tab.getByRole('checkbox', { name: 'Choose row 2', exact: true }) });
      await row.getByRole('button', { name: /Edit station$/ }).focus();
      await tab.keyboard.press('Enter');
      await tab.getByRole('textbox', { name: 'Edit station' }).fill(words);
    }
    await other.keyboard.press('Enter');
    await expect(other.getByRole('button', { name: /^S-2 of theirs\./ })).toBeVisible();
    await expect(other.locator('tr[data-failed]')).toHaveCount(0);
    await other.close();
    await page.getByRole('textbox', { name: 'Edit station' }).press('Enter');
    const question = page.getByRole('alert').filter({ hasText: 'Somebody changed station meanwhile.' });
    await expect(question.getByRole('definition')).toHaveText(['S-2 of theirs', 'S-2 of mine']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep theirs' }).click();
    await expect(table.getByText('S-2 of theirs')).toBeVisible();
  });

  await test.step('nor is what somebody else writes between the look at the row and its change', async () => {
    const other = await page.context().newPage();
    await other.goto(`/home/item.html?id=${id}&tab=data`);
    const type = async (tab: Page, words: string) => {
      const row = tab.getByRole('row').filter({ has: tab.getByRole('checkbox', { name: 'Choose row 3', exact: true }) });
      await row.getByRole('button', { name: /Edit station$/ }).focus();
      await tab.keyboard.press('Enter');
      await tab.getByRole('textbox', { name: 'Edit station' }).fill(words);
      await tab.keyboard.press('Enter');
    };
    // the row was looked at once its change is on its way; that is held back, not changed
    const release = Promise.withResolvers<void>();
    const underway = Promise.withResolvers<void>();
    await page.route('**/applyEdits', async (route) => {
      underway.resolve();
      await release.promise;
      await route.continue();
    });
    await type(page, 'S-3 of mine');
    await underway.promise;
    const saved = other.waitForResponse('**/applyEdits');
    await type(other, 'S-3 of theirs');
    expect(await (await saved).json()).toMatchObject({ updateResults: [{ success: true }] });
    await other.close();
    release.resolve();
    const question = page.getByRole('alert').filter({ hasText: 'Somebody changed station meanwhile.' });
    await expect(question.getByRole('definition')).toHaveText(['S-3 of theirs', 'S-3 of mine']);
    await page.unroute('**/applyEdits');
    const insisted = page.waitForResponse('**/applyEdits');
    await page.getByRole('button', { name: 'Save mine' }).click();
    await insisted;
    await expect(page.locator('tr[data-failed]')).toHaveCount(0);
    await page.reload();
    await expect(table.getByRole('button', { name: /^S-3 of mine\./ })).toBeVisible();
  });
});

test('the owner of a layer makes tiles and a view of it, and changes what the view shows', async ({ page, admin }) => {
  const id = await publishRows(admin, 'Gauges');
  await signIn(page, ADA);
  await page.goto(`/home/item.html?id=${id}&tab=data`);

  await test.step('a tile service of it is an item of its own', async () => {
    await page.getByRole('button', { name: 'Publish as tiles' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish as tiles' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Publish the tiles' }).click();
    await expect(page.getByRole('heading', { name: 'Tiles of Gauges', level: 1 })).toBeVisible();
    await page.goto(`/home/item.html?id=${id}&tab=data`);
  });

  await test.step('a view shows some of it under another name', async () => {
    await page.getByRole('button', { name: 'Make a view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make a view' });
    const rows = dialog.getByRole('group', { name: 'Only rows where' });
    await rows.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'river' }).click();
    await rows.getByRole('textbox', { name: 'Value' }).fill('ume');
    await expect(rows.getByText('The view shows 10,000 rows.')).toBeVisible();
    await expectAccessible(page);
    await rows.getByText('SQL', { exact: true }).click();
    await expect(rows.getByRole('textbox', { name: 'Condition in SQL' })).toHaveValue("UPPER(river) LIKE UPPER('%ume%') ESCAPE '!'");
    await rows.getByRole('textbox', { name: 'Condition in SQL' }).fill("river = 'Ume");
    await expect(rows.getByText(/^This condition cannot be used/)).toBeVisible();
    await rows.getByRole('textbox', { name: 'Condition in SQL' }).fill("river = 'Ume'");
    await dialog.getByRole('checkbox', { name: 'level_m' }).uncheck();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Make the view' }).click();
    await expect(page.getByRole('heading', { name: 'View of Gauges', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await expect(page.getByText('10,000 rows', { exact: true })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'level_m' })).toHaveCount(0);
  });

  await test.step('what the view shows is changed afterwards, also by a field that it does not show', async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await expect(page.getByText("river = 'Ume'", { exact: true })).toBeVisible();
    await page.getByRole('button', { name: /^Change what .+ shows$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Change what it shows' });
    await dialog.getByRole('textbox', { name: 'Condition in SQL' }).fill("river = 'Ume' AND level_m < 50");
    await expect(dialog.getByText('The view shows 5,000 rows.')).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'level_m' }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await expect(page.getByText('5,000 rows', { exact: true })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'level_m' })).toBeVisible();
  });
});
