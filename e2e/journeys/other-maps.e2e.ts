// Public map libraries on a web site of somebody else draw a layer that the portal hosts.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { MAPLIBRE_WITH_DEFAULT, type OtherSite, otherSite } from '../other-site.ts';
import { ADA } from '../people.ts';
import { differingShare } from '../picture.ts';
import { publish } from '../published.ts';
import type { Rest } from '../rest.ts';

const TOWNS = join(import.meta.dirname, '../../packages/geo/fixtures/vector/german_towns_latin1_25832.zip');
const COUNT = 2500;

/** Publishes towns for everyone; the address of the layer. */
async function publishTowns(admin: Rest): Promise<string> {
  const file = new File([new Uint8Array(await readFile(TOWNS))], 'towns.zip');
  const params = { fileType: 'shapefile', publishParameters: { name: 'towns' } };
  const { itemId, serviceUrl } = await publish(admin, { params, file, timeoutMs: 30_000 });
  await admin.post(`content/users/${ADA.username}/items/${itemId}/share`, { everyone: true, org: true });
  return `${serviceUrl}/0`;
}

const page = (head: string, script: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Towns</title><link rel="icon" href="data:,">${head}<div id="map" style="width:700px;height:500px"></div>${script}`;

const leaflet = (layer: string): string =>
  page(
    '<link rel="stylesheet" href="/modules/leaflet/dist/leaflet.css"><script src="/modules/leaflet/dist/leaflet.js"></script><script src="/modules/esri-leaflet/dist/esri-leaflet.js"></script>',
    `<script>
      const map = L.map('map', { preferCanvas: false, center: [51.2, 10.4], zoom: 6 });
      window.layer = L.esri.featureLayer({ url: '${layer}', pointToLayer: (_, at) => L.circleMarker(at, { radius: 3 }) }).addTo(map);
      layer.on('requesterror', (error) => console.error(error.message));
    </script>`,
  );

const maplibre = (layer: string): string =>
  page(
    `<link rel="stylesheet" href="/modules/maplibre-gl/dist/maplibre-gl.css">
     <script type="importmap">{"imports": {"maplibre-gl": "/maplibre.js"}}</script>`,
    `<script type="module">
      import { Map } from 'maplibre-gl';
      import { FeatureLayer } from '/modules/@esri/maplibre-arcgis/dist/esm/maplibre-arcgis.js';
      const map = new Map({ container: 'map', center: [10.4, 51.2], zoom: 5, style: { version: 8, sources: {}, layers: [] } });
      window.map = map;
      map.on('load', async () => {
        const layer = await FeatureLayer.fromUrl('${layer}');
        layer.addSourcesAndLayersTo(map);
        window.names = layer.layers.map(({ id }) => id);
      });
    </script>`,
  );

/** The map once nothing of it moves any more. */
async function settledPicture(browser: Page): Promise<Buffer> {
  await browser.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { map } = window as unknown as { map: { once(what: string, then: () => void): void; triggerRepaint(): void } };
        map.once('idle', resolve);
        map.triggerRepaint();
      }),
  );
  return browser.locator('#map').screenshot();
}

let site: OtherSite;
test.beforeAll(async ({ admin }) => {
  const layer = await publishTowns(admin);
  site = await otherSite({ '/leaflet.html': leaflet(layer), '/maplibre.html': maplibre(layer), '/maplibre.js': MAPLIBRE_WITH_DEFAULT });
});
test.afterAll(() => site.close());

test('esri-leaflet draws every town', async ({ page: browser }) => {
  const faults: string[] = [];
  browser.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await browser.goto(`${site.url}/leaflet.html`);
  const drawn = browser.locator('#map svg path.leaflet-interactive');
  await expect(drawn).toHaveCount(COUNT, { timeout: 60_000 });
  // a mark that is in the page and not painted would have no size
  const seen = await drawn.evaluateAll((marks) => marks.filter((each) => each.getBoundingClientRect().width > 1).length);
  expect(seen).toBeGreaterThan(COUNT * 0.9);
  const names = await browser.evaluate(() => {
    const found: string[] = [];
    const { layer } = window as unknown as {
      layer: { eachFeature(see: (each: { feature: { properties: { NAME: string } } }) => void): void };
    };
    layer.eachFeature(({ feature }) => found.push(feature.properties.NAME));
    return found;
  });
  expect(names).toHaveLength(COUNT);
  expect(names).toContain('Köln');
  expect(faults).toEqual([]);
});

test('MapLibre with its plugin for feature services draws the towns', async ({ page: browser, browser: other }) => {
  const faults: string[] = [];
  browser.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await browser.goto(`${site.url}/maplibre.html`);
  const drawn = () =>
    browser.evaluate(() => {
      const { map, names } = window as unknown as {
        map: { queryRenderedFeatures(options: object): { properties: { NAME: string } }[] };
        names?: string[];
      };
      if (names === undefined) return 0;
      return new Set(map.queryRenderedFeatures({ layers: names }).map((each) => each.properties.NAME)).size;
    });
  await expect.poll(drawn, { timeout: 60_000 }).toBeGreaterThan(1000);
  const withTowns = await settledPicture(browser);
  await browser.evaluate(() => {
    const { map, names = [] } = window as unknown as { map: { setLayoutProperty(...what: string[]): void }; names?: string[] };
    for (const name of names) map.setLayoutProperty(name, 'visibility', 'none');
  });
  await expect.poll(drawn, { timeout: 60_000 }).toBe(0);
  // what was found in the map was also painted
  expect(await differingShare(other, withTowns, await settledPicture(browser))).toBeGreaterThan(0.01);
  expect(faults).toEqual([]);
});
