// Two organisations on one install: neither sees the other's people and private items, and one takes an item from the other in the marketplace.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { ENGINE, openSite, type Site } from '../engines.ts';
import { freePort } from '../free-port.ts';
import { signIn } from '../journey.ts';
import { ADA, type Person } from '../people.ts';
import { restAs } from '../rest.ts';

const MAYOR: Person = { username: 'mayor.wells', password: 'Wells and springs 2', email: 'mayor@example.org', fullName: 'May Or' };

test.describe.configure({ mode: 'serial', timeout: 240_000 });
let site: Site;
let main: string;
let town: string;
test.beforeAll(async () => {
  const port = await freePort();
  main = `http://localhost:${port}`;
  site = await openSite(ENGINE, { admin: ADA, port, env: { GRATICULE_PUBLIC_URL: main, GRATICULE_MULTI_TENANT: 'true' } });
  const ada = await restAs(main, ADA);
  await ada.post('portals/self/setUp', { name: 'Survey of the North' });
  const made = await ada.post('portals/createOrganization', { name: 'Town of Wells', urlKey: 'town', ...MAYOR });
  town = made.url;
  await (await restAs(main, MAYOR)).post('portals/self/setUp', { name: 'Town of Wells' });
  await ada.addItem(ADA, { title: 'Secret survey', type: 'Web Map', tags: 'survey' });
  await ada.addItem(ADA, { title: 'Road surfaces', type: 'Web Map', tags: 'roads', snippet: 'State of every road' });
});
test.afterAll(() => site?.close());

async function asPerson(browser: Browser, url: string, person: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signIn(page, person, url);
  return page;
}

test('each has its own address, name and members', async ({ browser, page }) => {
  await page.goto(`${town}/home/index.html`);
  await expect(page.getByRole('heading', { level: 1, name: 'Town of Wells' })).toBeVisible();
  await page.goto(`${main}/home/index.html`);
  await expect(page.getByRole('heading', { level: 1, name: 'Survey of the North' })).toBeVisible();
  const mayor = await asPerson(browser, town, MAYOR);
  await mayor.goto('/home/organization.html');
  await expect(mayor.getByText('mayor.wells').first()).toBeVisible();
  await expect(mayor.getByText('ada.admin')).toBeHidden();
  await mayor.goto('/home/search.html?q=survey');
  await expect(mayor.getByText('Secret survey')).toBeHidden();
  await mayor.context().close();
});

test('one offers an item, the other asks for it, and uses it once it was granted', async ({ browser }) => {
  const ada = await asPerson(browser, main, ADA);
  await ada.goto('/home/marketplace.html?view=offered');
  await ada.getByRole('button', { name: 'Offer an item' }).click();
  const dialog = ada.getByRole('dialog', { name: 'Offer an item' });
  await dialog.getByRole('combobox', { name: 'Item' }).fill('Road');
  await ada.getByRole('option', { name: 'Road surfaces' }).click();
  await dialog.getByRole('combobox', { name: 'How it is given' }).click();
  await ada.getByRole('option', { name: 'When you agree to a request' }).click();
  await dialog.getByRole('textbox', { name: 'Price' }).fill('200 a year');
  await dialog.getByRole('button', { name: 'Offer an item' }).click();
  await expect(ada.getByRole('heading', { name: 'Road surfaces' })).toBeVisible();
  await expectAccessible(ada);

  const mayor = await asPerson(browser, town, MAYOR);
  await mayor.goto('/home/marketplace.html');
  await mayor.getByRole('link', { name: 'Road surfaces' }).click();
  await expect(mayor.getByText('200 a year').first()).toBeVisible();
  await mayor.getByRole('button', { name: 'Ask for it' }).click();
  await expect(mayor.getByText('The vendor was asked, and decides.').first()).toBeVisible();

  await ada.reload();
  await ada
    .getByRole('row', { name: /Town of Wells/ })
    .getByRole('button', { name: 'Grant' })
    .click();
  await expect(ada.getByRole('row', { name: /Town of Wells/ }).getByText('Active')).toBeVisible();

  await mayor.goto('/home/marketplace.html?view=held');
  await expectAccessible(mayor);
  await mayor.getByRole('link', { name: 'Road surfaces' }).click();
  await expect(mayor.getByRole('heading', { level: 1, name: 'Road surfaces' })).toBeVisible();
  await ada.context().close();
  await mayor.context().close();
});

test('the operator closes one of them after typing its name, and it goes with what it had', async ({ browser }) => {
  const ada = await asPerson(browser, main, ADA);
  await ada.goto('/home/organization.html?view=organizations');
  await ada.getByRole('button', { name: 'Actions for Town of Wells' }).click();
  await ada.getByRole('menuitem', { name: 'Close the organisation' }).click();
  const dialog = ada.getByRole('dialog', { name: 'Close Town of Wells?' });
  await expect(dialog.getByText('1 member with the account')).toBeVisible();
  await expectAccessible(ada);
  const close = dialog.getByRole('button', { name: 'Close the organisation' });
  await expect(close).toBeDisabled();
  await dialog.getByRole('textbox').fill('Town of Wells');
  await close.click();
  await expect(dialog).toBeHidden();
  await expect(ada.getByText('1 organisation', { exact: true })).toBeVisible({ timeout: 60_000 });
  await ada.context().close();
});
