// Steps on a portal that nobody has used yet.
import { expect, type Page } from '@playwright/test';
import { ADA } from './people.ts';

/** Opens the printed link and makes Ada the administrator; the set-up page comes next. */
export async function createAdministrator(page: Page, url: string, code: string): Promise<void> {
  await page.goto(`${url}/home/createadmin.html?code=${code}`);
  await expect(page.getByRole('heading', { name: 'Create the first administrator' })).toBeVisible();
  await page.getByLabel('Full name').fill(ADA.fullName);
  await page.getByLabel('E-mail address').fill(ADA.email);
  await page.getByLabel('User name').fill(ADA.username);
  await page.getByLabel('Password', { exact: true }).fill(ADA.password);
  await page.getByLabel('Password again').fill(ADA.password);
  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await expect(page.getByRole('heading', { name: 'Set up your organisation' })).toBeVisible();
}
