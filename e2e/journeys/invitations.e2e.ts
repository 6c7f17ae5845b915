// Somebody is invited by a link: an administrator invites, the guest makes an account and joins, another waits for approval.
import { expectAccessible } from '../accessible.ts';
import { expect, signIn, test } from '../journey.ts';
import { ADA } from '../people.ts';

const PASSWORD = 'correct horse 1';

test('a guest joins by the link of an invitation, and another one after approval', async ({ page, browser, portalUrl }) => {
  const links: string[] = [];

  await test.step('invite two people, read from a pasted table', async () => {
    await signIn(page, ADA);
    await page.goto('/home/organization.html');
    await page.getByRole('tab', { name: 'Invitations' }).click();
    await expect(page.getByText('Nobody is invited')).toBeVisible();
    await page.getByRole('button', { name: 'Invite people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite people' });
    await dialog
      .getByLabel('Whom do you invite?')
      .fill('email,name,role\nguest@example.org,Gus Guest,publisher\nnot an address,x,user\nlater@example.org,Lata Later,');
    await expect(dialog.getByText('One line is not understood:')).toBeVisible();
    await expect(dialog.getByText('2 people', { exact: true })).toBeVisible();
    await dialog.getByLabel('I approve everybody who accepts').check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Invite 2 people' }).click();
    const reply = page.getByRole('dialog', { name: 'Pass on the links' });
    await expect(reply.getByText('Gus Guest')).toBeVisible();
    await expect(reply.getByRole('button', { name: 'Copy the link for Lata Later' })).toBeVisible();
    const table = await reply.getByRole('link', { name: 'All links as a table' }).getAttribute('href');
    links.push(...(decodeURIComponent(table ?? '').match(/https?:[^"]+invitation=[0-9a-f]{32}/g) ?? []));
    expect(links).toHaveLength(2);
    await reply.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('2 invitations')).toBeVisible();
    await expectAccessible(page);
  });

  const guests = await browser.newContext({ baseURL: portalUrl, locale: 'en-GB' });
  const guest = await guests.newPage();

  await test.step('the guest opens the link, makes an account and waits', async () => {
    await guest.goto(links[0] ?? '');
    await expect(guest.getByRole('heading', { level: 1 })).toContainText('Join');
    await expect(guest.getByText('You are invited as: Publisher.', { exact: false })).toBeVisible();
    await expectAccessible(guest);
    await guest.getByRole('link', { name: 'Create a new account' }).click();
    await expect(guest.getByLabel('E-mail address')).toHaveValue('guest@example.org');
    await expect(guest.getByLabel('First name')).toHaveValue('Gus');
    await guest.getByLabel('User name').fill('gus.guest');
    await guest.getByLabel('Password', { exact: true }).fill('short');
    await guest.getByLabel('Password again').fill('short');
    await guest.getByRole('button', { name: 'Create an account' }).click();
    await expect(guest.getByText('The password does not keep every rule below.')).toBeVisible();
    await expectAccessible(guest);
    await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await guest.getByLabel('Password again').fill(PASSWORD);
    await guest.getByRole('button', { name: 'Create an account' }).click();
    await expect(guest.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
    await expectAccessible(guest);
  });

  await test.step('the administrator approves', async () => {
    await page.reload();
    await page.getByRole('tab', { name: 'Invitations' }).click();
    const row = page.getByRole('row', { name: /Gus Guest/ });
    await expect(row.getByText('Waits for approval')).toBeVisible();
    await row.getByRole('button', { name: 'Approve' }).click();
    await expect(row.getByText('Accepted')).toBeVisible();
    await page.getByRole('tab', { name: 'Members' }).click();
    await expect(page.getByRole('row', { name: /gus\.guest/ }).getByRole('cell', { name: 'Publisher' })).toBeVisible();
  });

  await test.step('the guest is a member; the link is used', async () => {
    await guest.goto('/home/organization.html');
    await expect(guest.getByRole('row', { name: /gus\.guest/ })).toBeVisible();
    await guest.goto(links[0] ?? '');
    await expect(guest.getByText('accepted or used already', { exact: false })).toBeVisible();
    await guests.close();
  });

  await test.step('an invitation that is taken back cannot be used', async () => {
    await page.getByRole('tab', { name: 'Invitations' }).click();
    await page.getByRole('button', { name: 'Actions for Lata Later' }).click();
    await page.getByRole('menuitem', { name: 'Take back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await expect(page.getByRole('row', { name: /Lata Later/ })).toBeHidden();
    const context = await browser.newContext({ baseURL: portalUrl, locale: 'en-GB' });
    const late = await context.newPage();
    await late.goto(links[1] ?? '');
    await expect(late.getByRole('heading', { name: 'This invitation cannot be used' })).toBeVisible();
    await context.close();
  });
});
