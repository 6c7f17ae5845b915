// Somebody looks for something: words, facets, a box on the map, and keeps the search for the next day.
import { expectAccessible } from '../accessible.ts';
import { expect, searchFor, signIn, test } from '../journey.ts';
import { ADA } from '../people.ts';

const MAP = { type: 'Web Map', text: { operationalLayers: [], version: '2.34' } };

test('a search is narrowed by facets and a box, kept, and run again', async ({ page, admin }) => {
  test.setTimeout(300_000);
  await admin.addItem(ADA, { ...MAP, title: 'Ferry lines north', tags: 'ferry,winter', extent: '5,60,12,70' });
  await admin.addItem(ADA, { ...MAP, title: 'Ferry lines south', tags: 'ferry,summer', extent: '15,-40,25,-30' });
  await admin.addItem(ADA, { title: 'Ferry timetable', type: 'Document Link', url: 'https://example.org/ferries', tags: 'ferry,winter' });
  await signIn(page, ADA);
  await searchFor(page, 'ferry');
  await expect(page.getByText('3 items', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);

  await test.step('the tag and then the type', async () => {
    await page.getByRole('button', { name: /^winter/ }).click();
    await expect(page.getByText('2 items', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: /^Web map/ }).click();
    await expect(page.getByText('1 item', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: /^winter/ }).click();
    await expect(page.getByText('2 items', { exact: true })).toBeVisible();
  });

  await test.step('a box drawn on the map', async () => {
    await page.getByRole('button', { name: 'Draw a box on the map' }).click();
    const dialog = page.getByRole('dialog', { name: 'Search in an area' });
    const map = await dialog.locator('svg[viewBox^="0 0 360"]').boundingBox();
    if (!map) throw new Error('no map');
    await page.mouse.move(map.x + map.width * 0.48, map.y + map.height * 0.05);
    await page.mouse.down();
    await page.mouse.move(map.x + map.width * 0.6, map.y + map.height * 0.4, { steps: 4 });
    await page.mouse.up();
    expect(Number.parseFloat(await dialog.getByLabel('West').inputValue())).toBeCloseTo(-7, 0);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Search here' }).click();
    await expect(page.getByText('1 item', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ferry lines north' })).toBeVisible();
  });

  await test.step('keep it, and find it again', async () => {
    const address = page.url();
    await page.getByRole('button', { name: 'Saved searches' }).click();
    await page.getByRole('button', { name: 'Save this search' }).click();
    await page.getByLabel('Name of the search').fill('Northern ferries');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved as “Northern ferries”')).toBeVisible();
    await page.goto('/home/search.html?t=content');
    await page.getByRole('button', { name: 'Saved searches' }).click();
    await page.getByRole('link', { name: 'Northern ferries' }).click();
    await expect(page.getByRole('link', { name: 'Ferry lines north' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('bbox')).toBe(new URL(address).searchParams.get('bbox'));
  });

  await test.step('the profile of an owner', async () => {
    await page
      .getByRole('button', { name: `by ${ADA.username}` })
      .first()
      .click();
    const popup = page.getByRole('dialog');
    await expect(popup.getByText(ADA.fullName)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
  });
});

test('a session that ended while somebody searches asks to sign in over the page', async ({ page, context }) => {
  await signIn(page, ADA);
  await page.goto('/home/content.html');
  await expect(page.getByRole('heading', { level: 1, name: 'My content' })).toBeVisible();
  await context.clearCookies();
  await page.getByLabel('Find in my content').fill('anything');
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await expect(page.getByLabel('Find in my content')).toHaveValue('anything');
});
