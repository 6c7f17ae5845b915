// Somebody asks to join a group: its manager sees it at the bell, reads it in the dialog and puts it away.
import { expect, signIn, test } from '../journey.ts';
import { NED, WANDA } from '../people.ts';
import { restAs } from '../rest.ts';

test('the bell counts what is new while the page is open, and the dialog lists it', async ({ page, admin, portalUrl }) => {
  for (const { username, password, fullName: fullname, email } of [NED, WANDA])
    await admin.post('community/createUser', { username, password, fullname, email, role: 'org_user' });
  const { group } = await (await restAs(portalUrl, WANDA)).post('community/createGroup', { title: 'Night watch', access: 'org' });
  await signIn(page, WANDA);
  const bell = page.getByRole('banner').getByRole('button', { name: /notification/i });
  await expect(bell).toHaveText('');

  await test.step('an application arrives, and is counted once the window is looked at again', async () => {
    await (await restAs(portalUrl, NED)).post(`community/groups/${group.id}/join`, { comments: 'I am awake' });
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(bell).toHaveText('1');
  });

  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  await test.step('the dialog is 435 by 180 pixels and scrolls within', async () => {
    await bell.click();
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Night watch' })).toBeVisible();
    // while it opens it is drawn smaller
    await expect(async () => expect(await dialog.boundingBox()).toMatchObject({ width: 435, height: 180 })).toPass();
  });

  await test.step('what was read is removed, and no longer counted', async () => {
    await dialog.getByRole('listitem').filter({ hasText: 'Night watch' }).getByRole('button', { name: 'Remove this notification' }).click();
    await expect(dialog.getByText('Night watch')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(bell).toHaveText('');
  });
});
