import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type IQueryFeaturesResponse, queryFeatures } from '@esri/arcgis-rest-feature-service';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BinaryRow, cellKinds } from './binary-row.ts';
import { FeaturePbfWriter } from './feature-pbf.ts';
import type { FeatureResultHeader } from './feature-pbf-head.ts';
import { geoJsonToWkb } from './geojson.ts';

const header: FeatureResultHeader = {
  objectIdFieldName: 'OBJECTID',
  geometryType: 'esriGeometryPoint',
  spatialReference: { wkid: 4326, latestWkid: 4326 },
  fields: [
    { name: 'OBJECTID', type: 'esriFieldTypeOID' },
    { name: 'name', type: 'esriFieldTypeString' },
  ],
};
const KINDS = cellKinds([23, 23, 25, 17]);

interface Point {
  name: string;
  at: readonly [number, number] | null;
}

/** The row message of the database. */
function rowOf(id: number, { name, at }: Point): BinaryRow {
  const number = Buffer.alloc(4);
  number.writeInt32BE(id);
  const cells = [number, number, Buffer.from(name), at === null ? null : geoJsonToWkb({ type: 'Point', coordinates: [...at] })];
  const parts = [Buffer.from([0, cells.length])];
  for (const bytes of cells) {
    const length = Buffer.alloc(4);
    length.writeInt32BE(bytes?.length ?? -1);
    parts.push(length, Buffer.from(bytes ?? []));
  }
  const row = new BinaryRow();
  row.point(Buffer.concat(parts), 0);
  return row;
}

function reply(points: readonly Point[], settlesPoints: boolean): Uint8Array {
  const writer = new FeaturePbfWriter({ ...header, settlesPoints }, new Uint8Array(16));
  for (const [at, point] of points.entries()) writer.addRow(rowOf(at + 1, point), KINDS, { hasGeometry: true, hasCentroid: false });
  return writer.finish({ exceededTransferLimit: points.length > 3 });
}

/** Without the sign of a zero: a client reckons places from steps, and may come out a hair below it. */
function toNineDecimals(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Number(value.toFixed(9)) + 0;
}

/** Coordinates of a middle, spread and number of decimals that all points of a reply share. */
const points = fc.integer({ min: 0, max: 9 }).chain((decimals) => {
  const rounded = (value: number): number => Number(value.toFixed(decimals));
  const near = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
  return fc.tuple(near(170), near(80), fc.constantFrom(1e-6, 0.01, 5)).chain(([x, y, spread]) =>
    fc.array(
      fc.record({
        name: fc.oneof(fc.string(), fc.constantFrom('', 'x'.repeat(90), 'é'.repeat(200), 'x'.repeat(20_000))),
        at: fc.option(fc.tuple(near(spread), near(spread)).map(([dx, dy]) => [rounded(x + dx), rounded(y + dy)] as const)),
      }),
      { maxLength: 300 },
    ),
  );
});

describe('points that are written when all of them are known', () => {
  let server: Server;
  let url: string;
  let body: Uint8Array = new Uint8Array();

  beforeAll(async () => {
    server = createServer((_, response) => response.setHeader('content-type', 'application/x-protobuf').end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/FeatureServer/0`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it("come to the vendor's public client as they were given, to the last of nine decimals", async () => {
    await fc.assert(
      fc.asyncProperty(points, async (given) => {
        body = reply(given, true);
        const { features, exceededTransferLimit = false } = (await queryFeatures({ url, f: 'pbf-as-arcgis' })) as IQueryFeaturesResponse;
        expect(exceededTransferLimit).toBe(given.length > 3);
        expect(features.map((one) => one.attributes)).toEqual(given.map(({ name }, at) => ({ OBJECTID: at + 1, name })));
        for (const [index, { at }] of given.entries()) {
          const { x, y } = (features[index]?.geometry ?? {}) as { x?: number; y?: number };
          expect([x, y].map(toNineDecimals)).toEqual(at === null ? [undefined, undefined] : at.map(toNineDecimals));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are kept apart where several replies are written at once, one after the other in the same memory', () => {
    const lists = [3, 300, 40].map((count) =>
      Array.from({ length: count }, (_, at): Point => ({ name: `${count}`, at: at % 7 === 0 ? null : [count + at / 8, at / 16] })),
    );
    const alone = lists.map((list) => reply(list, true));
    const writers = lists.map(() => new FeaturePbfWriter({ ...header, settlesPoints: true }));
    for (let at = 0; at < 300; at++)
      for (const [index, list] of lists.entries()) {
        const point = list[at];
        if (point !== undefined) writers[index]?.addRow(rowOf(at + 1, point), KINDS, { hasGeometry: true, hasCentroid: false });
      }
    for (const [index, writer] of writers.entries()) {
      const together = writer.finish({ exceededTransferLimit: (lists[index]?.length ?? 0) > 3 });
      expect(Buffer.from(together).equals(alone[index] as Uint8Array)).toBe(true);
    }
  });

  it('take half of the bytes of their coordinates where these have six decimals and lie near each other', () => {
    const given = Array.from({ length: 100 }, (_, at): Point => {
      const [x, y] = [7.5 + at * 0.000123, 47.5 + at * 0.000321].map((value) => Number(value.toFixed(6))) as [number, number];
      return { name: '', at: [x, y] };
    });
    // Of about twelve for each.
    expect(reply(given, false).length - reply(given, true).length).toBeGreaterThanOrEqual(600);
  });
});
