// The records of .shp files, each with the row of the table that belongs to it.
import { ByteCursor } from './byte-source.ts';
import { type ByteSource, FormatError } from './format-reader.ts';

/** Bytes before the first record. */
export const SHP_HEADER = 100;
const RECORD_HEADER = 8;

/** A row of the table and its shape. */
interface NumberedShape {
  /** From 1. */
  row: number;
  /** Undefined for a row whose shape is not to be found. */
  content: Uint8Array | undefined;
}

/**
 * Shapes in order. Records are numbered; where a number is left out because a record has a wrong length, the rows between have no shape,
 * and those after it keep their own. Rows of the table behind the last shape have none either.
 * @param tableRows as the table has them; undefined without a table, when nothing is compared
 * @throws FormatError when the file ends inside a record, or goes on with something else
 */
export async function* numberedShapes(shp: ByteSource, tableRows: number | undefined): AsyncGenerator<NumberedShape> {
  let row = 0;
  // Programs that number otherwise, or not at all, do so from the first record on.
  let isNumbered = tableRows !== undefined;
  for await (const { number, position, content } of shpRecords(shp)) {
    row++;
    if (isNumbered && number !== row) {
      // As many shapes as rows: what is wrong are the numbers.
      isNumbered = row > 1 && row - 1 + (await countShapes(shp, position)) !== tableRows;
      if (isNumbered && (number < row || number > (tableRows ?? 0))) throw new FormatError('shp-damaged', { file: shp.name, position });
      if (isNumbered) for (; row < number; row++) yield { row, content: undefined };
    }
    yield { row, content };
  }
  for (row++; row <= (tableRows ?? 0); row++) yield { row, content: undefined };
}

/** How many records there are from a position on. */
export async function countShapes(shp: ByteSource, from = SHP_HEADER): Promise<number> {
  let count = 0;
  for await (const _ of shpRecords(shp, from)) count++;
  return count;
}

/** Contents of the records, one after another. @throws FormatError when the file ends inside one */
export async function* shpRecords(
  shp: ByteSource,
  from = SHP_HEADER,
): AsyncGenerator<{ number: number; position: number; content: Uint8Array }> {
  const cursor = new ByteCursor(shp, from);
  try {
    while (cursor.has(RECORD_HEADER) || (await cursor.fill(RECORD_HEADER))) {
      const { position } = cursor;
      const start = cursor.take(RECORD_HEADER);
      const view = new DataView(start.buffer, start.byteOffset, RECORD_HEADER);
      const [number, length] = [view.getInt32(0), view.getInt32(4) * 2];
      if (length < 0 || cursor.position + length > shp.size) {
        throw new FormatError('shp-damaged', { file: shp.name, position: cursor.position });
      }
      if (!cursor.has(length)) await cursor.fill(length);
      yield { number, position, content: cursor.take(length) };
    }
  } finally {
    await cursor.close();
  }
}
