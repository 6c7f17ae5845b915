import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../convert/byte-writer.ts';
import { readWkb } from '../convert/wkb.ts';
import { readShpHeader, writeShpRecord } from './shp-shapes.ts';

function header(code: number, m: [number, number] = [0, 0]) {
  const bytes = Buffer.alloc(100);
  bytes.writeInt32BE(9994, 0);
  bytes.writeInt32BE(50, 24);
  bytes.writeInt32LE(code, 32);
  bytes.writeDoubleLE(m[0], 84);
  bytes.writeDoubleLE(m[1], 92);
  return readShpHeader(bytes, 't.shp');
}

/** Whole numbers of four bytes in `i`, doubles in `d`. */
function record(...parts: ({ i: number[] } | { d: number[] })[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => {
      const numbers = 'i' in part ? part.i : part.d;
      const bytes = Buffer.alloc(numbers.length * ('i' in part ? 4 : 8));
      for (const [n, value] of numbers.entries()) 'i' in part ? bytes.writeInt32LE(value, n * 4) : bytes.writeDoubleLE(value, n * 8);
      return bytes;
    }),
  );
}

const shape = (content: Uint8Array, code: number, m?: [number, number]) => {
  const out = new ByteWriter(8);
  const wkb = writeShpRecord(content, header(code, m), out) ?? (out.length === 0 ? null : out.written());
  return wkb instanceof Uint8Array ? readWkb(wkb) : wkb;
};
const box = { d: [0, 0, 0, 0] };
const range = { d: [0, 0] };

describe('shape records', () => {
  it('are read with z and m', () => {
    expect(shape(record({ i: [1] }, { d: [1, 2] }), 1)).toEqual({ kind: 'point', hasZ: false, hasM: false, position: [1, 2] });
    expect(shape(record({ i: [11] }, { d: [1, 2, 3, 4] }), 11, [0, 9])).toEqual({
      kind: 'point',
      hasZ: true,
      hasM: true,
      position: [1, 2, 3, 4],
    });
    expect(shape(record({ i: [11] }, { d: [1, 2, 3, -1e39] }), 11)).toEqual({
      kind: 'point',
      hasZ: true,
      hasM: false,
      position: [1, 2, 3],
    });
    expect(shape(record({ i: [21] }, { d: [1, 2, -1e39] }), 21)).toEqual({
      kind: 'point',
      hasZ: false,
      hasM: true,
      position: [1, 2, Number.NaN],
    });
  });

  it('are read with several parts', () => {
    const two = record({ i: [13] }, box, { i: [2, 4, 0, 2] }, { d: [0, 0, 1, 1, 2, 2, 3, 3] }, range, { d: [10, 11, 12, 13] });
    expect(shape(two, 13)).toMatchObject({
      kind: 'polyline',
      hasZ: true,
      paths: [
        [
          [0, 0, 10],
          [1, 1, 11],
        ],
        [
          [2, 2, 12],
          [3, 3, 13],
        ],
      ],
    });
    const points = record({ i: [28] }, box, { i: [2] }, { d: [0, 0, 1, 1] }, range, { d: [7, 8] });
    expect(shape(points, 28)).toMatchObject({
      kind: 'multipoint',
      hasM: true,
      positions: [
        [0, 0, 7],
        [1, 1, 8],
      ],
    });
  });

  it('may be null shapes, and parts too short to draw are dropped', () => {
    expect(shape(record({ i: [0] }), 5)).toBeNull();
    expect(shape(record({ i: [5] }, box, { i: [1, 2, 0] }, { d: [0, 0, 1, 1] }), 5)).toBeNull();
  });

  it('say what is wrong with them', () => {
    expect(shape(record({ i: [5] }, box, { i: [1, 1000, 0] }), 5)).toMatchObject({ code: 'shape-short' });
    expect(shape(record({ i: [5] }, box, { i: [9, 1, 0] }), 5)).toMatchObject({ code: 'shape-short' });
    expect(shape(record({ i: [3] }, box, { i: [1, 2, 7] }, { d: [0, 0, 1, 1] }), 3)).toMatchObject({ code: 'shape-short' });
    expect(shape(record({ i: [1] }, { d: [1, 2] }), 5)).toMatchObject({ code: 'shape-other' });
    expect(shape(record({ i: [1] }, { d: [Number.NaN, 2] }), 1)).toMatchObject({ code: 'point-invalid' });
    expect(shape(new Uint8Array(2), 1)).toMatchObject({ code: 'shape-empty' });
  });

  it('are refused as a whole where the type is not read', () => {
    expect(() => header(31)).toThrow('t.shp holds multipatches');
    expect(() => header(99)).toThrow('unknown type 99');
    expect(() => readShpHeader(new Uint8Array(100), 't.shp')).toThrow('t.shp is not a shapefile.');
  });
});
