// Features drawn, reshaped, filled in, disputed by two people, deleted and brought back on the map.
// Drawing next to other features, in several parts, and by visitors is in map-drawing.
import { expectAccessible } from '../accessible.ts';
import { expect, signIn, test } from '../journey.ts';
import { Editor, plantPark } from '../map-editor.ts';
import { mapIsDrawn } from '../map-viewer.ts';
import { ADA } from '../people.ts';

test.slow();

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
    await expectAccessible(page);
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
    // there is nothing left to save or to delete
    await expect(editor.button('Add mine as a new feature')).toBeFocused();
    await expect(panel.getByRole('button', { name: /^(Save|Delete)$/ })).toHaveCount(0);
    await editor.button('Add mine as a new feature').click();
    await editor.save();
    await expect(editor.button('Undo: added Linden')).toBeVisible();
    expect(await namesOf(0)).toContain('Linden');
  });
});
