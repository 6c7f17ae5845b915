// esri-leaflet on a web site of somebody else edits layers that are not shared, filters them and asks them questions.
import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { DAY, NEW_YEAR, type Orchard, plantOrchard, square, tokenFor } from '../orchard.ts';
import { type OtherSite, otherSite } from '../other-site.ts';
import { ADA } from '../people.ts';

let orchard: Orchard;
let site: OtherSite;

const page = (
  service: string,
  token: string,
): string => `<!doctype html><meta charset="utf-8"><title>Orchard</title><link rel="icon" href="data:,">
  <link rel="stylesheet" href="/modules/leaflet/dist/leaflet.css">
  <script src="/modules/leaflet/dist/leaflet.js"></script><script src="/modules/esri-leaflet/dist/esri-leaflet.js"></script>
  <div id="map" style="width:700px;height:500px"></div>
  <script>
    const map = L.map('map', { center: [51, 11.2], zoom: 7, zoomAnimation: false, fadeAnimation: false });
    const faults = [], questions = [];
    // as the library's own guide has it: the service asks for a token, then the page hands it over
    const open = (id, more) => {
      const made = L.esri.featureLayer({ url: '${service}/' + id, simplifyFactor: 0.5, ...more });
      made.on('authenticationrequired', (asked) => { questions.push(id); asked.authenticate('${token}'); });
      made.on('requesterror', ({ code, message, url }) => code === 499 || faults.push({ code, message, url }));
      return made.addTo(map);
    };
    const trees = open(0, {
      timeField: 'seen',
      pointToLayer: (_, at) => L.circleMarker(at, { radius: 4, className: 'tree' }),
    });
    const ways = open(1, { style: () => ({ className: 'way' }) });
    const plots = open(2, { style: () => ({ className: 'plot' }) });
    const called = (target, method, args) => new Promise((done) => {
      target[method](...args, (error, reply) => done({
        error: error ? { code: error.code, message: error.message ?? error.description } : undefined,
        reply: reply?.toBBoxString?.() ?? reply,
      }));
    });
  </script>`;

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape
type Reply = any;

/** What the library calls back with. */
async function called(
  browser: Page,
  target: string,
  method: string,
  ...args: unknown[]
): Promise<{ error?: { code: number }; reply: Reply }> {
  return browser.evaluate(`called(${target}, '${method}', ${JSON.stringify(args)})`);
}

/** As called, where nothing may go wrong. */
async function answer(browser: Page, target: string, method: string, ...args: unknown[]) {
  const { error, reply } = await called(browser, target, method, ...args);
  expect(error, `${target}.${method}`).toBeUndefined();
  return reply;
}

const drawn = (browser: Page, kind: string) => browser.locator(`#map svg path.${kind}:not([d="M0 0"])`);

async function opened(browser: Page): Promise<void> {
  await browser.goto(`${site.url}/orchard.html`);
  await expect(drawn(browser, 'tree')).toHaveCount(6);
  await expect(drawn(browser, 'way')).toHaveCount(1);
  await expect(drawn(browser, 'plot')).toHaveCount(1);
}

test.beforeAll(async ({ admin, portalUrl }) => {
  orchard = await plantOrchard(admin, 'Orchard_leaflet');
  const pages: Record<string, string> = {};
  site = await otherSite(pages);
  pages['/orchard.html'] = page(orchard.url, await tokenFor(portalUrl, site.url));
});
test.afterAll(() => site?.close());

test('asks for a token and draws points, lines and areas that are not shared', async ({ page: browser }) => {
  await opened(browser);
  expect(new Set(await browser.evaluate<number[]>('questions'))).toEqual(new Set([0, 1, 2]));
  expect(await browser.evaluate('faults')).toEqual([]);
});

test('adds, changes and deletes points', async ({ page: browser }) => {
  await opened(browser);
  const at = { type: 'Point', coordinates: [11.2, 51.5] };
  const feature = { type: 'Feature', geometry: at, properties: { name: "Ada's söt", height: 2.5, seen: NEW_YEAR } };
  const added = await answer(browser, 'trees', 'addFeature', feature);
  expect(added).toMatchObject({ success: true, objectId: expect.any(Number) });
  await expect(drawn(browser, 'tree')).toHaveCount(7);
  const { objectId } = added;
  const [row] = (await orchard.rows(0, `OBJECTID = ${objectId}`)).features;
  expect(row).toMatchObject({ attributes: { name: "Ada's söt", height: 2.5, seen: NEW_YEAR }, geometry: { x: 11.2, y: 51.5 } });

  const moved = {
    ...feature,
    id: objectId,
    geometry: { type: 'Point', coordinates: [11.4, 51.6] },
    properties: { name: 'Moved', height: null },
  };
  expect(await answer(browser, 'trees', 'updateFeature', moved)).toMatchObject({ success: true, objectId });
  const [changed] = (await orchard.rows(0, `OBJECTID = ${objectId}`)).features;
  expect(changed).toMatchObject({ attributes: { name: 'Moved', height: null, seen: NEW_YEAR }, geometry: { x: 11.4, y: 51.6 } });
  await expect(drawn(browser, 'tree')).toHaveCount(7);

  expect(await answer(browser, 'trees', 'deleteFeature', objectId)).toMatchObject({ success: true, objectId });
  await expect(drawn(browser, 'tree')).toHaveCount(6);
  expect((await orchard.rows(0, `OBJECTID = ${objectId}`)).features).toEqual([]);
});

test('adds, changes and deletes lines and areas, several at once', async ({ page: browser }) => {
  await opened(browser);
  const line = { type: 'LineString', coordinates: square(10.2, 50.2, 0.4).slice(0, 3) };
  const lines = { type: 'MultiLineString', coordinates: [square(11, 50.2, 0.4).slice(0, 2), square(11.5, 50.2, 0.4).slice(0, 3)] };
  const collection = {
    type: 'FeatureCollection',
    features: [line, lines].map((geometry, i) => ({ type: 'Feature', geometry, properties: { name: `Path ${i}` } })),
  };
  const both = await answer(browser, 'ways', 'addFeatures', collection);
  expect(both).toMatchObject([{ success: true }, { success: true }]);
  const ids: number[] = both.map((each: { objectId: number }) => each.objectId);
  await expect(drawn(browser, 'way')).toHaveCount(3);
  const [first, second] = (await orchard.rows(1, `OBJECTID IN (${ids})`)).features;
  expect(first).toMatchObject({ attributes: { name: 'Path 0' }, geometry: { paths: [line.coordinates] } });
  expect(second).toMatchObject({ attributes: { name: 'Path 1' }, geometry: { paths: lines.coordinates } });

  const renamed = {
    ...collection,
    features: collection.features.map((each, i) => ({ ...each, id: ids[i], properties: { name: `Track ${i}` } })),
  };
  expect(await answer(browser, 'ways', 'updateFeatures', renamed)).toMatchObject([{ success: true }, { success: true }]);
  const { features } = await orchard.rows(1, `OBJECTID IN (${ids})`);
  expect(features.map((each: { attributes: { name: string } }) => each.attributes.name)).toEqual(['Track 0', 'Track 1']);
  expect(await answer(browser, 'ways', 'deleteFeatures', ids)).toMatchObject([{ success: true }, { success: true }]);
  await expect(drawn(browser, 'way')).toHaveCount(1);
  expect((await orchard.rows(1)).features).toHaveLength(1);

  // an area with a hole, and one of two parts
  const holed = [square(10.5, 51.5, 0.8), square(10.7, 51.7, 0.2).reverse()];
  const shapes = [
    { type: 'Polygon', coordinates: holed },
    { type: 'MultiPolygon', coordinates: [[square(12, 51.5, 0.3)], [square(12.6, 51.5, 0.3)]] },
  ];
  const made: number[] = [];
  for (const geometry of shapes) {
    const properties = { name: geometry.type };
    made.push((await answer(browser, 'plots', 'addFeature', { type: 'Feature', geometry, properties })).objectId);
  }
  await expect(drawn(browser, 'plot')).toHaveCount(3);
  const areas = (await orchard.rows(2, `OBJECTID IN (${made})`)).features;
  expect(areas.map((each: { geometry: { rings: unknown[] } }) => each.geometry.rings.length)).toEqual([2, 2]);
  // drawn anew from the portal's own words, the shapes are those that were sent
  const asDrawn = await answer(browser, `plots.query().featureIds([${made}])`, 'run');
  const byName = new Map(asDrawn.features.map((each: GeoJSON.Feature) => [each.properties?.name, each.geometry]));
  expect(byName.get('Polygon')).toMatchObject({ type: 'Polygon', coordinates: [expect.anything(), expect.anything()] });
  expect(byName.get('MultiPolygon')).toMatchObject({ type: 'MultiPolygon', coordinates: [[expect.anything()], [expect.anything()]] });
  expect(await answer(browser, 'plots', 'deleteFeatures', made)).toHaveLength(2);
  await expect(drawn(browser, 'plot')).toHaveCount(1);
});

test('hears of what cannot be done', async ({ page: browser }) => {
  await opened(browser);
  expect((await called(browser, 'trees', 'deleteFeature', 4711)).error).toEqual({ code: expect.any(Number), message: expect.any(String) });
  const nowhere = { type: 'Feature', id: 4711, geometry: { type: 'Point', coordinates: [1, 2] }, properties: { name: 'x' } };
  expect((await called(browser, 'trees', 'updateFeature', nowhere)).error).toBeDefined();
  const long = { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] }, properties: { name: 'x'.repeat(41) } };
  expect((await called(browser, 'trees', 'addFeature', long)).error).toBeDefined();
  const area = { type: 'Feature', geometry: { type: 'Polygon', coordinates: [square(1, 1, 1)] }, properties: {} };
  expect((await called(browser, 'trees', 'addFeature', area)).error).toBeDefined();
  expect((await called(browser, "trees.query().where('nothing = 1')", 'count')).error).toMatchObject({ code: 400 });
  expect((await orchard.rows(0)).features).toHaveLength(6);
});

test('filters what it draws by condition and by time', async ({ page: browser }) => {
  await opened(browser);
  await answer(browser, 'trees', 'setWhere', "height > 3 AND name LIKE 'Tree%'");
  await expect(drawn(browser, 'tree')).toHaveCount(3);
  await answer(browser, 'trees', 'setWhere', '1=1');
  await expect(drawn(browser, 'tree')).toHaveCount(6);
  // not at the very moments: the library looks its features up with Date objects, of which no two are equal
  const range = (from: number, to: number) =>
    browser.evaluate(`new Promise((done) => trees.setTimeRange(new Date(${from}), new Date(${to}), (error) => done(error)))`);
  expect(await range(NEW_YEAR + 0.5 * DAY, NEW_YEAR + 2.5 * DAY)).toBeFalsy();
  await expect(drawn(browser, 'tree')).toHaveCount(2);
  expect(await range(NEW_YEAR - DAY, NEW_YEAR + 9 * DAY)).toBeFalsy();
  await expect(drawn(browser, 'tree')).toHaveCount(6);
  expect(await browser.evaluate('faults')).toEqual([]);
});

test('answers the questions of its query task', async ({ page: browser }) => {
  await opened(browser);
  const ask = (chain: string, method: string) => answer(browser, `trees.query()${chain}`, method);
  const names = async (chain: string): Promise<string[]> =>
    (await ask(chain, 'run')).features.map((each: GeoJSON.Feature) => each.properties?.name).sort();
  const box = 'L.latLngBounds([50.5, 10.4], [51.5, 11.6])';
  const area = JSON.stringify({ type: 'Polygon', coordinates: [square(10.4, 50.5, 1.2)] });

  expect(await ask('', 'count')).toBe(6);
  expect(await ask(".where('height >= 5')", 'ids')).toEqual([5, 6]);
  const [west, south, east, north] = (await ask('', 'bounds')).split(',').map(Number);
  expect([west, south, east, north]).toEqual([10, 51, 12.5, 51].map((each) => expect.closeTo(each, 6)));
  expect(await names(`.within(${box})`)).toEqual(['Tree 2', 'Tree 3', 'Tree 4']);
  expect(await names(`.intersects(${area})`)).toEqual(['Tree 2', 'Tree 3', 'Tree 4']);
  expect(await names(`.bboxIntersects(${area})`)).toEqual(['Tree 2', 'Tree 3', 'Tree 4']);
  // half a degree of longitude is 35 km there
  expect(await names('.nearby(L.latLng(51, 11), 36000)')).toEqual(['Tree 2', 'Tree 3', 'Tree 4']);
  expect(await names('.nearby(L.latLng(51, 11), 34000)')).toEqual(['Tree 3']);
  expect(await names(`.between(new Date(${NEW_YEAR}), new Date(${NEW_YEAR + DAY}))`)).toEqual(['Tree 1', 'Tree 2']);
  expect(await names('.featureIds([2, 4])')).toEqual(['Tree 2', 'Tree 4']);

  const page = (await ask(
    ".orderBy('height', 'DESC').offset(1).limit(2).fields(['name', 'OBJECTID']).precision(1)",
    'run',
  )) as GeoJSON.FeatureCollection;
  expect(page.features.map((each) => each.properties)).toEqual([
    { name: 'Tree 5', OBJECTID: 5 },
    { name: 'Tree 4', OBJECTID: 4 },
  ]);
  const bare = await ask(".fields(['name']).returnGeometry(false).distinct()", 'run');
  expect(bare.features).toHaveLength(6);
  expect(bare.features[0].geometry ?? null).toBeNull();

  // lines and areas: which cross, hold and touch what is asked with
  const other = (layer: string, chain: string) => answer(browser, `${layer}.query()${chain}`, 'count');
  const crossing = JSON.stringify({
    type: 'LineString',
    coordinates: [
      [11, 50.5],
      [11, 51.2],
    ],
  });
  expect(await other('ways', `.crosses(${crossing})`)).toBe(1);
  expect(await other('plots', '.contains(L.latLng(51, 10))')).toBe(1);
  expect(await other('plots', '.contains(L.latLng(51, 10.5))')).toBe(0);
  expect(await other('plots', `.overlaps(${JSON.stringify({ type: 'Polygon', coordinates: [square(10, 51, 1)] })})`)).toBe(1);
  expect(await other('plots', `.touches(${JSON.stringify({ type: 'Polygon', coordinates: [square(10.1, 50.9, 0.2)] })})`)).toBe(1);
  expect(await browser.evaluate('faults')).toEqual([]);
});

test('reads related rows and asks without a map', async ({ page: browser }) => {
  await opened(browser);
  const asked = { objectIds: [2], relationshipId: 0, outFields: ['note'] };
  const { relatedRecordGroups } = await answer(browser, 'trees.service', 'get', 'queryRelatedRecords', asked);
  expect(relatedRecordGroups).toMatchObject([
    { objectId: 2, relatedRecords: [{ attributes: { note: 'fine' } }, { attributes: { note: 'dry' } }] },
  ]);
  const table = `L.esri.featureLayerService({ url: '${orchard.url}/3', token: trees.service.options.token })`;
  const added = await answer(browser, table, 'addFeature', {
    type: 'Feature',
    geometry: null,
    properties: { tree: 'Tree 2', note: 'wet' },
  });
  expect(added).toMatchObject({ success: true });
  const task = `L.esri.query({ url: '${orchard.url}/3' }).token(trees.service.options.token).returnGeometry(false)`;
  expect(await answer(browser, `${task}.where("note = 'wet'")`, 'count')).toBe(1);
  expect(await answer(browser, table, 'deleteFeature', added.objectId)).toMatchObject({ success: true });
  const stranger = await called(browser, `L.esri.query({ url: '${orchard.url}/3' })`, 'count');
  expect(stranger.error).toMatchObject({ code: 499 });
});

test('reads what is shared with everyone as scripts, as older browsers do, and from the Esri JSON too', async ({
  page: browser,
  admin,
}) => {
  await admin.post(`content/users/${ADA.username}/items/${orchard.itemId}/share`, { everyone: true, org: true });
  await browser.goto(`${site.url}/orchard.html`);
  for (const useCors of [true, false]) {
    const task = `L.esri.query({ url: '${orchard.url}/2', useCors: ${useCors}, isModern: false })`;
    expect(await answer(browser, task, 'count'), `${useCors}`).toBe(1);
    const { features } = await answer(browser, task, 'run');
    expect(features).toMatchObject([{ type: 'Feature', id: 1, properties: { name: 'First' }, geometry: { type: 'Polygon' } }]);
    expect(features[0].geometry.coordinates).toEqual([square(9.9, 50.9, 0.2).map((at) => at.map((each) => expect.closeTo(each, 6)))]);
  }
});
