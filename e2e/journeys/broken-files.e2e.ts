// Files that cannot be used: the person learns why, and nothing half-made stays.
import { dropFile } from '../files.ts';
import { expect, signIn, test } from '../journey.ts';
import { ADA } from '../people.ts';

const BROKEN = [
  { file: 'truncated.zip', type: 'application/zip', says: /archive|zip|incomplete|damaged|cut/i },
  { file: 'empty.csv', type: 'text/csv', says: /empty|no rows|nothing/i },
  { file: 'html_named.geojson', type: 'application/geo+json', says: /GeoJSON|JSON/i },
] as const;

for (const { file, type, says } of BROKEN) {
  test(`${file} is refused with a reason, and no layer is left`, async ({ page, admin }) => {
    const services = async (): Promise<number> =>
      (await admin.post('search', { q: `owner:${ADA.username} AND type:"Feature Service"` })).total;
    // Those of other journeys.
    const before = await services();
    await signIn(page, ADA);
    await page.goto('/home/content.html');
    await dropFile(page, file, type);
    const dialog = page.getByRole('dialog', { name: 'Add a file' });
    await dialog.getByRole('button', { name: 'Add the file' }).click();
    const alert = dialog.getByRole('alert');
    await expect(alert).toBeVisible({ timeout: 30_000 });
    await expect(alert).toContainText(says);
    expect(await services()).toBe(before);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
  });
}
