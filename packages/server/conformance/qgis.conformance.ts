// QGIS, without its windows, opens hosted layers as people do who add a feature server to a project. It reads: the version of Debian 12 cannot
// write to any feature server.
import { join } from 'node:path';
import { createItem, setItemAccess } from '@esri/arcgis-rest-portal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixture, type ListeningPortal, listeningPortal, publishAndWait } from './listening-portal.ts';
import { describeWithQgis, inQgis, WRITES_SINCE } from './qgis.ts';

describeWithQgis('QGIS', () => {
  let portal: ListeningPortal;
  const layers: Record<string, string> = {};

  async function publish(name: string, path: string): Promise<void> {
    const authentication = await portal.signIn('pia_publisher');
    const item = { title: name, type: 'Shapefile', tags: ['test'] };
    const { id } = await createItem({ item, file: await fixture(path), authentication } as never);
    const { serviceurl, serviceItemId } = await publishAndWait(portal, authentication, {
      itemId: id,
      filetype: 'shapefile',
      publishParameters: { name, capabilities: 'Query,Create,Update,Delete,Editing' },
    });
    await setItemAccess({ id: serviceItemId, access: 'public', authentication });
    layers[name] = `${serviceurl}/0`;
  }

  beforeAll(async () => {
    portal = await listeningPortal({ people: { pia_publisher: 'publisher' } });
    await publish('towns', 'vector/german_towns_latin1_25832.zip');
    await publish('countries', 'vector/africa_countries_utf8.zip');
  });
  afterAll(async () => portal?.close());

  const open = (name: string, expression: string, field: string) =>
    inQgis(join(import.meta.dirname, 'qgis-layer.py'), [layers[name] ?? '', expression, field]);

  it('reads every point with its letters, fields and place, and asks the portal for boxes and conditions', async () => {
    const towns = await open('towns', '"EINWOHNER" > 1000000', 'NAME');
    expect(towns).toMatchObject({ valid: true, count: 2500, read: 2500, withGeometry: 2500, geometry: 0, crs: 'EPSG:3857' });
    expect(towns.fields).toMatchObject({ NAME: 'esriFieldTypeString', EINWOHNER: 'esriFieldTypeInteger' });
    expect(towns.chosen).toEqual(['Berlin', 'Hamburg', 'Munich']);
    expect(towns.inBox).toBeGreaterThan(100);
    expect(towns.inBox).toBeLessThan(2500);
    expect(towns.renderer).toBe('singleSymbol');
  }, 180_000);

  // Debian 12 has 3.22, whose provider has no call to write with: what later versions send is replayed in `edits/qgis-edits.api.test.ts`.
  it('reads polygons; edits none in versions before 3.28, and changes one in later ones', async () => {
    const countries = await open('countries', '"name" LIKE \'S%\'', 'name');
    expect(countries).toMatchObject({ valid: true, count: 20, read: 20, withGeometry: 20, geometry: 2 });
    expect(countries.extent[0]).toBeGreaterThan(-20_037_509);
    const writes = countries.version >= WRITES_SINCE;
    expect(countries).toMatchObject(writes ? { edits: true, changed: true } : { edits: false });
  }, 180_000);
});
