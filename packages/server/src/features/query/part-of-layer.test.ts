import { describe, expect, it } from 'vitest';
import type { HostedLayer } from '../layers.rules.ts';
import type { RecordFilter } from './layer-query.rules.ts';
import { isPartOfLayer } from './part-of-layer.rules.ts';

const layer = { geometryType: 'esriGeometryPoint', extent: [0, 0, 100, 100] } as HostedLayer;
const inBox = (box: [number, number, number, number], more: object = {}): RecordFilter => ({
  condition: null,
  objectIds: null,
  spatial: { place: { box }, srid: 3857, relation: 'intersects', ...more },
});

describe('a box that is a small part of a layer', () => {
  it('is so up to an eighth of the extent, wherever it lies', () => {
    expect(isPartOfLayer(layer, inBox([0, 0, 100, 12]))).toBe(true);
    expect(isPartOfLayer(layer, inBox([500, 500, 510, 510]))).toBe(true);
    expect(isPartOfLayer(layer, inBox([0, 0, 100, 13]))).toBe(false);
    expect(isPartOfLayer({ ...layer, extent: null }, inBox([0, 0, 1, 1]))).toBe(false);
  });

  it('is not so where the plan depends on more than the box', () => {
    const box: [number, number, number, number] = [0, 0, 1, 1];
    expect(isPartOfLayer(layer, { ...inBox(box), spatial: null })).toBe(false);
    expect(isPartOfLayer(layer, { ...inBox(box), objectIds: [1] })).toBe(false);
    expect(isPartOfLayer(layer, { ...inBox(box), globalIds: ['a'] })).toBe(false);
    expect(isPartOfLayer(layer, inBox(box, { relation: 'disjoint' }))).toBe(false);
    expect(isPartOfLayer({ ...layer, view: {} } as HostedLayer, inBox(box))).toBe(false);
    expect(isPartOfLayer({ ...layer, onlyOf: {} } as HostedLayer, inBox(box))).toBe(false);
  });

  it('is one for lines and polygons where their bounds alone are asked for', () => {
    const polygons = { ...layer, geometryType: 'esriGeometryPolygon' } as HostedLayer;
    expect(isPartOfLayer(polygons, inBox([0, 0, 1, 1]))).toBe(false);
    expect(isPartOfLayer(polygons, inBox([0, 0, 1, 1], { relation: 'envelopeIntersects' }))).toBe(true);
  });
});
