// Rows of delimited text that have more or fewer cells than there are names.
import { type Sentence, sentence } from '../sentence.ts';
import type { CsvLayout } from './csv-layout.ts';
import { lastPlaceColumn } from './csv-location.ts';
import type { CellBlock } from './parsed-cells.ts';
import { textOf } from './plain-numbers.ts';

/** How many cells a row has. */
export function widthOf({ rowEnds }: CellBlock, r: number): number {
  return (rowEnds[r] as number) - (r === 0 ? 0 : (rowEnds[r - 1] as number));
}

/**
 * What is wrong with the number of cells of a row. Spreadsheets and others leave empty cells out at the end of rows, or end every row with a
 * separator: a row is good that says where it is, with nothing in the cells that it lacks, and so is one whose further cells are empty. The last row
 * of a text that ends within it may be cut off, in a value too.
 */
export function problemWithWidth(block: CellBlock, r: number, { names, location }: Pick<CsvLayout, 'names' | 'location'>): Sentence | null {
  const width = names.length;
  const count = widthOf(block, r);
  if (count === width) return null;
  const values = { count, width };
  const first = (block.rowEnds[r] as number) - count;
  const isFilled = (from: number, to: number): boolean => {
    for (let cell = from; cell < to; cell++) {
      if (textOf(block.bytes, block.starts[cell] as number, block.ends[cell] as number).trim() !== '') return true;
    }
    return false;
  };
  if (count > width) return isFilled(first + width, first + count) ? sentence('cells-few', values) : null;
  if (block.isOpen && r === block.rows - 1) return sentence('cells-cut', values);
  return count > lastPlaceColumn(location) && isFilled(first, first + count) ? null : sentence('cells-few', values);
}
