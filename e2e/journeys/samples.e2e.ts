// The sample maps: chosen at set-up, they are on the home page, and each can be opened and is drawn.
import { expect, test } from '@playwright/test';
import { ENGINE, openSite, type Site } from '../engines.ts';
import { createAdministrator } from '../first-steps.ts';
import { mapIsDrawn } from '../map-viewer.ts';

test.describe.configure({ timeout: 420_000 });
let site: Site;
test.beforeAll(async () => {
  site = await openSite(ENGINE);
});
test.afterAll(() => site?.close());

test('sample maps are added at set-up and shown to visitors', async ({ page, browser }) => {
  const { url, setupCode } = site.portal;
  await createAdministrator(page, url, setupCode ?? '');
  await page.getByLabel('Name of the organisation').fill('Atlas office');
  await expect(page.getByLabel('Add sample maps')).toBeChecked();
  await page.getByRole('button', { name: 'Finish the set-up' }).click();
  await expect(page.getByRole('heading', { name: 'Your portal is ready' })).toBeVisible({ timeout: 300_000 });

  const context = await browser.newContext({ baseURL: url, locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  const visitor = await context.newPage();
  await visitor.goto('/home/gallery.html');
  const cards = visitor.getByRole('article');
  await expect(cards.nth(3)).toBeVisible();
  await expect(
    visitor
      .getByRole('link', { name: '2' })
      .or(visitor.getByRole('button', { name: '2' }))
      .first(),
  ).toBeVisible();
  await cards.first().getByRole('link').first().click();
  await mapIsDrawn(visitor);
  await expect(visitor.getByText('cannot be drawn')).toBeHidden();
  await context.close();
});
