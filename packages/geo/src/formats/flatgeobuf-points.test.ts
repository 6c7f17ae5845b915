// Points take a shorter way into the file; it has to end in the same bytes.
import { describe, expect, it } from 'vitest';
import { encodedLayer } from '../../testing/encoded-layer.ts';
import { geoJsonToWkb } from '../convert/geojson.ts';
import { writeFlatGeobuf } from './flatgeobuf-writer.ts';
import type { WrittenLayer } from './format-writer.ts';

const DAY = Date.UTC(2024, 1, 29, 12, 34, 56, 789);

/** Points with texts of every length up to thirty letters, one without a value, one without a place. `srid` in the bytes of a geometry makes it an unusual one. */
function pointsLayer(srid: number | null): WrittenLayer {
  const wkb = (x: number, y: number): Uint8Array => geoJsonToWkb({ type: 'Point', coordinates: [x, y] }, { srid });
  const texts = Array.from({ length: 31 }, (_, n) => 'é'.repeat(n));
  const rows = [
    ...texts.map((text, n) => ({ wkb: wkb(n * 5.123456789 - 80, 60 - n), values: [text, n / 3, n % 2 ? n : null, DAY + n] })),
    { wkb: wkb(1, 2), values: [null, null, null, null] },
    { wkb: null, values: ['nowhere', 1, 2, null] },
    { wkb: wkb(-1, -2), values: ['last', 1, 2, null] },
  ];
  return {
    name: 'Points',
    geometryType: 'esriGeometryPoint',
    hasZ: false,
    fields: [
      { name: 'label', type: 'esriFieldTypeString' },
      { name: 'size', type: 'esriFieldTypeDouble' },
      { name: 'count', type: 'esriFieldTypeInteger' },
      { name: 'since', type: 'esriFieldTypeDate' },
    ],
    async *rows() {
      yield rows.slice(0, 20);
      yield rows.slice(20);
    },
  };
}

async function written(layer: WrittenLayer): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeFlatGeobuf(encodedLayer(layer))) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('points in FlatGeobuf', () => {
  it('are written byte for byte as other features are', async () => {
    const [points, others] = [await written(pointsLayer(null)), await written(pointsLayer(4326))];
    expect(points.equals(others)).toBe(true);
    expect(points.length).toBeGreaterThan(33 * 64);
  });

  it.each([
    [102_008, 'ESRI'],
    [25_832, 'EPSG'],
  ])('are in the system %i of those who number it', async (srid, organisation) => {
    const bytes = await written({ ...pointsLayer(null), srid });
    expect(['EPSG', 'ESRI'].filter((name) => bytes.includes(name))).toEqual([organisation]);
  });
});
