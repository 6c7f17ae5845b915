// A member with many items tidies up: finds, chooses, moves, tags, deletes, and takes back what went wrong.
import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, signIn, test } from '../journey.ts';
import { ADA } from '../people.ts';
import type { Rest } from '../rest.ts';

const COUNT = 120;

/** Adds items, some at a time. */
async function addMany(admin: Rest): Promise<void> {
  for (let at = 0; at < COUNT; at += 8) {
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        admin.addItem(ADA, {
          title: `Sheet ${String(at + i).padStart(3, '0')}`,
          type: 'Web Map',
          tags: (at + i) % 4 === 0 ? 'survey,old' : 'survey',
          text: { operationalLayers: [], version: '2.34' },
        }),
      ),
    );
  }
}

const folder = (page: Page, name: string) => page.getByRole('navigation', { name: 'Folders' }).getByRole('button', { name }).first();

test('many items are moved and deleted together, and both are undone', async ({ page, admin }) => {
  test.setTimeout(300_000);
  const before = (await admin.post('search', { q: `owner:${ADA.username}`, num: 0 })).total as number;
  await addMany(admin);
  const all = before + COUNT;
  await admin.post(`content/users/${ADA.username}/createFolder`, { title: 'Old sheets' });
  await signIn(page, ADA);
  await page.goto('/home/content.html');
  await expect(page.getByText(`${all} items`)).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);

  await test.step('find the old ones and choose all of the result', async () => {
    await page.getByLabel('Find in my content').fill('tags:old');
    await expect(page.getByText('30 items', { exact: true })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await expect(page.getByText('30 selected')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('move them, and see how many the folder holds', async () => {
    await page.mouse.move(600, 500);
    await page.mouse.wheel(0, 400);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
    await page.getByRole('button', { name: 'Move' }).click();
    // a dialog over a scrolled list takes neither the header nor the heads of the table away
    await expect(page.locator('header').first()).toBeInViewport();
    await expect(page.locator('thead tr')).toBeInViewport();
    await page.getByRole('radio', { name: 'Old sheets' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
    await expect(page.getByText('30 items moved')).toBeVisible();
    await expect(folder(page, 'Old sheets')).toContainText('30');
  });

  await test.step('take that back', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone for 30 items')).toBeVisible();
    await expect(folder(page, 'Old sheets')).toContainText('0');
  });

  await test.step('choose rows with the keyboard and delete them', async () => {
    // Other journeys leave items too, and only rows near those in sight are drawn.
    await page.getByLabel('Find in my content').fill('Sheet');
    await page.getByRole('button', { name: 'Title' }).click();
    const first = page.getByRole('row', { name: /Sheet 000/ });
    // until the sorted list is there, others lie between
    const fromFirst = async (): Promise<(string | undefined)[]> => {
      const titles = (await page.getByRole('row').allTextContents()).map((text) => /Sheet \d+/.exec(text)?.[0]);
      return titles.slice(titles.indexOf('Sheet 000')).slice(0, 3);
    };
    await expect.poll(fromFirst).toEqual(['Sheet 000', 'Sheet 001', 'Sheet 002']);
    await first.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.getByText('3 selected')).toBeVisible();
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete 3 items?' });
    await expect(dialog.getByText('recycle bin')).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('3 items deleted')).toBeVisible();
    await expect(page.getByRole('row', { name: /Sheet 000/ })).toHaveCount(0);
  });

  await test.step('restore one from the recycle bin', async () => {
    await folder(page, 'Recycle bin').click();
    await expect(page.getByRole('row', { name: /Sheet 00[012]/ })).toHaveCount(3);
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: 'Select Sheet 001' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText('One item restored')).toBeVisible();
    await expect(page.getByRole('row', { name: /Sheet 00[02]/ })).toHaveCount(2);
    await folder(page, 'All items').click();
    await page.getByLabel('Find in my content').fill('');
    await expect(page.getByText(`${all - 2} items`)).toBeVisible();
  });

  await test.step('drag a row to a folder', async () => {
    await page.getByLabel('Find in my content').fill('Sheet 005');
    // until then the row lies elsewhere, and would slip away from the pointer
    await expect(page.getByText('1 item', { exact: true })).toBeVisible();
    await page.getByRole('row', { name: /Sheet 005/ }).dragTo(folder(page, 'Old sheets'));
    await expect(page.getByText('One item moved')).toBeVisible();
    await expect(folder(page, 'Old sheets')).toContainText('1');
  });
});

test('an item that is protected stays, and the others go', async ({ page, admin }) => {
  const fields = { type: 'Web Map', tags: 'pair', text: { operationalLayers: [], version: '2.34' } };
  const kept = await admin.addItem(ADA, { ...fields, title: 'Pair kept' });
  await admin.addItem(ADA, { ...fields, title: 'Pair gone' });
  await admin.post(`content/users/${ADA.username}/items/${kept}/protect`);
  await signIn(page, ADA);
  await page.goto('/home/content.html?q=tags:pair');
  await expect(page.getByRole('row', { name: /Pair kept/ })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('One item is protected and stays.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('One item deleted')).toBeVisible();
  await expect(page.getByRole('row', { name: /Pair kept/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Pair gone/ })).toHaveCount(0);
});

test('on a phone everything of the list is reached', async ({ page, admin }) => {
  await admin.addItem(ADA, { title: 'Pocket map', type: 'Web Map', tags: 'pocket', text: { operationalLayers: [], version: '2.34' } });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, ADA);
  await page.goto('/home/content.html?q=tags:pocket');
  await expect(page.getByRole('link', { name: 'Pocket map' })).toBeVisible();
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(sideways).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});
