// On a phone everything on the page of a layer is large enough for a finger, and nothing is wider than the screen, in both directions of writing.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { fixturePath } from '../files.ts';
import { expect, signIn, test } from '../journey.ts';
import { ADA } from '../people.ts';
import { publishTable } from '../published.ts';
import type { Rest } from '../rest.ts';
import { PHONE, sideways, smallTargets } from '../touch.ts';

test.slow();
test.use(PHONE);

/** A layer with rows enough for every tool, files, a list of values and somebody's words on its fields; gives the id of its item. */
async function publishPonds(admin: Rest): Promise<string> {
  const lines = ['pond,depth_m,seen,kind,x,y'];
  for (let i = 1; i <= 200; i++)
    lines.push(`Pond ${i},${i % 9},2024-05-${String(1 + (i % 28)).padStart(2, '0')},k${i % 3},${10 + i / 100},50`);
  const id = await publishTable(admin, { title: 'Ponds', lines });
  const { url } = await admin.post(`content/items/${id}`);
  const codedValues = ['natural', 'dug', 'dammed'].map((name, i) => ({ code: `k${i}`, name }));
  const fields = [
    { name: 'seen', alias: 'The day on which somebody of the county saw the pond for the last time' },
    { name: 'kind', alias: 'Kind of pond', description: 'How it came to be.', domain: { type: 'codedValue', name: 'kinds', codedValues } },
  ];
  // services stand beside the sharing interface
  const layer = `../..${new URL(url).pathname.replace('/rest/services/', '/rest/admin/services/')}/0`;
  await admin.post(`${layer}/updateDefinition`, {
    updateDefinition: { hasAttachments: true, description: 'Ponds of the <b>county</b>.', fields },
  });
  await admin.post(`${layer}/addToDefinition`, { addToDefinition: { indexes: [{ name: 'index_pond', fields: 'pond' }] } });
  return id;
}

let id: string;
test.beforeAll(async ({ admin }) => {
  id = await publishPonds(admin);
});

async function expectForFingers(page: Page, what: string): Promise<void> {
  expect.soft(await smallTargets(page), what).toEqual([]);
  expect.soft(await sideways(page), what).toBeLessThanOrEqual(0);
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null }[];
}

/** Notes what moves on pages from now on, without anybody having touched them. */
async function watchShifts(page: Page): Promise<() => Promise<{ sum: number; moved: string[] }>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[]))).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { shifts });
  });
  return () =>
    page.evaluate(async () => {
      // what moved last is told of with the frame after it
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      const shifts = (window as unknown as { shifts: Shift[] }).shifts.filter(({ hadRecentInput }) => !hadRecentInput);
      const moved = shifts.flatMap(({ sources }) => sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`));
      return { sum: shifts.reduce((sum, { value }) => sum + value, 0), moved };
    });
}

/** Opens something that is left with Escape. */
async function lookInto(page: Page, what: string, opener: Locator): Promise<void> {
  await opener.click();
  await page.getByRole('dialog').waitFor();
  await page.waitForLoadState('networkidle');
  await expectForFingers(page, what);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const LANGUAGES = ['en', 'ar'] as const;

for (const locale of LANGUAGES) {
  for (const width of [360, 390])
    test(`nothing moves while the rows of a layer are being read (${locale}, ${width} wide)`, async ({ page }) => {
      await page.setViewportSize({ width, height: 740 });
      await signIn(page, ADA);
      const address = `/home/item.html?id=${id}&tab=data&locale=${locale}`;
      // letters and pictures are there already
      await page.goto(address);
      await page.getByText('Pond 3', { exact: true }).waitFor();
      const shifts = await watchShifts(page);
      await page.route(/\/query\b/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        await route.continue();
      });
      await page.goto(address);
      await page.getByText('Pond 3', { exact: true }).waitFor();
      await page.waitForLoadState('networkidle');
      const { sum, moved } = await shifts();
      expect(sum, moved.join('\n')).toBeLessThan(0.002);
    });
}

test('letters come from the fonts of the portal, also where Arial of the machine has them', async ({ page }) => {
  // stands for an Arial with letters of many scripts, which no machine of tests has
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch();
    const css = await response.text();
    await route.fulfill({ response, body: css.replaceAll(/local\(["']?(Arial|Liberation Sans)["']?\)/g, 'local("DejaVu Sans")') });
  });
  await signIn(page, ADA);
  await page.goto('/home/content.html?locale=ar');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(async () => {
    for (const [id, text] of Object.entries({ arabic: 'السلام', hebrew: 'שלום', latin: 'Peace' })) {
      const words = document.createElement('p');
      Object.assign(words, { id, textContent: text });
      document.body.append(words);
    }
    await document.fonts.load('1em "Noto Sans Hebrew"', 'ש');
    await document.fonts.ready;
  });
  const client = await page.context().newCDPSession(page);
  await client.send('DOM.enable');
  await client.send('CSS.enable');
  const { root } = await client.send('DOM.getDocument');
  for (const [id, family] of Object.entries({ arabic: /^Noto Sans Arabic/, hebrew: /^Noto Sans Hebrew/, latin: /^Inter/ })) {
    const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector: `#${id}` });
    const { fonts } = await client.send('CSS.getPlatformFontsForNode', { nodeId });
    expect(fonts, id).toEqual([expect.objectContaining({ familyName: expect.stringMatching(family), isCustomFont: true })]);
  }
});

test('a long name of a kind is read whole in the list of the content, on small phones and on desks', async ({ page, admin }) => {
  const file = new File(['PK'], 'places.gdb.zip');
  await admin.post(`content/users/${ADA.username}/addItem`, { title: 'Places', type: 'File Geodatabase', tags: 'x' }, { file });
  await signIn(page, ADA);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/home/content.html?locale=ar');
    const kind = page.getByText('قاعدة بيانات جغرافية ملفية', { exact: true }).filter({ visible: true });
    const beyond = (element: Element) => Math.max(element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight);
    expect.soft(await kind.evaluate(beyond), `${width} wide`).toBeLessThanOrEqual(1);
    // and lies within its row
    const below = await kind.evaluate((element) => {
      const row = element.closest('tr')?.getBoundingClientRect();
      return element.getBoundingClientRect().bottom - (row?.bottom ?? 0);
    });
    expect.soft(below, `${width} wide`).toBeLessThanOrEqual(0);
  }
});

for (const locale of LANGUAGES) {
  test(`every tab of the page (${locale})`, async ({ page }) => {
    await signIn(page, ADA);
    for (const tab of ['overview', 'data', 'map', 'related', 'usage', 'settings']) {
      await page.goto(`/home/item.html?id=${id}&tab=${tab}&locale=${locale}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr');
      await expectForFingers(page, `${tab} in ${locale}`);
      if (tab === 'overview') {
        // whatever is said of a field is in sight, and not behind its tools
        const beyond = await page.locator(':has(> [data-add-field])').evaluate((frame) => frame.scrollWidth - frame.clientWidth);
        expect.soft(beyond, `fields in ${locale}`).toBe(0);
      }
      if (tab === 'data') {
        const { width = 0 } = (await page.locator('th[data-column=seen]').boundingBox()) ?? {};
        expect.soft(width, `a long name of a column in ${locale}`).toBeGreaterThan(0);
        expect.soft(width, `a long name of a column in ${locale}`).toBeLessThanOrEqual(PHONE.viewport.width * 0.6 + 1);
      }
    }
  });
}

test('the filter of the table and the button that takes a change back are clear of their neighbours', async ({ page }) => {
  await signIn(page, ADA);
  for (const locale of LANGUAGES) {
    await page.goto(`/home/item.html?id=${id}&tab=data&locale=${locale}`);
    const table = page.getByRole('table', { name: 'ponds' });
    const cell = table.locator('td[data-field=pond] button').first();
    await expect(cell).toBeVisible();
    const rowsAt = async () => (await table.boundingBox())?.y;
    const before = await rowsAt();
    await cell.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('!');
    const saved = page.waitForResponse('**/applyEdits');
    await page.keyboard.press('Enter');
    await saved;
    const undo = page.locator('button:has(.tabler-icon-arrow-back-up)');
    await expect(undo).toBeVisible();
    const { width = 0, height = 0 } = (await undo.boundingBox()) ?? {};
    // an icon alone: as wide as high
    expect([width >= 40, width <= 44, height >= 40, height <= 44], `${width} × ${height} in ${locale}`).toEqual([true, true, true, true]);
    // a line more of tools would move the rows while they are changed
    expect(await rowsAt(), locale).toBe(before);
    const filter = page.getByRole('form').getByRole('combobox').first();
    const box = await filter.boundingBox();
    const others = await undo
      .locator('xpath=ancestor::*[3]')
      .locator('button, input')
      .evaluateAll((all) =>
        all
          .filter((each) => each.closest('form') === null)
          .map((each) => {
            const { x, y, width, height } = each.getBoundingClientRect();
            return { x, y, width, height };
          }),
      );
    if (box === null) throw new Error('There is no filter.');
    const overlapping = others.filter(
      ({ x, y, width, height }) => x < box.x + box.width && box.x < x + width && y < box.y + box.height && box.y < y + height,
    );
    expect(overlapping, locale).toEqual([]);
    await expectForFingers(page, `the tools in ${locale}`);
    // the filter with a condition
    await filter.click();
    await page.getByRole('option').first().click();
    await expectForFingers(page, `the filter in ${locale}`);
  }
});

for (const locale of LANGUAGES) {
  test(`the dialogs of the page (${locale})`, async ({ page }) => {
    await signIn(page, ADA);
    const open = async (tab: string) => {
      await page.goto(`/home/item.html?id=${id}&tab=${tab}&locale=${locale}`);
      await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr');
    };
    // by its picture, which is the same in every language
    const button = (picture: string) => page.getByRole('main').locator(`button:has(.tabler-icon-${picture})`);
    const entry = (picture: string) => page.getByRole('menuitem').and(page.locator(`:has(.tabler-icon-${picture})`));
    const look = (what: string, opener: Locator) => lookInto(page, `${what} in ${locale}`, opener);
    await open('data');
    await look('a new row', button('plus').first());
    await look('statistics', button('chart-bar'));
    await look('columns', button('columns-3'));
    await look('calculating', button('calculator'));
    const more = page.locator('tbody tr[aria-rowindex] button:has(.tabler-icon-dots)').first();
    // as the table reckons where it is scrolled to
    expect(
      await page
        .locator('tbody tr[aria-rowindex]')
        .evaluateAll((rows) => [...new Set(rows.map((row) => row.getBoundingClientRect().height))]),
    ).toEqual([40]);
    await more.click();
    // the menu goes with its row where the table is scrolled
    expect((await entry('paperclip').boundingBox())?.height).toBeGreaterThanOrEqual(40);
    await look('the files of a row', entry('paperclip'));
    for (const picture of ['file-export', 'filter', 'grid-dots']) {
      await button('chevron-down').first().click();
      expect((await entry(picture).boundingBox())?.height).toBeGreaterThanOrEqual(40);
      await look(picture, entry(picture));
    }
    await button('chevron-down').first().click();
    await entry('refresh-dot').click();
    const rows = page.getByRole('dialog');
    await expectForFingers(page, `new data in ${locale}`);
    await rows
      .locator('input[type=file]')
      .setInputFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: Buffer.from('pond,deep,x,y\nNew,3,10,50') });
    await expect(rows.locator('summary').first()).toBeVisible();
    for (const fold of await rows.locator('summary').all()) await fold.click();
    await rows.getByRole('radio').last().click();
    await expectForFingers(page, `new data with a file in ${locale}`);
    await page.reload();
    await page.locator('tbody input[type=checkbox]').first().click();
    await look('deleting rows', button('trash').last());

    await open('overview');
    await look('values of a field', button('list-details').nth(2));
    await look('deleting a field', page.locator('[data-delete-field]').first());
    await look('a new field', page.locator('[data-add-field]'));
    await look('types', button('category'));
    await open('settings');
    const part = (picture: string) => page.locator('fieldset').locator(`button:has(.tabler-icon-${picture})`);
    await look('a new layer', part('plus').first());
    await look('deleting a layer', part('trash').first());
    await look('a new index', part('plus').last());
    await look('deleting all rows', part('eraser').last());
  });
}

test('the content, and publishing a file', async ({ page, admin }) => {
  await signIn(page, ADA);
  const file = new File([await readFile(fixturePath('trees.csv'))], 'trees.csv');
  const { id: csv } = await admin.post(`content/users/${ADA.username}/addItem`, { title: 'Trees', type: 'CSV' }, { file });
  for (const locale of LANGUAGES) {
    await page.goto(`/home/content.html?locale=${locale}`);
    await expect(page.getByRole('link', { name: 'Trees', exact: true })).toBeVisible();
    await expectForFingers(page, `the content in ${locale}`);
    await page.goto(`/home/item.html?id=${csv}&locale=${locale}`);
    await page.locator('button:has(.tabler-icon-stack-2)').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('table').first()).toBeVisible();
    for (const fold of await dialog.locator('summary').all()) await fold.click();
    await expectForFingers(page, `publishing in ${locale}`);
  }
});
