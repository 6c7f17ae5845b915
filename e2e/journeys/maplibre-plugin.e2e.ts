// The vendor's plugin for MapLibre on a web site of somebody else draws feature layers and vector tiles that the portal hosts, shared or not.
// Its `fromPortalItem` knows one portal only: what holds a token has the address of the vendor's own portal built in (1.2.0), whatever
// `portalUrl` says. Pages therefore ask the portal for the item, and give the plugin the address that stands there.
import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { type Orchard, plantOrchard, RED_SQUARE, tokenFor } from '../orchard.ts';
import { MAPLIBRE_WITH_DEFAULT, type OtherSite, otherSite } from '../other-site.ts';
import { ADA } from '../people.ts';
import { differingShare } from '../picture.ts';

const KINDS = { Trees: 'circle', Ways: 'line', Plots: 'fill' };

let orchard: Orchard;
let site: OtherSite;
let token: string;
/** The item of the tiles that were published. */
let tiles: { id: string; url: string };

const page = `<!doctype html><meta charset="utf-8"><title>Orchard</title><link rel="icon" href="data:,">
  <link rel="stylesheet" href="/modules/maplibre-gl/dist/maplibre-gl.css">
  <script type="importmap">{"imports": {"maplibre-gl": "/maplibre.js"}}</script>
  <div id="map" style="width:700px;height:500px"></div>
  <script type="module">
    import { Map } from 'maplibre-gl';
    import * as plugin from '/modules/@esri/maplibre-arcgis/dist/esm/maplibre-arcgis.js';
    const style = { version: 8, sources: {}, layers: [] };
    const map = window.map = new Map({ container: 'map', center: [11.2, 51], zoom: 6, style, fadeDuration: 0 });
    const faults = window.faults = [];
    map.on('error', ({ error }) => faults.push(error.message));
    await new Promise((done) => map.on('load', done));
    window.add = async (kind, url, options) => {
      const layer = await plugin[kind].fromUrl(url, options);
      layer.addSourcesAndLayersTo(map);
      return layer.layers.map(({ id, type }) => ({ id, type }));
    };
    // The whole style, with its letters and pictures, which the plugin leaves to the page. It also encodes the braces in their address (1.2.0).
    window.show = async (url, options) => {
      const { style } = await plugin.VectorTileLayer.fromUrl(url, options);
      map.setStyle({ ...style, glyphs: decodeURI(style.glyphs) });
      await new Promise((done, failed) => {
        map.once('idle', done);
        map.once('error', ({ error }) => failed(error));
      });
      return style.layers.map(({ id, type, layout }) => ({ id, type, isText: layout?.['text-field'] !== undefined }));
    };
  </script>`;

interface PageWindow {
  map: {
    queryRenderedFeatures(options: { layers: string[] }): { properties: Record<string, unknown>; layer: { id: string } }[];
    once(what: 'idle', then: () => void): void;
    triggerRepaint(): void;
    setLayoutProperty(layer: string, name: string, value: string): void;
  };
  faults: string[];
  add(kind: string, url: string, options: object): Promise<{ id: string; type: string }[]>;
  show(url: string, options: object): Promise<{ id: string; type: string; isText: boolean }[]>;
}

/** Adds a layer with the plugin; the layers of the map's style that it is made of. */
async function added(browser: Page, kind: 'FeatureLayer' | 'VectorTileLayer', url: string, options = {}) {
  await browser.goto(`${site.url}/map.html`);
  await browser.waitForFunction(() => 'add' in window, undefined, { timeout: 30_000 });
  return browser.evaluate(([a, b, c]) => (window as unknown as PageWindow).add(a, b, c), [kind, url, options] as const);
}

/** Names of the features that the map has drawn, once and in order. */
async function namesDrawn(browser: Page, layers: string[]): Promise<string[]> {
  const names = await browser.evaluate(
    (ids) => (window as unknown as PageWindow).map.queryRenderedFeatures({ layers: ids }).map(({ properties }) => `${properties.name}`),
    layers,
  );
  return [...new Set(names)].sort();
}

/** The map once nothing of it moves any more. */
async function settledPicture(browser: Page): Promise<Buffer> {
  await browser.evaluate(
    () =>
      new Promise<void>((done) => {
        const { map } = window as unknown as PageWindow;
        map.once('idle', done);
        map.triggerRepaint();
      }),
  );
  return browser.locator('#map').screenshot();
}

const EVERYTHING = ['First', 'Road', 'Tree 1', 'Tree 2', 'Tree 3', 'Tree 4', 'Tree 5', 'Tree 6'];

/** Every feature is drawn, each kind of layer colours pixels of its own, and nothing went wrong. */
async function everythingIsPainted(browser: Page, layers: { id: string; type: string }[]): Promise<void> {
  const ids = layers.map(({ id }) => id);
  await expect.poll(() => namesDrawn(browser, ids), { timeout: 30_000 }).toEqual(EVERYTHING);
  let before = await settledPicture(browser);
  for (const type of Object.values(KINDS)) {
    const ofType = layers.filter((each) => each.type === type).map(({ id }) => id);
    await browser.evaluate((hidden) => {
      for (const id of hidden) (window as unknown as PageWindow).map.setLayoutProperty(id, 'visibility', 'none');
    }, ofType);
    const after = await settledPicture(browser);
    expect(await differingShare(browser.context().browser() as never, before, after), type).toBeGreaterThan(0.0005);
    before = after;
  }
  expect(await browser.evaluate(() => (window as unknown as PageWindow).faults)).toEqual([]);
}

test.beforeAll(async ({ admin, portalUrl }) => {
  orchard = await plantOrchard(admin, 'Orchard_maplibre');
  const publishParameters = { name: 'Orchard_tiles', minZoom: 0, maxZoom: 12 };
  const asked = { itemId: orchard.itemId, fileType: 'featureService', outputType: 'VectorTiles', publishParameters };
  const [{ serviceItemId }] = (await admin.post(`content/users/${ADA.username}/publish`, asked)).services;
  tiles = await admin.post(`content/items/${serviceItemId}`);
  site = await otherSite({ '/map.html': page, '/maplibre.js': MAPLIBRE_WITH_DEFAULT });
  token = await tokenFor(portalUrl, site.url);
});
test.afterAll(() => site?.close());

test('draws every layer of a feature service that is not shared', async ({ page: browser }) => {
  const layers = await added(browser, 'FeatureLayer', orchard.url, { token });
  expect(layers).toEqual(Object.entries(KINDS).map(([name, type]) => ({ id: `${name}-layer`, type })));
  await everythingIsPainted(browser, layers);
});

test('draws the features of a layer that a condition chooses', async ({ page: browser }) => {
  const query = { where: 'height > 4', outFields: ['name'] };
  const layers = await added(browser, 'FeatureLayer', `${orchard.url}/0`, { token, query });
  const ids = layers.map(({ id }) => id);
  await expect.poll(() => namesDrawn(browser, ids), { timeout: 30_000 }).toEqual(['Tree 5', 'Tree 6']);
});

test('draws vector tiles that are not shared, those of a feature service and those that were published', async ({ page: browser }) => {
  for (const url of [orchard.url.replace('FeatureServer', 'VectorTileServer'), tiles.url])
    await everythingIsPainted(browser, await added(browser, 'VectorTileLayer', url, { token }));
});

test('is refused without a token, and draws without one what is shared with everyone', async ({ page: browser, admin }) => {
  await expect(added(browser, 'VectorTileLayer', tiles.url)).rejects.toThrow(/Token Required/);
  await expect(added(browser, 'FeatureLayer', orchard.url)).rejects.toThrow(/Token Required/);
  for (const id of [tiles.id, orchard.itemId])
    await admin.post(`content/users/${ADA.username}/items/${id}/share`, { everyone: true, org: true });
  await everythingIsPainted(browser, await added(browser, 'VectorTileLayer', tiles.url));
  const ids = (await added(browser, 'FeatureLayer', orchard.url)).map(({ id }) => id);
  await expect.poll(() => namesDrawn(browser, ids), { timeout: 30_000 }).toEqual(EVERYTHING);
});

test('draws labels with the letters of the portal, and pictures of its sprite', async ({ page: browser, admin }) => {
  const renderer = { type: 'simple', symbol: RED_SQUARE };
  const labels = {
    labelExpressionInfo: { expression: '$feature.height + " жب"' },
    labelPlacement: 'esriServerPointLabelPlacementAboveCenter',
    where: 'height > 2',
    symbol: { type: 'esriTS', color: [0, 0, 120, 255], haloColor: [255, 255, 255, 255], haloSize: 1, font: { size: 7, weight: 'bold' } },
  };
  await admin.post(`../../rest/admin/services/Hosted/${orchard.name}/FeatureServer/0/updateDefinition`, {
    updateDefinition: { drawingInfo: { renderer, labelingInfo: [labels] } },
  });
  const said: string[] = [];
  const files = new Map<string, number>();
  browser.on('console', (message) => said.push(message.text()));
  browser.on('response', (response) => {
    const [, file] = /\/resources\/((?:fonts|sprites)\/[^?]+)/.exec(response.url()) ?? [];
    if (file !== undefined) files.set(decodeURIComponent(file), response.status());
  });
  await browser.goto(`${site.url}/map.html`);
  await browser.waitForFunction(() => 'show' in window, undefined, { timeout: 30_000 });
  const url = orchard.url.replace('FeatureServer', 'VectorTileServer');
  const layers = await browser.evaluate(([a, b]) => (window as unknown as PageWindow).show(a, b), [url, { token }] as const);
  const [texts, icons] = [true, false].map((isText) =>
    layers.filter((one) => one.type === 'symbol' && one.isText === isText).map(({ id }) => id),
  ) as [string[], string[]];
  expect([texts, icons].map(({ length }) => length)).toEqual([1, 1]);
  await expect.poll(() => namesDrawn(browser, texts), { timeout: 30_000 }).toEqual(['Tree 3', 'Tree 4', 'Tree 5', 'Tree 6']);
  expect(await namesDrawn(browser, icons)).toEqual(['Tree 1', 'Tree 2', 'Tree 3', 'Tree 4', 'Tree 5', 'Tree 6']);
  let before = await settledPicture(browser);
  for (const ids of [texts, icons]) {
    await browser.evaluate((hidden) => {
      for (const id of hidden) (window as unknown as PageWindow).map.setLayoutProperty(id, 'visibility', 'none');
    }, ids);
    const after = await settledPicture(browser);
    expect(await differingShare(browser.context().browser() as never, before, after), ids.join()).toBeGreaterThan(0.0005);
    before = after;
  }
  expect(Object.fromEntries(files)).toMatchObject({
    'fonts/Noto Sans SemiBold/0-255.pbf': 200,
    'fonts/Noto Sans SemiBold/1024-1279.pbf': 200,
    'sprites/sprite.json': 200,
    'sprites/sprite.png': 200,
  });
  expect([...files.values()].filter((status) => status !== 200)).toEqual([]);
  expect(await browser.evaluate(() => (window as unknown as PageWindow).faults)).toEqual([]);
  expect(said.filter((text) => /glyph|font|sprite|image|style|expression/i.test(text))).toEqual([]);
});
