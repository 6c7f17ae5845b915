// Work that is given up on a slow line leaves nothing behind, also where the portal has begun it and the answer is still on its way.
import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../journey.ts';
import { ADA } from '../people.ts';
import type { Rest } from '../rest.ts';

test.slow();

const places = (rows: number) =>
  Buffer.from(`id,name,lon,lat\n${Array.from({ length: rows }, (_, at) => `${at},Place ${at},${at % 90},${at % 45}\n`).join('')}`);
const file = (name: string, rows: number) => ({ name, mimeType: 'text/csv', buffer: places(rows) });

/** Answers come so much later; 0 for a line without delay. */
async function delay(page: Page): Promise<(ms: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  return async (latency) => {
    await session.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 });
  };
}

/** Titles of what is in the content. */
async function titles(admin: Rest, type: string): Promise<string[]> {
  const { results } = await admin.post('search', { q: `owner:${ADA.username} type:"${type}"`, num: 100 });
  return results.map(({ title }: { title: string }) => title);
}

async function addFile(page: Page, name: string): Promise<void> {
  await page.goto('/home/content.html');
  await page.getByRole('main').locator('input[type=file][multiple]').setInputFiles(file(name, 20_000));
}

test('an upload that is cancelled after its last byte was sent is no item', async ({ page, admin }) => {
  await signIn(page, ADA);
  await addFile(page, 'regretted.csv');
  const setDelay = await delay(page);
  await setDelay(2000);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add the file' }).click();
  await expect(dialog.getByText('Storing…')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel regretted' }).click();
  await expect(dialog.getByText('Being cancelled…')).toBeVisible();
  await expect(dialog.getByText('Cancelled; nothing was kept')).toBeVisible({ timeout: 30_000 });
  expect(await titles(admin, 'CSV')).not.toContain('regretted');
});

test('publishing, loading and exporting are given up as soon as they began', async ({ page, admin }) => {
  await signIn(page, ADA);
  await addFile(page, 'half_made.csv');
  const setDelay = await delay(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add the file' }).click();
  const publish = dialog.getByRole('button', { name: 'Publish layer' });
  await expect(publish).toBeVisible();

  await test.step('no layer is left, and publishing can begin again at once', async () => {
    await setDelay(1000);
    await publish.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Give up' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Giving up…')).toBeVisible();
    await expect(dialog.getByText('Publishing was given up.', { exact: false })).toBeVisible({ timeout: 30_000 });
    await expect(publish).toBeFocused();
    expect(await titles(admin, 'Feature Service')).not.toContain('half made');
    await setDelay(0);
    await publish.click();
    await expect(dialog.getByText('It has 20,000 features.')).toBeVisible({ timeout: 60_000 });
    await dialog.getByRole('link', { name: "See the layer's page" }).click();
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await expect(page.getByText('20,000 rows', { exact: true })).toBeVisible();
  });

  await test.step('no row is added, and the same file can be loaded afterwards', async () => {
    await page.getByRole('button', { name: 'New data from a file' }).click();
    // so many that the portal has not loaded them before it hears of it
    await dialog.locator('input[type=file]').setInputFiles(file('more.csv', 100_000));
    const add = dialog.getByRole('button', { name: 'Add the rows' });
    await expect(add).toBeEnabled({ timeout: 30_000 });
    await setDelay(300);
    await add.click();
    await dialog.getByRole('button', { name: 'Give up' }).click();
    await expect(dialog.getByText('Given up. The layer is as it was.')).toBeVisible({ timeout: 30_000 });
    await setDelay(0);
    await expect(page.getByText('20,000 rows', { exact: true })).toBeVisible();
    await add.click();
    await expect(dialog.getByText('100,000 rows added')).toBeVisible({ timeout: 60_000 });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByText('120,000 rows', { exact: true })).toBeVisible();
  });

  await test.step('no file is left in the content', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await dialog.getByLabel('Title').fill('Half an export');
    await setDelay(1000);
    await dialog.getByRole('button', { name: 'Export to my content' }).click();
    await dialog.getByRole('button', { name: 'Give up' }).click();
    await expect(dialog.getByText('Given up. Nothing of the file is left.')).toBeVisible({ timeout: 30_000 });
    expect(await titles(admin, 'CSV')).not.toContain('Half an export');
  });
});
