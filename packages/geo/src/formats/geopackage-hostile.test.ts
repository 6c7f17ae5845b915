// GeoPackages that would keep the server busy for ever: virtual tables that stand for views, and long tables without an index.
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAll } from '../../testing/read-fixture.ts';
import { memorySource } from './byte-source.ts';
import type { DatasetSource } from './format-reader.ts';
import { geoPackageReader } from './geopackage.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gpkg-hostile-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

let made = 0;

/** A GeoPackage with a table `t` of one row, and a view whose rows never end. */
async function withTables(sql: string): Promise<DatasetSource> {
  const path = join(folder, `${made++}.gpkg`);
  const db = new DatabaseSync(path, { defensive: false });
  db.exec(
    `create table gpkg_contents (table_name text, data_type text);
     insert into gpkg_contents values ('t', 'attributes');
     create table t (fid integer primary key, s text);
     insert into t values (1, 'a');
     create view endless as with recursive r(n) as (select 1 union all select n + 1 from r)
       select n as rowid, 'x' as table_name, 'features' as data_type, 'x' as column_name, 'x' as title, 'x' as constraint_name from r where n < 0;
     ${sql}`,
  );
  db.close();
  return { main: { ...memorySource('a.gpkg', await readFile(path)), path } };
}

const COLUMNS = 'table_name, data_type, column_name, title, constraint_name';

it('virtual tables are no tables of features, since they can stand for views', async () => {
  const source = await withTables(
    `create virtual table v using fts5(${COLUMNS}, content = 'endless'); insert into gpkg_contents values ('v', 'features');`,
  );
  expect(await geoPackageReader.parts?.(source)).toEqual(['t']);
  await expect(geoPackageReader.describe({ ...source, part: 'v' })).rejects.toMatchObject({ sentence: { code: 'part-missing' } });
});

it.each(['gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys'])('are refused where %s is a virtual table', async (name) => {
  const source = await withTables(`
    create table if not exists ${name} (a); drop table ${name}; create virtual table ${name} using fts5(${COLUMNS}, content = 'endless');`);
  await expect(geoPackageReader.describe(source)).rejects.toMatchObject({ sentence: { code: 'gpkg-damaged' } });
});

it('are read without names and lists of columns where those are in a virtual table', async () => {
  const source = await withTables(`create virtual table gpkg_data_columns using fts5(${COLUMNS}, content = 'endless');`);
  expect((await readAll(geoPackageReader, source)).rows.map(({ values }) => values)).toEqual([['a']]);
});

it('look at a long table of lists as often for many columns as for one', async () => {
  const names = Array.from({ length: 1_000 }, (_, i) => `c${i}`);
  const timeOf = async (told: number): Promise<number> => {
    const source = await withTables(
      `create table u (fid integer primary key, ${names.map((name) => `${name} text`).join(', ')}); insert into gpkg_contents values ('u', 'attributes');
       create table gpkg_data_columns (table_name text, column_name text, title text, constraint_name text);
       insert into gpkg_data_columns values ${names
         .slice(0, told)
         .map((name) => `('u', '${name}', null, 'list ${name}')`)
         .join(', ')};
       create table gpkg_data_column_constraints (constraint_name text, constraint_type text, value text, min numeric, max numeric, description text);
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 200000)
         insert into gpkg_data_column_constraints select 'other', 'enum', i, null, null, null from n;
       insert into gpkg_data_column_constraints values ('list c0', 'enum', 'v', null, null, 'V');`,
    );
    const start = performance.now();
    const { fields } = await geoPackageReader.describe({ ...source, part: 'u' });
    expect(fields.map(({ domain }) => domain?.type)).toEqual(['codedValue', ...Array(999).fill(undefined)]);
    return performance.now() - start;
  };
  // Each look takes some milliseconds: a thousand of them took many seconds.
  expect(await timeOf(1_000)).toBeLessThan(20 * (await timeOf(1)));
}, 120_000);
