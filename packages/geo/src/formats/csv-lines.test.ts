// Rows of delimited text are numbered by the lines on which they begin, as editors show them; rows of workbooks as sheets number them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAll } from '../../testing/read-fixture.ts';
import { zipOf } from '../../testing/zip-of.ts';
import { memorySource } from './byte-source.ts';
import { csvReader } from './csv.ts';
import { excelReader } from './excel.ts';
import type { ReadOptions } from './format-reader.ts';

const file = (text: string) => ({ main: memorySource('a.csv', Buffer.from(text)) });

/** The number of each row that can be read and of each that cannot, by its first value. */
async function numbered(text: string, options: ReadOptions = {}): Promise<[unknown, number][]> {
  const { rows, problems } = await readAll(csvReader, file(text), options);
  return [
    ...rows.map(({ row, values }): [unknown, number] => [values[0], row]),
    ...problems.map(({ row }): [unknown, number] => ['?', row]),
  ];
}

describe('lines of text', () => {
  it.each<[string, string, ReadOptions, [string, number][]]>([
    ['blank lines', 'name,note\n\na,1\n\n\nb,2\n', {}, [['a', 3], ['b', 6]]],
    ['cells over several lines', 'name,note\na,"one\ntwo\r\nthree"\nb,x\n', {}, [['a', 2], ['b', 5]]],
    ['quotes that need judgement', 'name,note\n\na,"one\ntwo"\nb,a "b" c\n\nc,"x\ny"\nd,z\n', {}, [['a', 3], ['b', 5], ['c', 7], ['d', 9]]],
    ['judgement from the first row on', 'name,note "x"\n\na,"one\ntwo"\n\nb,1\n', {}, [['a', 3], ['b', 6]]],
    ['line ends of Windows', 'name,note\r\na,1\r\n\r\nb,2\r\n', {}, [['a', 2], ['b', 4]]],
    ['line ends of old', 'name,note\ra,1\r\rb,2\r', {}, [['a', 2], ['b', 4]]],
    ['several line ends behind what needs judgement', 'name,note\nx,5" pipe\na,b\r\nc,d\r\ne,f\ng,h\ri,j\r\n', {}, [['x', 2], ['a', 3], ['c', 4], ['e', 5], ['g', 6], ['i', 7]]],
    ['feeds behind a line of Windows that needs judgement', 'name,note\r\nx,5" pipe\r\na,b\nc,d\n', {}, [['x', 2], ['a', 3], ['c', 4]]],
    ['a line that names the separator', 'sep=;\nname;note\na;1\n', {}, [['a', 3]]],
    ['titles', 'Report\n\nname,note\na,1\n', {}, [['a', 4]]],
    ['a row of names that was chosen', 'x,y\nname,note\na,1\n', { headerRow: 2 }, [['a', 3]]],
    ['no names', 'a,1\nb,2\n', { hasHeader: false }, [['a', 1], ['b', 2]]],
    ['rows that are left out', 'name,lat,lon\na,1,2\n\nb,far,2\n', {}, [['a', 2], ['?', 4]]],
  ])('count with %s', async (_, text, options, expected) => {
    expect(await numbered(text, options)).toEqual(expected);
  }); // biome-ignore format: one case in one line

  it('are the same however the rows are read', async () => {
    const cell = fc.constantFrom('x', '', '"q\nr"', '"s\r\nt\n"', '"u ""v"""', 'w "x" y', 'é');
    const line = fc.oneof({ weight: 4, arbitrary: cell }, { weight: 1, arbitrary: fc.constant(null) });
    // Files that programs wrote on after one another end their lines in several ways.
    const ended = fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r'));
    await fc.assert(
      fc.asyncProperty(fc.array(ended, { minLength: 1, maxLength: 60 }), fc.constantFrom('\n', '\r\n'), async (lines, first) => {
        const expected: [string, number][] = [];
        let [text, at] = [`name,note${first}`, 2];
        for (const [i, [one, end]] of lines.entries()) {
          if (one !== null) expected.push([`n${i}`, at]);
          // A feed behind a return is a part of the same end.
          const whole = one === null ? (end === '\n' && text.endsWith('\r') ? '\r\n' : end) : `n${i},${one}${end}`;
          text += whole;
          at += whole.match(/\r\n|\n|\r/g)?.length ?? 0;
        }
        expect(await numbered(text, { hasHeader: true })).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('go on from one piece of a large file to the next', async () => {
    const rows = Array.from({ length: 40_000 }, (_, i) => (i % 1000 === 7 ? `r${i},"a\nb"\n\n` : `r${i},text that fills the file\n`));
    const found = await numbered(`name,note\n${rows.join('')}`);
    expect(found).toHaveLength(rows.length);
    expect(found.at(-1)).toEqual(['r39999', 40_001 + 2 * 40]);
  });

  it('are named where digits are lost', async () => {
    const { warnings } = await csvReader.describe(file('Report\n\nname,n\na,1.5\n\nb,0.12345678901234567890123\n'));
    expect(warnings.find(({ code }) => code === 'numbers-rounded')?.values).toMatchObject({ count: 1, row: 6 });
  });
});

describe('rows of a sheet', () => {
  const text = (address: string, words: string): string => `<c r="${address}" t="inlineStr"><is><t>${words}</t></is></c>`;
  const number = (address: string, value: string): string => `<c r="${address}"><v>${value}</v></c>`;
  const workbook = (rows: string) => ({
    main: memorySource(
      'a.xlsx',
      zipOf({
        'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="a"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="a" Target="worksheets/s.xml"/></Relationships>',
        'xl/worksheets/s.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      }),
    ),
  });
  const HEAD = `<row r="3">${text('A3', 'name')}${text('B3', 'lat')}${text('C3', 'lon')}</row>`;
  const place = (row: number, name: string, lat: string): string =>
    `<row r="${row}">${text(`A${row}`, name)}${/^[\d.]+$/.test(lat) ? number(`B${row}`, lat) : text(`B${row}`, lat)}${number(`C${row}`, '7')}</row>`;

  it('have the numbers of the sheet, whatever stands above them, between them and within their cells', async () => {
    const source = workbook(
      `<row r="1">${text('A1', 'Report')}</row>${HEAD}${place(4, 'a', '1')}${place(7, 'one\ntwo', '2')}${place(8, 'far', 'x')}${place(90, 'b', '3')}`,
    );
    const description = await excelReader.describe(source);
    const { rows, problems } = await readAll(excelReader, source, { description });
    expect(rows.map(({ row, values }) => [values[0], row])).toEqual([
      ['a', 4],
      ['one\ntwo', 7],
      ['b', 90],
    ]);
    expect(problems.map(({ row }) => row)).toEqual([8]);
    // Asked again, without what was found before.
    expect((await readAll(excelReader, source)).rows.map(({ row }) => row)).toEqual([4, 7, 90]);
  });

  it('are named where digits are lost, as numbers and in the text of a number', async () => {
    const long = `0.${'1234567890'.repeat(3)}`;
    const told = async (value: string) => {
      const source = workbook(`${HEAD}${place(4, 'a', '1')}<row r="9">${text('A9', 'b')}${number('B9', value)}${number('C9', '7')}</row>`);
      return (await excelReader.describe(source)).warnings.map(({ values }) => values.row);
    };
    expect(await told(long)).toEqual([9]);
    expect(await told('0.12345678901234567891')).toEqual([9]);
  });

  it('count on where a sheet says no numbers, or the same ones again', async () => {
    const bare = (name: string, said = ''): string => `<row${said}><c t="inlineStr"><is><t>${name}</t></is></c><c><v>1</v></c></row>`;
    const source = workbook(`${bare('name')}${bare('a')}${bare('b', ' r="2"')}${bare('c', ' r="x"')}${bare('d', ' r="9"')}`);
    const { rows } = await readAll(excelReader, source, { hasHeader: true });
    expect(rows.map(({ row, values }) => [values[0], row])).toEqual([
      ['a', 2],
      ['b', 3],
      ['c', 4],
      ['d', 9],
    ]);
  });
});
