// The owner of a layer calculates a field, renames the layer and empties it; files that are sent go on while pages change.
import { expectAccessible } from '../accessible.ts';
import { accountMenu, expect, signIn, test } from '../journey.ts';
import { ADA } from '../people.ts';
import { publishTable } from '../published.ts';
import type { Rest } from '../rest.ts';

test.slow();

async function publishRivers(admin: Rest): Promise<string> {
  const lines = ['station,river,level_m,x,y'];
  for (let i = 1; i <= 300; i++) lines.push(`S-${i},${['Vind', 'Lula', 'Ume'][i % 3]},${i},${10 + i / 100},${50 + i / 100}`);
  return publishTable(admin, { title: 'Upkeep', lines });
}

test('a field is calculated, the layer renamed and emptied', async ({ page, admin }) => {
  const id = await publishRivers(admin);
  await signIn(page, ADA);
  await page.goto(`/home/item.html?id=${id}&tab=data`);
  const table = page.getByRole('table', { name: 'upkeep' });

  await test.step('what the rows will hold is seen before', async () => {
    await page.getByRole('button', { name: 'Calculate a field' }).click();
    const dialog = page.getByRole('dialog', { name: 'Calculate a field' });
    await dialog.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'level_m' }).click();
    await dialog.getByRole('textbox', { name: 'Expression in SQL' }).fill('level_m * 10');
    await dialog.getByRole('radio', { name: 'Only rows where' }).check();
    await dialog.getByRole('textbox', { name: 'Condition' }).fill("river = 'Lula'");
    await expect(dialog.getByText('100 rows are changed.', { exact: false })).toBeVisible();
    await expect(dialog.getByRole('row', { name: /^1 1 10$/ })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Calculate', exact: true }).click();
    await expect(page.getByText('100 rows were changed.')).toBeVisible();
    await expect(table.getByRole('row').nth(1).getByRole('button', { name: '10. Edit level_m' })).toBeVisible();
    await expect(table.getByRole('row').nth(2).getByRole('button', { name: '2. Edit level_m' })).toBeVisible();
  });

  await test.step('another name, and no rows', async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    const name = page.getByRole('textbox', { name: /^Name of the layer/ });
    await name.fill('Gauges');
    await name.press('Enter');
    await page.getByRole('button', { name: 'Delete all rows of Gauges' }).click();
    const dialog = page.getByRole('dialog', { name: /Delete all rows/ });
    await expect(dialog.getByText('300 rows and their files are gone for good.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Delete all rows' })).toBeDisabled();
    await dialog.getByRole('textbox').fill('Gauges');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete all rows' }).click();
    await expect(page.getByText('Gauges has no rows any more.')).toBeVisible();
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await expect(page.getByText('No rows', { exact: true }).first()).toBeVisible();
  });
});

test('files go on while pages change, and signing out asks first', async ({ page, admin }) => {
  await signIn(page, ADA);
  await page.goto('/home/content.html');
  const session = await page.context().newCDPSession(page);
  const line = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput });
  await line(300_000);
  const files = ['slow_one', 'slow_two'].map((name) => ({
    name: `${name}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`name,note\n${`${name},${'x'.repeat(90)}\n`.repeat(30_000)}`),
  }));
  await page.getByRole('main').locator('input[type=file][multiple]').setInputFiles(files);
  const dialog = page.getByRole('dialog');
  for (const box of await dialog.getByRole('checkbox', { name: 'Publish as a layer' }).all()) await box.uncheck();
  await dialog.getByRole('button', { name: /^Add (the|2) files?/ }).click();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  const tray = page.getByRole('region', { name: 'Files that are being added' });
  await expect(tray.getByText('0 of 2 files sent')).toBeVisible();

  await page.getByRole('link', { name: 'Groups', exact: true }).first().click();
  await expect(page).toHaveURL(/groups/);
  await expect(tray.getByText('0 of 2 files sent')).toBeVisible();
  await accountMenu(page, ADA).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('dialog', { name: 'Sign out now?' }).getByRole('button', { name: 'Stay' }).click();
  await line(-1);
  const titles = async (): Promise<number> => (await admin.post('search', { q: `owner:${ADA.username} AND title:slow*`, num: 0 })).total;
  await expect.poll(titles, { timeout: 60_000 }).toBe(2);
});
