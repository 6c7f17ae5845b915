import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type IQueryFeaturesResponse, queryFeatures } from '@esri/arcgis-rest-feature-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FeaturePbfWriter } from './feature-pbf.ts';
import type { FeatureResultHeader } from './feature-pbf-head.ts';
import { geoJsonToWkb } from './geojson.ts';

const square = (x: number, y: number, size: number) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

const header: FeatureResultHeader = {
  objectIdFieldName: 'OBJECTID',
  geometryType: 'esriGeometryPolygon',
  spatialReference: { wkid: 4326, latestWkid: 4326 },
  fields: [
    { name: 'OBJECTID', type: 'esriFieldTypeOID', sqlType: 'sqlTypeOther' },
    { name: 'name', type: 'esriFieldTypeString', alias: 'Name', sqlType: 'sqlTypeNVarchar' },
    { name: 'height', type: 'esriFieldTypeDouble', sqlType: 'sqlTypeDouble' },
    { name: 'storeys', type: 'esriFieldTypeInteger', sqlType: 'sqlTypeInteger' },
    { name: 'built', type: 'esriFieldTypeDate', sqlType: 'sqlTypeOther' },
    { name: 'big', type: 'esriFieldTypeBigInteger', sqlType: 'sqlTypeBigInt' },
  ],
};
const attributes = { OBJECTID: 1, name: 'Zürich', height: 12.5, storeys: 3, built: 86400000, big: 7 };
const nothing = { OBJECTID: 2, name: null, height: null, storeys: null, built: null, big: null };

function reply(): Uint8Array {
  const writer = new FeaturePbfWriter(header);
  const donutAndSquare = { type: 'MultiPolygon', coordinates: [[square(0, 0, 50), square(10, 10, 5)], [square(60.5, 0, 1)]] };
  writer.add(Object.values(attributes), geoJsonToWkb(donutAndSquare));
  writer.add(Object.values(nothing), null);
  return writer.finish({ exceededTransferLimit: true });
}

describe("the vendor's public client", () => {
  let server: Server;
  let url: string;

  beforeAll(async () => {
    server = createServer((_, response) => response.setHeader('content-type', 'application/x-protobuf').end(reply()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/FeatureServer/0`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('reads our pbf as GeoJSON, with holes in their polygons and nulls as nulls', async () => {
    const result = (await queryFeatures({ url, f: 'pbf-as-geojson' })) as unknown as {
      properties: object;
      features: { id: number; properties: object; geometry: { coordinates: number[][][][] } | null }[];
    };
    expect(result.properties).toEqual({ exceededTransferLimit: true });
    expect(result.features.map((f) => [f.id, f.properties])).toEqual([
      [1, attributes],
      [2, nothing],
    ]);
    const polygons = result.features[0]?.geometry?.coordinates ?? [];
    expect(polygons.map((polygon) => polygon.length)).toEqual([2, 1]);
    expect(polygons[1]?.[0]?.[0]?.[0]).toBeCloseTo(60.5, 8);
    expect(result.features[1]?.geometry).toBeNull();
  });

  it('reads our pbf as Esri JSON, with fields and spatial reference', async () => {
    const result = await queryFeatures({ url, f: 'pbf-as-arcgis' });
    expect(result).toMatchObject({
      objectIdFieldName: 'OBJECTID',
      geometryType: 'esriGeometryPolygon',
      spatialReference: { wkid: 4326, latestWkid: 4326 },
      exceededTransferLimit: true,
    });
    const { fields, features } = result as IQueryFeaturesResponse;
    expect(fields?.map((field) => [field.name, field.type])).toEqual(header.fields.map((f) => [f.name, f.type]));
    expect(features.map((feature) => feature.attributes)).toEqual([attributes, nothing]);
  });
});
