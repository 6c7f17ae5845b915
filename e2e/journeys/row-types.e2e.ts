// The owner of a layer says what new rows of a type begin with and which values they may have; what somebody else changed meanwhile is not written over.
import { expectAccessible } from '../accessible.ts';
import { expect, signIn, test } from '../journey.ts';
import { ADA } from '../people.ts';

const fields = [
  { name: 'kind', type: 'esriFieldTypeInteger' },
  { name: 'state', type: 'esriFieldTypeString', length: 20 },
  { name: 'height', type: 'esriFieldTypeDouble' },
];
const types = [
  { id: 1, name: 'Oak', domains: {}, templates: [] },
  { id: 2, name: 'Lime', domains: {}, templates: [] },
];

test('a type proposes values and has a list of its own, which a new row begins with; two people do not write over each other', async ({
  page,
  admin,
}) => {
  test.slow();
  const { itemId } = await admin.post(`content/users/${ADA.username}/createService`, {
    createParameters: { name: 'Parks', capabilities: 'Query,Editing' },
  });
  const service = '../../rest/admin/services/Hosted/Parks/FeatureServer';
  await admin.post(`${service}/addToDefinition`, { addToDefinition: { tables: [{ name: 'trees', fields, typeIdField: 'kind', types }] } });
  await signIn(page, ADA);
  await page.goto(`/home/item.html?id=${itemId}`);
  const dialog = page.getByRole('dialog', { name: 'Types of rows: trees' });
  const openTypes = () => page.getByRole('button', { name: 'Change the types' }).click();

  await test.step('the type has a list for a field and a value for another', async () => {
    await openTypes();
    await dialog.getByRole('button', { name: 'Fields of Oak' }).click();
    await dialog.locator('summary', { hasText: 'state' }).click();
    await dialog.getByText('From a list').click();
    await dialog.getByRole('textbox', { name: 'Value 1', exact: true }).fill('w');
    await dialog.getByRole('textbox', { name: 'Words for value 1' }).fill('Well');
    await dialog.getByRole('combobox', { name: 'New rows begin with' }).click();
    await page.getByRole('option', { name: 'Well' }).click();
    await dialog.getByRole('button', { name: 'Add a template' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Name of the template' })).toBeFocused();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row').filter({ hasText: 'Oak 2' })).toContainText('Well');
    await expect(page.getByRole('row').filter({ hasText: 'Oak' })).toContainText('Well');
  });

  await test.step('what somebody else says of the types meanwhile stays, and is loaded', async () => {
    await openTypes();
    await dialog.getByRole('textbox', { name: 'Words for value 2' }).fill('Lime tree');
    await admin.post(`${service}/0/updateDefinition`, { updateDefinition: { types: [types[0] ?? {}, { ...types[1], name: 'Linden' }] } });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Somebody else changed this meanwhile');
    await expect(dialog.getByRole('textbox', { name: 'Words for value 2' })).toHaveValue('Lime tree');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Load the latest' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Words for value 2' })).toHaveValue('Linden');
    await dialog.getByRole('button', { name: 'Fields of Linden' }).click();
    await dialog.locator('summary', { hasText: 'height' }).click();
    await dialog.getByRole('textbox', { name: 'New rows begin with' }).fill('12');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('a new row of the type begins with its value', async () => {
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await page.getByRole('button', { name: 'Add a row' }).click();
    const row = page.getByRole('dialog', { name: 'Add a row' });
    await row.getByRole('combobox', { name: 'kind' }).click();
    await page.getByRole('option', { name: 'Linden' }).click();
    await expect(row.getByRole('textbox', { name: 'height' })).toHaveValue('12');
  });
});
