// Rows as the database sends them, for writers that encode them.
import { BinaryRow, type CellKind } from '../src/convert/binary-row.ts';
import { mapPositions } from '../src/convert/reduce-positions.ts';
import { readWkb, writeWkb } from '../src/convert/wkb.ts';
import type { EncodedLayer, WrittenField, WrittenLayer } from '../src/formats/format-writer.ts';
import { WEB_MERCATOR } from '../src/project/spatial-reference.ts';
import { mercatorX, mercatorY } from '../src/project/web-mercator.ts';

/** 1 January 2000, from which the database counts. */
const EPOCH_MS = 946_684_800_000;

/** The layer, whose rows are in degrees, as its table would give it. */
export function encodedLayer(layer: WrittenLayer): EncodedLayer {
  const kinds: CellKind[] = ['integer', ...layer.fields.map(kindOf), 'bytes'];
  return {
    ...layer,
    async *encoded(encoder) {
      encoder.columns(kinds);
      for await (const rows of layer.rows()) {
        for (const { wkb, values } of rows) {
          const row = new BinaryRow();
          const received = Buffer.from(
            message([
              eight((view) => view.setBigInt64(0, 1n)),
              ...values.map((value, i) => cell(value, kinds[i + 1])),
              inSystem(wkb, encoder.srid),
            ]),
          );
          row.point(received, 0);
          encoder.add(row);
          // What is received next comes into the same memory.
          received.fill(0xff);
        }
        yield encoder.take();
      }
    },
  };
}

function kindOf({ type }: WrittenField): CellKind {
  if (type === 'esriFieldTypeDate') return 'timestamp';
  if (type === 'esriFieldTypeDouble') return 'double';
  return type.endsWith('Integer') ? 'integer' : 'text';
}

function eight(write: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(8);
  write(new DataView(bytes.buffer));
  return bytes;
}

function cell(value: unknown, kind: CellKind | undefined): Uint8Array | null {
  if (value === null || value === undefined) return null;
  if (kind === 'timestamp') return eight((view) => view.setBigInt64(0, BigInt(Number(value) - EPOCH_MS) * 1000n));
  if (kind === 'double') return eight((view) => view.setFloat64(0, Number(value)));
  if (kind === 'integer') return eight((view) => view.setBigInt64(0, BigInt(Number(value))));
  return new TextEncoder().encode(String(value));
}

function inSystem(wkb: Uint8Array | null, srid: number): Uint8Array | null {
  if (wkb === null || srid !== WEB_MERCATOR) return wkb;
  return writeWkb(
    mapPositions(readWkb(wkb), ([x = 0, y = 0, ...rest]) => [mercatorX(x), mercatorY(y), ...rest]),
    { srid: null },
  );
}

function message(cells: readonly (Uint8Array | null)[]): Uint8Array {
  const bytes = new Uint8Array(2 + cells.reduce((sum, one) => sum + 4 + (one?.length ?? 0), 0));
  const view = new DataView(bytes.buffer);
  view.setInt16(0, cells.length);
  let at = 2;
  for (const one of cells) {
    view.setInt32(at, one?.length ?? -1);
    bytes.set(one ?? [], at + 4);
    at += 4 + (one?.length ?? 0);
  }
  return bytes;
}
