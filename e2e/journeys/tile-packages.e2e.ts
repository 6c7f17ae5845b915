// A vector tile package that somebody made elsewhere: uploaded, published on its page and drawn by its own style, where the package has tiles of its own and where not.
import { geoJsonToWkb } from '../../packages/geo/src/convert/geojson.ts';
import { TileLayerEncoder } from '../../packages/geo/src/tiles/mvt-encoder.ts';
import { tilePackageOf } from '../../packages/geo/testing/tile-package-of.ts';
import { expect, signIn, test } from '../journey.ts';
import { mapIsDrawn } from '../map-viewer.ts';
import { ADA } from '../people.ts';
import { commonestColour } from '../picture.ts';

test.slow();

const HALF = 20037508.342789244;
/** All of the world's west, in the tile of the world alone. */
const WEST = [-HALF, -HALF, 0, HALF] as const;

function westernHalf(): Uint8Array {
  const [xmin, ymin, xmax, ymax] = WEST;
  const ring = [
    [xmin, ymin],
    [xmax, ymin],
    [xmax, ymax],
    [xmin, ymax],
    [xmin, ymin],
  ];
  const layer = new TileLayerEncoder({ name: 'halves', fields: ['name'], z: 0, x: 0, y: 0 });
  layer.add(1, geoJsonToWkb({ type: 'Polygon', coordinates: [ring] }), ['west']);
  return layer.finish();
}

function worldPackage(): File {
  const style = {
    version: 8,
    sources: { esri: { type: 'vector', url: '../../' } },
    layers: [
      { id: 'halves', type: 'fill', source: 'esri', 'source-layer': 'halves', paint: { 'fill-color': '#b00020', 'fill-opacity': 1 } },
    ],
  };
  const root = { fullExtent: { xmin: -HALF, ymin: -HALF / 2, xmax: HALF, ymax: HALF / 2, spatialReference: { wkid: 102100 } } };
  // The last level has a tile in the far east only: everything else is the tile of the world.
  return new File([Buffer.from(tilePackageOf({ '0/0/0': westernHalf(), '6/63/0': westernHalf() }, { style, root }))], 'halves.vtpk');
}

test('is published with a name and drawn by its own style', async ({ page, browser, admin }) => {
  const { id } = await admin.post(
    `content/users/${ADA.username}/addItem`,
    { title: 'Halves of the world', type: 'Vector Tile Package' },
    { file: worldPackage() },
  );
  await signIn(page, ADA);
  await page.goto(`/home/item.html?id=${id}`);
  await page
    .getByRole('button', { name: /^Publish/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name of the layer')).toHaveValue('Halves of the world');
  await dialog.getByRole('button', { name: 'Publish layer' }).click();
  await expect(dialog.getByRole('status', { name: 'The layer is ready' })).toBeVisible();
  const link = dialog.getByRole('link', { name: "See the layer's page" });
  const itemId = new URL((await link.getAttribute('href')) ?? '', page.url()).searchParams.get('id') ?? '';
  await admin.post(`content/users/${ADA.username}/items/${itemId}/share`, { everyone: true, org: true });
  await page.setViewportSize({ width: 800, height: 600 });
  // Far to the west and near, where the package has nothing of its own, and far to the east, where nothing lies.
  for (const [extent, isRed] of [
    ['-101,29,-99,31', true],
    ['99,29,101,31', false],
  ] as const) {
    await page.goto(`/home/webmap/viewer.html?layers=${itemId}&embed=true&extent=${extent}`);
    await mapIsDrawn(page);
    const picture = await page.screenshot({ clip: { x: 300, y: 200, width: 200, height: 200 } });
    const { colour, share } = await commonestColour(browser, picture);
    const [red = 0, green = 0] = colour;
    expect(red > 150 && green < 40 && share > 0.99, `${extent}: ${colour.join(' ')}, ${share}`).toBe(isRed);
  }
});
