// QGIS, without its windows, draws vector tile services with the styles they come with: the basemap of the portal, and a hosted layer.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createItem, setItemAccess } from '@esri/arcgis-rest-portal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixture, type ListeningPortal, listeningPortal, publishAndWait } from './listening-portal.ts';
import { describeWithQgis, inQgis } from './qgis.ts';

/** Western and central Europe, and Africa, in metres of Web Mercator. */
const EUROPE = '-1200000,4800000,2400000,7500000';
const AFRICA = '-2500000,-4500000,6500000,4700000';
/** How many points of a picture the script looks at. */
const SAMPLES = 30_000;

describeWithQgis('QGIS draws vector tile services', () => {
  let portal: ListeningPortal;
  let dir: string;

  beforeAll(async () => {
    portal = await listeningPortal({ people: { pia_publisher: 'publisher' } });
    dir = await mkdtemp(join(tmpdir(), 'graticule-qgis-'));
  });
  afterAll(async () => {
    await portal?.close();
    await rm(dir, { recursive: true, force: true });
  });

  const draw = (service: string, box: string, style = 'root.json') =>
    inQgis(join(import.meta.dirname, 'qgis-tiles.py'), [service, `${service}/resources/styles/${style}`, box, join(dir, 'map.png')]);

  it.each([
    ['root.json', { land: '#f3f0e7', sea: '#cfe2ea' }],
    ['dark/root.json', { land: '#1b2632', sea: '#0f1c2a' }],
  ])(
    'draws land, sea and names of the basemap with %s',
    async (style, { land, sea }) => {
      const drawn = await draw(`${portal.url}/rest/services/World_Basemap/VectorTileServer`, EUROPE, style);
      expect(drawn).toMatchObject({ valid: true, zooms: [0, 18], styled: true, error: '', drawn: SAMPLES });
      expect(drawn.styles).toBeGreaterThan(5);
      expect(drawn.labels).toBeGreaterThan(2);
      // Most of western Europe is land, and much is sea.
      expect(drawn.colours[land]).toBeGreaterThan(SAMPLES / 3);
      expect(drawn.colours[sea]).toBeGreaterThan(SAMPLES / 10);
    },
    180_000,
  );

  it('draws a hosted layer', async () => {
    const authentication = await portal.signIn('pia_publisher');
    const item = { title: 'countries', type: 'Shapefile', tags: ['test'] };
    const { id } = await createItem({ item, file: await fixture('vector/africa_countries_utf8.zip'), authentication } as never);
    const source = { itemId: id, filetype: 'shapefile', publishParameters: { name: 'countries' } };
    const { serviceurl, serviceItemId } = await publishAndWait(portal, authentication, source);
    await setItemAccess({ id: serviceItemId, access: 'public', authentication });
    const drawn = await draw(serviceurl.replace('FeatureServer', 'VectorTileServer'), AFRICA);
    expect(drawn).toMatchObject({ valid: true, styled: true, error: '' });
    // Twenty countries stand in the picture of the continent.
    expect(drawn.drawn).toBeGreaterThan(SAMPLES / 20);
    expect(drawn.drawn).toBeLessThan(SAMPLES / 4);
  }, 180_000);
});
