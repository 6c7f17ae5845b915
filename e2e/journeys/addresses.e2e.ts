// The addresses that people keep, send to each other and link to: each opens what it names.
import { expect, signIn, test } from '../journey.ts';
import { ADA, MIA } from '../people.ts';
import { restAs } from '../rest.ts';

const MAP = { type: 'Web Map', text: { operationalLayers: [], baseMap: { baseMapLayers: [] }, version: '2.34' } };

test('items, groups, people and content by their addresses', async ({ page, admin, portalUrl }) => {
  await admin.post('community/createUser', { ...MIA, fullname: MIA.fullName, role: 'org_publisher' });
  const mia = await restAs(portalUrl, MIA);
  await admin.addItem(ADA, { ...MAP, title: 'Wells of Ada' });
  const others = await mia.addItem(MIA, { ...MAP, title: 'Mills of Mia' });
  await mia.post(`content/users/${MIA.username}/items/${others}/share`, { org: true });
  const { group } = await mia.post('community/createGroup', { title: 'Millers & Sons', access: 'org' });
  await mia.post('community/createGroup', { title: 'Millers', access: 'org' });
  await signIn(page, ADA);

  await test.step('SH-023 CO-013 item.html shows the item of that id', async () => {
    await page.goto(`/home/item.html?id=${others}`);
    await expect(page.getByRole('heading', { name: 'Mills of Mia', level: 1 })).toBeVisible();
  });

  await test.step('CO-009 content.html alone is the content of whoever is signed in', async () => {
    await page.goto('/home/content.html');
    await expect(page.getByRole('main').getByRole('link', { name: 'Wells of Ada' }).first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Mills of Mia' })).toHaveCount(0);
  });

  await test.step('CO-010 content.html with a user is that member’s content', async () => {
    await page.goto(`/home/content.html?user=${MIA.username}`);
    await expect(page.getByRole('main').getByRole('link', { name: 'Mills of Mia' }).first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Wells of Ada' })).toHaveCount(0);
  });

  await test.step('SH-025 CO-006 group.html with an id, and SH-026 with owner and title', async () => {
    for (const query of [`id=${group.id}`, `owner=${MIA.username}&title=${encodeURIComponent('Millers & Sons')}`]) {
      await page.goto(`/home/group.html?${query}`);
      await expect(page.getByRole('heading', { name: 'Millers & Sons', level: 1 })).toBeVisible();
    }
    await page.goto(`/home/group.html?owner=${MIA.username}&title=Millers`);
    await expect(page.getByRole('heading', { name: 'Millers', exact: true, level: 1 })).toBeVisible();
  });

  await test.step('CO-007 groups.html lists the groups', async () => {
    await page.goto('/home/groups.html?view=all');
    await expect(page.getByRole('main').getByRole('link', { name: 'Millers & Sons' })).toBeVisible();
  });

  await test.step('CO-008 user.html shows the profile of that person', async () => {
    await page.goto(`/home/user.html?user=${MIA.username}`);
    await expect(page.getByRole('heading', { name: MIA.fullName, level: 1 })).toBeVisible();
  });
});
