// Columns in types that a person chose, of formats that have types of their own.
import { describe, expect, it } from 'vitest';
import { dataset, datasetsIn, readAll } from '../../testing/read-fixture.ts';
import { inChosenTypes } from './chosen-types.ts';
import { csvReader } from './csv.ts';
import type { FieldType, ReadOptions } from './format-reader.ts';
import { geoJsonReader } from './geojson.ts';
import { kmlReader } from './kml.ts';
import { shapefileReader } from './shapefile.ts';

const reader = inChosenTypes(geoJsonReader);

/** The values of one property in another type, and why rows were left out. */
async function read(values: readonly unknown[], type: FieldType) {
  const features = values.map((v) => ({ type: 'Feature', properties: { v }, geometry: null }));
  const source = dataset('a.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
  const options: ReadOptions = { types: { v: type } };
  const description = await reader.describe(source, options);
  expect(description.fields[0]?.type).toBe(type);
  const { rows, problems } = await readAll(reader, source, { ...options, description });
  return { sample: description.sample.map(([value]) => value), values: rows.map((row) => row.values[0]), problems };
}

const DAY = Date.UTC(2020, 4, 1);

describe('inChosenTypes', () => {
  it('keeps texts as they stand in the file where the file has no types', async () => {
    expect((await read(['2020-05-01', null, '1969-12-31T23:00:00Z'], 'esriFieldTypeString')).values).toEqual([
      '2020-05-01',
      null,
      '1969-12-31T23:00:00Z',
    ]);
    expect((await read([1.5, -2, 1e21], 'esriFieldTypeString')).values).toEqual(['1.5', '-2', '1e+21']);
    expect((await read([true, false], 'esriFieldTypeString')).values).toEqual(['true', 'false']);
  });

  it('reads texts as numbers and dates, as those of delimited text', async () => {
    const { values, sample, problems } = await read(['12', ' 7 ', '', 'tall', null], 'esriFieldTypeInteger');
    expect([values, sample]).toEqual([
      [12, 7, null, null],
      [12, 7, null, null, null],
    ]);
    expect(problems).toEqual([{ row: 4, problem: '“tall” in the column v is not a number of that kind' }]);
    expect((await read(['1,5', '2,25'], 'esriFieldTypeDouble')).values).toEqual([1.5, 2.25]);
    const dates = await read(['31.12.1965', '01.02.2020', '40.01.2020'], 'esriFieldTypeDate');
    expect(dates.values).toEqual([Date.UTC(1965, 11, 31), Date.UTC(2020, 1, 1)]);
    expect(dates.problems).toEqual([{ row: 3, problem: '“40.01.2020” in the column v is not a date' }]);
  });

  it('takes numbers as milliseconds of dates, and cuts nothing off', async () => {
    expect((await read([DAY, -DAY], 'esriFieldTypeDate')).values).toEqual([DAY, -DAY]);
    expect((await read(['2020-05-01'], 'esriFieldTypeBigInteger')).values).toEqual([DAY]);
    const halves = await read([1, 1.5, 3e9], 'esriFieldTypeInteger');
    expect([halves.values, halves.problems.map(({ row }) => row)]).toEqual([[1], [2, 3]]);
    expect((await read([1e300], 'esriFieldTypeDate')).problems).toHaveLength(1);
  });

  it('changes the columns of a shapefile, and leaves the others', async () => {
    const [source] = await datasetsIn('vector/german_towns_latin1_25832.zip');
    if (!source) throw new Error('no dataset');
    const own = await shapefileReader.describe(source);
    const dates = own.fields.filter(({ type }) => type === 'esriFieldTypeDate').map(({ name }) => name.toLowerCase());
    const numbers = own.fields.filter(({ type }) => type === 'esriFieldTypeInteger').map(({ name }) => name.toLowerCase());
    const types = Object.fromEntries([...dates, ...numbers].map((name) => [name, 'esriFieldTypeString' as const]));
    expect(dates.length * numbers.length).toBeGreaterThan(0);
    const typed = inChosenTypes(shapefileReader);
    const description = await typed.describe(source, { types });
    const before = await readAll(shapefileReader, source);
    const { rows } = await readAll(typed, source, { types, description });
    expect(rows).toHaveLength(2500);
    for (const [i, field] of own.fields.entries()) {
      const value = before.rows[0]?.values[i];
      const wanted =
        field.type === 'esriFieldTypeDate'
          ? new Date(Number(value)).toISOString().slice(0, 10)
          : types[field.name.toLowerCase()] !== undefined
            ? String(value)
            : value;
      expect([field.name, rows[0]?.values[i]]).toEqual([field.name, wanted]);
    }
  });

  it('takes no name that every object has for a chosen one', async () => {
    const features = [{ type: 'Feature', properties: { constructor: 1, toString: 'a' }, geometry: null }];
    const source = dataset('a.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
    const { fields } = await reader.describe(source, { types: {} });
    expect(fields.map(({ name, type }) => [name, type])).toEqual([
      ['constructor', 'esriFieldTypeInteger'],
      ['toString', 'esriFieldTypeString'],
    ]);
    const table = dataset('a.csv', 'constructor,toString\n1,a\n');
    expect((await csvReader.describe(table, { types: {} })).fields.map(({ type }) => type)).toEqual([
      'esriFieldTypeInteger',
      'esriFieldTypeString',
    ]);
  });

  it('keeps the texts of KML, and a file without a chosen type as it is', async () => {
    const place = (value: string): string =>
      `<Placemark><ExtendedData><Data name="n"><value>${value}</value></Data></ExtendedData></Placemark>`;
    const source = dataset('a.kml', `<kml>${place('1.50')}${place('7')}</kml>`);
    const typed = inChosenTypes(kmlReader);
    const options: ReadOptions = { types: { n: 'esriFieldTypeString' } };
    expect((await readAll(typed, source, options)).rows.map(({ values }) => values)).toEqual([['1.50'], ['7']]);
    expect((await readAll(typed, source)).rows.map(({ values }) => values)).toEqual([[1.5], [7]]);
  });
});

it('whole numbers chosen for a column whose thousands are set apart keep them', async () => {
  const source = dataset('a.csv', 'n,pop\n1,"1,234"\n2,"12,345"\n3,999\n4,"2,345,678"\n');
  const options: ReadOptions = { types: { pop: 'esriFieldTypeInteger' } };
  const description = await csvReader.describe(source, options);
  const { rows, problems } = await readAll(csvReader, source, { ...options, description });
  expect(problems).toEqual([]);
  expect(rows.map((row) => row.values[1])).toEqual([1234, 12_345, 999, 2_345_678]);
});

it('whole numbers chosen for a column of single groups are no decimals', async () => {
  const source = dataset('a.csv', 'n,pop\n1,"1,234"\n2,"12,345"\n3,999\n');
  const options: ReadOptions = { types: { pop: 'esriFieldTypeInteger' } };
  const description = await csvReader.describe(source, options);
  const { rows, problems } = await readAll(csvReader, source, { ...options, description });
  expect(problems).toEqual([]);
  expect(rows.map((row) => row.values[1])).toEqual([1234, 12_345, 999]);
});
