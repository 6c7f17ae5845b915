// GDAL, as installed with most GIS desktops, reads hosted layers through its Esri JSON driver.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createItem, setItemAccess } from '@esri/arcgis-rest-portal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture, type ListeningPortal, listeningPortal, publishAndWait } from './listening-portal.ts';

const run = promisify(execFile);
const hasGdal = await run('ogrinfo', ['--version']).then(
  () => true,
  () => false,
);
if (!hasGdal) console.warn('Skipped: GDAL is not installed (package gdal-bin); nothing was read with ogrinfo and ogr2ogr.');

describe.skipIf(!hasGdal)('GDAL', () => {
  let portal: ListeningPortal;
  let dir: string;
  let layer: string;
  /** GDAL needs a query in the address; it adds the paging itself. */
  const source = (where = '1=1') => `${layer}/query?where=${encodeURIComponent(where)}&outFields=*&orderByFields=OBJECTID&f=json`;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'graticule-gdal-'));
    portal = await listeningPortal({ people: { pia_publisher: 'publisher' } });
    const authentication = await portal.signIn('pia_publisher');
    const file = await fixture('vector/german_towns_latin1_25832.zip');
    const { id } = await createItem({ item: { title: 'Towns', type: 'Shapefile', tags: ['test'] }, file, authentication } as never);
    const { serviceurl, serviceItemId } = await publishAndWait(portal, authentication, {
      itemId: id,
      filetype: 'shapefile',
      publishParameters: { name: 'towns', maxRecordCount: 1000 },
    });
    await setItemAccess({ id: serviceItemId, access: 'public', authentication });
    layer = `${serviceurl}/0`;
  });
  afterAll(async () => {
    await portal?.close();
    await rm(dir, { recursive: true, force: true });
  });

  it('counts all features over several pages, and knows type and reference system', async () => {
    const { stdout } = await run('ogrinfo', ['-ro', '-so', '-al', `ESRIJSON:${source()}`]);
    expect(stdout).toContain('Geometry: Point');
    expect(stdout).toContain('Feature Count: 2500');
    expect(stdout).toMatch(/EINWOHNER: Integer/);
    expect(stdout).toContain('3857');
  });

  it('copies every feature, letters and places intact', async () => {
    const path = join(dir, 'towns.geojson');
    await run('ogr2ogr', ['-f', 'GeoJSON', '-t_srs', 'EPSG:4326', path, `ESRIJSON:${source()}`]);
    const copy = JSON.parse(await readFile(path, 'utf8')) as GeoJSON.FeatureCollection<GeoJSON.Point>;
    expect(copy.features).toHaveLength(2500);
    expect(new Set(copy.features.map((feature) => feature.properties?.OBJECTID)).size).toBe(2500);
    const nuremberg = copy.features.find((feature) => feature.properties?.NAME === 'Nürnberg');
    expect(nuremberg?.geometry.coordinates).toEqual([expect.closeTo(11.08, 1), expect.closeTo(49.45, 1)]);
  });

  it('gets the features of a where clause only', async () => {
    const { stdout } = await run('ogrinfo', ['-ro', '-so', '-al', `ESRIJSON:${source('EINWOHNER > 1000000')}`]);
    expect(stdout).toContain('Feature Count: 3');
  });

  it('gets the extent, which GDAL asks for as GeoJSON and so in degrees, without reading the features', async () => {
    const { stdout } = await run('ogrinfo', ['-ro', '-so', '-al', `ESRIJSON:${source()}`]);
    const extent = /Extent: \((-?[\d.]+), (-?[\d.]+)\) - \((-?[\d.]+), (-?[\d.]+)\)/.exec(stdout)?.slice(1).map(Number);
    expect(extent).toEqual([expect.closeTo(5.99, 1), expect.closeTo(47.41, 1), expect.closeTo(14.99, 1), expect.closeTo(54.91, 1)]);
  });
});
