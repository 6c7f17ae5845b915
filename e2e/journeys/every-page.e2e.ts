// Every kind of page passes the automatic checks for accessibility, in light and dark, and mirrored.
import type { Page } from '@playwright/test';
import { rulesBroken } from '../accessible.ts';
import { expect, signIn, test } from '../journey.ts';
import { ADA } from '../people.ts';

const MAP = {
  title: 'Lighthouses',
  type: 'Web Map',
  snippet: 'Where the lights are',
  tags: 'sea',
  text: { operationalLayers: [], version: '2.34' },
};

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
}

test('pages of a visitor', async ({ page, admin }) => {
  const id = await admin.addItem(ADA, MAP);
  await admin.post(`content/users/${ADA.username}/items/${id}/share`, { everyone: true });
  const { group } = await admin.post('community/createGroup', { title: 'Coast guard', access: 'public', tags: 'sea' });
  const addresses = [
    'index.html',
    'signin.html',
    'createaccount.html',
    'newpassword.html?user=ada#none',
    'newpassword.html',
    'acceptinvite.html?invitation=none',
    'gallery.html',
    'support.html',
    'search.html?t=content&q=lighthouses',
    `item.html?id=${id}`,
    `group.html?id=${group.id}`,
    'groups.html',
    `webmap/viewer.html?webmap=${id}`,
    'marketplace.html',
    'troubleshoot.html',
    'error.html',
    'nothing-here.html',
  ];
  for (const address of addresses) {
    await page.goto(`/home/${address}`);
    await settled(page);
    expect.soft(await rulesBroken(page), address).toEqual([]);
  }
});

test('pages of a member', async ({ page, admin }) => {
  const id = await admin.addItem(ADA, MAP);
  const { group } = await admin.post('community/createGroup', { title: 'Lightkeepers', access: 'org', tags: 'sea' });
  await signIn(page, ADA);
  const addresses = [
    'index.html',
    'content.html',
    'groups.html?view=my',
    'organization.html',
    'user.html',
    'marketplace.html',
    'setup.html',
    `item.html?id=${id}`,
    `item.html?id=${id}&tab=settings`,
    `group.html?id=${group.id}&tab=settings`,
    `webmap/viewer.html?webmap=${id}`,
  ];
  for (const address of addresses) {
    await page.goto(`/home/${address}`);
    await settled(page);
    expect.soft(await rulesBroken(page), address).toEqual([]);
  }
});

test('dark appearance', async ({ page, admin }) => {
  const id = await admin.addItem(ADA, MAP);
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, ADA);
  const addresses = [
    'index.html',
    'content.html',
    'search.html?t=content',
    'organization.html',
    `item.html?id=${id}`,
    'webmap/viewer.html',
  ];
  for (const address of addresses) {
    await page.goto(`/home/${address}`);
    await settled(page);
    expect.soft(await rulesBroken(page), address).toEqual([]);
  }
});

test('in Arabic the page is mirrored, speaks Arabic, and passes the same checks', async ({ page }) => {
  await page.goto('/home/index.html');
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', /^ar/);
  const mark = await page.getByRole('banner').getByRole('link').first().boundingBox();
  expect(mark?.x ?? 0).toBeGreaterThan(640);
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(sideways).toBeLessThanOrEqual(0);
  for (const address of ['index.html', 'signin.html', 'search.html?t=content']) {
    await page.goto(`/home/${address}`);
    await settled(page);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    expect.soft(await rulesBroken(page), address).toEqual([]);
  }
});

test('at 320 pixels, as at 400 %, no page scrolls to the side', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, ADA);
  const pages = ['content.html', 'search.html?q=a', 'groups.html', 'organization.html', 'marketplace.html', 'user.html?user=ada.admin'];
  for (const address of pages) {
    await page.goto(`/home/${address}`);
    await settled(page);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(sideways, address).toBeLessThanOrEqual(0);
  }
});

test('at 200 % the name of an item is in sight, bars leave what has the focus in sight, and panels stand beside the map', async ({
  page,
  admin,
}) => {
  await page.setViewportSize({ width: 640, height: 400 });
  const id = await admin.addItem(ADA, { ...MAP, title: 'Lighthouses at 200 %' });
  for (let i = 0; i < 12; i++) await admin.addItem(ADA, { ...MAP, title: `Sheet ${i}` });
  await signIn(page, ADA);
  await page.goto(`/home/item.html?id=${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeInViewport({ ratio: 1 });

  await page.goto('/home/content.html');
  await expect(page.getByRole('link', { name: 'Sheet 11' })).toBeVisible();
  await page.getByRole('link', { name: 'Sheet 0', exact: true }).focus();
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Shift+Tab');
    const isCovered = await page.evaluate(() => {
      const { activeElement } = document;
      if (!activeElement) return false;
      const { left, top, width, height } = activeElement.getBoundingClientRect();
      // radio buttons of a switch have no size; their labels show the focus
      if (width === 0) return false;
      const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
      return !activeElement.contains(onTop) && !onTop?.contains(activeElement);
    });
    expect.soft(isCovered, `what has the focus after ${i + 1} steps back`).toBe(false);
  }

  await page.goto(`/home/webmap/viewer.html?webmap=${id}`);
  const panel = page.getByRole('complementary', { name: 'Layers' });
  await expect(panel).toBeVisible();
  const [aside, map] = [await panel.boundingBox(), await page.locator('canvas').first().boundingBox()];
  expect((map?.x ?? 0) - ((aside?.x ?? 0) + (aside?.width ?? 0))).toBeGreaterThanOrEqual(0);
  expect(map?.height).toBeGreaterThan(250);
});

test('a page that is opened without a connection comes by itself once there is one', async ({ page, context }) => {
  await signIn(page, ADA);
  await page.goto('/home/content.html');
  await settled(page);
  await context.setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: 'Groups' }).click();
  await expect(page.getByRole('heading', { name: 'The portal cannot be reached' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible();
});

test('on a phone nothing is wider than the screen, and the menu reaches everything', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, ADA);
  for (const address of ['index.html', 'content.html', 'search.html?t=content', 'groups.html', 'organization.html', 'webmap/viewer.html']) {
    await page.goto(`/home/${address}`);
    await settled(page);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(sideways, address).toBeLessThanOrEqual(0);
    expect.soft(await rulesBroken(page), address).toEqual([]);
  }
  await page.goto('/home/index.html');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Groups' }).click();
  await expect(page).toHaveURL(/groups\.html/);
});
