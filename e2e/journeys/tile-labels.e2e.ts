// Labels and pictures that the owner of a layer chose, in the map viewer: of the layer itself and of its tiles, which are not shared.
import { expect, signIn, test } from '../journey.ts';
import { mapIsDrawn } from '../map-viewer.ts';
import { type Orchard, plantOrchard, RED_SQUARE } from '../orchard.ts';
import { ADA } from '../people.ts';
import { differingShare } from '../picture.ts';

test.slow();

let orchard: Orchard;
let tilesId: string;

test.beforeAll(async ({ admin }) => {
  orchard = await plantOrchard(admin, 'Orchard_labels');
  const publishParameters = { name: 'Orchard_labels_tiles', minZoom: 0, maxZoom: 12 };
  const asked = { itemId: orchard.itemId, fileType: 'featureService', outputType: 'VectorTiles', publishParameters };
  const [{ serviceItemId }] = (await admin.post(`content/users/${ADA.username}/publish`, asked)).services;
  tilesId = serviceItemId;
});

test('are drawn in both', async ({ page, admin }) => {
  const drawAs = (labelingInfo: object[]) =>
    admin.post(`../../rest/admin/services/Hosted/${orchard.name}/FeatureServer/0/updateDefinition`, {
      updateDefinition: { drawingInfo: { renderer: { type: 'simple', symbol: RED_SQUARE }, labelingInfo } },
    });
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || /glyph|sprite|image/i.test(message.text())) faults.push(message.text());
  });
  await signIn(page, ADA);
  await page.setViewportSize({ width: 800, height: 600 });
  const pictureOf = async (item: string): Promise<Buffer> => {
    await page.goto(`/home/webmap/viewer.html?layers=${item}&embed=true&extent=9,50,14,52`);
    await mapIsDrawn(page);
    return page.screenshot({ clip: { x: 100, y: 100, width: 600, height: 400 } });
  };
  await drawAs([]);
  const plain = [await pictureOf(orchard.itemId), await pictureOf(tilesId)];
  await drawAs([
    {
      labelExpression: '[name]',
      labelPlacement: 'esriServerPointLabelPlacementAboveCenter',
      symbol: { type: 'esriTS', color: [120, 0, 120, 255], font: { size: 9, weight: 'bold' } },
    },
  ]);
  for (const [index, item] of [orchard.itemId, tilesId].entries()) {
    const labelled = await pictureOf(item);
    expect(await differingShare(page.context().browser() as never, plain[index] as Buffer, labelled), item).toBeGreaterThan(0.002);
  }
  expect(faults).toEqual([]);
});
