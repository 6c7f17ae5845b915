// Shapes keep the rows of the table that belong to them, also behind a damaged record.
import { describe, expect, it } from 'vitest';
import { memorySource } from './byte-source.ts';
import { numberedShapes } from './shp-records.ts';

/** A file with records of four bytes, that have these numbers; one of them may say that it is so many records longer. */
function shp(numbers: readonly number[], longer: { number: number; records: number } = { number: -1, records: 0 }) {
  const records = numbers.map((number, at) => {
    const record = Buffer.alloc(12);
    record.writeInt32BE(number, 0);
    record.writeInt32BE(2 + (number === longer.number ? longer.records * 6 : 0), 4);
    record.writeInt32BE(at + 1, 8);
    return record;
  });
  return memorySource('a.shp', Buffer.concat([Buffer.alloc(100), ...records]));
}

/** Each row with the place of its shape in the file. */
async function rowsOf(source: ReturnType<typeof shp>, tableRows: number | undefined): Promise<(number | null)[][]> {
  const rows: (number | null)[][] = [];
  for await (const { row, content } of numberedShapes(source, tableRows)) {
    rows.push([row, content === undefined ? null : Buffer.from(content).readInt32BE(0)]);
  }
  return rows;
}

describe('the shapes of rows', () => {
  it('follow one another', async () => {
    const inOrder = [
      [1, 1],
      [2, 2],
      [3, 3],
    ];
    expect(await rowsOf(shp([1, 2, 3]), 3)).toEqual(inOrder);
    expect(await rowsOf(shp([1, 2, 3]), undefined)).toEqual(inOrder);
  });

  it('are missing where a record takes others in, and stay with their rows behind it', async () => {
    expect(await rowsOf(shp([1, 2, 3, 4, 5], { number: 2, records: 2 }), 5)).toEqual([
      [1, 1],
      [2, 2],
      [3, null],
      [4, null],
      [5, 5],
    ]);
  });

  it('are missing at the end of a table that is longer', async () => {
    expect(await rowsOf(shp([1, 2, 3], { number: 2, records: 1 }), 3)).toEqual([
      [1, 1],
      [2, 2],
      [3, null],
    ]);
  });

  it.each([
    ['from 0', [0, 1, 2]],
    ['with gaps, where there are as many as rows', [1, 2, 7]],
    ['not at all', [0, 0, 0]],
    ['twice', [1, 1, 2]],
  ])('may be numbered %s', async (_, numbers) => {
    expect((await rowsOf(shp(numbers), 3)).map(([row]) => row)).toEqual([1, 2, 3]);
  });

  it('end in a sentence where something else follows', async () => {
    await expect(rowsOf(shp([1, 2, 900, 4]), 5)).rejects.toThrow('a.shp');
    await expect(rowsOf(shp([1, 2, -7, 4]), 5)).rejects.toThrow('a.shp');
  });
});
