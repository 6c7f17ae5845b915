// People who work together: an administrator adds a member on the page, who sees what a group shares with them.
import { expect, signIn, test } from '../journey.ts';
import { ADA, PIA } from '../people.ts';

const MAP = {
  title: 'Wells of the district',
  type: 'Web Map',
  text: { operationalLayers: [], baseMap: { baseMapLayers: [] }, version: '2.34' },
};

test('a member sees an item that is shared with their group only; a stranger does not', async ({ page, admin, browser, portalUrl }) => {
  await admin.addItem(ADA, MAP);
  await signIn(page, ADA);

  await test.step('add the member', async () => {
    await page.goto('/home/organization.html');
    await page.getByRole('button', { name: 'Add a member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a member' });
    await dialog.getByLabel('First name').fill('Pia');
    await dialog.getByLabel('Last name').fill('Publisher');
    await dialog.getByLabel('E-mail address').fill(PIA.email);
    await dialog.getByLabel('User name').fill(PIA.username);
    await dialog.getByLabel('First password').fill(PIA.password);
    await dialog.getByRole('button', { name: 'Add' }).last().click();
    await expect(page.getByText('can sign in now')).toBeVisible();
  });

  await test.step('make a group with the member', async () => {
    await page.goto('/home/groups.html');
    await page.getByRole('button', { name: 'Create a group' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create a group' });
    await dialog.getByLabel('Name').fill('Water works');
    await dialog.getByRole('button', { name: 'Create a group' }).click();
    await expect(page.getByRole('heading', { name: 'Water works', level: 1 })).toBeVisible();
    const { results } = await admin.post('community/groups', { q: 'title:"Water works"' });
    await admin.post(`community/groups/${results[0].id}/addUsers`, { users: PIA.username });
  });

  await test.step('share the map with the group', async () => {
    await page.goto('/home/content.html');
    await page.getByRole('link', { name: MAP.title }).first().click();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share the item' });
    await dialog.getByRole('checkbox', { name: 'Water works' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('the member finds it in the group', async () => {
    const context = await browser.newContext({ baseURL: portalUrl, locale: 'en-GB' });
    const other = await context.newPage();
    await signIn(other, PIA);
    await other.goto('/home/groups.html?view=my');
    await other.getByRole('link', { name: 'Water works' }).click();
    await other.getByRole('link', { name: MAP.title }).first().click();
    await expect(other.getByRole('heading', { name: MAP.title, level: 1 })).toBeVisible();
    await context.close();
  });

  await test.step('a stranger does not', async () => {
    const context = await browser.newContext({ baseURL: portalUrl, locale: 'en-GB' });
    const stranger = await context.newPage();
    await stranger.goto('/home/search.html?t=content&q=wells');
    await expect(stranger.getByText('Nothing found').first()).toBeVisible();
    await context.close();
  });
});
