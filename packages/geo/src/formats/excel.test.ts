// Excel workbooks: sheets, header rows, dates and shared texts.
import { describe, expect, it } from 'vitest';
import { dataset, fixture, readAll } from '../../testing/read-fixture.ts';
import { zipOf } from '../../testing/zip-of.ts';
import { memorySource } from './byte-source.ts';
import { excelReader } from './excel.ts';
import type { DatasetSource } from './format-reader.ts';
import { dateOfDays, SheetRows } from './sheet-rows.ts';
import { notesSheet, workbookParts } from './sheet-writer.ts';
import { cellStyle } from './workbook.ts';

/** A workbook of sheets, each given by the XML of its rows. */
function workbook(sheets: Record<string, string>, extra: Record<string, string> = {}): DatasetSource {
  const names = Object.keys(sheets);
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${names.map((name, i) => `<sheet name="${name}" r:id="r${i}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, i) => `<Relationship Id="r${i}" Target="worksheets/s${i}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(
      names.map((name, i) => [`xl/worksheets/s${i}.xml`, `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`]),
    ),
    ...extra,
  };
  return { main: memorySource('book.xlsx', zipOf(files)) };
}

const row = (number: number, ...cells: (string | number | null)[]): string =>
  `<row r="${number}">${cells
    .map((cell, i) => {
      const address = `${String.fromCharCode(65 + i)}${number}`;
      if (cell === null) return '';
      return typeof cell === 'number'
        ? `<c r="${address}"><v>${cell}</v></c>`
        : `<c r="${address}" t="inlineStr"><is><t>${cell}</t></is></c>`;
    })
    .join('')}</row>`;

describe('excelReader', () => {
  it('reads places, numbers and real dates of a workbook', async () => {
    const source = dataset('csv/nl_plaatsen.xlsx');
    expect(await excelReader.parts?.(source)).toEqual(['plaatsen']);
    const description = await excelReader.describe(source);
    expect(description).toMatchObject({
      format: 'excel',
      name: 'nl_plaatsen',
      geometryType: 'esriGeometryPoint',
      rowCount: 400,
      warnings: [],
    });
    expect(description.fields.map((field) => field.type.slice(13))).toEqual(['String', 'Double', 'Double', 'Integer', 'Date']);
    const { rows, problems } = await readAll(excelReader, source, { description });
    expect([rows.length, problems.length]).toEqual([400, 0]);
    expect(rows[0]).toMatchObject({
      geometry: { x: 4.88969, y: 52.37403 },
      values: ['Amsterdam', 52.37403, 4.88969, 741636, Date.UTC(2022, 2, 9)],
    });
  });

  it('passes over titles and blank rows above the names, fills gaps and keeps line breaks', async () => {
    const rows =
      row(1, 'A report') + row(3, 'name', 'lat', 'lon', 'note') + row(4, 'x', 1.5, 2.5, null) + row(6, 'y, "z"', 3, 4, 'two\nlines');
    const source = workbook({ Data: rows });
    const description = await excelReader.describe(source);
    expect(description.fields.map((field) => field.name)).toEqual(['name', 'lat', 'lon', 'note']);
    expect(description.warnings).toMatchObject([{ code: 'names-found', values: { row: 3 } }]);
    expect((await excelReader.describe(source, { headerRow: 3 })).warnings).toEqual([]);
    const read = await readAll(excelReader, source, { description });
    expect(read.problems).toEqual([]);
    expect(read.rows.map((one) => one.values)).toEqual([
      ['x', 1.5, 2.5, null],
      ['y, "z"', 3, 4, 'two\nlines'],
    ]);
  });

  it('reads the sheet and the header row that are asked for', async () => {
    const source = workbook({ One: row(1, 'a') + row(2, 1), Empty: '', Two: row(1, 'b', 'c') + row(2, 'd', 'e') + row(3, 'f', 'g') });
    expect(await excelReader.parts?.(source)).toEqual(['One', 'Two']);
    const two = { ...source, part: 'Two' };
    expect((await excelReader.describe(two)).fields.map((field) => field.alias)).toEqual(['b', 'c']);
    const description = await excelReader.describe(two, { headerRow: 2 });
    expect(description).toMatchObject({ name: 'Two', rowCount: 1, geometryType: null });
    expect(description.fields.map((field) => field.alias)).toEqual(['d', 'e']);
    await expect(excelReader.describe({ ...source, part: 'Three' })).rejects.toThrow('has no “Three”. Choose one of these: ');
  });

  it('passes over the sheet of notes of an export, whatever it is called, and no other', async () => {
    const notes = notesSheet(['Texts that are longer were cut: 1.', 'Another note.']);
    const [layers, mark] = [['Hidden', 'Notes', "O'Hara's"], { hasNotes: true }];
    const parts = Object.fromEntries(workbookParts([...layers, 'Notes_1'], mark));
    const hidden = parts['xl/workbook.xml']?.replace('name="Hidden"', 'name="Hidden" state="hidden"') ?? '';
    const sheets = Object.fromEntries([...layers, 'Notes_1'].map((_, i) => [`xl/worksheets/sheet${i + 1}.xml`, notes]));
    const read = (changed: Record<string, string>) =>
      excelReader.parts?.({ main: memorySource('a.xlsx', zipOf({ ...parts, ...sheets, ...changed })) });
    expect(await read({})).toEqual(layers);
    expect(await read({ 'xl/workbook.xml': hidden })).toEqual(layers.slice(1));
    const plain = Object.fromEntries(workbookParts([...layers, 'Notes_1']));
    expect(await read(plain)).toEqual([...layers, 'Notes_1']);
    // The name of a sheet stands in quotes, its own doubled.
    expect(workbookParts(["O'Hara's"], mark).get('xl/workbook.xml')).toContain(">'O''Hara''s'!$A$1</definedName>");
  });

  it('puts formatted runs together and reads truth values and failed formulas', async () => {
    const source = workbook(
      { S: `<row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row r="2"><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>` },
      { 'xl/sharedStrings.xml': '<sst><si><r><t>Na</t></r><r><t>me</t></r><rPh><t>x</t></rPh></si><si><t>b_x000D_c</t></si></sst>' },
    );
    const description = await excelReader.describe(source);
    expect(description.fields.map((field) => field.alias)).toEqual(['Name', 'b\rc']);
    expect((await readAll(excelReader, source)).rows[0]?.values).toEqual([1, null]);
  });

  it('keeps the digits of whole numbers that programs other than Excel write in full', async () => {
    const cells = ['9007199254740993', '-9223372036854775807', '5'].map(
      (v, i) => `<row r="${i + 2}"><c r="A${i + 2}"><v>${v}</v></c></row>`,
    );
    const source = workbook({ S: row(1, 'parcel') + cells.join('') });
    expect((await excelReader.describe(source)).fields).toMatchObject([{ name: 'parcel', type: 'esriFieldTypeString' }]);
    const { rows } = await readAll(excelReader, source);
    expect(rows.map(({ values }) => values[0])).toEqual(['9007199254740993', '-9223372036854775807', '5']);
  });

  it('tells dates and spans of time by their formats and counts their days in both calendars', () => {
    expect([14, 22, 1, 4, 45, 46, 47].map((id) => cellStyle(id, undefined))).toEqual([
      ...['date', 'date', 'number', 'number', 'date', 'duration', 'date'],
    ]);
    const codes = ['DD/MM/YY', '[h]:mm', '[mm]:ss', '[$-409][s]', 'yyyy\\-mm\\-dd', 'h:mm:ss.000', '[$-F800]dddd'];
    expect(codes.map((code) => cellStyle(200, code))).toEqual(['date', 'duration', 'duration', 'duration', 'date', 'date', 'date']);
    for (const code of ['General', '0.00', '#,##0 "days"', '[Red]0', '0\\h', '"[h]"0']) expect(cellStyle(200, code)).toBe('number');
    expect([44629, 1, 59, 61, 0.5, 44629.25].map((days) => dateOfDays(days, false))).toEqual([
      '2022-03-09',
      '1900-01-01',
      '1900-02-28',
      '1900-03-01',
      '12:00:00',
      '2022-03-09T06:00:00.000Z',
    ]);
    expect(dateOfDays(0, true)).toBe('1904-01-01');
    // Spreadsheets that are not Excel write days before its calendars as negative numbers.
    expect([-1, -109_571, -109_570.25, -693_593, -693_594, -0.25].map((days) => dateOfDays(days, false))).toEqual([
      '1899-12-29',
      '1600-01-01',
      '1600-01-01T18:00:00.000Z',
      '0001-01-01',
      '-693594',
      '-0.25',
    ]);
    expect(dateOfDays(-1, true)).toBe('1903-12-31');
    // Fractions of seconds stay, and no time is that of the next day.
    expect([0.5732696759259259, 0.9999999999, 0.999999, 0].map((days) => dateOfDays(days, false))).toEqual([
      '13:45:30.500',
      '23:59:59.999',
      '23:59:59.914',
      '00:00:00',
    ]);
  });

  it('reads spans of time as hours, also beyond those of a day', async () => {
    const cells = [1.5, 0.25, 2.2500001, -0.0625, 0].map((days, i) => `<row r="${i + 2}"><c r="A${i + 2}" s="1"><v>${days}</v></c></row>`);
    const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="46"/></cellXfs></styleSheet>';
    const source = workbook({ S: row(1, 'worked') + cells.join('') }, { 'xl/styles.xml': styles });
    expect((await excelReader.describe(source)).fields).toMatchObject([{ name: 'worked', type: 'esriFieldTypeString' }]);
    expect((await readAll(excelReader, source)).rows.map(({ values }) => values[0])).toEqual([
      '36:00:00',
      '06:00:00',
      '54:00:00.009',
      '-01:30:00',
      '00:00:00',
    ]);
  });

  it('reads as many columns as a layer can have, whether its rows say where their cells are or not', async () => {
    const cells = (count: number, cell: (i: number) => string): string => Array.from({ length: count }, (_, i) => cell(i)).join('');
    const names = cells(1_500, (i) => `<c t="inlineStr"><is><t>c${i}</t></is></c>`);
    const values = cells(1_500, (i) => (i % 3 === 0 ? '<c/>' : `<c><v>${i}</v></c>`));
    // Z of 26, AA of 27: the last column is XFD, and what is beyond it is in no sheet.
    const far = '<row r="3"><c r="BER3"><v>5</v></c><c r="B3"><v>7</v></c><c r="B3"><v>8</v></c><c r="XFE3"><v>6</v></c></row>';
    const source = workbook({ S: `<row r="1">${names}</row><row r="2">${values}</row>${far}` });
    const description = await excelReader.describe(source);
    expect(description.fields.map(({ name }) => name)).toEqual(Array.from({ length: 1_500 }, (_, i) => `c${i}`));
    expect(description.warnings).toEqual([]);
    const { rows } = await readAll(excelReader, source, { description });
    expect(rows[0]?.values).toEqual(Array.from({ length: 1_500 }, (_, i) => (i % 3 === 0 ? null : i)));
    expect(rows[1]?.values).toEqual(Array.from({ length: 1_500 }, (_, i) => (i === 1 ? 8 : i === 1_499 ? 5 : null)));
  });

  it('keeps of a row the cells that hold something alone, however far to the right they stand', () => {
    const rows = new SheetRows(
      { sheets: [], hidden: [], from1904: false, sharedTexts: [], styles: [], textStyles: new Set<number>() },
      'book.xlsx',
    );
    rows.open('row', { r: '4' });
    for (const [address, value] of [
      ['A4', '1'],
      ['B4', ''],
      ['XFD4', '2'],
    ] as const) {
      rows.open('c', { r: address });
      rows.open('v', {});
      rows.text(value);
      rows.close('v');
      rows.close('c');
    }
    rows.close('row');
    expect(rows.take()).toEqual([{ number: 4, cells: ['1', '2'], columns: [0, 16_383] }]);
  });

  it('takes the cells of a row in any order, at about the cost of those in order, and the last one of each place', () => {
    const letters = (column: number): string =>
      column < 0 ? '' : letters(Math.floor(column / 26) - 1) + String.fromCharCode(65 + (column % 26));
    const addresses = Array.from({ length: 16_384 }, (_, i) => letters(i));
    const read = (order: readonly string[]): { ms: number; columns: number[]; cells: string[] } => {
      const rows = new SheetRows(
        { sheets: [], hidden: [], from1904: false, sharedTexts: [], styles: [], textStyles: new Set<number>() },
        'book.xlsx',
      );
      const before = process.cpuUsage();
      for (let number = 1; number <= 20; number++) {
        rows.open('row', { r: String(number) });
        for (const r of order) {
          rows.open('c', { r });
          rows.open('v', {});
          rows.text(String(r.length));
          rows.close('v');
          rows.close('c');
        }
        rows.close('row');
      }
      const { user, system } = process.cpuUsage(before);
      const found = rows.take();
      expect(found).toHaveLength(20);
      return { ms: (user + system) / 1_000, columns: found[19]?.columns ?? [], cells: found[19]?.cells ?? [] };
    };
    read(addresses);
    const [ordered, turned] = [read(addresses), read(addresses.toReversed())];
    expect([turned.columns, turned.cells]).toEqual([ordered.columns, ordered.cells]);
    expect(turned.columns).toEqual(addresses.map((_, i) => i));
    expect(turned.ms).toBeLessThan(ordered.ms * 4 + 50);
    const twice = read(['C', 'AA', 'B', 'AA', 'A']);
    expect([twice.columns, twice.cells]).toEqual([
      [0, 1, 2, 26],
      ['1', '1', '1', '2'],
    ]);
  });

  it.each([
    [1, 3_000],
    [299, 200],
  ])('takes the columns from the first rows, of texts of %i letters from %i rows, in whatever pieces they come', async (letters, most) => {
    for (const [at, more] of [
      [most, 1],
      [most + 1, 0],
    ] as const) {
      // biome-ignore format: a row each
      const text = 'x'.repeat(letters);
      const rows = Array.from({ length: most + 50 }, (_, i) => (i + 1 === at ? row(at, text, 'beside') : row(i + 1, text)));
      const { fields, warnings } = await excelReader.describe(workbook({ S: rows.join('') }));
      expect([at, fields.length, warnings.map(({ code }) => code)]).toEqual([at, 1 + more, more === 1 ? [] : ['cells-beside']]);
    }
  });

  it('counts a cell far beside the table as such, and refuses a far name before it reads the rows', async () => {
    const few = Array.from({ length: 30 }, (_, i) => row(i + 2, i)).join('');
    const many = Array.from({ length: 5_000 }, (_, i) => row(i + 2, i)).join('');
    const beside = '<row r="6000"><c r="A6000"><v>2</v></c><c r="XFD6000"><v>1</v></c></row>';
    const narrow = await excelReader.describe(workbook({ S: row(1, 'a') + many + beside }));
    expect(narrow.fields).toHaveLength(1);
    expect(narrow.warnings).toMatchObject([{ code: 'cells-beside', values: { count: 1 } }]);
    const name = (address: string): string => `<row r="1"><c r="${address}1" t="inlineStr"><is><t>far</t></is></c></row>`;
    const wide = await excelReader.describe(workbook({ S: name('BER') + few }));
    expect([wide.fields.length, wide.fields.at(-1)?.alias]).toEqual([1_500, 'far']);
    await expect(excelReader.describe(workbook({ S: name('BES') + few }))).rejects.toThrow(
      'The table has 1501 columns; a layer holds at most 1500.',
    );
    // What is behind the first rows is broken, but nobody comes so far.
    const broken = workbook({ S: `${name('XFD')}${many.repeat(20)}</worksheet>` });
    for (const options of [{}, { headerRow: 1 }])
      await expect(excelReader.describe(broken, options)).rejects.toMatchObject({
        sentence: { code: 'table-wide', values: { count: 16_384, most: 1_500 } },
      });
  });

  describe('columns without a name', () => {
    it('are numbered where they hold something, and lose no row', async () => {
      const rows = row(1, 'id', null, 'name', 'size') + row(2, 1, 'x', 'a', 5, null, null, 7) + row(3, 2, null, 'b', 6, 'note');
      const source = workbook({ S: rows });
      const description = await excelReader.describe(source);
      expect(description.fields.map(({ alias }) => alias)).toEqual(['id', 'Column 2', 'name', 'size', 'Column 5', 'Column 6']);
      expect(description.warnings).toEqual([]);
      const { rows: read, problems } = await readAll(excelReader, source, { description });
      expect(problems).toEqual([]);
      expect(read.map(({ values }) => values)).toEqual([
        [1, 'x', 'a', 5, null, 7],
        [2, null, 'b', 6, 'note', null],
      ]);
      // Whoever says the names again means the same table.
      const columnNames = description.fields.map(({ name }) => name);
      expect((await excelReader.describe(source, { columnNames })).rowCount).toBe(2);
    });

    it('are left out with a warning where they begin far down', async () => {
      const rows = Array.from({ length: 20_000 }, (_, i) => row(i + 2, i, 'a', ...(i === 15_000 || i === 19_999 ? ['late'] : [])));
      const source = workbook({ S: row(1, 'id', 'name') + rows.join('') });
      const description = await excelReader.describe(source);
      expect(description.fields.map(({ alias }) => alias)).toEqual(['id', 'name']);
      expect(description).toMatchObject({ rowCount: 20_000, warnings: [{ code: 'cells-beside', values: { count: 2 } }] });
      const { rows: read, problems } = await readAll(excelReader, source, { description });
      expect([read.length, problems]).toEqual([20_000, []]);
    });
  });

  it('says what to do with workbooks of an old Excel, and with those that have a password', async () => {
    const container = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2048)]);
    await expect(excelReader.describe({ main: memorySource('towns.xls', container) })).rejects.toThrow(
      'towns.xls is a workbook of an old Excel (.xls). Open it in Excel or LibreOffice, save it as .xlsx or CSV, and send that.',
    );
    const locked = Buffer.concat([container, Buffer.alloc(500_000), Buffer.from('EncryptedPackage', 'utf16le'), Buffer.alloc(64)]);
    await expect(excelReader.describe({ main: memorySource('towns.xlsx', locked) })).rejects.toThrow(
      'towns.xlsx is protected by a password. Save it without one and try again.',
    );
  });

  it('refuses what is no workbook, is cut off, or grows beyond measure', async () => {
    const file = fixture('csv/nl_plaatsen.xlsx');
    const bytes = await file.read(0, file.size);
    await expect(excelReader.describe({ main: memorySource('a.xlsx', bytes.subarray(0, 9000)) })).rejects.toThrow(
      'is not an Excel workbook (.xlsx), or is cut off',
    );
    await expect(excelReader.describe({ main: memorySource('a.xlsx', zipOf({ 'a.txt': 'b' })) })).rejects.toThrow(
      'is not an Excel workbook',
    );
    const bomb = workbook({ S: row(1, 'a') + ' '.repeat(30_000_000) });
    await expect(excelReader.describe(bomb)).rejects.toThrow('times its packed size');
    const entities = workbook({ S: row(1, 'a') }, { 'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "c">]><workbook/>' });
    await expect(excelReader.describe(entities)).rejects.toThrow('DOCTYPE');
  });
});
