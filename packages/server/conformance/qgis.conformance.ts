// QGIS, without its windows, opens hosted layers as people do who add a feature server to a project.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createItem, setItemAccess } from '@esri/arcgis-rest-portal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture, type ListeningPortal, listeningPortal, publishAndWait } from './listening-portal.ts';

const run = promisify(execFile);
/** Debian's Python, which has the package: another one earlier in the path has not. */
const PYTHON = '/usr/bin/python3';
const hasQgis = await run(PYTHON, ['-c', 'import qgis.core']).then(
  () => true,
  () => false,
);
if (!hasQgis) console.warn('Skipped: QGIS is not installed (package python3-qgis); no layer was opened with it.');

describe.skipIf(!hasQgis)('QGIS', () => {
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

  async function open(name: string, expression: string, field: string) {
    const args = [join(import.meta.dirname, 'qgis-layer.py'), layers[name] ?? '', expression, field];
    const { stdout } = await run(PYTHON, args, { timeout: 120_000, maxBuffer: 1 << 24 });
    return JSON.parse(stdout.slice(stdout.indexOf('{')));
  }

  it('reads every point with its letters, fields and place, and asks the portal for boxes and conditions', async () => {
    const towns = await open('towns', '"EINWOHNER" > 1000000', 'NAME');
    expect(towns).toMatchObject({ valid: true, count: 2500, read: 2500, withGeometry: 2500, geometry: 0, crs: 'EPSG:3857' });
    expect(towns.fields).toMatchObject({ NAME: 'esriFieldTypeString', EINWOHNER: 'esriFieldTypeInteger' });
    expect(towns.chosen).toEqual(['Berlin', 'Hamburg', 'Munich']);
    expect(towns.inBox).toBeGreaterThan(100);
    expect(towns.inBox).toBeLessThan(2500);
    expect(towns.renderer).toBe('singleSymbol');
  }, 180_000);

  it('reads polygons, and edits where its provider can', async () => {
    const countries = await open('countries', '"name" LIKE \'S%\'', 'name');
    expect(countries).toMatchObject({ valid: true, count: 20, read: 20, withGeometry: 20, geometry: 2 });
    expect(countries.extent[0]).toBeGreaterThan(-20_037_509);
    // Versions before 3.26 only read.
    if (countries.edits) expect(countries.changed).toBe(true);
  }, 180_000);
});
