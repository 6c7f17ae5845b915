// Without a pointer, with pages at 200 %, on a slow line, and without motion.
import { expect, signIn, test } from '../journey.ts';
import { mapIsDrawn } from '../map-viewer.ts';
import { ADA } from '../people.ts';

test('the map is moved, zoomed and its layers are ordered with the keyboard alone', async ({ page, admin }) => {
  const layer = (id: string, colour: number[]) => ({
    id,
    title: id,
    layerType: 'ArcGISFeatureLayer',
    featureCollection: {
      layers: [
        {
          layerDefinition: {
            geometryType: 'esriGeometryPolygon',
            objectIdField: 'OBJECTID',
            fields: [{ name: 'OBJECTID', type: 'esriFieldTypeOID', alias: 'OBJECTID' }],
            drawingInfo: {
              renderer: { type: 'simple', symbol: { type: 'esriSFS', style: 'esriSFSSolid', color: colour } },
            },
          },
          featureSet: {
            geometryType: 'esriGeometryPolygon',
            features: [
              {
                attributes: { OBJECTID: 1 },
                geometry: {
                  rings: [
                    [
                      [-20, -20],
                      [-20, 20],
                      [20, 20],
                      [20, -20],
                      [-20, -20],
                    ],
                  ],
                  spatialReference: { wkid: 4326 },
                },
              },
            ],
          },
        },
      ],
    },
  });
  const text = { operationalLayers: [layer('Below', [200, 0, 0, 255]), layer('Above', [0, 0, 200, 255])], version: '2.34' };
  const id = await admin.addItem(ADA, { title: 'Two squares', type: 'Web Map', tags: 'journey', text });
  await signIn(page, ADA);
  await page.goto(`/home/webmap/viewer.html?webmap=${id}`);
  await mapIsDrawn(page);
  const map = page.locator('canvas.maplibregl-canvas');
  const picture = async () => {
    await mapIsDrawn(page);
    return map.screenshot();
  };

  await test.step('Tab reaches the map; arrows move it, plus brings it nearer', async () => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab');
      if (await map.evaluate((canvas) => canvas === document.activeElement)) break;
    }
    await expect(map).toBeFocused();
    const before = await picture();
    await page.keyboard.press('ArrowRight');
    const moved = await picture();
    expect(moved.equals(before)).toBe(false);
    await page.keyboard.press('Equal');
    expect((await picture()).equals(moved)).toBe(false);
    await expect(map).toBeFocused();
  });

  await test.step('an arrow on the handle of a layer changes the order, and the focus stays with the layer', async () => {
    const handles = page.getByRole('button', { name: /^Move / });
    await expect(handles).toHaveCount(2);
    const names = () => handles.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
    const [first, second] = await names();
    const before = await picture();
    await handles.first().focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(names).toEqual([second, first]);
    await expect(handles.last()).toBeFocused();
    expect((await picture()).equals(before)).toBe(false);
  });
});

test('at 200 % pages need no scrolling to the side, and dialogs fit', async ({ page, admin }) => {
  // a window of 1280 by 800 whose content is twice as large
  await page.setViewportSize({ width: 640, height: 400 });
  const id = await admin.addItem(ADA, {
    title: 'A rather long title of an item about noise',
    type: 'Document Link',
    tags: 'x',
    url: 'https://example.org',
  });
  await signIn(page, ADA);
  for (const address of [
    'index.html',
    'content.html',
    'search.html?t=content',
    `item.html?id=${id}`,
    'groups.html',
    'gallery.html',
    'user.html',
    'marketplace.html',
    'organization.html',
  ]) {
    await page.goto(`/home/${address}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(sideways, address).toBeLessThanOrEqual(0);
  }
  await page.goto(`/home/item.html?id=${id}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save' });
  await expect(page.getByRole('dialog').getByText(/group/i).first()).toBeVisible();
  await save.focus();
  await expect(save).toBeInViewport();
});

test('on a slow line the frame of the page is there at once, and says that it is loading', async ({ page }) => {
  await signIn(page, ADA);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await page.goto('/home/groups.html');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 2000,
    downloadThroughput: 40_000,
    uploadThroughput: 40_000,
  });
  await page.getByRole('banner').getByRole('link', { name: 'Content' }).click();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.locator('[aria-busy=true], [aria-label="Loading…"], .mantine-Skeleton-root').first()).toBeVisible();
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  await expect(page.getByRole('heading', { name: 'My content' })).toBeVisible({ timeout: 60_000 });
});

test('without motion nothing slides or fades', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, ADA);
  await page.goto('/home/content.html');
  await page.getByRole('button', { name: 'New folder' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => Number(animation.effect?.getComputedTiming().activeDuration ?? 0) > 50)
      .map((animation) => (animation.effect as KeyframeEffect | null)?.target?.className ?? ''),
  );
  expect(moving).toEqual([]);
});
