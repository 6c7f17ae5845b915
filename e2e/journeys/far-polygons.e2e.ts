// Very many small polygons side by side, seen from afar: an even area, in the viewer and in a map of somebody else, without a grid that is in no data.
import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { mapIsDrawn } from '../map-viewer.ts';
import { otherSite } from '../other-site.ts';
import { ADA } from '../people.ts';
import { shareOfOneColour } from '../picture.ts';
import { publish } from '../published.ts';
import type { Rest } from '../rest.ts';

test.slow();

/** Plots in the ocean, from 105 to 85 degrees west and from 40 to 27.5 degrees south. */
const [COLUMNS, ROWS, STEP, WEST, SOUTH] = [160, 100, 0.125, -105, -40];
/** Here each plot is less than a pixel wide, and all of them are 114 by 85 pixels. */
const ZOOM = 2;
const MIDDLE: [number, number] = [-95, -34];
const [WIDTH, HEIGHT] = [100, 60];
const VIEWPORT = { width: 900, height: 700 };

function plots(): File {
  const features: object[] = [];
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const [x, y] = [WEST + column * STEP, SOUTH + row * STEP];
      const ring = [
        [x, y],
        [x + STEP, y],
        [x + STEP, y + STEP],
        [x, y + STEP],
        [x, y],
      ];
      features.push({ type: 'Feature', properties: { no: features.length }, geometry: { type: 'Polygon', coordinates: [ring] } });
    }
  }
  return new File([JSON.stringify({ type: 'FeatureCollection', features })], 'plots.geojson');
}

/** Publishes them for everyone. */
async function publishPlots(admin: Rest): Promise<{ url: string; itemId: string }> {
  const params = { fileType: 'geojson', publishParameters: { name: 'plots' } };
  const { itemId, serviceUrl: url } = await publish(admin, { params, file: plots() });
  await admin.post(`content/users/${ADA.username}/items/${itemId}/share`, { everyone: true, org: true });
  return { url, itemId };
}

let layer: { url: string; itemId: string };
test.beforeAll(async ({ admin }) => {
  layer = await publishPlots(admin);
});

/** A picture of the middle of what is in the middle of the page's map. */
async function block(page: Page, map: { x: number; y: number; width: number; height: number }): Promise<Buffer> {
  const [x, y] = [map.x + (map.width - WIDTH) / 2, map.y + (map.height - HEIGHT) / 2];
  return page.screenshot({ clip: { x, y, width: WIDTH, height: HEIGHT } });
}

test('the viewer draws them evenly', async ({ page, browser }) => {
  await page.setViewportSize(VIEWPORT);
  const half = ((VIEWPORT.width / 512) * 360) / 2 ** ZOOM / 2 - 0.5;
  const extent = [MIDDLE[0] - half, MIDDLE[1] - 1, MIDDLE[0] + half, MIDDLE[1] + 1].join(',');
  await page.goto(`/home/webmap/viewer.html?layers=${layer.itemId}&embed=true&extent=${extent}`);
  await mapIsDrawn(page);
  const picture = await block(page, { x: 0, y: 0, ...VIEWPORT });
  expect(await shareOfOneColour(browser, picture)).toBeGreaterThan(0.95);
});

test('a map of somebody else draws them evenly by the style of the service', async ({ page, browser }) => {
  const tiles = layer.url.replace('FeatureServer', 'VectorTileServer');
  const site = await otherSite({
    '/map.html': `<!doctype html><meta charset="utf-8"><title>Plots</title><link rel="icon" href="data:,">
      <link rel="stylesheet" href="/modules/maplibre-gl/dist/maplibre-gl.css"><div id="map" style="position:absolute;left:0;top:0;width:700px;height:500px"></div>
      <script type="module">
        import { Map } from '/modules/maplibre-gl/dist/maplibre-gl.mjs';
        const style = await (await fetch('${tiles}/resources/styles/root.json')).json();
        style.sources.esri = { type: 'vector', tiles: ['${tiles}/tile/{z}/{y}/{x}.pbf'], maxzoom: 14 };
        const map = new Map({ container: 'map', center: [${MIDDLE}], zoom: ${ZOOM}, style });
        map.once('idle', () => { document.title = 'drawn'; });
      </script>`,
  });
  try {
    await page.goto(`${site.url}/map.html`);
    await expect(page).toHaveTitle('drawn', { timeout: 60_000 });
    const picture = await block(page, { x: 0, y: 0, width: 700, height: 500 });
    expect(await shareOfOneColour(browser, picture)).toBeGreaterThan(0.95);
    // It is the block that is even, and not an empty map.
    const all = await page.locator('#map').screenshot();
    expect(await shareOfOneColour(browser, all)).toBeLessThan(0.99);
  } finally {
    await site.close();
  }
});
