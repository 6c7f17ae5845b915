// Cells of workbooks that programs write in other ways than Excel's: formulas without values, reading aids, parts with other names.
import { expect, it } from 'vitest';
import { readAll, warningsOf } from '../../testing/read-fixture.ts';
import { zipOf } from '../../testing/zip-of.ts';
import { memorySource } from './byte-source.ts';
import { excelReader } from './excel.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

async function read(rows: string, { texts = 'sharedStrings.xml', shared = '' } = {}) {
  const main = memorySource(
    'book.xlsx',
    zipOf({
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Type="${RELATIONS}/worksheet" Target="worksheets/s.xml"/><Relationship Id="b" Type="${RELATIONS}/sharedStrings" Target="${texts}"/></Relationships>`,
      'xl/worksheets/s.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      [`xl/${texts}`]: `<sst>${shared}</sst>`,
    }),
  );
  const description = await excelReader.describe({ main });
  const found = await readAll(excelReader, { main }, { description });
  return { description, values: found.rows.map((row) => row.values) };
}

const text = (words: string): string => `<c t="inlineStr"><is><t>${words}</t></is></c>`;

it('formulas without a value are told of: those that failed, and those that no program has calculated', async () => {
  const { description, values } = await read(
    `<row>${['name', 'n', 'twice', 'said'].map(text).join('')}</row>
     <row>${text('a')}<c><v>2</v></c><c><f>B2*2</f><v>4</v></c><c t="str"><f>A2</f><v>a</v></c></row>
     <row>${text('b')}<c><v>3</v></c><c><f>B3*2</f></c><c t="str"><f>""</f><v></v></c></row>
     <row>${text('c')}<c><v>0</v></c><c t="e"><f>1/B4</f><v>#DIV/0!</v></c><c><f>A4</f></c></row>`,
  );
  expect(values).toEqual([
    ['a', 2, 4, 'a'],
    ['b', 3, null, null],
    ['c', 0, null, null],
  ]);
  expect(warningsOf(description)).toEqual([
    'Cells whose formula was never calculated are empty: 2. Open the workbook in Excel or LibreOffice, save it, and send it again to have their values.',
    'Cells whose formula failed, such as #DIV/0!, are empty: 1.',
  ]);
});

it('large numbers with an exponent are numbers, those beyond all numbers texts, and words for no number no value', async () => {
  const { description, values } = await read(
    `<row>${['far', 'beyond', 'none'].map(text).join('')}</row>
     <row><c><v>1.2345678901234568E+17</v></c><c><v>1.797693134862316e+308</v></c><c><v>nan</v></c></row>
     <row><c><v>-1E+22</v></c><c><v>2</v></c><c><v>-inf</v></c></row>
     <row><c><v>1.5</v></c><c><v>3</v></c><c><v>4</v></c></row>`,
  );
  expect(description.fields.map(({ type }) => type)).toEqual(['esriFieldTypeDouble', 'esriFieldTypeString', 'esriFieldTypeInteger']);
  expect(values).toEqual([
    [123_456_789_012_345_680, '1.797693134862316e+308', null],
    [-1e22, '2', null],
    [1.5, '3', 4],
  ]);
});

it('links to addresses that the text of their cell does not tell are counted', async () => {
  const cell = (address: string, words: string): string => `<c r="${address}" t="inlineStr"><is><t>${words}</t></is></c>`;
  const linked = (formula: string, words: string): string => `<c t="str"><f>${formula}</f><v>${words}</v></c>`;
  const links = ['A2', 'A3', 'A4', 'B2'].map((ref) => `<hyperlink ref="${ref}" r:id="l${ref}"/>`).join('');
  const { description, values } = await read(
    `<row>${cell('A1', 'site')}${cell('B1', 'more')}</row><row>${cell('A2', 'Basel')}</row><row>${cell('A3', 'https://a.example/')}</row>
     <row>${cell('A4', 'ann@a.example')}${linked('HYPERLINK("https://b.example/","Bern")', 'Bern')}</row>
     <row>${cell('A5', 'c')}${linked('HYPERLINK("https://c.example/")', 'https://c.example/')}</row>
     </sheetData><hyperlinks>${links}<hyperlink ref="A5" location="S!A1"/></hyperlinks><sheetData>`,
  );
  expect(values).toHaveLength(4);
  expect(warningsOf(description)).toEqual([
    // Of A2, of B2, which is empty, and of the formula.
    'Addresses that links of cells lead to are left out where the text does not tell them: 3. Write them into a column of their own to keep them.',
  ]);
});

it('reading aids for Asian scripts are no part of a text, wherever it stands', async () => {
  const runs = '<r><t>大</t></r><r><t>阪</t></r><rPh sb="0" eb="2"><t>オオサカ</t></rPh><phoneticPr fontId="1"/>';
  const { values } = await read(
    `<row>${text('name')}${text('n')}</row><row><c t="inlineStr"><is>${runs}</is></c><c><v>1</v></c></row><row><c t="s"><v>0</v></c><c><v>2</v></c></row>`,
    { shared: `<si>${runs}</si>` },
  );
  expect(values).toEqual([
    ['大阪', 1],
    ['大阪', 2],
  ]);
});

it('sheets that people have hidden are named with the first of the others', async () => {
  const sheet = (name: string, id: number, state = ''): string => `<sheet name="${name}" r:id="r${id}"${state && ` state="${state}"`}/>`;
  const rows = `<worksheet><sheetData><row>${text('a')}</row><row><c><v>1</v></c></row></sheetData></worksheet>`;
  const sheets = [sheet('Old', 0, 'hidden'), sheet('One', 1), sheet('Two', 2), sheet('Inner', 3, 'veryHidden')];
  const main = memorySource(
    'book.xlsx',
    zipOf({
      'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((_, i) => `<Relationship Id="r${i}" Target="s${i}.xml"/>`).join('')}</Relationships>`,
      ...Object.fromEntries(sheets.map((_, i) => [`xl/s${i}.xml`, rows])),
    }),
  );
  expect(await excelReader.parts?.({ main })).toEqual(['One', 'Two']);
  expect(warningsOf(await excelReader.describe({ main, part: 'One' }))).toEqual([
    'Sheets that are hidden are left out: Old. Show them in the workbook and save it to have their rows.',
  ]);
  expect(warningsOf(await excelReader.describe({ main, part: 'Two' }))).toEqual([]);
});

it('shared texts are found under any name', async () => {
  const shared = '<si><t>name</t></si><si><t>Zürich</t></si>';
  const rows = `<row><c t="s"><v>0</v></c>${text('n')}</row><row><c t="s"><v>1</v></c><c><v>1</v></c></row>`;
  expect((await read(rows, { shared, texts: 'SharedStrings.xml' })).values).toEqual([['Zürich', 1]]);
});

it('merged cells of the table are counted, and no others', async () => {
  const number = (address: string, value: number): string => `<c r="${address}"><v>${value}</v></c>`;
  const at = (address: string, words: string): string => `<c r="${address}" t="inlineStr"><is><t>${words}</t></is></c>`;
  const { description, values } = await read(
    `<row r="1">${at('A1', 'Trees of our town')}</row><row r="3">${at('A3', 'kind')}${at('B3', 'count')}</row>
     <row r="4">${at('A4', 'oak')}${number('B4', 1)}</row><row r="5">${number('B5', 2)}</row><row r="6">${at('A6', 'ash')}${number('B6', 3)}</row>
     </sheetData><mergeCells><mergeCell ref="A1:B2"/><mergeCell ref="A4:A5"/><mergeCell ref="A6:A7"/></mergeCells><sheetData>`,
  );
  expect(values).toEqual([
    ['oak', 1],
    [null, 2],
    ['ash', 3],
  ]);
  expect(description.warnings.map(({ code, values: { row, count } }) => [code, row ?? count])).toEqual([
    ['names-found', 3],
    ['cells-merged', 2],
  ]);
});

it('cells and addresses that are made to be long are passed by in no time', async () => {
  const long = '0'.repeat(1_000_000);
  const merged = `</sheetData><mergeCells>${`<mergeCell ref="${'1'.repeat(200_000)}A"/>`.repeat(10)}</mergeCells><sheetData>`;
  const { values } = await read(`<row>${text('n')}${text('m')}</row><row><c><v>1.${long}1</v></c><c><v>2.5</v></c></row>${merged}`);
  expect(values).toEqual([[1, 2.5]]);
});
