// Several files are added and published at once: each has its result, and a broken one stops no other.
import { expectAccessible } from '../accessible.ts';
import { fixturePath } from '../files.ts';
import { expect, signIn, test } from '../journey.ts';
import { DORA } from '../people.ts';
import { restAs } from '../rest.ts';

const TESS = { ...DORA, username: 'tess.all', email: 'tess@example.org', fullName: 'Tess All' };

test('three files are published with one press; the broken one says why, and the others become layers', async ({
  page,
  admin,
  portalUrl,
}) => {
  test.slow();
  // the portal is shared with other journeys
  const { fullName: fullname, ...account } = TESS;
  await admin.post('community/createUser', { ...account, fullname, role: 'org_publisher' });
  const tess = await restAs(portalUrl, TESS);
  await signIn(page, TESS);
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
    const layers = await tess.post('search', { q: `owner:${TESS.username} AND type:"Feature Service"` });
    expect(layers.results.map(({ title }: { title: string }) => title).sort()).toEqual(['german towns latin1 25832', 'trees']);
  });

  await test.step('the link leads to the layer', async () => {
    await dialog.getByRole('region', { name: 'trees' }).getByRole('link', { name: "See the layer's page" }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'trees' })).toBeVisible();
  });

  await test.step('on a phone what can be done with the rows is in a menu, and the tools of the table are on one line', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    const tops = async () => {
      const boxes = await Promise.all(['Columns', 'Add a row'].map((name) => page.getByRole('button', { name }).boundingBox()));
      return boxes.map((box) => Math.round(box?.y ?? -1));
    };
    await expect(page.getByRole('button', { name: 'Add a row' })).toBeVisible();
    const [columns, add] = await tops();
    expect(add).toBe(columns);
    await page.getByRole('button', { name: 'Data actions' }).click();
    await expect(page.getByRole('menuitem', { name: 'Export' })).toBeVisible();
    await expectAccessible(page);
  });
});
