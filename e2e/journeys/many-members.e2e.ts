// An administrator and many members, without a pointer.
import { expect, signIn, test } from '../journey.ts';
import { ADA } from '../people.ts';

const NAMES = Array.from({ length: 30 }, (_, i) => `worker.${String(i).padStart(2, '0')}`);

test('many members get another role, are locked and deleted with the keyboard alone, and what can be undone is', async ({
  page,
  admin,
}) => {
  test.setTimeout(180_000);
  for (const username of NAMES) {
    await admin.post('community/createUser', {
      username,
      password: 'Wells and 7 towers',
      fullname: `Worker ${username.slice(-2)}`,
      role: 'org_user',
    });
  }
  const { id } = await admin.post('content/users/worker.03/addItem', { title: 'Left behind', type: 'Web Map', text: '{}' });
  const roles = async () =>
    (await admin.post('portals/self/users', { search: 'worker', num: 100 })).users as { role: string; disabled: boolean }[];
  await signIn(page, ADA);
  await page.goto('/home/organization.html?q=worker');
  const press = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).first().focus();
    await page.keyboard.press('Enter');
  };

  await test.step('one page, then everybody whom the search finds', async () => {
    await page.getByRole('checkbox', { name: 'Select everybody on this page' }).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('25 selected')).toBeVisible();
    await press('Select all 30');
    await expect(page.getByText('30 selected')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change the role' })).toBeFocused();
  });

  await test.step('a role is given and taken back', async () => {
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Role of 30 members' });
    await expect(dialog.getByRole('combobox', { name: 'New role' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Publisher' }).waitFor();
    while (!(await page.getByRole('option', { name: 'Publisher' }).evaluate((option) => option.hasAttribute('data-combobox-selected'))))
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await press('Change 30 members');
    await expect(page.getByText('30 members have a new role')).toBeVisible();
    expect((await roles()).every(({ role }) => role === 'org_publisher')).toBe(true);
    // the bar is gone, and the focus is in the table
    await expect(page.getByRole('checkbox', { name: 'Select everybody on this page' })).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(page.getByText('Undone for 30 members')).toBeVisible();
    expect((await roles()).every(({ role }) => role === 'org_user')).toBe(true);
  });

  await test.step('two are deleted, and what they own goes to the administrator', async () => {
    for (const name of ['Worker 03', 'Worker 04']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).focus();
      await page.keyboard.press('Space');
    }
    await press('Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete 2 accounts?' });
    await expect(dialog.getByText('1 item')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Who gets it' }).fill('ada');
    await page.getByRole('option', { name: /ada\.admin/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByRole('textbox', { name: /type how many/ }).fill('2');
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 accounts deleted')).toBeVisible();
    expect(await roles()).toHaveLength(28);
    expect((await admin.post(`content/items/${id}`)).owner).toBe(ADA.username);
  });
});
