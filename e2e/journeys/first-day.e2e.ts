// The first day of a portal: from the printed link to a stranger who finds a map.
import { expect, type Page, test } from '@playwright/test';
import { ENGINES, openSite, type Site } from '../engines.ts';
import { dropFile } from '../files.ts';
import { createAdministrator } from '../first-steps.ts';
import { accountMenu, searchFor, signIn } from '../journey.ts';
import { mapIsDrawn, shareDrawnBy } from '../map-viewer.ts';
import { ADA } from '../people.ts';

for (const engine of ENGINES) {
  test.describe(`on the ${engine} engine`, () => {
    test.describe.configure({ timeout: 240_000 });
    let site: Site;
    test.beforeAll(async () => {
      site = await openSite(engine);
    });
    test.afterAll(() => site?.close());

    test('an administrator sets the portal up, publishes a shapefile and shares a map that a stranger finds', async ({ page, browser }) => {
      const { url, setupCode } = site.portal;
      await test.step('the printed link leads to the first administrator', () => createAdministrator(page, url, setupCode ?? ''));
      await test.step('the organisation gets its name', () => setUpOrganisation(page));
      await test.step('a dropped shapefile becomes a layer', () => publishShapefile(page, url));
      await test.step('the layer is drawn on the map', async () => {
        await page.getByRole('link', { name: 'Open in the map viewer' }).click();
        expect(await shareDrawnBy(page, browser, 'African countries')).toBeGreaterThan(0.02);
        await page.getByRole('button', { name: 'Legend' }).click();
        await expect(page.getByRole('complementary').getByText('African countries')).toBeVisible();
      });
      await test.step('it is saved as a web map', () => saveMap(page));
      await test.step('map and layer are shared with everyone', () => shareEverything(page, url));
      await test.step('a stranger finds the map and opens it', async () => {
        const context = await browser.newContext({ baseURL: url, locale: 'en-GB' });
        await strangerFindsMap(await context.newPage());
        await context.close();
      });
      await test.step('after signing out, the administrator can sign in again', async () => {
        await page.goto(`${url}/home/index.html`);
        await accountMenu(page, ADA).click();
        await page.getByRole('menuitem', { name: 'Sign out' }).click();
        await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
        await signIn(page, ADA, url);
      });
    });
  });
}

async function setUpOrganisation(page: Page): Promise<void> {
  await page.getByLabel('Name of the organisation').fill('Survey of Examples');
  await page.getByLabel('Add sample maps').uncheck();
  await page.getByRole('button', { name: 'Finish the set-up' }).click();
  await expect(page.getByRole('banner').getByText('Survey of Examples')).toBeVisible();
  await expect(accountMenu(page, ADA)).toBeVisible();
}

async function publishShapefile(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/home/content.html`);
  await expect(page.getByRole('heading', { name: 'My content' })).toBeVisible();
  await dropFile(page, 'africa_countries_utf8.zip', 'application/zip');
  const dialog = page.getByRole('dialog', { name: 'Add a file' });
  await dialog.getByLabel('Title').fill('African countries');
  await expect(dialog.getByLabel('Publish as a layer')).toBeChecked();
  await dialog.getByRole('button', { name: 'Add the file' }).click();
  await expect(dialog.getByText('Added to your content')).toBeVisible();
  await expect(dialog.getByText('Areas')).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish layer' }).click();
  await expect(dialog.getByText('The layer is ready')).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText('It has 20 features.')).toBeVisible();
}

async function saveMap(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save the map' });
  await dialog.getByLabel('Title').fill('Countries of Africa');
  await dialog.getByLabel('Summary').fill('Outlines of the countries, from a shapefile.');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The map is saved.')).toBeVisible();
  await expect(page).toHaveURL(/webmap=[0-9a-f]{32}/);
  await expect(page.getByRole('heading', { name: 'Countries of Africa' })).toBeVisible();
}

async function shareEverything(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/home/content.html`);
  await page.getByLabel('Select Countries of Africa').check();
  for (const box of await page.getByLabel('Select African countries').all()) await box.check();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /Share \d items/ });
  await dialog.getByRole('radio', { name: 'Everyone' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'Countries of Africa' }).getByText('Everyone').last()).toBeVisible();
}

async function strangerFindsMap(page: Page): Promise<void> {
  await page.goto('/home/index.html');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await searchFor(page, 'countrys of africa');
  await page.getByRole('link', { name: 'Countries of Africa' }).click();
  await expect(page.getByRole('heading', { name: 'Countries of Africa', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Open in the map viewer' }).click();
  await mapIsDrawn(page);
  await expect(page.getByRole('button', { name: 'Show African countries' })).toBeVisible();
  await expect(page.getByText('cannot be drawn')).toBeHidden();
}
