import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRows } from './csv-rows.ts';

async function rowsOf(pieces: readonly string[], delimiter = ','): Promise<string[][]> {
  const rows: string[][] = [];
  async function* text(): AsyncGenerator<string> {
    yield* pieces;
  }
  for await (const batch of csvRows(text(), delimiter)) rows.push(...batch);
  return rows;
}

const inPieces = (text: string, size: number): string[] => text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];

describe('rows of delimited text', () => {
  it('are the same wherever the text is cut into pieces, and the same as those of the parser', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', ',', ';', '""', '1') });
    const quoted = cell.map((text) => `"${text}"`);
    const plain = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '1', '-') });
    const line = fc.array(fc.oneof(plain, quoted), { minLength: 1, maxLength: 4 }).map((cells) => cells.join(','));
    const file = fc.tuple(fc.array(line, { minLength: 1, maxLength: 8 }), fc.constantFrom('\n', '\r\n'), fc.boolean());
    await fc.assert(
      fc.asyncProperty(file, fc.integer({ min: 1, max: 12 }), async ([lines, end, isEnded], size) => {
        const text = lines.join(end) + (isEnded ? end : '');
        const expected = parse(text, { relax_column_count: true, relax_quotes: true, skip_empty_lines: true }) as unknown as string[][];
        expect(await rowsOf(inPieces(text, size))).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });

  it('may hold line ends and doubled quotes inside of quotes', async () => {
    const text = 'id,note\n1,"two\nlines, ""quoted"""\n2,plain\n';
    for (const size of [1, 3, 100]) {
      expect(await rowsOf(inPieces(text, size))).toEqual([
        ['id', 'note'],
        ['1', 'two\nlines, "quoted"'],
        ['2', 'plain'],
      ]);
    }
  });

  it('end with the words for an open quote', async () => {
    await expect(rowsOf(['a,b\n1,"open\n', '2,x\n'])).rejects.toMatchObject({ name: 'FormatError' });
  });
});
