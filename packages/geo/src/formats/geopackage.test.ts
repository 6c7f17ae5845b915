// GeoPackage: several layers, and databases that are none.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture, readAll, warningsOf } from '../../testing/read-fixture.ts';
import { memorySource } from './byte-source.ts';
import type { DatasetSource } from './format-reader.ts';
import type { WrittenLayer } from './format-writer.ts';
import { geoPackageReader } from './geopackage.ts';
import { writeGeoPackage } from './geopackage-writer.ts';

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
  return { main: { ...memorySource(basename(path), readFileSync(path)), path } };
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

  it('names the views and tiles that are not read, once', async () => {
    const source = await made(
      'views-and-tiles.gpkg',
      `create table gpkg_contents (table_name text, data_type text);
       insert into gpkg_contents values ('old', 'attributes'), ('a', 'attributes'), ('b', 'attributes'), ('seen', 'features'), ('pictures', 'tiles');
       create table a (id integer primary key, n text);
       create table b (id integer primary key, n text);
       create view seen as select * from a;
       create table pictures (id integer primary key, tile_data blob);`,
    );
    expect(await geoPackageReader.parts?.(source)).toEqual(['a', 'b']);
    const said = async (part: string) => warningsOf(await geoPackageReader.describe({ ...source, part }));
    expect(await said('a')).toEqual([
      'Views, tiles and other contents that are no tables of features are left out: seen, pictures.',
      'The file has no features.',
    ]);
    expect(await said('b')).toEqual(['The file has no features.']);
  });

  describe('what a file says about its columns', () => {
    const names = Array.from({ length: 12 }, (_, i) => `c${i}`);
    const about = (constraints: string): string => `
      create table gpkg_contents (table_name text, data_type text);
      insert into gpkg_contents values ('a', 'attributes');
      create table a (id integer primary key, ${names.map((name) => `${name} text`).join(', ')}, n double);
      insert into a (c0, n) values ('x', 1);
      create table gpkg_data_columns (table_name text, column_name text, title text, constraint_name text);
      insert into gpkg_data_columns values ${names.map((name) => `('a', '${name}', 'Title of ${name}', 'list')`).join(', ')}, ('a', 'n', null, 'limits');
      ${constraints}`;
    const columns = 'constraint_name text, constraint_type text, value text, min numeric, max numeric';

    it('is no more than one long list, however many columns name it', async () => {
      const list = `create table gpkg_data_column_constraints (${columns}, description text);
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
        insert into gpkg_data_column_constraints select 'list', 'enum', 'v' || i, null, null, hex(zeroblob(1000)) from n;
        insert into gpkg_data_column_constraints values ('limits', 'range', null, -9223372036854775807, 9223372036854775807, null);`;
      const { fields } = await geoPackageReader.describe(await made('lists.gpkg', about(list)));
      expect(fields.map(({ domain }) => domain?.type)).toEqual([...Array(10).fill('codedValue'), undefined, undefined, 'range']);
      expect(fields[11]?.alias).toBe('Title of c11');
      const [domain] = fields.flatMap((field) => field.domain ?? []);
      expect(domain?.type === 'codedValue' && domain.codedValues[0]).toEqual({ name: '0'.repeat(250), code: 'v1' });
    });

    it('is passed over where it is reckoned', async () => {
      const list = `create table gpkg_data_column_constraints (${columns}, description text as (hex(zeroblob(1000000))));
        insert into gpkg_data_column_constraints (constraint_name, constraint_type, value) values ('list', 'enum', 'v');`;
      const { fields } = await geoPackageReader.describe(await made('reckoned.gpkg', about(list)));
      expect(fields.map(({ domain }) => domain)).toEqual(Array(13).fill(undefined));
    });
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

  it('tells once of tables that the file does not list, and of relations between tables', async () => {
    const source = await made(
      'beside.gpkg',
      `create table gpkg_contents (table_name text, data_type text);
       insert into gpkg_contents values ('a', 'attributes'), ('b', 'attributes');
       create table a (id integer primary key, n text);
       create table b (id integer primary key, n text);
       create table forgotten (n text);
       create virtual table rtree_a_geom using rtree(id, minx, maxx, miny, maxy);
       create table gpkgext_relations (id integer primary key, base_table_name text, related_table_name text, mapping_table_name text);
       insert into gpkgext_relations values (1, 'a', 'b', 'a_b');`,
    );
    const said = async (part: string) => warningsOf(await geoPackageReader.describe({ ...source, part }));
    expect((await said('a')).slice(0, 2)).toEqual([
      'Views, tiles and other contents that are no tables of features are left out: forgotten.',
      'Relationships between layers are left out: a → b.',
    ]);
    expect((await said('b')).join()).not.toMatch(/forgotten|→/);
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
    expect(warningsOf(description)).toEqual([
      'Views, tiles and other contents that are no tables of features are left out: v.',
      'Columns of raw bytes are left out.',
      'Values that do not fit the type of their column are left out: 1, in c.',
    ]);
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

  it.each([
    ['undefined', 'NONE', -1, 'undefined', null],
    ['on a plan', 'NONE', 99_999, 'LOCAL_CS["plan",UNIT["metre",1]]', null],
    ['with heights, of a number that is new', 'EPSG', 9518, 'COMPD_CS["a",GEOGCS["WGS 84",DATUM["d"]],VERT_CS["h"]]', { wkid: 4326 }],
    ['of a number', 'EPSG', 25_832, 'PROJCS["a",GEOGCS["b"]]', { wkid: 25_832 }],
    ['of a text', 'NONE', 100_000, 'PROJCS["a",GEOGCS["b"]]', { wkt: 'PROJCS["a",GEOGCS["b"]]' }],
  ])('knows the coordinate system of a layer %s', async (title, organization, code, definition, expected) => {
    const source = await made(
      `${title.replace(/\W/g, '')}.gpkg`,
      `create table gpkg_contents (table_name text, data_type text);
       insert into gpkg_contents values ('t', 'features');
       create table gpkg_spatial_ref_sys (srs_id integer, organization text, organization_coordsys_id integer, definition text);
       insert into gpkg_spatial_ref_sys values (${code}, '${organization}', ${code}, '${definition}');
       create table gpkg_geometry_columns (table_name text, column_name text, geometry_type_name text, srs_id integer);
       insert into gpkg_geometry_columns values ('t', 'geom', 'POINT', ${code});
       create table t (fid integer primary key, geom blob);`,
    );
    expect((await geoPackageReader.describe(source)).spatialReference).toEqual(expected);
  });

  it.each([
    [102_008, 'ESRI'],
    [25_832, 'EPSG'],
  ])('is written in the system %i of those who number it', async (srid, organisation) => {
    const path = join(folder, `written-${srid}.gpkg`);
    const layer: WrittenLayer = { name: 'a', geometryType: 'esriGeometryPoint', hasZ: false, fields: [], async *rows() {} };
    await writeGeoPackage(path, [layer], { srid, wkt: null });
    const db = new DatabaseSync(path, { readOnly: true });
    const row = db.prepare('select organization, organization_coordsys_id as code from gpkg_spatial_ref_sys where srs_id = ?').get(srid);
    db.close();
    expect(row).toMatchObject({ organization: organisation, code: srid });
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

it('columns whose values do not keep to their type get one that holds them, and what none holds is told of', async () => {
  const source = await made(
    'loose.gpkg',
    `create table gpkg_contents (table_name TEXT, data_type TEXT);
     insert into gpkg_contents values ('t', 'attributes');
     create table t (fid INTEGER PRIMARY KEY, small SMALLINT, whole MEDIUMINT, single FLOAT, day DATE, half SMALLINT, fits SMALLINT);
     insert into t values (1, 7, 7, 0.1, '2024-02-29', 1, 1), (2, 100000, 5000000000, 1e300, 'soon', 1.5, -32767);`,
  );
  const description = await geoPackageReader.describe(source);
  expect(description.fields.map(({ name, type }) => `${name} ${type.slice(13)}`)).toEqual([
    'small Integer',
    'whole BigInteger',
    'single Double',
    'day DateOnly',
    'half Double',
    'fits SmallInteger',
  ]);
  expect(warningsOf(description)).toEqual(['Values that do not fit the type of their column are left out: 1, in day.']);
  const { rows } = await readAll(geoPackageReader, source, { description });
  expect(rows.map(({ values }) => values)).toEqual([
    [7, 7, 0.1, '2024-02-29', 1, 1],
    [100_000, 5_000_000_000, 1e300, null, 1.5, -32_767],
  ]);
});

it('names for people and allowed values come from the schema extension, whoever wrote it', async () => {
  const source = await made(
    'told.gpkg',
    `create table gpkg_contents (table_name TEXT, data_type TEXT);
     insert into gpkg_contents values ('t', 'attributes');
     create table t (fid INTEGER PRIMARY KEY, kind INTEGER, share REAL, word TEXT(12), clock TEXT, odd INTEGER);
     insert into t values (1, 2, 0.5, 'x', '9:05', 1);
     create table gpkg_data_columns (table_name TEXT, column_name TEXT, name TEXT, title TEXT, description TEXT, mime_type TEXT, constraint_name TEXT);
     insert into gpkg_data_columns values ('T', 'KIND', null, 'Kind of road', null, null, 'kinds'), ('t', 'share', null, ' ', null, null, 'shares'),
       ('t', 'clock', null, null, null, null, 'esri_time_only'), ('t', 'odd', null, null, null, null, 'esri_guid');
     create table gpkg_data_column_constraints (constraint_name TEXT, constraint_type TEXT, value TEXT, min NUMERIC, min_is_inclusive BOOLEAN,
       max NUMERIC, max_is_inclusive BOOLEAN, description TEXT);
     insert into gpkg_data_column_constraints values ('kinds', 'enum', '2', null, null, null, null, 'track'), ('kinds', 'enum', '1', null, null, null, null, null),
       ('shares', 'range', null, 0, 1, 1, 1, null);`,
  );
  const { fields, sample } = await geoPackageReader.describe(source);
  expect(fields).toEqual([
    {
      name: 'kind',
      alias: 'Kind of road',
      type: 'esriFieldTypeInteger',
      domain: {
        type: 'codedValue',
        name: 'kinds',
        codedValues: [
          { name: 'track', code: 2 },
          { name: '1', code: 1 },
        ],
      },
    },
    { name: 'share', alias: 'share', type: 'esriFieldTypeDouble', domain: { type: 'range', name: 'shares', range: [0, 1] } },
    { name: 'word', alias: 'word', type: 'esriFieldTypeString', length: 12, hasOwnLength: true },
    { name: 'clock', alias: 'clock', type: 'esriFieldTypeTimeOnly' },
    { name: 'odd', alias: 'odd', type: 'esriFieldTypeInteger' },
  ]);
  expect(sample).toEqual([[2, 0.5, 'x', '09:05:00', 1]]);
});

it('moments finer than a millisecond are told of, and kept to the millisecond', async () => {
  const source = await made(
    'moments.gpkg',
    `create table gpkg_contents (table_name TEXT, data_type TEXT); insert into gpkg_contents values ('t', 'attributes');
     create table t (fid INTEGER PRIMARY KEY, at DATETIME, plain DATETIME, note TEXT);
     insert into t values (1, '2024-01-01T10:00:00.123Z', '2024-01-01T10:00:00Z', '10:00:00.123456'),
       (2, '2024-01-01T10:00:00.123456Z', null, ''), (3, '2024-01-01T10:00:00.123400Z', '2024-01-01T10:00:00.5000Z', '')`,
  );
  const { warnings, sample } = await geoPackageReader.describe(source);
  expect(warnings).toMatchObject([{ code: 'moments-cut', values: { count: 2, row: 2, columns: 'at' } }]);
  expect(new Set(sample.map(([at]) => at))).toEqual(new Set([Date.UTC(2024, 0, 1, 10, 0, 0, 123)]));
});

it('lists of values that are too long are told of, and shorter ones are read', async () => {
  const values = (name: string, count: number): string =>
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
     insert into gpkg_data_column_constraints (constraint_name, constraint_type, value) select '${name}', 'enum', i from n;`;
  const source = await made(
    'long-lists.gpkg',
    `create table gpkg_contents (table_name TEXT, data_type TEXT); insert into gpkg_contents values ('t', 'attributes');
     create table t (fid INTEGER PRIMARY KEY, long TEXT, short TEXT, other TEXT, broken TEXT); insert into t values (1, 'a', 'b', 'c', 'd');
     create table gpkg_data_columns (table_name TEXT, column_name TEXT, title TEXT, constraint_name TEXT);
     insert into gpkg_data_columns values ('t', 'long', null, 'l'), ('t', 'short', null, 's'), ('t', 'other', null, 'o'), ('t', 'broken', null, 'x');
     create table gpkg_data_column_constraints (constraint_name TEXT, constraint_type TEXT, value TEXT, min NUMERIC, max NUMERIC, description TEXT);
     ${values('l', 10_001)} ${values('s', 6_000)} ${values('o', 5_000)}`,
  );
  const { fields, warnings } = await geoPackageReader.describe(source);
  expect(fields.map(({ name, domain }) => [name, domain?.type])).toEqual([
    ['long', undefined],
    ['short', 'codedValue'],
    ['other', undefined],
    ['broken', undefined],
  ]);
  expect(warnings).toMatchObject([{ code: 'lists-long', values: { names: 'long, other' } }]);
});
