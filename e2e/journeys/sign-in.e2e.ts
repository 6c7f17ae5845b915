// Signing in and out, and what the page says when it does not work.
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
