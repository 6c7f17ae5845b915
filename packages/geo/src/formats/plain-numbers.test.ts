import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataset, readAll } from '../../testing/read-fixture.ts';
import { memorySource } from './byte-source.ts';
import { TextColumn } from './column-types.ts';
import { csvReader } from './csv.ts';
import { PlainNumbers, textOf } from './plain-numbers.ts';

const encoder = new TextEncoder();

const digits = fc.string({ unit: fc.constantFrom('0', '1', '5', '9'), maxLength: 18 });
const numeric = fc
  .tuple(fc.constantFrom('', '-', '+'), digits, fc.constantFrom('', '.', '.', ',', ' ', 'e', '..'), digits)
  .map((parts) => parts.join(''));
const date = fc.constantFrom('2024-02-29', '29.2.2024', '3/4/2024', '2024-02-29T12:00:00Z');
const word = fc.constantFrom('', ' ', 'n/a', 'NaN', 'é', '北', 'a long text of more than twenty-four letters', '007', '1e5');

describe('numbers read from bytes', () => {
  it('are those of the text, to the last bit', () => {
    const numbers = new PlainNumbers();
    fc.assert(
      fc.property(numeric, (text) => {
        const bytes = encoder.encode(`x${text}x`);
        if (!numbers.read(bytes, 1, bytes.length - 1)) return;
        expect(text).toMatch(/^[+-]?\d+\.?\d*$/);
        expect(numbers.value).toBe(Number(text));
        expect(numbers.isWhole).toBe(!text.includes('.'));
      }),
      { numRuns: 2000 },
    );
    for (const text of ['0', '-12.0544', '179.999999', '123456789012345', '5.'])
      expect(numbers.read(encoder.encode(text), 0, text.length)).toBe(true);
  });

  it('judge a column as its texts do', () => {
    const cells = fc.oneof(
      fc.array(numeric, { maxLength: 5 }),
      fc.array(date, { maxLength: 5 }),
      fc.array(fc.oneof(numeric, date, word), { maxLength: 8 }),
    );
    fc.assert(
      fc.property(cells, fc.constantFrom('thousands', 'decimals', 'either'), (texts, commaUse) => {
        const numbers = new PlainNumbers();
        const rows = { rowCount: 1 };
        const [byText, byBytes] = [new TextColumn(commaUse, { rows }), new TextColumn(commaUse, { rows })];
        for (const text of texts) {
          const bytes = encoder.encode(text);
          byText.add(text);
          byBytes.addBytes(bytes, 0, bytes.length, numbers);
          expect(textOf(bytes, 0, bytes.length)).toBe(text);
        }
        expect(byBytes.finish()).toEqual(byText.finish());
        expect(byBytes.losses).toEqual(byText.losses);
      }),
      { numRuns: 2000 },
    );
  });

  it('and texts are the same in a file of another encoding', async () => {
    const text = 'lon;lat;note\n1.5;2;"é ""and"" more"\n-3;4.25;\n;1;lost\n';
    const utf8 = await readAll(csvReader, dataset('a.csv', text));
    const utf16 = await readAll(csvReader, { main: memorySource('a.csv', Buffer.from(`\uFEFF${text}`, 'utf16le')) });
    expect(utf8.rows.map((row) => row.values)).toEqual([
      [1.5, 2, 'é "and" more'],
      [-3, 4.25, null],
    ]);
    expect(utf8.problems.map((problem) => problem.row)).toEqual([4]);
    expect(utf16.rows).toEqual(utf8.rows);
  });
});

describe('powers of ten that no number holds', () => {
  it.each(['1e400', '-1.5E+999', '2e-400'])('leave a column with %s a text', async (text) => {
    const { rows } = await readAll(csvReader, dataset('a.csv', `n,v\na,${text}\nb,1\n`));
    expect(rows.map(({ values }) => values[1])).toEqual([text, '1']);
  });

  it.each(['1e300', '0e999', '1e-300', '1,5e3'])('are others than %s', async (text) => {
    const { fields } = await csvReader.describe(dataset('a.csv', `n;v\na;${text}\nb;1\n`));
    expect(fields[1]?.type).toBe('esriFieldTypeDouble');
  });
});
