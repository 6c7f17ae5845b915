import { PbfReader } from 'pbf';
import { describe, expect, it } from 'vitest';
import { encodeCountPbf, encodeExtentPbf, encodeIdsPbf, FeaturePbfWriter } from './feature-pbf.ts';
import type { FeatureResultHeader } from './feature-pbf-head.ts';
import { geoJsonToWkb } from './geojson.ts';

type Message = Record<number, unknown[]>;

/** Every field of a message by tag: numbers for varints and doubles, readers for the rest. */
function fieldsOf(bytes: Uint8Array): Message {
  const out: Message = {};
  const reader = new PbfReader(bytes);
  while (reader.pos < reader.length) {
    const key = reader.readVarint();
    const value = (key & 7) === 0 ? reader.readVarint() : (key & 7) === 1 ? reader.readDouble() : reader.readBytes();
    out[key >> 3] ??= [];
    out[key >> 3]?.push(value);
  }
  return out;
}

const sub = (message: Message, tag: number, at = 0): Message => fieldsOf((message[tag]?.[at] ?? new Uint8Array()) as Uint8Array);
const text = (message: Message, tag: number): string => Buffer.from((message[tag]?.[0] ?? []) as Uint8Array).toString();
const packed = (message: Message, tag: number, signed: boolean): number[] => {
  const bytes = (message[tag]?.[0] ?? new Uint8Array()) as Uint8Array;
  const reader = new PbfReader(bytes);
  const out: number[] = [];
  while (reader.pos < bytes.length) out.push(signed ? reader.readSVarint() : reader.readVarint());
  return out;
};
const featureResult = (bytes: Uint8Array): Message => sub(sub(fieldsOf(bytes), 2), 1);

const header: FeatureResultHeader = {
  objectIdFieldName: 'OBJECTID',
  globalIdFieldName: 'GlobalID',
  geometryType: 'esriGeometryPolygon',
  spatialReference: { wkid: 102100, latestWkid: 3857 },
  fields: [
    { name: 'OBJECTID', type: 'esriFieldTypeOID', sqlType: 'sqlTypeOther' },
    { name: 'name', type: 'esriFieldTypeString', alias: 'Name', sqlType: 'sqlTypeNVarchar', domain: { type: 'codedValue' } },
    { name: 'height', type: 'esriFieldTypeDouble' },
    { name: 'storeys', type: 'esriFieldTypeInteger' },
    { name: 'built', type: 'esriFieldTypeDate' },
    { name: 'big', type: 'esriFieldTypeBigInteger' },
  ],
};
const square = (x: number, y: number, size: number) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

describe('FeaturePbfWriter', () => {
  it('writes the header with every member of the layout', () => {
    const result = featureResult(new FeaturePbfWriter(header).finish({ exceededTransferLimit: true }));
    expect(text(result, 1)).toBe('OBJECTID');
    expect(text(sub(result, 2), 1)).toBe('OBJECTID');
    expect(text(result, 3)).toBe('GlobalID');
    expect(result[7]).toEqual([3]);
    expect(sub(result, 8)).toEqual({ 1: [102100], 2: [3857] });
    expect(result[9]).toEqual([1]);
    expect(result[13]).toHaveLength(6);
    expect(text(sub(result, 13, 1), 3)).toBe('Name');
    expect(text(sub(result, 13, 1), 5)).toBe('{"type":"codedValue"}');
  });

  it('PBF-1 gives a transform also without quantisation', () => {
    const transform = sub(featureResult(new FeaturePbfWriter(header).finish()), 12);
    expect(transform[1]).toEqual([0]);
    expect(sub(transform, 2)).toEqual({ 1: [1e-4], 2: [1e-4] });
    for (const wkid of [4326, 6668, 3824]) {
      const degrees = sub(featureResult(new FeaturePbfWriter({ ...header, spatialReference: { wkid, latestWkid: wkid } }).finish()), 12);
      expect(sub(degrees, 2)).toEqual({ 1: [1e-9], 2: [1e-9] });
    }
  });

  it('PBF-3 writes the first vertex of each part absolute and the rest as differences', () => {
    const writer = new FeaturePbfWriter({ ...header, transform: { originPosition: 'upperLeft', scale: [1, 1], translate: [0, 100] } });
    writer.add([1, 'a', 1, 1, 1, 1], geoJsonToWkb({ type: 'Polygon', coordinates: [square(0, 0, 10), square(2, 2, 3)] }));
    const geometry = sub(sub(featureResult(writer.finish()), 15), 2);
    expect(packed(geometry, 2, false)).toEqual([5, 5]);
    // The counter-clockwise outer ring was turned round; rows count down from 100.
    expect(packed(geometry, 3, true)).toEqual([0, 100, 0, -10, 10, 0, 0, 10, -10, 0, 2, 98, 3, 0, 0, -3, -3, 0, 0, 3]);
  });

  it('PBF-4 writes nulls as empty values and zeros and empty texts as values', () => {
    const writer = new FeaturePbfWriter({ ...header, geometryType: null });
    writer.add([5, '', 0, 0, new Date(0), null], null);
    writer.add([6, null, 1.1, -3, -1, '9007199254740991'], null);
    const result = featureResult(writer.finish());
    expect(result[7]).toEqual([127]);
    const values = (at: number) => ((sub(result, 15, at)[1] ?? []) as Uint8Array[]).map(fieldsOf);
    expect(values(0)).toEqual([{ 5: [5] }, { 1: [new Uint8Array()] }, { 3: [0] }, { 4: [0] }, { 8: [0] }, {}]);
    expect(values(1)).toEqual([{ 5: [6] }, {}, { 3: [1.1] }, { 4: [5] }, { 8: [1] }, { 6: [9007199254740991] }]);
  });

  it('drops repeated vertices and collapsed parts in view mode only', () => {
    const transform = { originPosition: 'upperLeft' as const, scale: [10, 10], translate: [0, 0] };
    const wkb = geoJsonToWkb({ type: 'MultiPolygon', coordinates: [[square(0, 0, 100)], [square(500, 0, 2)]] });
    const lengths = (mode: 'view' | 'edit') => {
      const writer = new FeaturePbfWriter({ ...header, transform, mode });
      writer.add([1], wkb);
      writer.add([2], geoJsonToWkb({ type: 'Polygon', coordinates: [square(0, 0, 1)] }));
      const result = featureResult(writer.finish());
      return [packed(sub(sub(result, 15), 2), 2, false), packed(sub(sub(result, 15, 1), 2), 2, false)];
    };
    expect(lengths('view')).toEqual([[5], []]);
    expect(lengths('edit')).toEqual([[5, 5], [5]]);
  });

  it('writes z and m with scales of their own', () => {
    const writer = new FeaturePbfWriter({ ...header, geometryType: 'esriGeometryPoint', hasZ: true });
    writer.add([1], geoJsonToWkb({ type: 'Point', coordinates: [1, 2, 3] }));
    const result = featureResult(writer.finish());
    expect(result[10]).toEqual([1]);
    expect(packed(sub(sub(result, 15), 2), 3, true)).toEqual([10000, -20000, 30000]);
    expect(sub(sub(result, 12), 2)[4]).toEqual([1e-4]);
  });
});

describe('other replies', () => {
  it('writes counts, ids and extents', () => {
    expect(sub(sub(fieldsOf(encodeCountPbf(300)), 2), 2)).toEqual({ 1: [300] });
    const ids = sub(sub(fieldsOf(encodeIdsPbf('FID', [1, 300, 70000])), 2), 3);
    expect(text(ids, 1)).toBe('FID');
    expect(packed(ids, 3, false)).toEqual([1, 300, 70000]);
    const extent = sub(sub(fieldsOf(encodeExtentPbf({ xmin: 1, ymin: 2, xmax: 3, ymax: 4 }, { wkid: 4326 }, 7)), 2), 4);
    expect(sub(extent, 1)).toMatchObject({ 1: [1], 2: [2], 3: [3], 4: [4] });
    expect(extent[2]).toEqual([7]);
    const none = sub(sub(fieldsOf(encodeExtentPbf(null, { wkid: 4326 })), 2), 4);
    expect(sub(none, 1)[1]).toEqual([Number.NaN]);
  });
});
