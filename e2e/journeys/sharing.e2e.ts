// The share dialog says who will see an item before it is saved, and why one person does.
import { expectAccessible } from '../accessible.ts';
import { expect, signIn, test } from '../journey.ts';
import { ADA, SUE } from '../people.ts';

test('an owner sees who will see an item, and why', async ({ page, admin }) => {
  await admin.post('community/createUser', {
    username: SUE.username,
    password: SUE.password,
    fullname: SUE.fullName,
    email: SUE.email,
    role: 'org_publisher',
  });
  const { group } = await admin.post('community/createGroup', { title: 'Foresters', tags: 'journey', access: 'org' });
  await admin.post(`community/groups/${group.id}/addUsers`, { users: SUE.username });
  const id = await admin.addItem(ADA, { title: 'Felling plan', type: 'Web Map', text: { operationalLayers: [], version: '2.34' } });
  await signIn(page, ADA);
  await page.goto(`/home/item.html?id=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Share the item' });
  const tops = async () => {
    const parts = [
      dialog,
      ...(await dialog.getByRole('radio', { includeHidden: true }).all()),
      dialog.getByText('Groups', { exact: true }),
    ];
    return Promise.all(parts.map(async (part) => Math.round((await part.boundingBox())?.y ?? 0)));
  };
  /** Once they hold still: the dialog comes in with a movement. */
  const settled = async () => {
    let last = await tops();
    await expect
      .poll(async () => {
        const former = last;
        last = await tops();
        return last.every((top, at) => top === former[at]);
      })
      .toBe(true);
    return last;
  };
  let before: number[] = [];

  await test.step('private: only the owner; nothing moves when that is known', async () => {
    let know = () => {};
    const known = new Promise<void>((resolve) => {
      know = resolve;
    });
    await page.route(`**/items/${id}?**`, async (route) => {
      await known;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(dialog.getByText('Groups', { exact: true })).toBeVisible();
    before = await settled();
    know();
    await expect(dialog.getByText('1 person will see it')).toBeVisible();
    expect(await tops()).toEqual(before);
  });

  await test.step('a group adds its member, before anything is saved', async () => {
    await dialog.getByRole('checkbox', { name: 'Foresters' }).check();
    await expect(dialog.getByText('2 people will see it')).toBeVisible();
    await expect(dialog.getByText('2 members of the group Foresters')).toBeVisible();
    expect(await tops()).toEqual(before);
    await expectAccessible(page);
  });

  await test.step('everyone', async () => {
    await dialog.getByRole('radio', { name: 'Everyone' }).check();
    await expect(dialog.getByText('Everyone will see it, also without an account')).toBeVisible();
    await dialog.getByRole('radio', { name: 'Only me and the chosen groups' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('why the member sees it, and a visitor does not', async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await dialog.getByRole('button', { name: 'Why can a person see it?' }).click();
    await dialog.getByPlaceholder('Choose a person').click();
    await page.getByRole('option', { name: /Sue Sharer/ }).click();
    await expect(dialog.getByText('Is a member of the group Foresters')).toBeVisible();
    await dialog.getByPlaceholder('Choose a person').click();
    await page.getByRole('option', { name: 'A visitor who is not signed in' }).click();
    await expect(dialog.getByText('Cannot see it')).toBeVisible();
  });
});
