// Columns of GeoPackages that are worked out from others.
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAll, warningsOf } from '../../testing/read-fixture.ts';
import { memorySource } from './byte-source.ts';
import type { DatasetSource, FormatError } from './format-reader.ts';
import { geoPackageReader, geoPackageReaderWithin } from './geopackage.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gpkg-reckoned-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

let made = 0;

/** A GeoPackage with the table `t`, whose only rows have the texts and numbers given. */
async function withTable(columns: string, rows = "(1, 2.5, 'ab', null)", more = ''): Promise<DatasetSource> {
  const path = join(folder, `${made++}.gpkg`);
  const db = new DatabaseSync(path, { defensive: false });
  db.exec(
    `create table gpkg_contents (table_name text, data_type text);
     insert into gpkg_contents values ('t', 'attributes');
     create table t (fid integer primary key, x real, s text, j text, ${columns});
     insert into t (fid, x, s, j) values ${rows};
     ${more}`,
  );
  db.close();
  return { main: { ...memorySource('a.gpkg', await readFile(path)), path } };
}

/** The columns that are read beside `x`, `s` and `j`, with their types and the values of the first row. */
async function readOf(source: DatasetSource): Promise<[fields: string[], values: unknown[], warnings: string[]]> {
  const description = await geoPackageReader.describe(source);
  const { rows } = await readAll(geoPackageReader, source, { description });
  const fields = description.fields.slice(3).map(({ name, type }) => `${name} ${type.slice(13)}`);
  return [fields, rows[0]?.values.slice(3) ?? [], warningsOf(description)];
}

it.each([
  ['a real generated always as (x * 2) stored', 'a Double', 5],
  ['a real generated always as (x * 2) virtual', 'a Double', 5],
  ['"of two" text(20) as (s || \'-\' || fid)', 'of_two String', 'ab-1'],
  ['a as (fid + 1)', 'a Integer', 2],
  ['a as (fid + 1.5) stored', 'a Double', 2.5],
  ['a as (upper(substr(s, 1, 1)))', 'a String', 'A'],
  ["a text as (case when s like 'a%' then 'yes' else 'no' end)", 'a String', 'yes'],
  ['a integer as (b + 1), b integer as (fid * 10)', 'a Integer', 11],
  ["a date as (date('2024-01-31', '+1 day'))", 'a DateOnly', '2024-02-01'],
  ["a text as (replace(s, 'b', 'cd'))", 'a String', 'acd'],
  ["a text as (printf('%03d-%s', fid, s))", 'a String', '001-ab'],
  ["a text as (format('%.1f', x))", 'a String', '2.5'],
  ["a integer as (instr(s, 'b'))", 'a Integer', 2],
  ["a text as (trim(s, 'a') || hex('k'))", 'a String', 'b6B'],
  // Stored values are there, however they came to be.
  ["a text as (replace(s, 'a', 'x')) stored", 'a String', 'xb'],
])('are read like others: %s', async (column, field, value) => {
  const [fields, values, warnings] = await readOf(await withTable(column));
  expect([fields[0], values[0], warnings]).toEqual([field, value, []]);
});

it('the first of them may hold bytes, which are left out as others', async () => {
  const [fields, , warnings] = await readOf(await withTable("a blob as (x'0102'), b as (x'01') stored, c as (s)"));
  expect([fields, warnings]).toEqual([['c String'], ['Columns of raw bytes are left out.']]);
});

const doubling = Array.from({ length: 13 }, (_, i) => `c${i + 1} real as (c${i} + c${i})`).join(', ');
it.each([
  ['that makes much of little', 'a text as (hex(zeroblob(1000000)))', 'a'],
  ['that makes more of a text', "a text as (replace(j, 'x', 'bcd'))", 'a'],
  ['that makes a long text of a number', "a text as (printf('%200000d', fid))", 'a'],
  ['that names columns that name others, twice each', `c0 real as (x), ${doubling}`, 'c6, c7, c8, c9, c10, c11, c12, c13'],
  ['that fails for a row', "a text as (json_extract(j, '$.a')), b real as (x * 3)", 'a'],
  ['with a pattern from the row', 'a integer as (s like j)', 'a'],
  ['that makes a text of more than 100,000 characters', 'a text as (j || j)', 'a'],
])('are left out and named with a formula %s', async (_, column, names) => {
  const long = 'x'.repeat(60_000);
  // Columns that are added afterwards are not tried on the rows that are there.
  const added = column.split(/, (?=\w+ \w+ as)/).map((one) => `alter table t add column ${one};`);
  const source = await withTable('kept as (1)', `(1, 2.5, 'ab', '{"a":1}'), (2, 1, 'b', '${long}')`, added.join(' '));
  const [fields, values, warnings] = await readOf(source);
  expect(fields[0]).toBe('kept Integer');
  expect(values[0]).toBe(1);
  expect(warnings).toEqual([
    `Columns that the file works out with formulas that are not read here are left out: ${names}. Write their values into plain columns to keep them.`,
  ]);
  for (const name of names.split(', ')) expect(fields.map((field) => field.split(' ')[0])).not.toContain(name);
});

it('are left out where the function is that of another program', async () => {
  // Such a file is made where the function is known: here the text of the table is written by hand.
  const source = await withTable(
    'a real as (abs(x)), b text as (upper(s)) stored',
    "(1, -2.5, 'ab', null)",
    `pragma writable_schema = on;
     update sqlite_master set sql = replace(replace(sql, 'abs(x)', 'ST_Area(x)'), 'upper(s)', 'ST_AsText(s)') where name = 't';`,
  );
  expect(await readOf(source)).toEqual([['b String'], ['AB'], [expect.stringContaining('are left out: a.')]]);
});

it('batches end where texts are long, however short the file is', async () => {
  const rows = Array.from({ length: 300 }, (_, i) => `(${i + 1}, 1, '${'é'.repeat(490)}', null)`).join(', ');
  const source = await withTable(`a text as (${Array.from({ length: 100 }, () => 's').join(' || ')})`, rows);
  const description = await geoPackageReader.describe(source);
  const sizes: number[] = [];
  for await (const batch of geoPackageReader.features(source, { description })) sizes.push(batch.length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(300);
  expect(Math.max(...sizes)).toBeLessThan(200);
});

it('are refused where a formula takes for ever, while others have their turn', async () => {
  // Each letter of the text is looked for among thousands.
  const letters = "replace(hex(zeroblob(2500)), '0', 'b') || 'a'";
  const rows = Array.from({ length: 60 }, (_, i) => `(${i + 1}, 1, 's', '${'a'.repeat(90_000)}')`).join(', ');
  const source = await withTable('kept as (1)', rows, `alter table t add column a text as (trim(j, ${letters}));`);
  let turns = 0;
  const timer = setInterval(() => turns++, 20);
  const refused = await geoPackageReaderWithin(2_000)
    .describe(source)
    .then(warningsOf, (error: FormatError) => error.sentence);
  clearInterval(timer);
  expect(refused).toMatchObject({ code: 'gpkg-slow', values: { file: 'a.gpkg' } });
  expect(turns).toBeGreaterThan(5);
}, 60_000);

it.each([
  ['a geometry', "geom blob as (x'4750') stored", true],
  ['a geometry that is not read', 'geom blob as (zeroblob(1000000))', false],
])('may hold %s', async (_, column, isRead) => {
  const source = await withTable(
    column,
    undefined,
    `create table gpkg_geometry_columns (table_name text, column_name text, geometry_type_name text, srs_id integer);
     insert into gpkg_geometry_columns values ('t', 'geom', 'POINT', 0);
     create table gpkg_spatial_ref_sys (srs_id integer, organization text, organization_coordsys_id integer, definition text);`,
  );
  const described = geoPackageReader.describe(source);
  if (isRead) expect((await described).fields.map(({ name }) => name)).toEqual(['x', 's', 'j']);
  else await expect(described).rejects.toThrow('a.gpkg works out the geometries in “geom” with a formula that is not read here.');
});

it('are refused where the format itself keeps its books', async () => {
  const endless = 'with recursive r(n) as (select 1 union all select n + 1 from r) select n as table_name from r';
  for (const books of [
    `view gpkg_geometry_columns as ${endless}`,
    'table gpkg_spatial_ref_sys (srs_id integer, w text as (hex(zeroblob(9))))',
  ])
    await expect(geoPackageReader.describe(await withTable('a as (1)', undefined, `create ${books};`))).rejects.toThrow('damaged');
});
