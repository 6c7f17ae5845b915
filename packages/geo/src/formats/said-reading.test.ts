import { expect, it } from 'vitest';
import { dataset, readAll, warningsOf } from '../../testing/read-fixture.ts';
import { csvReader } from './csv.ts';
import type { ReadOptions } from './format-reader.ts';

/** The types and values of the second column. */
async function read(text: string, options: ReadOptions) {
  const source = dataset('t.csv', text);
  const description = await csvReader.describe(source, options);
  const { rows } = await readAll(csvReader, source, { ...options, description });
  const type = description.fields[1]?.type.replace('esriFieldType', '');
  return { type, values: rows.map(({ values }) => values[1]), warnings: warningsOf(description) };
}

it('dates whose day and month cannot be told apart are read as it is said; others as they can be', async () => {
  const both = 'n,when\na,02/03/2024\n';
  expect(await read(both, { dateOrder: 'dayFirst' })).toEqual({ type: 'Date', values: [Date.UTC(2024, 2, 2)], warnings: [] });
  expect(await read(both, { dateOrder: 'monthFirst' })).toEqual({ type: 'Date', values: [Date.UTC(2024, 1, 3)], warnings: [] });
  const types = { when: 'esriFieldTypeDateOnly' } as const;
  expect((await read(both, { dateOrder: 'dayFirst', types })).values).toEqual(['2024-03-02']);
  expect((await read('n,when\na,12/31/2024\n', { dateOrder: 'dayFirst' })).values).toEqual([Date.UTC(2024, 11, 31)]);
});

it.each([
  ['1.234\nb;2.500', ',', 'Integer', [1234, 2500]],
  ['1.234\nb;2.500', '.', 'Double', [1.234, 2.5]],
  ['1,234\nb;2,500', '.', 'Integer', [1234, 2500]],
  ['1,234\nb;2,500', ',', 'Double', [1.234, 2.5]],
  ['1.234,5\nb;12', ',', 'Double', [1234.5, 12]],
  ["1'234.5\nb;7", '.', 'Double', [1234.5, 7]],
] as const)('numbers such as %j with “%s” before decimals', async (cells, decimalSign, type, values) => {
  expect(await read(`n;x\na;${cells}\n`, { decimalSign })).toEqual({ type, values, warnings: [] });
});

it.each([
  ['1,5\nb;2,25', '.', 'Double', [1.5, 2.25]],
  ['12\nb;1500', ',', 'Integer', [12, 1500]],
  ['0123\nb;0456', ',', 'String', ['0123', '0456']],
  ['1.2.2024\nb;3.4.2024', ',', 'Date', [Date.UTC(2024, 1, 1), Date.UTC(2024, 3, 3)]],
  ['tall\nb;1,5', ',', 'String', ['tall', '1,5']],
] as const)('values that can be read in one way only stay so: %j', async (cells, decimalSign, type, values) => {
  expect(await read(`n;x\na;${cells}\n`, { decimalSign })).toMatchObject({ type, values });
});
