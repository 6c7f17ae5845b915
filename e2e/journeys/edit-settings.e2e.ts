// The owner of a layer says in its settings what members may do with its rows, and a member finds just that on the page of the layer.
import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, signIn, test } from '../journey.ts';
import { ADA, NED } from '../people.ts';
import { publishTable } from '../published.ts';

test.slow();

const addButton = (page: Page) => page.getByRole('button', { name: 'Add a row' });
const cell = (page: Page, text: string) => page.getByRole('table').getByRole('button', { name: new RegExp(`^${text}\\. Edit name$`) });

/** The member opens the table anew. */
async function lookAt(page: Page, id: string): Promise<void> {
  await page.goto(`/home/item.html?id=${id}&tab=data`);
  await expect(page.getByRole('table').getByText('Elm', { exact: true })).toBeVisible();
}

async function rename(page: Page, from: string, to: string): Promise<void> {
  await cell(page, from).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Edit name' }).fill(to);
  const saved = page.waitForResponse('**/applyEdits');
  await page.keyboard.press('Enter');
  await saved;
}

test('members may do with rows what the settings of the layer say', async ({ page, browser, admin, portalUrl }) => {
  const { fullName: fullname, ...account } = NED;
  await admin.post('community/createUser', { ...account, fullname, role: 'org_user' });
  const id = await publishTable(admin, { title: 'Trees', lines: ['name,height', 'Elm,21', 'Ash,17'] });
  await admin.post(`content/users/${ADA.username}/items/${id}/share`, { org: true });
  await signIn(page, ADA);
  await page.goto(`/home/item.html?id=${id}&tab=settings`);
  const other = await (await browser.newContext({ baseURL: portalUrl })).newPage();
  await signIn(other, NED);
  const turn = async (name: RegExp | string, on: boolean): Promise<void> => {
    const one = page.getByRole('switch', { name });
    // a change that is still being kept holds the others back; what is seen of a switch lies over its input
    await expect(one).toBeEnabled();
    await one.click({ force: true });
    if (on) await expect(one).toBeChecked();
    else await expect(one).not.toBeChecked();
    await expect(one).toBeEnabled();
  };
  const choose = async (name: string): Promise<void> => {
    const one = page.getByRole('radio', { name });
    await expect(one).toBeEnabled();
    await one.click();
    await expect(one).toBeChecked();
    await expect(one).toBeEnabled();
  };

  await test.step('nothing, as long as members may not edit', async () => {
    await lookAt(other, id);
    await expect(addButton(other)).toHaveCount(0);
    await expect(cell(other, 'Elm')).toHaveCount(0);
  });

  await test.step('add and change rows, but delete none', async () => {
    await turn('Members may edit the data', true);
    await choose('Add and change rows');
    await expectAccessible(page);
    await lookAt(other, id);
    await rename(other, 'Elm', 'Wych elm');
    await other.reload();
    await expect(cell(other, 'Wych elm')).toBeVisible();
    await expect(addButton(other)).toBeVisible();
    await expect(other.getByRole('checkbox', { name: 'Choose row 1', exact: true })).toHaveCount(0);
    await rename(other, 'Wych elm', 'Elm');
  });

  await test.step('only add rows', async () => {
    await choose('Only add rows');
    await lookAt(other, id);
    await expect(cell(other, 'Elm')).toHaveCount(0);
    await addButton(other).click();
    const dialog = other.getByRole('dialog', { name: 'Add a row' });
    await dialog.getByLabel('name').fill('Oak');
    await dialog.getByRole('button', { name: 'Add a row' }).click();
    await expect(other.getByText('3 rows', { exact: true })).toBeVisible();
    await expect(other.getByRole('table').getByText('Oak', { exact: true })).toBeVisible();
  });

  await test.step('change only the rows that they added', async () => {
    await choose('Add, change and delete rows');
    await turn('Members change only rows they added', true);
    await expect(page.getByRole('switch', { name: /^Keep who made and changed each row/ })).toBeChecked();
    await expectAccessible(page);
    await lookAt(other, id);
    await addButton(other).click();
    const dialog = other.getByRole('dialog', { name: 'Add a row' });
    await dialog.getByLabel('name').fill('Yew');
    await dialog.getByRole('button', { name: 'Add a row' }).click();
    await expect(other.getByText('4 rows', { exact: true })).toBeVisible();
    await rename(other, 'Yew', 'Old yew');
    await other.reload();
    await expect(cell(other, 'Old yew')).toBeVisible();
    await expect(cell(other, 'Elm')).toHaveCount(0);
    await expectAccessible(other);
  });

  await test.step('and nothing again, also where the page was open before', async () => {
    await lookAt(other, id);
    await turn('Members may edit the data', false);
    await cell(other, 'Old yew').focus();
    await other.keyboard.press('Enter');
    await other.getByRole('textbox', { name: 'Edit name' }).fill('Young yew');
    await other.keyboard.press('Enter');
    await expect(other.getByRole('alert').filter({ hasText: 'The service does not let you make these edits' })).toBeVisible();
    await expectAccessible(other);
    await other.reload();
    await expect(other.getByRole('table').getByText('Old yew', { exact: true })).toBeVisible();
    await expect(addButton(other)).toHaveCount(0);
  });
});
