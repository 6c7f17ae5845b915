// Titles and notes above the names of the columns of delimited text, as people and spreadsheets write them.
import { describe, expect, it } from 'vitest';
import { readAll } from '../../testing/read-fixture.ts';
import { memorySource } from './byte-source.ts';
import { csvReader } from './csv.ts';
import { isValue, rowOfNames } from './csv-head.ts';
import type { DatasetSource, ReadOptions } from './format-reader.ts';

const file = (content: string | Uint8Array): DatasetSource => ({
  main: memorySource('t.csv', typeof content === 'string' ? Buffer.from(content) : content),
});

async function read(content: string | Uint8Array, options: ReadOptions = {}) {
  const source = file(content);
  const description = await csvReader.describe(source, options);
  const { rows, problems } = await readAll(csvReader, source, { ...options, description });
  const found = description.warnings.find(({ code }) => code === 'names-found')?.values.row;
  return { found, names: description.fields.map(({ alias }) => alias), values: rows.map(({ values }) => values), problems, description };
}

const NAMES = ['shop', 'sales', 'day'];
const TABLE = 'shop,sales,day\nA,1,2026-01-02\nB,,2026-01-03\n';
const VALUES = [
  ['A', 1, Date.UTC(2026, 0, 2)],
  ['B', null, Date.UTC(2026, 0, 3)],
];

describe('titles above the names of the columns', () => {
  it.each([
    ['a title and a blank line', `Report 2026\n\n${TABLE}`, 3],
    ['a title alone', `Report 2026\n${TABLE}`, 2],
    ['several lines of notes', `Report 2026\nMade by us, for you\n\nAll numbers in euros\n\n${TABLE}`, 6],
    ['lines of spreadsheets, which are as wide as the table', `Report 2026,,\n,,\n${TABLE}`, 3],
    ['line ends of Windows', `Report 2026\r\n\r\n${TABLE.replaceAll('\n', '\r\n')}`, 3],
    ['line ends of old', `Report 2026\r\r${TABLE.replaceAll('\n', '\r')}`, 3],
    ['a title over two lines', `"Report\n2026"\n\n${TABLE}`, 4],
    ['a quote inside a title', `The "best" shops\n\n${TABLE}`, 3],
    ['a mark of UTF-8', `\uFEFFReport 2026\n\n${TABLE}`, 3],
    ['a line that names the separator', `sep=,\nReport 2026\n\n${TABLE}`, 4],
    ['a title with more commas than the table', `Shops of Paris, Rome\n\n${TABLE}`, 3],
    ['tabs', `Report 2026\n\n${TABLE.replaceAll(',', '\t')}`, 3],
    ['semicolons below a title with commas', `Sales, all shops, 2026\n\n${TABLE.replaceAll(',', ';')}`, 3],
    ['bars', `Report 2026\n${TABLE.replaceAll(',', '|')}`, 2],
  ])('are passed over and told of: %s', async (_, text, line) => {
    const { found, names, values, problems } = await read(text);
    expect({ found, names, problems }).toEqual({ found: line, names: NAMES, problems: [] });
    expect(values).toEqual(VALUES);
  });

  it.each([
    ['of words alone, below a blank line', 'Shops\n\nname,town\nA,Rome\nB,Oslo\n', ['name', 'town']],
    ['of words alone, from a spreadsheet with a blank row', 'Shops,,\n,,\nname,town,kind\nA,Rome,x\nB,Oslo,y\n', ['name', 'town', 'kind']],
    ['with numbers, from a spreadsheet', 'Shops,,\nname,town,sales\nA,Rome,1\nB,Oslo,2\n', ['name', 'town', 'sales']],
    [
      'below a title with a comma, and a blank line',
      'Shops, all of them\n\nname,town,kind\nA,Rome,x\nB,Oslo,y\n',
      ['name', 'town', 'kind'],
    ],
    ['with coordinates, below a title with a comma', 'Shops, all\nname,lat,lon\nA,1,2\nB,3,4\n', ['name', 'lat', 'lon']],
    ['with coordinates as texts', 'Shops\nname,lat,lon\nA,1° N,2° E\nB,3° N,4° E\n', ['name', 'lat', 'lon']],
    ['with the signs of elements', 'Samples\nsite,Na,K,Ca\nA,1.2,3,4\nB,2,,5\n', ['site', 'Na', 'K', 'Ca']],
    ['with years as names', 'Shops\n\nname,2024,2025\nA,1,2\nB,3,4\n', ['name', '2024', '2025']],
  ])('are passed over above a table %s', async (_, text, expected) => {
    const { names, values } = await read(text);
    expect(names).toEqual(expected);
    expect(values).toHaveLength(2);
  });

  it('in other encodings', async () => {
    const text = Buffer.from(`\uFEFFBericht für März\n\n${TABLE}`, 'utf16le');
    expect(await read(text)).toMatchObject({ found: 3, names: NAMES, values: VALUES });
    const latin = Buffer.from(`Bericht für März\n\n${TABLE}`, 'latin1');
    expect(await read(latin)).toMatchObject({ found: 3, names: NAMES, values: VALUES });
  });

  it.each([
    ['a table without titles', TABLE, NAMES],
    ['a blank line above it', `\n\n${TABLE}`, NAMES],
    ['names for the first columns alone', 'id,,\n1,x,y\n2,z,w\n', ['id', 'Column 2', 'Column 3']],
    ['names and rows that are mostly blank', 'id,note,other,more\n1,,,\n2,,,\n3,x,y,z\n', ['id', 'note', 'other', 'more']],
    ['rows with a separator at the end', 'id,note\n1,x,\n2,y,\n', ['id', 'note']],
    ['a row of words below the names', 'name,unit,what\ntext,m,kind\nA,B,C\n', ['name', 'unit', 'what']],
    ['addresses with commas that stand in no quotes', 'address\nMain Street, Paris, France\nPark Lane, London, UK\n', ['address']],
    ['no names, and words in the first row', 'a,b,c\n1,2,3\n4,5,6\n', ['a', 'b', 'c']],
    ['no names at all', '1,2,3\n4,5,6\n', ['Column 1', 'Column 2', 'Column 3']],
    ['names for fewer columns than there are', 'name,size\nAnna,tall,red,n/a\nBert,short,blue,5\nCarl,small,green,7', ['name', 'size']],
    ['the same, and a word above numbers', 'name,size\nAnna,tall,red,few\nBert,short,blue,5\nCarl,small,green,7', ['name', 'size']],
    ['the same, below a title', 'People\nname,size\nAnna,tall,red,few\nBert,short,blue,5', ['People']],
    ['a word for what nobody knows', 'site,remark\nA1,ok,dry,unknown,x\nA2,ok,wet,3,y\nA3,bad,wet,4,z', ['site', 'remark']],
    ['a single name, and a word for nothing', 'remark\nA1,ok,dry,None\nA2,ok,wet,3\nA3,bad,wet,4', ['remark']],
    ['a single name, and another spelling of it', 'remark\nA1,ok,dry,Na\nA2,ok,wet,3\nA3,bad,wet,4', ['remark']],
    ['the same beside numbers', 'remark,size\nA1,dry,Na,7\nA2,wet,3,8\nA3,wet,4,9', ['remark', 'size']],
    ['a single name, and a sign for nothing', 'remark\nA1,ok,dry,-\nA2,ok,wet,3\nA3,bad,wet,4', ['remark']],
    ['a single name, and a blank cell', 'remark,,,\nA1,ok,,dry\nA2,ok,3,wet\nA3,bad,4,wet', ['remark', 'Column 2', 'Column 3', 'Column 4']],
    ['days in the first row of values', 'id,,\nQ1,Paris,2020-01-01\nQ2,Rome,2021-01-01', ['id', 'Column 2', 'Column 3']],
    ['a day beside a word above numbers', 'id,,\nQ1,few,2020-01-01\nQ2,3,2021-01-01', ['id', 'Column 2', 'Column 3']],
    ['a day with the word of its month', 'id,,\nQ1,few,1 May 2020\nQ2,3,2 May 2021', ['id', 'Column 2', 'Column 3']],
    ['money', 'id,,\nQ1,few,$ 20.50\nQ2,3,$ 4', ['id', 'Column 2', 'Column 3']],
    [
      'one name of many columns of words',
      'name,,,\nLagos,Nigeria,Africa,big\nSuva,Fiji,Oceania,small',
      ['name', 'Column 2', 'Column 3', 'Column 4'],
    ],
    ['a first row that lacks its last cell', 'id,name\n1,A,extra\n2,B\n3,C\n4,D\n', ['id', 'name']],
  ])('are not seen in %s', async (_, text, expected) => {
    const { found, names } = await read(text);
    expect({ found, names }).toEqual({ found: undefined, names: expected });
  });

  it('are not looked for where the first row is said to have names or none, nor where others are named', async () => {
    const text = `Report 2026,,\n,,\n${TABLE}`;
    expect((await read(text, { hasHeader: false })).description).toMatchObject({ rowCount: 5, layout: { hasHeader: false } });
    expect((await read(text, { hasHeader: true })).description).toMatchObject({ rowCount: 4, layout: { hasHeader: true } });
    expect((await read(text, { columnNames: NAMES })).found).toBe(3);
    // Whoever turns the names off or on is told what would be found without a word.
    for (const hasHeader of [undefined, true, false])
      expect((await read(text, hasHeader === undefined ? {} : { hasHeader })).description.layout).toMatchObject({ hasNames: true });
    for (const hasHeader of [undefined, true, false])
      expect((await read('1,2\n3,4\n', hasHeader === undefined ? {} : { hasHeader })).description.layout).toMatchObject({
        hasNames: false,
      });
    expect((await read('1,2\n3,4\n', { headerRow: 2 })).description.layout).toMatchObject({ hasHeader: true, hasNames: true });
    expect((await read(text, { columnNames: ['x', 'y', 'z'] })).names).toEqual(['x', 'y', 'z']);
  });
});

describe('cells of hundreds of thousands of signs', () => {
  it.each([
    ['digits', '7'.repeat(200_000)],
    ['points', '.'.repeat(200_000)],
    ['digits and points', '1.'.repeat(100_000)],
    ['blanks', ' '.repeat(200_000)],
    ['signs', `-${'--'.repeat(100_000)}`],
    ['days', '2020-01-01 '.repeat(20_000)],
    ['letters and digits', 'aB1_'.repeat(50_000)],
    ['minutes and seconds', `1°${"1'".repeat(100_000)}`],
    ['a geometry', `POINT${' '.repeat(200_000)}`],
  ])('are read at once: %s', async (_, long) => {
    for (const text of [
      `${long}x,b\n1,2\n3,4\n`,
      `a,a\n${long}x,1\n2,3\n`,
      `Title\na,b\n${long}x,1\n2,3\n`,
      `${long}x\na,b\n1,2\n3,4\n`,
      `lat,lon\n${long}x,1\n2,3\n`,
      `wkt,coordinates\n${long}x,${'9'.repeat(50_000)},\n`,
    ])
      expect((await read(text)).names.length).toBeGreaterThan(0);
  });

  it('are no numbers', () => {
    const digits = '7'.repeat(60_000);
    const before = performance.now();
    expect([isValue(digits), isValue(`${digits}x`), isValue('-.5'), isValue('1,234.5'), isValue('7x'), isValue('.')]).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ]);
    expect(performance.now() - before).toBeLessThan(1000);
  });
});

describe('the row of names that a person chose', () => {
  const text = `Report 2026\n\nshop,sales,day\nname,number,date\nA,1,2026-01-02\nB,,2026-01-03\n`;

  it('counts, also where other rows look like names, and is not told of', async () => {
    expect(await read(text, { headerRow: 4 })).toMatchObject({ found: undefined, names: ['name', 'number', 'date'], values: VALUES });
    expect((await read(text, { headerRow: 1 })).names).toEqual(['Report 2026']);
    expect((await read(text, { headerRow: 5, hasHeader: false })).values).toEqual(VALUES);
  });

  it('may have numbers as names', async () => {
    expect((await read('A\n1,2\n3,4\n', { headerRow: 2 })).names).toEqual(['1', '2']);
  });

  it('may stand far below, also in other encodings', async () => {
    const far = `${'a note that nobody needs\n'.repeat(20_000)}${TABLE}`;
    expect(await read(far, { headerRow: 20_001 })).toMatchObject({ names: NAMES, values: VALUES });
    expect(await read(Buffer.from(`\uFEFF${far}`, 'utf16le'), { headerRow: 20_001 })).toMatchObject({ names: NAMES, values: VALUES });
  });

  it('has to be there', async () => {
    await expect(read(TABLE, { headerRow: 40 })).rejects.toMatchObject({ sentence: { code: 'table-no-rows' } });
  });

  it('leaves rows with the numbers of their lines', async () => {
    const { problems } = await read('Places\n\nname,lat,lon\na,1,2\nb,far,2\n');
    expect(problems).toMatchObject([{ row: 5, problem: '“far” is not a coordinate' }]);
  });
});

it('is looked for in one go, however many signs of elements a row has', () => {
  const names = [...Array<string>(20_000).fill('Na'), 'depth'];
  const rows = [['title'], names, ...Array.from({ length: 3 }, () => Array<string>(names.length).fill('1'))];
  const text = rows.map((row) => `${row.join(',')}\n`).join('');
  const began = performance.now();
  expect(rowOfNames(text, rows)).toBe(1);
  expect(performance.now() - began).toBeLessThan(3000);
});
