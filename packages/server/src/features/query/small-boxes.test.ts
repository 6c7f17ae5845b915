import { expect, it } from 'vitest';
import type { HostedLayer } from '../layers.rules.ts';
import type { RecordFilter } from './layer-query.rules.ts';
import { isSparseBox, noteCounted } from './small-boxes.ts';

const layer = (table: string, rowCount = 1_000_000): HostedLayer =>
  ({ table, rowCount, extent: [0, 0, 10_000, 10_000] }) as unknown as HostedLayer;
const box = (squareMetres: number, more: Partial<RecordFilter> = {}): RecordFilter => ({
  condition: null,
  objectIds: null,
  spatial: { wkb: new Uint8Array(), srid: 3857, relation: 'intersects', isBox: true, bufferMetres: 0, squareMetres },
  ...more,
});

it('a box is sparse that is a small part of its layer, unless one as small was found to hold many', () => {
  const places = layer('places');
  expect([1_000_000, 10_000_000].map((size) => isSparseBox(places, box(size)))).toEqual([true, false]);
  noteCounted(places, box(500_000), 20_000);
  expect(isSparseBox(places, box(1_000_000))).toBe(true);
  noteCounted(places, box(500_000), 20_001);
  noteCounted(places, box(2_000_000), 90_000);
  expect([400_000, 500_000, 1_000_000].map((size) => isSparseBox(places, box(size)))).toEqual([true, false, false]);
  expect(isSparseBox(layer('others'), box(1_000_000))).toBe(true);
});

it('every box of a small layer is sparse; what is chosen by ids, by distance or from a view is not asked in this way', () => {
  const few = layer('few', 9_000);
  expect(isSparseBox(few, box(10_000_000))).toBe(true);
  expect(isSparseBox(few, box(10, { objectIds: [1] }))).toBe(false);
  expect(isSparseBox(few, box(10, { spatial: null }))).toBe(false);
  const { spatial } = box(10);
  expect(isSparseBox(few, box(10, { spatial: spatial && { ...spatial, bufferMetres: 5 } }))).toBe(false);
  expect(isSparseBox({ ...few, view: {} } as unknown as HostedLayer, box(10))).toBe(false);
});
