// Features drawn, reshaped, filled in, disputed by two people, deleted and brought back on the map.
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test } from '../journey.ts';
import { mapIsDrawn } from '../map-viewer.ts';
import { ADA } from '../people.ts';
import type { Rest } from '../rest.ts';

test.slow();

const DEGREES = { wkid: 4326 };
const FIELDS = [
  { name: 'name', alias: 'Name', type: 'esriFieldTypeString', length: 30, nullable: false },
  { name: 'height', alias: 'Height', type: 'esriFieldTypeDouble', domain: { type: 'range', name: 'h', range: [0, 60] } },
];
const TREE = { name: 'Young tree', prototype: { attributes: { height: 2 } } };

interface Park {
  itemId: string;
  /** Calls of its service. */
  features(layer: number, operation: string, params: Record<string, string | object>): ReturnType<Rest['post']>;
}

/** A service with a layer of points and one of areas, each with a feature. */
async function plantPark(admin: Rest): Promise<Park> {
  const { itemId, name } = await admin.post(`content/users/${ADA.username}/createService`, { createParameters: { name: 'Park' } });
  const trees = { name: 'Trees', geometryType: 'esriGeometryPoint', spatialReference: DEGREES, fields: FIELDS, templates: [TREE] };
  const beds = { name: 'Beds', geometryType: 'esriGeometryPolygon', spatialReference: DEGREES, fields: FIELDS };
  // services stand beside the sharing interface
  await admin.post(`../../rest/admin/services/Hosted/${name}/FeatureServer/addToDefinition`, {
    addToDefinition: { layers: [trees, beds] },
  });
  const features: Park['features'] = (layer, operation, params) =>
    admin.post(`../../rest/services/Hosted/${name}/FeatureServer/${layer}/${operation}`, params);
  await features(0, 'addFeatures', {
    features: [
      [9, 49],
      [12, 52],
    ].map(([x, y], i) => ({ attributes: { name: `Oak ${i + 1}`, height: 10 }, geometry: { x, y, spatialReference: DEGREES } })),
  });
  return { itemId, features };
}

/** Steps with the panel and the map. */
class Editor {
  readonly page: Page;
  readonly panel: Locator;
  readonly map: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole('complementary', { name: 'Edit features' });
    this.map = page.locator('canvas.maplibregl-canvas');
  }

  /** A place on the map, as shares of its width and height. */
  async at(x: number, y: number): Promise<{ x: number; y: number }> {
    const box = await this.map.boundingBox();
    if (!box) throw new Error('the map is on the page');
    return { x: box.x + box.width * x, y: box.y + box.height * y };
  }

  /** Opens a feature of the first layer by a click on it: the map shows its surroundings, with the feature in the middle. */
  async choose(park: Park, [x, y]: [number, number], name: string): Promise<void> {
    await this.page.goto(`/home/webmap/viewer.html?layers=${park.itemId}&edit=1&extent=${x - 0.1},${y - 0.1},${x + 0.1},${y + 0.1}`);
    await expect(this.button('Add: Young tree')).toBeVisible();
    await expect(async () => {
      const middle = await this.at(0.5, 0.5);
      await this.page.mouse.click(middle.x, middle.y);
      await expect(this.panel.getByRole('heading', { name: `Change: ${name}` })).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 60_000 });
    await expect(this.page.locator('[data-sketch="reshape"]')).toBeVisible();
  }

  async clickFor(x: number, y: number, vertices: string): Promise<void> {
    const place = await this.at(x, y);
    await this.page.mouse.click(place.x, place.y);
    await expect(this.panel.getByText(vertices, { exact: true })).toBeVisible();
  }

  async save(): Promise<void> {
    await this.panel.getByRole('button', { name: 'Save', exact: true }).click();
  }

  button(name: string | RegExp): Locator {
    return this.panel.getByRole('button', { name });
  }
}

test('features are drawn and changed on the map, and two people do not write over each other unasked', async ({ page, admin }) => {
  const park = await plantPark(admin);
  const namesOf = async (layer: number) => {
    const { features } = await park.features(layer, 'query', { where: '1=1', outFields: '*', outSR: '4326', orderByFields: 'objectid' });
    return features.map(({ attributes }: { attributes: { name: string } }) => attributes.name);
  };
  await signIn(page, ADA);
  await page.goto(`/home/item.html?id=${park.itemId}&tab=map`);
  await page.getByRole('link', { name: 'Edit on the map' }).click();
  const editor = new Editor(page);
  const { panel } = editor;
  await mapIsDrawn(page);

  await test.step('a point is placed by a click, with the values of its template', async () => {
    await editor.button('Add: Young tree').click();
    await expect(panel.getByText('No vertices yet', { exact: true })).toBeVisible();
    await expect(page.locator('[data-sketch="draw"]')).toBeVisible();
    await editor.clickFor(0.5, 0.5, 'One vertex');
    await expect(panel.getByLabel('Height')).toHaveValue('2');
    // a name is needed, and said so
    await editor.save();
    await expect(panel.getByText('A value is needed here.')).toBeVisible();
    await panel.getByLabel('Longitude').fill('10.5');
    await panel.getByLabel('Latitude').fill('50.25');
    await panel.getByLabel('Name').fill('Lime');
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`)).toEqual([]);
    await editor.save();
    await expect(editor.button('Undo: added Lime')).toBeVisible();
    const { features } = await park.features(0, 'query', { where: "name = 'Lime'", outFields: '*', outSR: '4326' });
    expect(features[0].geometry.x).toBeCloseTo(10.5, 7);
    expect(features[0].geometry.y).toBeCloseTo(50.25, 7);
  });

  await test.step('an area is drawn with the pointer, reshaped with the keyboard, and kept through a reload', async () => {
    await editor.button('Add: Beds').click();
    await expect(page.locator('[data-sketch="draw"]')).toBeVisible();
    await editor.clickFor(0.35, 0.35, 'One vertex');
    await editor.clickFor(0.65, 0.35, '2 vertices');
    await editor.clickFor(0.65, 0.65, '3 vertices');
    await editor.clickFor(0.35, 0.65, '4 vertices');
    await editor.button('Finish drawing').click();
    await panel.getByLabel('Name').fill('Roses');
    await editor.button('Next vertex').click();
    await expect(panel.getByText('Vertex 1 of 4')).toBeVisible();
    await editor.button('Add a vertex behind it').click();
    await expect(panel.getByText('5 vertices', { exact: true })).toBeVisible();
    await editor.map.focus();
    await page.keyboard.press('Delete');
    await expect(panel.getByText('4 vertices', { exact: true })).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(panel.getByText('5 vertices', { exact: true })).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('graticule-unsaved-feature')?.includes('Roses') ?? false))
      .toBe(true);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(panel.getByText('Your unsaved feature is back.')).toBeVisible();
    await expect(panel.getByText('5 vertices', { exact: true })).toBeVisible();
    await editor.save();
    await expect(editor.button(/^Add: /).first()).toBeVisible();
    const { features } = await park.features(1, 'query', { where: '1=1', outFields: '*', outSR: '4326' });
    expect(features[0].geometry.rings[0]).toHaveLength(6);
  });

  await test.step('somebody else changes the feature meanwhile: both values are shown, and one is chosen', async () => {
    await editor.choose(park, [9, 49], 'Oak 1');
    await panel.getByLabel('Name').fill('My oak');
    await park.features(0, 'updateFeatures', { features: [{ attributes: { objectid: 1, name: 'Their oak' } }] });
    await editor.save();
    await expect(panel.getByText('Name: they wrote “Their oak”, you wrote “My oak”.')).toBeVisible();
    expect(await namesOf(0)).toContain('Their oak');
    await editor.button('Save mine').click();
    await expect(editor.button('Undo: changed My oak')).toBeVisible();
    expect(await namesOf(0)).toContain('My oak');
  });

  await test.step('a change is taken back, and so is a deletion', async () => {
    await editor.button('Undo: changed My oak').click();
    await expect.poll(() => namesOf(0)).toContain('Oak 1');
    await editor.choose(park, [12, 52], 'Oak 2');
    await editor.button('Delete').click();
    await expect(editor.button('Undo: deleted Oak 2')).toBeVisible();
    expect(await namesOf(0)).not.toContain('Oak 2');
    await editor.button('Undo: deleted Oak 2').click();
    await expect.poll(() => namesOf(0)).toContain('Oak 2');
  });

  await test.step('a feature that somebody else deleted can be added anew', async () => {
    await editor.choose(park, [9, 49], 'Oak 1');
    await panel.getByLabel('Name').fill('Linden');
    const { features } = await park.features(0, 'query', { where: "name = 'Oak 1'", outFields: 'OBJECTID' });
    await park.features(0, 'deleteFeatures', { objectIds: String(features[0].attributes.OBJECTID) });
    await editor.save();
    await expect(panel.getByText('Somebody else deleted this feature while you were editing it.')).toBeVisible();
    await editor.button('Add mine as a new feature').click();
    await editor.save();
    await expect(editor.button('Undo: added Linden')).toBeVisible();
    expect(await namesOf(0)).toContain('Linden');
  });
});
