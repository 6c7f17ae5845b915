// What is written as GeoParquet comes back, whatever becomes of the memory in which the rows were received.
import { expect, it } from 'vitest';
import { encodedLayer } from '../../testing/encoded-layer.ts';
import { readAll } from '../../testing/read-fixture.ts';
import { geoJsonToWkb } from '../convert/geojson.ts';
import { memorySource } from './byte-source.ts';
import { parquetReader } from './parquet.ts';
import { writeParquet } from './parquet-writer.ts';

const ID = '{A1B2C3D4-0000-4000-8000-00000000000F}';
const POINTS = [[7.5, 47.25], [-122.123456789, 37.5], null, [0, 0], [179.9, -60]] as const;

it('GeoParquet keeps points, texts, ids and what is not there', async () => {
  const rows = POINTS.map((coordinates, at) => ({
    wkb: coordinates && geoJsonToWkb({ type: 'Point', coordinates: [...coordinates] }, { srid: null }),
    values: [at === 1 ? null : `Zürich ${at}`, at === 3 ? null : ID, at / 3],
  }));
  const layer = encodedLayer({
    name: 'Points',
    geometryType: 'esriGeometryPoint',
    hasZ: false,
    fields: [
      { name: 'label', type: 'esriFieldTypeString' },
      { name: 'guid', type: 'esriFieldTypeGUID' },
      { name: 'size', type: 'esriFieldTypeDouble' },
    ],
    async *rows() {
      yield rows.slice(0, 2);
      yield rows.slice(2);
    },
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of writeParquet(layer)) pieces.push(piece);
  const back = await readAll(parquetReader, { main: memorySource('points.parquet', Buffer.concat(pieces)) });
  expect(back.problems).toEqual([]);
  expect(back.rows.map(({ geometry }) => geometry && 'x' in geometry && [geometry.x, geometry.y])).toEqual(POINTS);
  expect(back.rows.map(({ values }) => values)).toEqual(rows.map(({ values }) => values));
});
