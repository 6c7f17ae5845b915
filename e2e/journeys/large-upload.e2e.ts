// A large file on a bad line: paused, cut off by a reload, taken up again with the same file, and given up without traces.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../journey.ts';
import { ADA } from '../people.ts';

const ROW = `${'x'.repeat(990)},1,2\n`;
let folder: string;
let large: string;
let other: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'graticule-upload-'));
  large = join(folder, 'many_rows.csv');
  other = join(folder, 'other.csv');
  await writeFile(large, `name,x,y\n${ROW.repeat(30_000)}`);
  await writeFile(other, 'a,b\n1,2\n');
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** A line that lets so many bytes out in a second; undefined for one that is cut. */
async function lineOf(page: Page): Promise<(bytesPerSecond: number | undefined) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  return async (bytesPerSecond) => {
    const offline = bytesPerSecond === undefined;
    const conditions = { offline, latency: 20, downloadThroughput: -1, uploadThroughput: bytesPerSecond ?? -1 };
    await session.send('Network.emulateNetworkConditions', conditions);
  };
}

async function addLarge(page: Page): Promise<void> {
  await page.getByRole('main').locator('input[type=file][multiple]').setInputFiles(large);
  await page.getByRole('checkbox', { name: 'Publish as a layer' }).uncheck();
}

test('a large upload is paused, survives a reload and ends as one item; a given-up one leaves nothing', async ({ page, admin }) => {
  test.setTimeout(180_000);
  await signIn(page, ADA);
  await page.goto('/home/content.html');
  const line = await lineOf(page);
  await line(6_000_000);
  await addLarge(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add the file' }).click();

  await test.step('Pause stops the sending and says how far it is', async () => {
    await expect(dialog.getByText(/^(2|3|4)\d % of|^(2|3|4)\d% of/)).toBeVisible({ timeout: 60_000 });
    await dialog.getByRole('button', { name: 'Pause many rows' }).click();
    await expect(dialog.getByText(/Paused$/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
  });

  await test.step('After a reload the page tells of it, and refuses another file', async () => {
    await page.reload();
    await expect(page.getByText('An upload is not finished')).toBeVisible();
    const again = page.locator('[data-testid^=again-]');
    await again.setInputFiles(other);
    await expect(page.getByText('This is another file.', { exact: false })).toBeVisible();
    await again.setInputFiles(large);
    await expect(page.getByText(/% of this file arrived already/)).toBeVisible();
  });

  await test.step('It goes on through a lost connection', async () => {
    await page.getByRole('checkbox', { name: 'Publish as a layer' }).uncheck();
    await dialog.getByRole('button', { name: 'Add the file' }).click();
    await expect(dialog.getByText(/^(4|5|6)\d ?% of/)).toBeVisible({ timeout: 60_000 });
    await line(undefined);
    await expect(dialog.getByText(/The connection is lost/)).toBeVisible({ timeout: 60_000 });
    await line(6_000_000);
    await expect(dialog.getByText('Added to your content')).toBeVisible({ timeout: 90_000 });
  });

  await test.step('The item has every byte, once', async () => {
    const { results } = await admin.post('search', { q: 'title:"many rows" type:CSV' });
    expect(results).toHaveLength(1);
    expect(results[0].size).toBe(9 + ROW.length * 30_000);
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(page.getByText('An upload is not finished')).toHaveCount(0);
  });

  await test.step('Cancel leaves nothing behind', async () => {
    await line(3_000_000);
    await addLarge(page);
    await dialog.getByRole('button', { name: 'Add the file' }).click();
    await expect(dialog.getByText('You already have an item with this file name.', { exact: false })).toBeVisible({ timeout: 30_000 });
    await dialog.getByRole('button', { name: 'Add it under another name' }).click();
    await expect(dialog.getByText(/^\d+ ?% of/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel many rows' }).click();
    await expect(dialog.getByText('Cancelled; nothing was kept')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'My content' })).toBeVisible();
    await expect(page.getByText('An upload is not finished')).toHaveCount(0);
  });
});
