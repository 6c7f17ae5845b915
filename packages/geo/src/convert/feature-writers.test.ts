import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromWebMercator } from '../project/web-mercator.ts';
import { BinaryRow, cellKinds } from './binary-row.ts';
import { ByteWriter, putZigzag } from './byte-writer.ts';
import { shapeToEsri } from './esri-json.ts';
import { FeatureJson } from './feature-json.ts';
import { FeaturePbfWriter } from './feature-pbf.ts';
import type { FeatureResultHeader } from './feature-pbf-head.ts';
import { geoJsonToWkb, shapeToGeoJson } from './geojson.ts';
import { JsonBytes } from './json-bytes.ts';
import { readWkb } from './wkb.ts';

/** A column of a row: its type, its value as replies hold it, and the bytes that the database sends. */
interface Cell {
  type: string;
  oid: number;
  value: unknown;
  bytes: Buffer | null;
}

const encoded = (size: number, write: (bytes: Buffer) => void): Buffer => {
  const bytes = Buffer.alloc(size);
  write(bytes);
  return bytes;
};
const integer = (value: number): Cell => ({
  type: 'esriFieldTypeInteger',
  oid: 23,
  value,
  bytes: encoded(4, (bytes) => bytes.writeInt32BE(value)),
});
const big = (value: number): Cell => ({
  type: 'esriFieldTypeBigInteger',
  oid: 20,
  value,
  bytes: encoded(8, (bytes) => bytes.writeBigInt64BE(BigInt(value))),
});
const double = (value: number): Cell => ({
  type: 'esriFieldTypeDouble',
  oid: 701,
  value,
  bytes: encoded(8, (bytes) => bytes.writeDoubleBE(value)),
});
const date = (ms: number): Cell => ({
  type: 'esriFieldTypeDate',
  oid: 1114,
  value: ms,
  bytes: encoded(8, (bytes) => bytes.writeBigInt64BE(BigInt(ms - 946_684_800_000) * 1000n)),
});
const text = (value: string): Cell => ({ type: 'esriFieldTypeString', oid: 25, value, bytes: Buffer.from(value) });
const guid = (bytes: Uint8Array): Cell => {
  const hex = Buffer.from(bytes).toString('hex').toUpperCase();
  const value = `{${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}}`;
  return { type: 'esriFieldTypeGlobalID', oid: 2950, value, bytes: Buffer.from(bytes) };
};

const cell: fc.Arbitrary<Cell> = fc.oneof(
  fc.integer().map(integer),
  fc.maxSafeInteger().map(big),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => double(value === 0 ? 0 : value)),
  fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }).map(date),
  fc
    .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '"', '\\', '\u2028</script>', 'x'.repeat(200), 'é東京😀'), fc.string())
    .map(text),
  fc.uint8Array({ minLength: 16, maxLength: 16 }).map(guid),
);
const column = fc.tuple(cell, fc.boolean()).map(([one, isNull]): Cell => (isNull ? { ...one, value: null, bytes: null } : one));

const coordinate = fc.double({ min: -2e7, max: 2e7, noNaN: true }).map((value) => Math.round(value * 1e4) / 1e4);
const position = fc.tuple(coordinate, coordinate);
const ring = fc.array(position, { minLength: 3, maxLength: 600 }).map((list) => [...list, list[0] as [number, number]]);
const geometry = fc.oneof(
  position.map((coordinates) => ({ type: 'Point', coordinates })),
  fc.array(position, { minLength: 2, maxLength: 700 }).map((coordinates) => ({ type: 'LineString', coordinates })),
  fc.array(ring, { minLength: 1, maxLength: 2 }).map((coordinates) => ({ type: 'Polygon', coordinates })),
);

/** The row message of the database, after other bytes. */
function rowOf(cells: readonly (Buffer | null)[]): BinaryRow {
  const parts = [Buffer.from([9, 9, 9]), encoded(2, (bytes) => bytes.writeInt16BE(cells.length))];
  for (const bytes of cells)
    parts.push(
      encoded(4, (length) => length.writeInt32BE(bytes?.length ?? -1)),
      bytes ?? Buffer.alloc(0),
    );
  const row = new BinaryRow();
  row.point(Buffer.concat(parts), 3);
  return row;
}

const features = fc.array(fc.tuple(fc.integer({ min: 1 }), fc.option(geometry)), { minLength: 1, maxLength: 4 });
const question = fc.tuple(fc.array(column, { maxLength: 5 }), features);
const objectId = (id: number): Buffer => integer(id).bytes as Buffer;

describe('writers of features', () => {
  it.each(['geojson', 'esri'] as const)('write rows as %s as a writer of objects does', (form) => {
    fc.assert(
      fc.property(question, ([cells, list]) => {
        const names = cells.map((_, index) => `"näme" ${index}`);
        const writer = new FeatureJson({ names, geometry: { form, z: false }, hasGeometry: true, hasCentroid: false }, new JsonBytes(16));
        writer.columns(cellKinds([23, ...cells.map((one) => one.oid), 17]));
        const expected = list.map(([id, given]) => {
          const wkb = given === null ? null : geoJsonToWkb(given);
          writer.add(rowOf([objectId(id), ...cells.map((one) => one.bytes), wkb === null ? null : Buffer.from(wkb)]));
          const attributes = Object.fromEntries(cells.map((one, index) => [names[index], one.value]));
          const shape = wkb === null ? null : readWkb(wkb);
          if (form === 'esri') return { attributes, geometry: shape && shapeToEsri(shape) };
          return { type: 'Feature', id, geometry: shape && shapeToGeoJson(shape), properties: attributes };
        });
        const written = JSON.parse(`[${new TextDecoder().decode(writer.out.written())}]`);
        expect(written).toEqual(JSON.parse(JSON.stringify(expected)));
      }),
      { numRuns: 60 },
    );
  });

  it('write rows in protocol buffers as they write values', () => {
    fc.assert(
      fc.property(question, fc.boolean(), ([cells, list], isLarge) => {
        const header: FeatureResultHeader = {
          objectIdFieldName: 'id',
          geometryType: 'esriGeometryPolygon',
          spatialReference: { wkid: 102100, latestWkid: 3857 },
          fields: [{ name: 'id', type: 'esriFieldTypeOID' }, ...cells.map((one, index) => ({ name: `f${index}`, type: one.type }))],
        };
        const [fromRows, fromValues] = [new FeaturePbfWriter(header, new Uint8Array(8)), new FeaturePbfWriter(header)];
        const kinds = cellKinds([23, 20, ...cells.map((one) => one.oid), 17]);
        for (const [small, given] of list) {
          const id = isLarge ? small * 2 ** 21 + small : small;
          const wkb = given === null ? null : geoJsonToWkb(given);
          const bytes = [objectId(small), big(id).bytes, ...cells.map((one) => one.bytes), wkb === null ? null : Buffer.from(wkb)];
          fromRows.addRow(rowOf(bytes), kinds, { hasGeometry: true, hasCentroid: false });
          fromValues.add([id, ...cells.map((one) => one.value)], wkb);
        }
        expect(Buffer.from(fromRows.finish()).equals(Buffer.from(fromValues.finish()))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('write object ids of four and eight bytes as they write values, above 32 bits and below nothing too', () => {
    const fields = [{ name: 'id', type: 'esriFieldTypeOID' }];
    const header: FeatureResultHeader = { objectIdFieldName: 'id', geometryType: null, fields };
    for (const id of [0, 1, 127, 128, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 51, -1, -(2 ** 31)]) {
      const plain = new FeaturePbfWriter(header);
      plain.add([id], null);
      const expected = Buffer.from(plain.finish());
      const isSmall = id < 2 ** 31;
      for (const { oid, bytes } of [big(id), ...(isSmall ? [integer(id)] : [])]) {
        const writer = new FeaturePbfWriter(header);
        writer.addRow(rowOf([objectId(1), bytes]), cellKinds([23, oid]), { hasGeometry: false, hasCentroid: false });
        expect(Buffer.from(writer.finish()).equals(expected), `${id}`).toBe(true);
      }
    }
  });

  it('write a list of fields that comes again as the first time, also for rows of other types', () => {
    const fields = [
      { name: 'id', type: 'esriFieldTypeOID' },
      { name: 'size', type: 'esriFieldTypeDouble' },
    ];
    const header: FeatureResultHeader = { objectIdFieldName: 'id', geometryType: null, fields };
    const replies = [integer(5), double(5), integer(5)].map((size) => {
      const writer = new FeaturePbfWriter(header);
      const kinds = cellKinds([23, 23, size.oid]);
      for (const id of [1, 2])
        writer.addRow(rowOf([objectId(id), objectId(id), size.bytes]), kinds, { hasGeometry: false, hasCentroid: false });
      return Buffer.from(writer.finish()).toString('hex');
    });
    expect(new Set(replies).size).toBe(1);
  });

  it('write metres as degrees of nine places, in each form', () => {
    fc.assert(
      fc.property(position, ([x, y]) => {
        const wkb = Buffer.from(geoJsonToWkb({ type: 'Point', coordinates: [x, y] }));
        const places = fromWebMercator(x, y).map((degrees) => Math.round(degrees * 1e9));
        const geometry = { form: 'geojson', z: false, toDegrees: true } as const;
        const json = new FeatureJson({ names: [], geometry, hasGeometry: true, hasCentroid: false });
        json.columns(cellKinds([23, 17]));
        json.add(rowOf([objectId(1), wkb]));
        const { coordinates } = JSON.parse(new TextDecoder().decode(json.out.written())).geometry;
        // Halves may be rounded either way.
        for (const axis of [0, 1]) expect(Math.abs(coordinates[axis] * 1e9 - (places[axis] as number))).toBeLessThan(1.001);
        const header: FeatureResultHeader = {
          objectIdFieldName: 'id',
          geometryType: 'esriGeometryPoint',
          spatialReference: { wkid: 4326, latestWkid: 4326 },
          toDegrees: true,
          fields: [{ name: 'id', type: 'esriFieldTypeOID' }],
        };
        const pbf = new FeaturePbfWriter(header);
        pbf.addRow(rowOf([objectId(1), objectId(1), wkb]), cellKinds([23, 23, 17]), { hasGeometry: true, hasCentroid: false });
        const cells = new ByteWriter();
        cells.zigzag(places[0] as number);
        cells.zigzag(-(places[1] as number));
        expect(Buffer.from(pbf.finish()).includes(Buffer.from(cells.written()))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('write differences of any size as the writer of single numbers does', () => {
    const size = fc.integer({ min: 0, max: 50 }).chain((bits) => fc.maxSafeNat().map((value) => value % 2 ** bits));
    fc.assert(
      fc.property(size, fc.boolean(), fc.constantFrom(0, 1), (most, isNegative, more) => {
        const value = isNegative ? -most - more : most + more;
        const bytes = new Uint8Array(12);
        const plain = new ByteWriter();
        plain.zigzag(value);
        expect(Buffer.from(bytes.subarray(0, putZigzag(bytes, 0, value))).equals(Buffer.from(plain.written()))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('write the length of a message in place, whatever was thought that it would take', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 5 }), (length, guess) => {
        const content = Uint8Array.from({ length }, (_, at) => at);
        const [inPlace, plain] = [new ByteWriter(4), new ByteWriter(4)];
        const begin = inPlace.open(15, guess);
        inPlace.raw(content);
        inPlace.close(begin, guess);
        plain.bytesField(15, content);
        expect(Buffer.from(inPlace.written()).equals(Buffer.from(plain.written()))).toBe(true);
      }),
    );
  });
});
