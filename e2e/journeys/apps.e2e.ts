// Apps of an organisation: made from a template for a map, and found behind the grid of the header.
import { expect, signIn, test } from '../journey.ts';
import { ADA, IVY } from '../people.ts';

const MAP = { title: 'Bridges to cross', type: 'Web Map', text: { operationalLayers: [], version: '2.34' } };
// an address where nobody answers: its preview is an empty frame
const TEMPLATE = { title: 'Swipe viewer', type: 'Web Mapping Application', url: 'http://127.0.0.1:9/swipe' };
const APP = 'Bridges now and then';

test('an app is made from a template for a map, a taken title is refused, and members find it in the header', async ({ page, admin }) => {
  const mapId = await admin.addItem(ADA, MAP);
  const templateId = await admin.addItem(ADA, TEMPLATE);
  await admin.post(`content/users/${ADA.username}/items/${mapId}/share`, { org: 'true' });
  await signIn(page, ADA);

  await test.step('make a web app a template', async () => {
    await page.goto(`/home/item.html?id=${templateId}&tab=settings`);
    await page.getByRole('switch', { name: 'Template for apps' }).click();
    await expect(page.getByRole('switch', { name: 'Template for apps' })).toBeChecked();
    await expect(page.getByRole('button', { name: 'Create app from this template' })).toBeVisible();
  });

  await test.step('make an app for the map', async () => {
    await page.goto(`/home/item.html?id=${mapId}`);
    await page.getByRole('button', { name: 'Create web app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a web app' });
    await dialog.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: TEMPLATE.title }).click();
    await dialog.getByLabel('Title').fill(APP);
    await dialog.getByRole('button', { name: 'Create app' }).click();
    await expect(page.getByRole('heading', { name: APP, level: 1 })).toBeVisible();
    const { url, access } = await admin.post(`content/items/${new URL(page.url()).searchParams.get('id')}`, {});
    expect([new URL(url).searchParams.get('appid'), access]).toEqual([new URL(page.url()).searchParams.get('id'), 'org']);
  });
  const appId = new URL(page.url()).searchParams.get('id') ?? '';

  await test.step('configure the app as its template asks', async () => {
    await page.goto(`/home/item.html?id=${templateId}&tab=settings`);
    const questions = page.getByRole('textbox', { name: 'Configuration of apps' });
    await questions.fill('[{"category": "Look", "fields": [{"type": "string", "fieldName": "title", "label": "Title on top"}]}]');
    await page.getByRole('button', { name: 'Save the configuration' }).click();
    await expect(page.getByText('The changes are saved.').first()).toBeVisible();
    await page.goto(`/home/item.html?id=${appId}`);
    await page.getByRole('link', { name: 'Configure the app' }).click();
    await expect(page.getByRole('heading', { name: `Configure “${APP}”`, level: 1 })).toBeVisible();
    await page.getByRole('textbox', { name: 'Title on top' }).fill('Bridges of today');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('This is the app as it was last saved.')).toBeVisible();
    const { values } = await admin.post(`content/items/${appId}/data`, {});
    expect(values).toMatchObject({ webmap: mapId, title: 'Bridges of today' });
  });

  await test.step('a second one of the same title is refused', async () => {
    await page.goto(`/home/item.html?id=${templateId}`);
    await page.getByRole('button', { name: 'Create app from this template' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a web app' });
    await dialog.getByRole('combobox', { name: 'Map to show' }).fill('Bridges');
    await page.getByRole('option', { name: MAP.title }).click();
    await dialog.getByLabel('Title').fill(APP);
    await dialog.getByRole('button', { name: 'Create app' }).click();
    await expect(dialog.getByRole('alert')).toContainText(`with the title “${APP}” already`);
  });

  await test.step('the app stands in the header', async () => {
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/home/index.html');
    await page.getByRole('banner').getByRole('button', { name: 'Apps' }).click();
    await expect(page.getByRole('link', { name: APP })).toHaveAttribute('href', `${TEMPLATE.url}?appid=${appId}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: APP })).toBeHidden();
  });
  // other journeys have a header without apps
  await admin.post(`content/users/${ADA.username}/items/${appId}/share`, { org: 'false', everyone: 'false' });
});

test('who is invited to a group accepts on its page', async ({ page, admin }) => {
  await admin.post('community/createUser', { ...IVY, role: 'org_user' });
  const { group } = await admin.post('community/createGroup', { title: 'Island hoppers', access: 'org', tags: 'islands' });
  await admin.post(`community/groups/${group.id}/invite`, { users: IVY.username, role: 'group_member', expiration: '1440' });
  await signIn(page, IVY);
  await page.goto(`/home/group.html?id=${group.id}`);
  await expect(page.getByText(`${ADA.fullName} invites you to this group`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask to join' })).toBeHidden();
  await page.getByRole('button', { name: 'Accept and join' }).click();
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept and join' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
});
