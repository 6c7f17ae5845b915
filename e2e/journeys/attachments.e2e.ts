// The dialog with the files of a row on low and narrow screens: head and foot stay in sight, and what is on its way can be read.
import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test } from '../journey.ts';
import { ADA } from '../people.ts';
import { publishTable } from '../published.ts';

const NAMES = Array.from({ length: 8 }, (_, i) => `report number ${i} of the county about the well.txt`);
const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('text') });

let id: string;
test.beforeAll(async ({ admin }) => {
  id = await publishTable(admin, { title: 'Wells', lines: ['well,x,y', 'Deep,10,50'] });
  const { url } = await admin.post(`content/items/${id}`);
  const { pathname } = new URL(url);
  const definition = `../..${pathname.replace('/rest/services/', '/rest/admin/services/')}/0/updateDefinition`;
  await admin.post(definition, { updateDefinition: { hasAttachments: true } });
  for (const name of NAMES) await admin.post(`../..${pathname}/0/1/addAttachment`, {}, { attachment: new File(['text'], name) });
});

/** Whether a finger or pointer in its middle, and near its edges, hits it and nothing else. */
async function isWhole(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [2, height / 2, height - 2].every((y) => {
      const hit = document.elementFromPoint(left + width / 2, top + y);
      return hit !== null && element.contains(hit);
    });
  });
}

async function openFiles(page: Page): Promise<Locator> {
  await page.goto(`/home/item.html?id=${id}&tab=data`);
  await page.locator('td[data-field=well]').first().waitFor();
  const more = page.getByRole('button', { name: 'More of row 1', exact: true });
  if (await more.isVisible()) {
    await more.click();
    await page.locator('[role=menuitem]:has(.tabler-icon-paperclip)').click();
  } else await page.locator('button:has(.tabler-icon-paperclip)').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('link')).toHaveCount(NAMES.length);
  return dialog;
}

for (const [width, height] of [
  [1280, 600],
  [1280, 520],
  [390, 660],
  [844, 390],
] as const) {
  test(`the files of a row on a screen of ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, ADA);
    // nothing arrives: everything stays on its way
    await page.route('**/addAttachment', () => new Promise(() => undefined));
    const dialog = await openFiles(page);
    const add = dialog.getByRole('button', { name: 'Attach files' });
    const close = dialog.getByRole('button', { name: 'Close' });
    await expect.poll(async () => [await isWhole(close), await isWhole(add)]).toEqual([true, true]);
    const input = page.locator('input[type=file]').last();
    await input.setInputFiles(['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt'].map(file));
    const onWay = dialog.getByRole('list', { name: 'Files on their way' }).getByRole('listitem');
    await expect.poll(() => isWhole(onWay.filter({ hasText: 'a.txt' }))).toBe(true);
    // among many, the one that is not taken is shown
    await input.setInputFiles(['g.txt', 'run.exe', 'h.txt'].map(file));
    await expect.poll(() => isWhole(onWay.filter({ hasText: 'run.exe' }))).toBe(true);
    expect.soft([await isWhole(close), await isWhole(add)]).toEqual([true, true]);
  });
}
