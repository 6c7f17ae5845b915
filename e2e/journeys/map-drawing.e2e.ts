// Drawing on the map next to what is there: vertices on those of others, areas with holes, moments, and people without an account.
import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../journey.ts';
import { Editor, type Park, plantPark } from '../map-editor.ts';
import { ADA } from '../people.ts';
import type { Rest } from '../rest.ts';

test.slow();
test.use({ timezoneId: 'Europe/Berlin' });

type Ring = [number, number][];
/** The map shows from 8.9 to 9.1 degrees east; its middle is 9, 49. */
const EXTENT = '8.9,48.95,9.1,49.05';
const BED: Ring = [
  [8.98, 48.98],
  [8.98, 49.0],
  [9, 49.0],
  [9, 48.98],
  [8.98, 48.98],
];

/** A park with a bed whose corner is the middle of the map. */
async function parkWithBed(admin: Rest, name: string): Promise<Park> {
  const park = await plantPark(admin, name);
  await park.features(1, 'addFeatures', {
    features: [{ attributes: { name: 'Roses' }, geometry: { rings: [BED], spatialReference: { wkid: 4326 } } }],
  });
  return park;
}

const ringsOf = async (park: Park, name: string): Promise<Ring[]> => {
  const { features } = await park.features(1, 'query', { where: `name = '${name}'`, outFields: '*', outSR: '4326' });
  return features[0].geometry.rings;
};

/** Opens the panel and waits until features nearby are at hand. */
async function begin(page: Page, park: Park, template: string): Promise<Editor> {
  const editor = new Editor(page);
  await editor.open(park, EXTENT);
  const nearby = page.waitForResponse((response) => response.url().includes('/1/query?') && response.url().includes('resultRecordCount'), {
    timeout: 60_000,
  });
  await editor.button(template).click();
  await expect(page.locator('[data-sketch="draw"]')).toBeVisible();
  await nearby;
  return editor;
}

test('a bed is drawn beside another: its corner falls on that of the other, unless somebody does not want that', async ({
  page,
  admin,
}) => {
  const park = await parkWithBed(admin, 'Snapped');
  await signIn(page, ADA);
  const editor = await begin(page, park, 'Add: Beds');
  const { panel } = editor;
  const middle = await editor.at(0.5, 0.5);

  await test.step('with the pointer next to a corner, with Ctrl freely', async () => {
    await expect(async () => {
      await page.mouse.click(middle.x + 6, middle.y - 5);
      await expect(panel.getByText(/^Snapped to a vertex: /)).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 20_000 });
    await page.keyboard.down('Control');
    await page.mouse.click(middle.x + 200, middle.y - 5);
    await page.keyboard.up('Control');
    await expect(panel.getByText('2 vertices', { exact: true })).toBeVisible();
    await expect(panel.getByText(/^Snapped to/)).toBeHidden();
  });

  await test.step('with the keyboard next to an edge', async () => {
    await editor.map.focus();
    // the middle of the map comes to lie on the eastern edge of the bed
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(panel.getByText('3 vertices', { exact: true })).toBeVisible();
    await expect(panel.getByText(/^Snapped to an edge: /)).toBeVisible();
    await editor.button('Finish drawing').click();
    await panel.getByLabel('Name').fill('Tulips');
    await editor.save();
    await expect(editor.button('Undo: added Tulips')).toBeVisible();
    const [ring = []] = await ringsOf(park, 'Tulips');
    // the same numbers as the bed beside it has, to the last digit that the layer keeps
    const shared = (await ringsOf(park, 'Roses'))[0]?.[2];
    expect(ring).toContainEqual(shared);
    const onEdge = ring.filter(([x, y]) => Math.abs(x - 9) < 1e-7 && y < 48.9999 && y > 48.98);
    expect(onEdge).toHaveLength(1);
    const free = ring.find(([x]) => x > 9.001);
    expect(free?.[1]).toBeGreaterThan(49);
  });

  await test.step('the switch is remembered', async () => {
    await editor.button('Add: Beds').click();
    await panel.getByRole('switch', { name: 'Snap to other features' }).uncheck();
    await expect(panel.getByRole('switch', { name: 'Snap to other features' })).not.toBeChecked();
    await editor.map.focus();
    await page.keyboard.press('Enter');
    await expect(panel.getByText('One vertex', { exact: true })).toBeVisible();
    await expect(panel.getByText(/^Snapped to/)).toBeHidden();
    await editor.button('Cancel').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await editor.button('Add: Beds').click();
    await expect(panel.getByRole('switch', { name: 'Snap to other features' })).not.toBeChecked();
  });
});

test('an area gets a hole and a second part, and loses them again; its date has a time of day', async ({ page, admin }) => {
  const park = await plantPark(admin, 'Parts');
  await signIn(page, ADA);
  const editor = new Editor(page);
  await editor.open(park, EXTENT);
  const { panel } = editor;
  await editor.button('Add: Beds').click();
  await expect(page.locator('[data-sketch="draw"]')).toBeVisible();

  await test.step('a hole inside, a part outside', async () => {
    await editor.clickFor(0.3, 0.3, 'One vertex');
    await editor.clickFor(0.6, 0.3, '2 vertices');
    await editor.clickFor(0.6, 0.7, '3 vertices');
    await editor.clickFor(0.3, 0.7, '4 vertices');
    await editor.button('Finish drawing').click();
    await editor.button('Add a part or a hole').click();
    await editor.clickFor(0.4, 0.4, '5 vertices');
    await editor.clickFor(0.5, 0.4, '6 vertices');
    await editor.clickFor(0.45, 0.6, '7 vertices');
    await editor.button('Finish this part').click();
    await editor.button('Add a part or a hole').click();
    // the map has the focus, where the next thing is to draw
    await editor.clickFor(0.75, 0.4, '8 vertices');
    await editor.clickFor(0.85, 0.4, '9 vertices');
    await page.keyboard.press('Escape');
    await expect(panel.getByText('7 vertices', { exact: true })).toBeVisible();
    await editor.button('Add a part or a hole').click();
    await editor.clickFor(0.75, 0.4, '8 vertices');
    await editor.clickFor(0.85, 0.4, '9 vertices');
    await editor.clickFor(0.8, 0.6, '10 vertices');
    await editor.button('Finish this part').click();
  });

  await test.step('a moment in local time', async () => {
    await panel.getByLabel('Name').fill('Maze');
    await panel.getByLabel('Last seen', { exact: true }).fill('2026-05-01');
    await expect(panel.getByText('1 May 2026, the whole day')).toBeVisible();
    await panel.getByLabel('Time of day: Last seen').fill('10:30');
    await expect(panel.getByText('1 May 2026, 10:30, Central European Summer Time')).toBeVisible();
    await editor.save();
    await expect(editor.button('Undo: added Maze')).toBeVisible();
    const { features } = await park.features(1, 'query', { where: "name = 'Maze'", outFields: '*', outSR: '4326' });
    expect(features[0].attributes.seen).toBe(Date.UTC(2026, 4, 1, 8, 30));
    const directions = features[0].geometry.rings.map((ring: Ring) =>
      Math.sign(ring.reduce((sum, [x, y], i) => sum + x * (ring[i + 1]?.[1] ?? y) - (ring[i + 1]?.[0] ?? x) * y, 0)),
    );
    // two outlines and a hole
    expect(directions.sort()).toEqual([-1, -1, 1]);
  });

  await test.step('the hole is filled and the other part removed', async () => {
    await expect(async () => {
      const inside = await editor.at(0.35, 0.5);
      await page.mouse.click(inside.x, inside.y);
      await expect(panel.getByRole('heading', { name: 'Change: Maze' })).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 60_000 });
    await expect(page.locator('[data-sketch="reshape"]')).toBeVisible();
    for (const remove of ['Fill this hole', 'Remove this part']) {
      // on to a vertex of that part
      for (let step = 0; step < 12 && !(await editor.button(remove).isVisible()); step++) await editor.button('Next vertex').click();
      const isWhole = remove === 'Remove this part';
      await editor.button(remove).click();
      await expect(panel.getByText(isWhole ? /^[34] vertices$/ : '7 vertices')).toBeVisible();
    }
    await editor.save();
    await expect(editor.button('Undo: changed Maze')).toBeVisible();
    expect(await ringsOf(park, 'Maze')).toHaveLength(1);
  });
});

test('features that lie upon each other are told apart by their names', async ({ page, admin }) => {
  const park = await parkWithBed(admin, 'Names');
  await park.features(0, 'addFeatures', {
    features: [{ attributes: { name: 'Pine' }, geometry: { x: 8.99, y: 48.99, spatialReference: { wkid: 4326 } } }],
  });
  await signIn(page, ADA);
  const editor = new Editor(page);
  await editor.open(park, '8.985,48.985,8.995,48.995');
  await expect(async () => {
    const middle = await editor.at(0.5, 0.5);
    await page.mouse.click(middle.x, middle.y);
    await expect(editor.button('Pine in Names – Trees')).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 60_000 });
  await editor.button('Roses in Names – Beds').click();
  await expect(editor.panel.getByRole('heading', { name: 'Change: Roses' })).toBeVisible();
});

test('visitors draw on a public layer whose owner lets them, and are offered nothing elsewhere', async ({ browser, baseURL, admin }) => {
  const park = await plantPark(admin, 'Commons');
  await admin.post(`content/users/${ADA.username}/items/${park.itemId}/share`, { everyone: true });
  const page = await browser.newPage({ baseURL });
  const editor = new Editor(page);
  await page.goto(`/home/webmap/viewer.html?layers=${park.itemId}&edit=1&extent=${EXTENT}`);
  await expect(page.getByRole('button', { name: 'Layers', exact: true })).toBeVisible({ timeout: 60_000 });
  // everything was asked and answered
  await page.waitForLoadState('networkidle', { timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Edit features' })).toBeHidden();

  await admin.post(`../../rest/admin/services/Hosted/${park.name}/FeatureServer/updateDefinition`, {
    updateDefinition: { editorTrackingInfo: { allowAnonymousToUpdate: true, allowAnonymousToDelete: false } },
  });
  await editor.open(park, EXTENT);
  await editor.button('Add: Young tree').click();
  await editor.clickFor(0.5, 0.5, 'One vertex');
  await editor.panel.getByLabel('Name').fill('Elder');
  await editor.save();
  await expect(editor.button('Undo: added Elder')).toBeVisible();
  const { count } = await park.features(0, 'query', { where: "name = 'Elder'", returnCountOnly: 'true' });
  expect(count).toBe(1);
  await page.close();
});
