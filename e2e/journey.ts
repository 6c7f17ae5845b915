// What every journey begins with: a running portal with an administrator, and steps that several journeys take.
import { test as base, expect, type Page } from '@playwright/test';
import { ENGINE, type Engine, openSite } from './engines.ts';
import { ADA, type Person } from './people.ts';
import { type Rest, restAs } from './rest.ts';

interface WorkerFixtures {
  /** What the portal runs on; for `test.use`. */
  engine: Engine;
  /** Address of a portal that is set up, shared by the journeys of one file. */
  portalUrl: string;
  /** The administrator's calls. */
  admin: Rest;
}

/** Journeys on a portal that is set up. */
export const test = base.extend<{ baseURL: string }, WorkerFixtures>({
  engine: [ENGINE, { scope: 'worker', option: true }],
  portalUrl: [
    async ({ engine }, use) => {
      const site = await openSite(engine, { admin: ADA });
      await use(site.portal.url);
      await site.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  admin: [async ({ portalUrl }, use) => use(await restAs(portalUrl, ADA)), { scope: 'worker' }],
  baseURL: async ({ portalUrl }, use) => use(portalUrl),
});

export { expect };

/** Signs in on the page; the account menu of the person is there afterwards. */
export async function signIn(page: Page, person: Person, portalUrl = ''): Promise<void> {
  await page.goto(`${portalUrl}/home/signin.html`);
  await page.getByLabel('User name').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(accountMenu(page, person)).toBeVisible();
}

/** The button in the header that opens the person's menu. */
export function accountMenu(page: Page, person: Person) {
  return page.getByRole('button', { name: `Account of ${person.fullName}` });
}

/** Searches from the header. */
export async function searchFor(page: Page, text: string): Promise<void> {
  const box = page.getByRole('search').getByRole('combobox', { name: 'Search' });
  await box.fill(text);
  await box.press('Enter');
}
