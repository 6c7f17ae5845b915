// Columns of workbooks that are texts though some cells look like numbers: truth values in them are words, and marked texts stay as they are.
import { expect, it } from 'vitest';
import { readAll } from '../../testing/read-fixture.ts';
import { zipOf } from '../../testing/zip-of.ts';
import { memorySource } from './byte-source.ts';
import { excelReader } from './excel.ts';
import type { ReadOptions } from './format-reader.ts';

const STYLES = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="0" quotePrefix="1"/></cellXfs></styleSheet>';
const text = (words: string, style = 0): string => `<c s="${style}" t="inlineStr"><is><t>${words}</t></is></c>`;
const truth = (value: boolean): string => `<c t="b"><v>${value ? 1 : 0}</v></c>`;
const number = (value: number): string => `<c><v>${value}</v></c>`;
const NONE = '<c/>';

async function read(rows: readonly (readonly string[])[], options: ReadOptions = {}) {
  const main = memorySource(
    'book.xlsx',
    zipOf({
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="a" Target="worksheets/s.xml"/></Relationships>',
      'xl/styles.xml': STYLES,
      'xl/worksheets/s.xml': `<worksheet><sheetData>${rows.map((cells) => `<row>${cells.join('')}</row>`).join('')}</sheetData></worksheet>`,
    }),
  );
  const description = await excelReader.describe({ main }, options);
  const { rows: found, problems } = await readAll(excelReader, { main }, { ...options, description });
  return {
    types: description.fields.map(({ type }) => type.slice('esriFieldType'.length)),
    values: found.map(({ values }) => values),
    sample: description.sample,
    problems,
  };
}

const HEIGHTS = [
  [text('height'), text('planted')],
  [text('1,234'), text('25/04/2024')],
  [text('2,345', 1), text('26/04/2024', 1)],
  [text('n/a', 1), text('27/04/2024')],
  [number(3), NONE],
];
const READ = [
  [1234, Date.UTC(2024, 3, 25)],
  [2345, Date.UTC(2024, 3, 26)],
  [null, Date.UTC(2024, 3, 27)],
  [3, null],
];

it('a mark among many makes no texts of a column', async () => {
  const { types, values } = await read(HEIGHTS);
  expect([types, values]).toEqual([['Integer', 'Date'], READ]);
});

it('words for no value, and blank cells, count for neither side', async () => {
  const rows = [[text('n')], [text('1', 1)], [text('n/a')], [text('null')], [text(' ')], [text('2', 1)], [number(3)]];
  expect((await read(rows)).types).toEqual(['String']);
});

it('columns that are wanted as values are none of texts, whatever is marked in them', async () => {
  const marked = HEIGHTS.map((row, i) => (i === 0 ? row : row.map((cell) => cell.replace('s="0"', 's="1"'))));
  const columns = new Set(['height', 'planted']);
  expect((await read(marked, { valueColumns: columns })).values).toEqual(READ);
  expect((await read(marked)).types).toEqual(['String', 'String']);
  const truths = [[text('height')], [truth(true)], [truth(false)], [text('unknown')]];
  expect((await read(truths, { valueColumns: columns })).values).toEqual([['1'], ['0'], ['unknown']]);
});

it('the first row counts where it has no names, and stays one of values', async () => {
  const rows = [
    [truth(true), text('1', 1)],
    [text('abc'), number(2)],
    [text('def'), text('3', 1)],
  ];
  const values = [
    ['TRUE', '1'],
    ['abc', '2'],
    ['def', '3'],
  ];
  for (const options of [{ hasHeader: false }, {}])
    expect(await read(rows, options)).toMatchObject({ types: ['String', 'String'], values });
  const words = [[truth(true), text('x')], [text('abc'), text('y')], [text('def'), text('z')]]; // biome-ignore format: short
  expect((await read(words)).values[0]).toEqual(['TRUE', 'x']);
});

const NAMES = ['only', 'mixed', 'counted'].map((name) => text(name));
const TRUTHS = [NAMES, [truth(true), truth(true), truth(true)], [truth(false), text('maybe'), number(7)], [NONE, truth(false), NONE]];

it('truth values are words in a column of texts, and numbers in one of truth values and numbers alone', async () => {
  const values = [
    [1, 'TRUE', 1],
    [0, 'maybe', 7],
    [null, 'FALSE', null],
  ];
  expect(await read(TRUTHS)).toEqual({ types: ['Integer', 'String', 'Integer'], values, sample: values, problems: [] });
});

it('truth values are words in a column that a person wants as text', async () => {
  const { types, values } = await read(TRUTHS, { types: { only: 'esriFieldTypeString' } });
  expect([types[0], values.map(([first]) => first)]).toEqual(['String', ['TRUE', 'FALSE', null]]);
});

it('truth values are words in a column whose values are for a field of texts', async () => {
  const { types, values } = await read(TRUTHS, { wordColumns: new Set(['only', 'counted']) });
  expect(types).toEqual(['String', 'String', 'String']);
  expect(values.map(([only, , counted]) => [only, counted])).toEqual([['TRUE', 'TRUE'], ['FALSE', '7'], [null, null]]); // biome-ignore format: short
});

it('texts that somebody marked as such are texts, and so is a column of mostly such, unless a person chose another type for it', async () => {
  const rows = [
    [text('zip'), text('since'), text('plain')],
    [text('10115', 1), text('2024-01-02', 1), text('5')],
    [text('20095', 1), text('2024-01-03', 1), text('6')],
    [truth(true), NONE, text('7')],
  ];
  const found = await read(rows);
  expect(found.types).toEqual(['String', 'String', 'Integer']);
  expect(found.values).toEqual([
    ['10115', '2024-01-02', 5],
    ['20095', '2024-01-03', 6],
    ['TRUE', null, 7],
  ]);
  const chosen = await read(rows, { types: { zip: 'esriFieldTypeInteger' } });
  expect([chosen.types[0], chosen.values.map(([zip]) => zip), chosen.problems]).toEqual(['Integer', [10_115, 20_095, 1], []]);
});

it('a mark at the name of a column says nothing of the values', async () => {
  const { types, values } = await read([
    [text('n', 1), text('shape')],
    [number(1), text('POINT (1 2)')],
    [number(2), text('POINT (3 4)')],
  ]);
  expect([types, values]).toEqual([['Integer'], [[1], [2]]]);
});

it('columns beside one of shapes keep their places', async () => {
  const { types, values } = await read([
    [text('shape'), text('code'), text('n')],
    [text('POINT (1 2)'), text('12', 1), number(1)],
    [text('POINT (3 4)'), truth(true), number(2)],
    [text('POINT (5 6)'), text('14', 1), number(3)],
  ]);
  expect([types, values]).toEqual([['String', 'Integer'], [['12', 1], ['TRUE', 2], ['14', 3]]]); // biome-ignore format: short
});
