// Numbers of delimited text in which a comma or a point may stand before decimals or between thousands.
import { expect, it } from 'vitest';
import { dataset, readAll, warningsOf } from '../../testing/read-fixture.ts';
import { inChosenTypes } from './chosen-types.ts';
import { csvReader } from './csv.ts';
import type { ReadOptions } from './format-reader.ts';
import { geoJsonReader } from './geojson.ts';

async function read(text: string, options: ReadOptions = {}) {
  const source = dataset('t.csv', text);
  const description = await csvReader.describe(source, options);
  const { rows } = await readAll(csvReader, source, { ...options, description });
  return {
    values: rows.map(({ values }) => values[1]),
    warnings: warningsOf(description).map((text) => text.split(/ (?:before|between) /)[0]),
  };
}

const COMMAS = ['Numbers in “v” are read with “,”'];
const POINTS = ['Numbers in “v” are read with “.”'];

it.each([
  ['a tab, alone', 'n\tv\na\t1,234\nb\t12,345\n', [1234, 12_345], COMMAS],
  ['a tab, all equally long', 'n\tv\na\t1,234\nb\t5,678\n', [1234, 5678], COMMAS],
  ['a bar', 'n|v\na|1,234\nb|12,345\n', [1234, 12_345], COMMAS],
  ['a comma', 'n,v\na,"1,234"\nb,"12,345"\n', [1234, 12_345], COMMAS],
  ['a tab, with decimals behind points beside', 'n\tv\tw\na\t1,234\t1.5\nb\t12,345\t2.5\n', [1234, 12_345], COMMAS],
  ['a tab, with decimals behind commas beside', 'n\tv\tw\na\t1,234\t1,5\nb\t12,345\t2,5\n', [1.234, 12.345], []],
  ['a tab, with decimals of other lengths', 'n\tv\na\t1,234\nb\t12,34\n', [1.234, 12.34], []],
  ['a tab, below one', 'n\tv\na\t1,234\nb\t0,345\n', [1.234, 0.345], []],
  ['a semicolon', 'n;v\na;1,234\nb;12,345\n', [1.234, 12.345], COMMAS],
  ['a semicolon, with decimals behind commas beside', 'n;v;w\na;1,234;1,5\nb;12,345;2,25\n', [1.234, 12.345], []],
  [
    'a tab, with points where those may be thousands beside',
    'n\tv\tw\na\t1.234\t1,234\nb\t12.345\t12,345\n',
    [1.234, 12.345],
    ['Numbers in “w” are read with “,”'],
  ],
] as const)('between cells separated by %s are read the same, whether or not a type is chosen', async (_, text, values, warnings) => {
  const judged = await read(text);
  expect(judged).toEqual({ values, warnings });
  expect(await read(text, { types: { v: 'esriFieldTypeDouble' } })).toEqual(judged);
});

it('the place of the sign is told', async () => {
  const tell = async (text: string) => warningsOf(await csvReader.describe(dataset('t.csv', text)));
  expect(await tell('n\tv\na\t1,234\nb\t12,345\n')).toEqual([expect.stringContaining('between the thousands')]);
  expect(await tell('n;v\na;1,234\nb;12,345\n')).toEqual([expect.stringContaining('before decimals')]);
});

it('points are thousands in a chosen type too, where decimals stand behind commas', async () => {
  const text = 'n;v;w\na;1.234;1,5\nb;12.345;2,25\n';
  const judged = await read(text);
  expect(judged).toEqual({ values: [1234, 12_345], warnings: POINTS });
  expect(await read(text, { types: { v: 'esriFieldTypeDouble' } })).toEqual(judged);
  // Also where the type of the column beside was chosen.
  expect(await read(text, { types: { v: 'esriFieldTypeDouble', w: 'esriFieldTypeDouble' } })).toEqual(judged);
});

it('values that are no numbers do not change how the others are read', async () => {
  const options: ReadOptions = { types: { v: 'esriFieldTypeDouble' } };
  expect(await read('n,v\na,"1,234"\nb,many\nc,"12,345"\n', options)).toEqual({
    values: [1234, 12_345],
    warnings: expect.arrayContaining(COMMAS),
  });
});

it('whole numbers have no decimals, so that nothing is guessed', async () => {
  expect(await read('n;v\na;1,234\nb;12,345\n', { types: { v: 'esriFieldTypeInteger' } })).toEqual({
    values: [1234, 12_345],
    warnings: [],
  });
});

it('texts of other formats that become numbers are told of as well', async () => {
  const features = ['1,234', '12,345'].map((v) => ({ type: 'Feature', properties: { v }, geometry: null }));
  const source = dataset('a.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
  const options: ReadOptions = { types: { v: 'esriFieldTypeDouble' } };
  const reader = inChosenTypes(geoJsonReader);
  const description = await reader.describe(source, options);
  expect(warningsOf(description)).toContainEqual(expect.stringContaining('Numbers in “v” are read with “,” between the thousands'));
  expect((await readAll(reader, source, { ...options, description })).rows.map(({ values }) => values)).toEqual([[1234], [12_345]]);
});
