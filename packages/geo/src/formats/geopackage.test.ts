// GeoPackage: several layers, and databases that are none.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture, readAll, warningsOf } from '../../testing/read-fixture.ts';
import { memorySource } from './byte-source.ts';
import type { DatasetSource } from './format-reader.ts';
import { geoPackageReader } from './geopackage.ts';

const onDisk = (path: string, part?: string): DatasetSource => ({
  main: { ...fixture(path), path: fileURLToPath(new URL(`../../fixtures/${path}`, import.meta.url)) },
  ...(part === undefined ? {} : { part }),
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gpkg-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A database of one's own, as a source. */
async function made(name: string, statements: string): Promise<DatasetSource> {
  const path = join(folder, name);
  const db = new DatabaseSync(path);
  db.exec(statements);
  db.close();
  const { readFile } = await import('node:fs/promises');
  return { main: { ...memorySource(basename(path), await readFile(path)), path } };
}

describe('geoPackageReader', () => {
  it('names its layers and tables', async () => {
    expect([...((await geoPackageReader.parts?.(onDisk('vector/france.gpkg'))) ?? [])].sort()).toEqual([
      'departements',
      'fuseaux',
      'villes',
    ]);
  });

  it('reads layers in their own reference systems, and tables', async () => {
    const departements = await geoPackageReader.describe(onDisk('vector/france.gpkg', 'departements'));
    expect(departements).toMatchObject({
      name: 'departements',
      geometryType: 'esriGeometryPolygon',
      rowCount: 101,
      spatialReference: { wkid: 2154 },
    });
    const villes = onDisk('vector/france.gpkg', 'villes');
    const description = await geoPackageReader.describe(villes);
    expect(description).toMatchObject({ geometryType: 'esriGeometryPoint', rowCount: 962, spatialReference: { wkid: 4326 } });
    const { rows, problems } = await readAll(geoPackageReader, villes, { description });
    expect([rows.length, problems.length]).toEqual([962, 0]);
    expect(rows.some((row) => row.values.includes('Nîmes'))).toBe(true);
    const table = await geoPackageReader.describe(onDisk('vector/france.gpkg', 'fuseaux'));
    expect(table).toMatchObject({ geometryType: null, spatialReference: null });
    expect(table.rowCount).toBeGreaterThan(0);
  });

  it('says what is wrong with files that are no GeoPackage, or only half of one', async () => {
    await expect(geoPackageReader.parts?.(onDisk('malformed/not_a.gpkg'))).rejects.toThrow(
      /not_a\.gpkg (cannot be read|is a database, but not)/,
    );
    await expect(readAll(geoPackageReader, onDisk('malformed/truncated.gpkg'))).rejects.toThrow(/damaged or cut off/);
    await expect(geoPackageReader.describe(await made('other.gpkg', 'create table a (b)'))).rejects.toThrow(
      'is a database, but not a GeoPackage',
    );
    await expect(geoPackageReader.describe({ main: memorySource('a.gpkg', new Uint8Array(100)) })).rejects.toThrow('is not a GeoPackage');
  });

  it('reads no views, which could hold a query that never ends, and keeps values whatever type the column declares', async () => {
    const source = await made(
      'views.gpkg',
      `create table gpkg_contents (table_name text, data_type text);
       insert into gpkg_contents values ('t', 'attributes'), ('v', 'attributes');
       create table t (fid integer primary key, a integer, b text, c datetime, d double, e blob);
       insert into t values (1, 5, 'x', '2020-01-02T03:04:05.678Z', 1.5, x'00'), (2, null, null, null, null, null), (3, 9007199254740991, 7, 'soon', '2.5', null);
       create view v as with recursive r(n) as (select 1 union all select n + 1 from r) select n from r;`,
    );
    expect(await geoPackageReader.parts?.(source)).toEqual(['t']);
    const description = await geoPackageReader.describe(source);
    expect(warningsOf(description)).toEqual(['Columns of raw bytes are left out.']);
    expect(description.fields.map(({ name, type }) => [name, type.slice(13)])).toEqual([
      ['a', 'BigInteger'],
      ['b', 'String'],
      ['c', 'Date'],
      ['d', 'Double'],
    ]);
    const { rows } = await readAll(geoPackageReader, source, { description });
    expect(rows.map((row) => row.values)).toEqual([
      [5, 'x', Date.UTC(2020, 0, 2, 3, 4, 5, 678), 1.5],
      [null, null, null, null],
      [9007199254740991, '7', null, 2.5],
    ]);
  });

  it('keeps whole numbers beyond 2^53 to the last digit, as text', async () => {
    const source = await made(
      'wide.gpkg',
      `create table gpkg_contents (table_name text, data_type text);
       insert into gpkg_contents values ('t', 'attributes');
       create table t (fid integer primary key, parcel integer, counted integer);
       insert into t values (1, 9223372036854775807, 5000000000), (2, -9007199254740993, null), (3, 12, 1);`,
    );
    const description = await geoPackageReader.describe(source);
    expect(description.fields.map(({ name, type, length }) => [name, type, length])).toEqual([
      ['parcel', 'esriFieldTypeString', 20],
      ['counted', 'esriFieldTypeBigInteger', undefined],
    ]);
    expect(warningsOf(description)).toEqual(['Whole numbers beyond 9,007,199,254,740,991 would lose digits, so parcel is kept as text.']);
    expect(description.sample[0]).toEqual(['9223372036854775807', 5000000000]);
    const { rows } = await readAll(geoPackageReader, source, { description });
    expect(rows.map((row) => row.values)).toEqual([
      ['9223372036854775807', 5000000000],
      ['-9007199254740993', null],
      ['12', 1],
    ]);
  });
});
