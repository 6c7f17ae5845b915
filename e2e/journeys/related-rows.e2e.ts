// From a tree to its visits: rows that a relationship joins, added and corrected in the table, and a change taken back.
import { expectAccessible } from '../accessible.ts';
import { expect, signIn, test } from '../journey.ts';
import { ADA } from '../people.ts';
import type { Rest } from '../rest.ts';

test.slow();

const RESULTS = [
  { name: 'Fine', code: 1 },
  { name: 'Needs care', code: 2 },
];

/** Trees, and the visits to them; the id of the item. */
async function plantTrees(admin: Rest): Promise<string> {
  const createParameters = { name: 'Tree_visits' };
  const { itemId, name } = await admin.post(`content/users/${ADA.username}/createService`, { createParameters });
  const trees = {
    name: 'Trees',
    geometryType: 'esriGeometryPoint',
    fields: [{ name: 'code', alias: 'Code', type: 'esriFieldTypeString', length: 10 }],
    relationships: [{ id: 0, name: 'visits', relatedTableId: 1, role: 'esriRelRoleOrigin', keyField: 'code' }],
  };
  const visits = {
    name: 'Visits',
    fields: [
      { name: 'tree', alias: 'Tree', type: 'esriFieldTypeString', length: 10 },
      { name: 'who', alias: 'Inspector', type: 'esriFieldTypeString', length: 40 },
      {
        name: 'result',
        alias: 'Result',
        type: 'esriFieldTypeInteger',
        domain: { type: 'codedValue', name: 'result', codedValues: RESULTS },
      },
    ],
    relationships: [{ id: 0, name: 'tree', relatedTableId: 0, role: 'esriRelRoleDestination', keyField: 'tree' }],
  };
  // services stand beside the sharing interface
  await admin.post(`../../rest/admin/services/Hosted/${name}/FeatureServer/addToDefinition`, {
    addToDefinition: { layers: [trees], tables: [visits] },
  });
  await admin.post(`../../rest/services/Hosted/${name}/FeatureServer/applyEdits`, {
    edits: [
      { id: 0, adds: ['T-1', 'T-2'].map((code, at) => ({ attributes: { code }, geometry: { x: 10 + at, y: 50 } })) },
      { id: 1, adds: ['Bo', 'Cy'].map((who) => ({ attributes: { tree: 'T-2', who, result: 1 } })) },
    ],
  });
  return itemId;
}

test('rows of another layer that belong to a row are read, added and corrected', async ({ page, admin }) => {
  const id = await plantTrees(admin);
  await signIn(page, ADA);
  await page.goto(`/home/item.html?id=${id}&tab=data`);
  await expect(page.getByText('2 rows', { exact: true })).toBeVisible();

  await test.step('a row leads to those that belong to it', async () => {
    await page.getByRole('button', { name: 'Related rows of row 2', exact: true }).click();
    await page.getByRole('menuitem', { name: /Visits\s*2 rows/ }).click();
    await expect(page.getByRole('table', { name: 'Visits' }).getByText('Cy', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a new row belongs to the same row', async () => {
    await page.getByRole('button', { name: 'Add a row' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a row' });
    await expect(dialog.getByLabel('Tree', { exact: true })).toHaveValue('T-2');
    await dialog.getByLabel('Inspector').fill('Di');
    await dialog.getByRole('combobox', { name: 'Result' }).click();
    await page.getByRole('option', { name: 'Needs care' }).click();
    await dialog.getByRole('button', { name: 'Add a row' }).click();
    await expect(page.getByText('3 rows', { exact: true })).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: 'Di' });
    await expect(row.getByText('Needs care')).toBeVisible();
  });

  await test.step('a change is taken back', async () => {
    await page.getByRole('button', { name: /^Cy\. Edit Inspector$/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Edit Inspector' }).fill('Cyrus');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: /^Cy\. Edit Inspector$/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  });

  await test.step('the way back leads to the row', async () => {
    await page.getByRole('button', { name: 'Trees: T-2' }).click();
    await expect(page.getByText('2 rows', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Related rows of row 2', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: /Visits\s*3 rows/ })).toBeVisible();
  });
});
