// Rows with fewer or more cells than there are columns.
import { describe, expect, it } from 'vitest';
import { readAll, warningsOf } from '../../testing/read-fixture.ts';
import { memorySource } from './byte-source.ts';
import { csvReader } from './csv.ts';
import type { ReadOptions } from './format-reader.ts';

async function read(content: string | Uint8Array, options: ReadOptions = {}) {
  const source = { main: memorySource('t.csv', typeof content === 'string' ? Buffer.from(content) : content) };
  const description = await csvReader.describe(source, options);
  const { rows, problems } = await readAll(csvReader, source, { ...options, description });
  return { description, values: rows.map((row) => row.values), places: rows.map((row) => row.geometry), problems };
}

const short = (n: number, of: number): string =>
  `Rows with fewer cells than there are columns have no values in the columns that are missing: ${n} of ${of}.`;
const left = (n: number, of: number): string => `Rows that cannot be read and will be left out: ${n} of ${of}.`;

describe('a row that ends early', () => {
  it('is a good one where it says its place, with nothing in the rest', async () => {
    const { description, values, places, problems } = await read(
      'lon,lat,name,built,height,open\n1,2,a,2020-01-02,3.5,yes\n1,2,b,2020-01-03\n1,2\n3,4,c,,7,no\n',
    );
    expect(warningsOf(description)).toEqual([short(2, 4)]);
    // What is missing does not judge the columns either.
    expect(description.fields.map(({ type }) => type.slice(13))).toEqual(['Integer', 'Integer', 'String', 'Date', 'Double', 'String']);
    const days = [Date.UTC(2020, 0, 2), Date.UTC(2020, 0, 3)];
    expect(values).toEqual([
      [1, 2, 'a', days[0], 3.5, 'yes'],
      [1, 2, 'b', days[1], null, null],
      [1, 2, null, null, null, null],
      [3, 4, 'c', null, 7, 'no'],
    ]);
    expect(places[2]).toEqual({ x: 1, y: 2 });
    expect(problems).toEqual([]);
    expect(description.sample[2]).toEqual([1, 2, null, null, null, null]);
  });

  it.each([
    ['coordinates', 'name,lat,lon,note\na,2,1,x\nb,2\nc,2,1\n'],
    ['a geometry', 'name,n,wkt,note\na,1,POINT (1 2),x\nb,2\nc,3,POINT (1 2)\n'],
    ['both coordinates in one', 'name,n,location,note\na,1,"2, 1",x\nb,2\nc,2,"2, 1"\n'],
    ['degrees and minutes', 'name,lat_deg,lon_deg,lat_min,lon_min,note\na,2,1,0,0,x\nb,2,1,0\nc,2,1,0,0\n'],
  ])('stays refused where it lacks %s', async (_, text) => {
    const { description, places, problems } = await read(text);
    expect(warningsOf(description).filter((each) => /Rows/.test(each))).toEqual([left(1, 3), short(1, 3)]);
    expect(places).toEqual([
      { x: 1, y: 2 },
      { x: 1, y: 2 },
    ]);
    expect(problems).toEqual([{ row: 3, problem: expect.stringMatching(/^the row has \d cells, not \d$/) }]);
  });

  it('is one of a table without places too, but not without a single value', async () => {
    const { description, values, problems } = await read('name;kind;n\na;x;1\nb\n \nc;y\n');
    expect(values).toEqual([
      ['a', 'x', 1],
      ['b', null, null],
      ['c', 'y', null],
    ]);
    expect(warningsOf(description)).toEqual([left(1, 4), short(2, 4)]);
    expect(problems).toEqual([{ row: 4, problem: 'the row has 1 cells, not 3' }]);
  });

  it.each([
    ['tabs', 'name\tkind\tn\na\tx\t1\nb\tx\n', undefined],
    ['cells that need the parser', 'name,kind,n\na,"x"" y" ,1\nb,"x ""y"""\n', undefined],
    ['another quote', "name,kind,n\na,'x, y',1\nb,x\n", "'"],
    ['UTF-16', Buffer.from('\uFEFFname,kind,n\na,x,1\nb,x\n', 'utf16le'), undefined],
    ['lines of Windows, and the mark of spreadsheets', "\uFEFFname,kind,n\r\n'=a,'=x,1\r\n'b,x\r\n", undefined],
  ])('is read with %s', async (_, content, quote) => {
    const { description, values, problems } = await read(content, quote === undefined ? {} : { quote });
    expect([values[1]?.slice(2), problems]).toEqual([[null], []]);
    expect(warningsOf(description)).toEqual([short(1, 2)]);
  });

  it('has the values of types that a person chose', async () => {
    const types = { n: 'esriFieldTypeDouble', day: 'esriFieldTypeDateOnly' } as const;
    const { values, problems } = await read('name,n,day\na,1,2020-01-02\nb\n', { types });
    expect([values, problems]).toEqual([
      [
        ['a', 1, '2020-01-02'],
        ['b', null, null],
      ],
      [],
    ]);
  });
});

describe('the last row of a file that ends within it', () => {
  const cut = 'the file ends within the row, after 3 of 4 cells, as if it were cut off';
  it.each([
    ['', 'lon,lat,when,name\n1,2,2020-01-02,a\n3,4,2020-0', cut],
    [' also where the parser reads it', 'lon,lat,when,name\n1,2,2020-01-02,"a" b\n3,4,2020-0', cut],
    [' also of one line alone', 'lon,lat,when,name\n3,4,2020-0', cut],
  ])('is refused, and judges nothing%s', async (_, text, problem) => {
    const { description, problems } = await read(text, { hasHeader: true });
    expect(problems).toEqual([{ row: (description.rowCount ?? 0) + 1, problem }]);
    if (description.rowCount === 2) expect(description.fields[2]?.type).toBe('esriFieldTypeDate');
    expect(warningsOf(description)).toContain(left(1, description.rowCount ?? 0));
  });

  it.each(['\n', '\r\n', '\n\n', ',\n', ','])('is whole where the line ends (%j), or nothing is missing', async (end) => {
    const { problems, values } = await read(`lon,lat,when,name\n1,2,2020-01-02,a\n3,4,2020-01-03${end}`);
    expect([problems, values[1]?.[3]]).toEqual([[], null]);
  });

  it('has as many cells as there are columns where no line end stands behind it, as many programs write it', async () => {
    const { problems, values } = await read('lon,lat,name\n1,2,a\n3,4,b');
    expect([problems, values.length]).toEqual([[], 2]);
  });
});

it('a row with more cells than there are columns stays refused, unless there is nothing in them', async () => {
  const { description, values, problems } = await read('lon,lat,name\n1,2,a,,\n3,4,b, c\n');
  expect(values).toEqual([[1, 2, 'a']]);
  expect(problems).toEqual([{ row: 3, problem: 'the row has 4 cells, not 3' }]);
  expect(warningsOf(description)).toEqual([left(1, 2)]);
});
