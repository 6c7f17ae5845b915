// Several files are added and published at once: each has its result, and a broken one stops no other.
import { expectAccessible } from '../accessible.ts';
import { fixturePath } from '../files.ts';
import { expect, signIn, test } from '../journey.ts';
import { ADA } from '../people.ts';

test('three files are published with one press; the broken one says why, and the others become layers', async ({ page, admin }) => {
  test.slow();
  await signIn(page, ADA);
  await page.goto('/home/content.html');
  await page
    .getByTestId('file-input')
    .setInputFiles([fixturePath('trees.csv'), fixturePath('truncated.zip'), fixturePath('german_towns_latin1_25832.zip')]);
  const dialog = page.getByRole('dialog', { name: 'Add 3 files' });
  await dialog.getByRole('button', { name: 'Add 3 files' }).click();
  const bar = dialog.getByRole('region', { name: 'Publish all files' });

  await test.step('all are published', async () => {
    await expect(dialog.getByText('Added to your content')).toHaveCount(3, { timeout: 30_000 });
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Publish all 3' }).click();
    await expect(bar.getByText('2 files were published. One file was not: see below why.')).toBeVisible({ timeout: 90_000 });
    await expect(bar.getByRole('button')).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('each says what became of it', async () => {
    await expect(dialog.getByRole('region', { name: 'trees' }).getByText('It has 3 features.')).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'german towns latin1 25832' }).getByText('It has 2,500 features.')).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'truncated' }).getByRole('alert')).toContainText('The file cannot be published');
    const layers = await admin.post('search', { q: `owner:${ADA.username} AND type:"Feature Service"` });
    expect(layers.results.map(({ title }: { title: string }) => title).sort()).toEqual(['german towns latin1 25832', 'trees']);
  });

  await test.step('the link leads to the layer', async () => {
    await dialog.getByRole('region', { name: 'trees' }).getByRole('link', { name: "See the layer's page" }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'trees' })).toBeVisible();
  });
});
