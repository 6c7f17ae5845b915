// From a file to a layer: a workbook with several sheets, and a table whose columns are corrected; new data and a way out again.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { fixturePath } from '../files.ts';
import { expect, signIn, test } from '../journey.ts';
import { ADA } from '../people.ts';
import type { Rest } from '../rest.ts';

test.slow();

/** Uploads a fixture, opens its page and the dialog that publishes it. Other journeys of the same person upload files with the names of fixtures, too. */
async function beginPublishing(page: Page, admin: Rest, name: string, fields: { title: string; type: string }): Promise<Locator> {
  const file = new File([await readFile(fixturePath(name))], `to_publish_${name}`);
  const { id } = await admin.post(`content/users/${ADA.username}/addItem`, { ...fields, tags: 'journey' }, { file });
  await page.goto(`/home/item.html?id=${id}`);
  await page.getByRole('button', { name: 'Publish layer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish as a hosted layer' });
  await expect(dialog.getByText('How the file is read')).toBeVisible();
  return dialog;
}

test('a sheet of a workbook is chosen, seen on a map and published', async ({ page, admin }) => {
  await signIn(page, ADA);
  const dialog = await beginPublishing(page, admin, 'three_sheets.xlsx', { title: 'Places of the office', type: 'Microsoft Excel' });

  const file = page.url();

  await test.step('choose the sheet and the row of the names', async () => {
    await dialog.getByText('How the file is read').click();
    await dialog.getByPlaceholder('All').click();
    await page.getByRole('option', { name: 'Stations' }).click();
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('columnheader', { name: /station/i }).first()).toBeVisible();
    await expect(dialog.getByRole('cell', { name: '007' })).toBeVisible();
  });

  await test.step('see the places on a map', async () => {
    await dialog.getByText('Map', { exact: true }).click();
    await expect(dialog.getByRole('img', { name: 'Places of Places of the office' })).toBeVisible();
    await expect(dialog.getByText('The first 2 features are drawn.')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('publish', async () => {
    await dialog.getByRole('button', { name: 'Publish layer' }).click();
    await expect(dialog.getByText('It has 2 features.')).toBeVisible({ timeout: 60_000 });
    await dialog.getByRole('link', { name: "See the layer's page" }).click();
    await expect(page.getByRole('heading', { name: 'Places of the office', level: 1 })).toBeVisible();
  });

  await test.step('that the name is taken now is told before it is published again', async () => {
    await page.goto(file);
    await page.getByRole('button', { name: 'Publish layer' }).click();
    await expect(dialog.getByText('There is or was a layer of this name. Choose another one.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Publish layer' })).toBeDisabled();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Use “Places of the office 2”' }).click();
    await expect(dialog.getByRole('button', { name: 'Publish layer' })).toBeEnabled();
  });
});

test('columns are corrected before publishing; then the layer gets new data and is exported', async ({ page, admin }) => {
  await signIn(page, ADA);
  const dialog = await beginPublishing(page, admin, 'trees.csv', { title: 'Trees to correct', type: 'CSV' });

  await test.step('see how it is read: boxes beside each other are in line', async () => {
    const fold = dialog.getByText('How the file is read');
    await fold.click();
    const boxOf = (name: string) => dialog.getByLabel(name, { exact: true }).and(page.locator('input:not([type=hidden])')).boundingBox();
    const [row, separator] = [await boxOf('Row with the names of the columns'), await boxOf('Separator')];
    expect(separator?.y).toBeCloseTo(row?.y ?? 0, 0);
    await fold.click();
  });

  await test.step('skip, rename and read as another type', async () => {
    await dialog.getByText('7 columns become fields').click();
    await dialog.getByRole('checkbox', { name: 'Keep the column note' }).uncheck();
    await dialog.getByRole('textbox', { name: 'Name of the field for name' }).fill('species');
    await dialog.getByRole('combobox', { name: 'Type of height' }).click();
    await page.getByRole('option', { name: 'Number', exact: true }).click();
    await expect(dialog.getByText('6 columns become fields')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Key (optional)' }).click();
    await page.getByRole('option', { name: 'zip', exact: true }).click();
    await expectAccessible(page);
  });

  await test.step('publish; the row that does not fit is told with its number', async () => {
    await dialog.getByRole('button', { name: 'Publish layer' }).click();
    await expect(dialog.getByText('It has 2 features.')).toBeVisible({ timeout: 60_000 });
    await dialog.getByText('1 row could not be read').click();
    await expect(dialog.getByText(/Row 3: .*“tall”/)).toBeVisible();
    const download = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Save the list as a file' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('rows-not-read.csv');
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^\uFEFFrow,reason\r\n3,".*“tall”.*"\r\n$/);
    await dialog.getByRole('link', { name: "See the layer's page" }).click();
  });

  await test.step('the table has the corrected columns', async () => {
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await expect(page.getByText('2 rows', { exact: true })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'name' })).toBeVisible();
    await expect(page.getByText('01234')).toBeVisible();
  });

  await test.step('add the rows of another file', async () => {
    await loadFile(page, 'Add them', 'Add the rows');
    // The oak has a key that is there already.
    await expect(page.getByText('3 rows', { exact: true })).toBeVisible();
  });

  await test.step('the key of the layer is offered for merging', async () => {
    await page.getByRole('button', { name: 'New data from a file' }).click();
    const loading = page.getByRole('dialog', { name: 'New data from a file' });
    await loading.getByRole('radio', { name: 'Add new rows and change known ones' }).check();
    await expect(loading.getByRole('combobox', { name: 'Key' })).toHaveValue('zip');
    await loading.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('the columns of the places are named where the portal does not know them', async () => {
    await page.getByRole('button', { name: 'New data from a file' }).click();
    const loading = page.getByRole('dialog', { name: 'New data from a file' });
    const buffer = Buffer.from('zip,species,up,across,keeper\n00001,Yew,47.1,8.1,Ines\n');
    await loading.locator('input[type=file]').setInputFiles({ name: 'survey.csv', mimeType: 'text/csv', buffer });
    await expect(loading.getByText('The rows have no places as the file is read.')).toBeVisible({ timeout: 30_000 });
    await expect(loading.getByText(/left out:.*keeper/)).toBeVisible();
    await expect(loading.getByRole('button', { name: 'Add the rows' })).toBeDisabled();
    for (const [label, column] of [
      ['Column of the longitude (X)', 'across'],
      ['Column of the latitude (Y)', 'up'],
    ] as const) {
      await loading.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: column, exact: true }).click();
    }
    await expect(loading.getByText('The rows have no places as the file is read.')).toBeHidden();
    await expectAccessible(page);
    await loading.getByRole('button', { name: 'Add the rows' }).click();
    await expect(loading.getByText('1 row added')).toBeVisible({ timeout: 60_000 });
    await loading.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('replace everything', async () => {
    await loadFile(page, 'Replace everything', 'Replace everything');
    await expect(page.getByText('2 rows', { exact: true })).toBeVisible();
    await expect(page.getByText('Fir')).toBeVisible();
  });

  await test.step('export it as a file', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const exporting = page.getByRole('dialog', { name: 'Export the layer' });
    const download = page.waitForEvent('download');
    await exporting.getByRole('link', { name: 'Download' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text.trim().split('\n')).toHaveLength(3);
    expect(text).toContain('Fir');
  });

  await test.step('and keep an export in the content', async () => {
    const exporting = page.getByRole('dialog', { name: 'Export the layer' });
    await exporting.getByRole('button', { name: 'Export to my content' }).click();
    await expect(exporting.getByText('The file is in your content')).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page);
  });
});

async function loadFile(page: Page, mode: string, submit: string): Promise<void> {
  await page.getByRole('button', { name: 'New data from a file' }).click();
  const dialog = page.getByRole('dialog', { name: 'New data from a file' });
  await dialog.locator('input[type=file]').setInputFiles(fixturePath('trees_again.csv'));
  await dialog.getByRole('radio', { name: mode }).check();
  await dialog.getByRole('button', { name: submit }).click();
  await expect(dialog.getByText('The layer has its new data')).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
}
