// The owner of a service adds a layer, says when its rows are and of which types, makes an index, new tiles and a view of an area, of which a layer goes and
// comes back, and deletes the layer again.
import { expectAccessible } from '../accessible.ts';
import { expect, signIn, test } from '../journey.ts';
import { ADA } from '../people.ts';
import { publishTable } from '../published.ts';
import type { Rest } from '../rest.ts';

test.slow();

/** A service with a layer of roadworks, which have dates. */
async function publishRoadworks(admin: Rest): Promise<string> {
  const lines = ['work,begun,ended,x,y'];
  for (let i = 1; i <= 28; i++)
    lines.push(`W-${i},2021-02-${String(i).padStart(2, '0')},2021-03-${String(i).padStart(2, '0')},${10 + i / 100},${50 + i / 100}`);
  return publishTable(admin, { title: 'Roadworks', lines });
}

test('time, indexes, tiles and the layers of a service are looked after in its settings', async ({ page, admin, portalUrl }) => {
  const id = await publishRoadworks(admin);
  await signIn(page, ADA);
  await page.goto(`/home/item.html?id=${id}&tab=settings`);

  await test.step('the dates that say when rows are, and the time that they span', async () => {
    await page.getByRole('combobox', { name: /^When a row of .* begins/ }).click();
    await page.getByRole('option', { name: 'begun' }).click();
    await expect(page.getByText('The rows reach from 1 Feb 2021 to 28 Feb 2021.')).toBeVisible();
    await page.getByRole('combobox', { name: /^When a row of .* ends/ }).click();
    await page.getByRole('option', { name: 'ended' }).click();
    await expect(page.getByText('The rows reach from 1 Feb 2021 to 28 Mar 2021.')).toBeVisible();
  });

  await test.step('an index comes and goes', async () => {
    await page.getByRole('button', { name: /^Add an index to/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Add an index to/ });
    await dialog.getByRole('combobox', { name: 'Fields' }).click();
    await page.getByRole('option', { name: 'work' }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('checkbox', { name: 'No value may stand twice' }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add an index' }).click();
    const line = page.getByRole('row').filter({ hasText: 'index_work' });
    await expect(line).toContainText('each value once');
    await line.getByRole('button', { name: 'Delete the index index_work' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(line).toHaveCount(0);
  });

  await test.step('tiles that are kept are told, and forgotten', async () => {
    const item = await admin.post(`content/items/${id}`);
    const { pathname } = new URL(item.url);
    expect((await page.request.get(`${portalUrl}${pathname}/0/tiles/0/0/0.pbf`)).status()).toBe(200);
    await page.reload();
    await expect(page.getByText(/1 tile in memory/)).toBeVisible();
    await page.getByRole('button', { name: 'Make the tiles anew' }).click();
    await expect(page.getByText('no tiles in memory')).toBeVisible();
  });

  await test.step('an empty layer comes', async () => {
    await page.getByRole('button', { name: 'Add a layer or table' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a layer or table' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Detours');
    await dialog.getByRole('combobox', { name: 'Kind of layer' }).click();
    await page.getByRole('option', { name: 'Lines' }).click();
    await dialog.getByRole('textbox', { name: 'Name of field 1' }).fill('Street');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add a layer or table' }).click();
    await expect(page.getByRole('button', { name: 'Delete the layer Detours' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('its rows have types, until they are taken away', async () => {
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    const entry = page.getByRole('group').filter({ has: page.locator('summary', { hasText: 'Detours' }) });
    await entry.locator('summary').click();
    await entry.getByRole('button', { name: 'Set up types' }).click();
    const dialog = page.getByRole('dialog', { name: 'Types of rows: Detours' });
    await dialog.getByRole('combobox', { name: 'Field that says the type' }).click();
    await page.getByRole('option', { name: 'Street' }).click();
    await dialog.getByRole('textbox', { name: 'Value 1', exact: true }).fill('m');
    await dialog.getByRole('textbox', { name: 'Words for value 1' }).fill('Main road');
    await dialog.getByRole('button', { name: 'Add a type' }).click();
    await dialog.getByRole('textbox', { name: 'Value 2', exact: true }).fill('m');
    await expect(dialog.getByText('The value m stands twice: give each type a value of its own.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Value 2', exact: true }).fill('l');
    await dialog.getByRole('textbox', { name: 'Words for value 2' }).fill('Lane');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(entry.getByText('The field “Street” says of which type a row is.')).toBeVisible();
    await expect(entry.getByRole('row').filter({ hasText: 'Lane' })).toBeVisible();
    await expectAccessible(page);
    await entry.getByRole('button', { name: 'Change the types' }).click();
    await dialog.getByRole('textbox', { name: 'Words for value 1' }).fill('Highway');
    await dialog.getByRole('button', { name: 'Remove value 2' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(entry.getByRole('row').filter({ hasText: 'Highway' })).toBeVisible();
    await expect(entry.getByRole('row').filter({ hasText: 'Lane' })).toHaveCount(0);
    await entry.getByRole('button', { name: 'Change the types' }).click();
    await dialog.getByText('No types').click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(entry.getByRole('button', { name: 'Set up types' })).toBeVisible();
  });

  const view = await test.step('a view shows both layers, and of the roadworks those of an area', async () => {
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await page.getByRole('button', { name: 'Make a view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make a view' });
    await dialog.getByRole('checkbox', { name: 'Detours' }).check();
    await dialog.getByRole('switch', { name: 'Only rows in an area' }).check();
    await dialog.getByLabel('West').scrollIntoViewIfNeeded();
    const map = await dialog.getByTestId('area-map').boundingBox();
    if (map === null) throw new Error('There is no map.');
    await page.mouse.move(map.x + 20, map.y + 20);
    await page.mouse.down();
    await page.mouse.move(map.x + 120, map.y + 90);
    await page.mouse.up();
    await expect(dialog.getByLabel('West')).not.toHaveValue('');
    for (const [edge, degrees] of Object.entries({ West: '9', South: '49', East: '10.155', North: '51' }))
      await dialog.getByLabel(edge, { exact: true }).fill(degrees);
    await expect(dialog.getByText('The view shows 15 rows.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Make the view' }).click();
    await expect(page.getByText('The view is ready.')).toBeVisible();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await expect(page.getByText('Only rows in an area.').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change what Detours shows' })).toBeVisible();
    return new URL(page.url()).searchParams.get('id') ?? '';
  });

  await test.step('a layer of the view is taken out and comes back whole; the last one stays', async () => {
    const taking = (name: string | RegExp) => page.getByRole('button', { name });
    await taking('Take Detours out of the view').click();
    const sure = page.getByRole('dialog', { name: 'Take Detours out of the view' });
    await expect(sure.getByText(/Its rows stay in the source of the view/)).toBeVisible();
    await expectAccessible(page);
    await sure.getByRole('button', { name: 'Take out' }).click();
    await expect(taking('Take Detours out of the view')).toHaveCount(0);
    await expect(taking(/^Take .* out of the view$/)).toBeDisabled();
    await expect(page.getByText(/^The last layer stays/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add layers of the source' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add layers of the source' });
    await expect(dialog.getByRole('checkbox')).toHaveCount(1);
    await dialog.getByRole('checkbox', { name: /Detours/ }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('1 layer was added to the view.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change what Detours shows' })).toBeVisible();
    await expect(taking('Take Detours out of the view')).toBeEnabled();
  });

  await test.step('a layer stays while a view shows it, and goes once its name is typed', async () => {
    await page.goto(`/home/item.html?id=${id}&tab=settings`);
    await page.getByRole('button', { name: 'Delete the layer Detours' }).click();
    const sure = page.getByRole('dialog', { name: 'Delete the layer Detours' });
    await sure.getByRole('textbox').fill('Detours');
    await sure.getByRole('button', { name: 'Delete' }).click();
    await expect(sure.getByRole('alert')).toContainText('Delete the views first.');
    await admin.post(`content/users/${ADA.username}/items/${view}/delete`, { permanentDelete: true });
    await sure.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: 'Delete the layer Detours' })).toHaveCount(0);
  });
});
