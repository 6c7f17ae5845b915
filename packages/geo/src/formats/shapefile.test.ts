import { describe, expect, it } from 'vitest';
import { datasetsIn, readAll, warningsOf } from '../../testing/read-fixture.ts';
import type { EsriPoint, EsriPolygon } from '../esri/geometry.ts';
import { memorySource } from './byte-source.ts';
import type { DatasetSource } from './format-reader.ts';
import { shapefileReader } from './shapefile.ts';

async function one(path: string, leaveOut = ''): Promise<DatasetSource> {
  const [source] = await datasetsIn(path, leaveOut);
  if (!source) throw new Error(`no dataset in ${path}`);
  return source;
}

describe('shapefileReader', () => {
  it('reads polygons with holes and accents', async () => {
    const source = await one('vector/africa_countries_utf8.zip');
    const description = await shapefileReader.describe(source);
    expect(description).toMatchObject({
      name: 'africa_countries',
      encoding: 'utf-8',
      geometryType: 'esriGeometryPolygon',
      spatialReference: { wkid: 4326 },
      rowCount: 20,
      warnings: [],
    });
    const { rows, problems } = await readAll(shapefileReader, source, { description });
    expect([rows.length, problems.length]).toEqual([20, 0]);
    expect(rows.some((row) => row.values.includes("Côte d'Ivoire"))).toBe(true);
    const southAfrica = rows.find((row) => row.values.includes('South Africa'))?.geometry as EsriPolygon;
    expect(southAfrica.rings.length).toBeGreaterThan(1);
  });

  it('reads ISO-8859-1 text, dates and a projected system', async () => {
    const source = await one('vector/german_towns_latin1_25832.zip');
    const description = await shapefileReader.describe(source);
    expect(description).toMatchObject({
      encoding: 'windows-1252',
      spatialReference: { wkid: 25832 },
      rowCount: 2500,
      geometryType: 'esriGeometryPoint',
    });
    expect(description.fields.some((field) => field.type === 'esriFieldTypeDate')).toBe(true);
    const { rows } = await readAll(shapefileReader, source, { description });
    expect(rows).toHaveLength(2500);
    const town = rows.find((row) => row.values.includes('Düsseldorf')) ?? { geometry: null, values: [] };
    expect(town.geometry).toMatchObject({ x: expect.closeTo(345_000, -4), y: expect.closeTo(5_677_000, -4) });
    const date = town.values[description.fields.findIndex((field) => field.type === 'esriFieldTypeDate')];
    expect(new Date(date as number).getUTCFullYear()).toBeGreaterThan(2000);
  });

  it('reads heights', async () => {
    const source = await one('vector/swiss_places_pointz_2056.zip');
    const description = await shapefileReader.describe(source);
    expect(description).toMatchObject({ hasZ: true, spatialReference: { wkid: 2056 }, rowCount: 1500 });
    const { rows } = await readAll(shapefileReader, source);
    expect(rows.filter((row) => ((row.geometry as EsriPoint).z ?? 0) > 200).length).toBeGreaterThan(1000);
  });

  it('reads both of two shapefiles in one archive', async () => {
    const sources = await datasetsIn('vector/two_shapefiles_one_zip.zip');
    const descriptions = await Promise.all(sources.map((source) => shapefileReader.describe(source)));
    expect(descriptions.map((d) => [d.name, d.rowCount, d.spatialReference?.wkid])).toEqual([
      ['japan_cities', 785, 4326],
      ['japan_prefectures', 47, 6668],
    ]);
  });

  it('reads only the shapes where the table is missing, and says so', async () => {
    const source = await one('malformed/no_dbf.zip');
    const description = await shapefileReader.describe(source);
    expect(description).toMatchObject({ fields: [], rowCount: 78, warnings: [{ code: 'dbf-missing' }] });
    expect((await readAll(shapefileReader, source)).rows).toHaveLength(78);
  });

  it('asks for the coordinate system where there is none and the coordinates are not degrees', async () => {
    const source = await one('malformed/no_prj.zip');
    const description = await shapefileReader.describe(source);
    expect(description.spatialReference).toBeNull();
    expect(warningsOf(description)).toContain(
      'The .prj file is missing and the coordinates are not degrees. Choose the coordinate system.',
    );
    await expect(readAll(shapefileReader, source)).rejects.toThrow('The coordinate system of towns is not known.');
    expect((await readAll(shapefileReader, source, { wkid: 25832 })).rows).toHaveLength(78);
  });

  it('assumes degrees without .prj where the coordinates fit', async () => {
    const description = await shapefileReader.describe(await one('vector/africa_countries_utf8.zip', 'prj'));
    expect(description.spatialReference).toEqual({ wkid: 4326 });
    expect(warningsOf(description)[0]).toContain('WGS 84 longitude and latitude were assumed');
  });

  it.each([
    ['a plan', 'LOCAL_CS["Plan",UNIT["Meter",1.0]]'],
    ['the middle of the earth', 'GEOCCS["x",DATUM["d"],UNIT["Meter",1.0]]'],
    ['nothing', 'EPSG'],
  ])('asks for the coordinate system where the .prj speaks of %s, also where the coordinates fit degrees', async (_, text) => {
    const source = await one('vector/africa_countries_utf8.zip');
    const companions = { ...source.companions, prj: memorySource('a.prj', Buffer.from(text)) };
    const description = await shapefileReader.describe({ ...source, companions });
    expect(description).toMatchObject({ spatialReference: null, warnings: [{ code: 'prj-unread' }] });
  });

  it('does not need the index', async () => {
    expect((await readAll(shapefileReader, await one('malformed/no_shx.zip'))).rows).toHaveLength(78);
  });

  it('falls back where .cpg says UTF-8 and the bytes are not', async () => {
    const source = await one('malformed/wrong_cpg.zip');
    const description = await shapefileReader.describe(source);
    expect(description.encoding).toBe('windows-1252');
    expect(warningsOf(description)[0]).toContain('says the text is UTF-8, but it is not');
    const { rows } = await readAll(shapefileReader, source, { description });
    expect(rows).toHaveLength(187);
    const text = rows.flatMap((row) => row.values).join(' ');
    expect(text).not.toContain('\uFFFD');
    expect(text).toMatch(/[éèêô]/);
  });

  it('names the file that is cut off', async () => {
    const source = await one('vector/german_towns_latin1_25832.zip');
    const cut = async (file: DatasetSource['main'], size: number) => memorySource(file.name, await file.read(0, size));
    await expect(shapefileReader.describe({ ...source, main: await cut(source.main, 4000) })).rejects.toThrow(
      'orte.shp is cut off: it has 4000 of 70100 bytes.',
    );
    await expect(shapefileReader.describe({ ...source, main: await cut(source.main, 50) })).rejects.toThrow('orte.shp is cut off');
    const { dbf, ...others } = source.companions ?? {};
    if (!dbf) throw new Error('no dbf');
    await expect(shapefileReader.describe({ ...source, companions: { ...others, dbf: await cut(dbf, 9000) } })).rejects.toThrow(
      'orte.dbf is cut off',
    );
  });
});
