// Files dropped anywhere on the content page come into the folder that is open.
import { dropFiles } from '../files.ts';
import { expect, signIn, test } from '../journey.ts';
import { DORA } from '../people.ts';
import { restAs } from '../rest.ts';

test('several files are dropped at once and lie in the open folder', async ({ page, admin, portalUrl }) => {
  const { username, password, fullName: fullname, email } = DORA;
  await admin.post('community/createUser', { username, password, fullname, email, role: 'org_publisher' });
  const dora = await restAs(portalUrl, DORA);
  await dora.post(`content/users/${username}/createFolder`, { title: 'Dropped here' });
  await signIn(page, DORA);
  await page.goto('/home/content.html');
  await page.getByRole('navigation', { name: 'Folders' }).getByRole('button', { name: 'Dropped here' }).first().click();
  await dropFiles(page, [
    ['trees.csv', 'text/csv'],
    ['html_named.geojson', 'application/geo+json'],
  ]);
  const dialog = page.getByRole('dialog', { name: 'Add 2 files' });

  await test.step('both are sent, without becoming layers', async () => {
    for (const box of await dialog.getByRole('checkbox', { name: 'Publish as a layer' }).all()) await box.uncheck();
    await dialog.getByRole('button', { name: 'Add 2 files' }).click();
    await expect(dialog.getByText('Added to your content')).toHaveCount(2, { timeout: 30_000 });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('they are in the list of the folder, whole', async () => {
    await expect(page.getByText('2 items', { exact: true })).toBeVisible();
    const found = await dora.post('search', { q: `owner:${username} AND (name:trees OR name:"html_named.geojson")`, num: 10 });
    expect(found.results.map((each: { name: string }) => each.name).sort()).toEqual(['html_named.geojson', 'trees.csv']);
  });
});
