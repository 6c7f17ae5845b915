// Signing in and out, and what the page says when it does not work.
import { expectAccessible } from '../accessible.ts';
import { accountMenu, expect, signIn, test } from '../journey.ts';
import { ADA, LEO } from '../people.ts';

test('the page says what is missing, and that the name or the password is wrong', async ({ page }) => {
  await page.goto('/home/signin.html');
  const submit = page.getByRole('main').getByRole('button', { name: 'Sign in' });
  await submit.click();
  await expect(page.getByText('Enter your user name and password.')).toBeVisible();
  await page.getByLabel('User name').fill(ADA.username);
  await submit.click();
  await expect(page.getByText('Enter a password.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await submit.click();
  await expect(page.getByText('The user name or the password is wrong.')).toBeVisible();
});

test('signing out ends the session, also for a page that is opened later', async ({ page, context }) => {
  await signIn(page, ADA);
  const [cookie] = await context.cookies();
  expect(cookie?.httpOnly).toBe(true);
  await accountMenu(page, ADA).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  // The old cookie is revoked, not only forgotten by the browser.
  if (cookie !== undefined) await context.addCookies([cookie]);
  await page.goto('/home/index.html');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('a session that ends in the middle of work is renewed over the page, and nothing typed is lost', async ({ page, admin }) => {
  const id = await admin.addItem(ADA, {
    title: 'Soil map',
    type: 'Web Map',
    tags: 'soil',
    text: { operationalLayers: [], version: '2.34' },
  });
  await signIn(page, ADA);
  await page.goto(`/home/item.html?id=${id}`);
  await page.getByRole('button', { name: 'Edit details' }).click();
  const details = page.getByRole('dialog', { name: 'Edit details' });
  await details.getByLabel('Title').fill('Soil map of the north');
  await page.context().clearCookies();
  await details.getByRole('button', { name: 'Save' }).click();

  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(again.getByLabel('User name')).toHaveValue(ADA.username);
  await expectAccessible(page);
  await page.keyboard.type(ADA.password);
  await page.keyboard.press('Enter');
  await expect(again).toBeHidden();
  // what was refused was sent again by itself
  await expect(details).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Soil map of the north', level: 1 })).toBeVisible();
});

test('a visitor who opens a page of members is told so, signs in and is there', async ({ page }) => {
  await page.goto('/home/content.html');
  await expect(page.getByRole('heading', { name: 'Sign in to see this page' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('User name').fill(ADA.username);
  await page.getByLabel('Password', { exact: true }).fill(ADA.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'My content' })).toBeVisible();
});

test('an administrator creates a member, who signs in; after many wrong passwords the account is locked', async ({ page, admin }) => {
  await admin.post('community/createUser', {
    username: LEO.username,
    password: LEO.password,
    email: LEO.email,
    firstname: 'Leo',
    lastname: 'Locked',
    fullName: LEO.fullName,
    role: 'org_publisher',
  });
  await signIn(page, LEO);
  await page.context().clearCookies();

  await page.goto('/home/signin.html');
  await page.getByLabel('User name').fill(LEO.username);
  const submit = page.getByRole('main').getByRole('button', { name: 'Sign in' });
  for (let attempt = 0; attempt < 5; attempt++) {
    await page.getByLabel('Password', { exact: true }).fill(`wrong ${attempt}`);
    const answered = page.waitForResponse((response) => response.url().includes('/oauth2/session'));
    await submit.click();
    await answered;
    await expect(submit).toBeEnabled();
  }
  await page.getByLabel('Password', { exact: true }).fill(LEO.password);
  await submit.click();
  await expect(page.getByText('Too many failed attempts.')).toBeVisible();
});
