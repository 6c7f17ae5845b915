// Reads protocol buffers as the vendor's public client does, which takes them from an address alone.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type IQueryFeaturesResponse, queryFeatures } from '@esri/arcgis-rest-feature-service';
import { PbfReader } from 'pbf';

type Features = IQueryFeaturesResponse['features'];

export interface PbfClient {
  /** The features of a reply. */
  read(body: Uint8Array): Promise<Features>;
  close(): void;
}

export async function openPbfClient(): Promise<PbfClient> {
  let body: Uint8Array = new Uint8Array();
  const server = createServer((_, response) => response.setHeader('content-type', 'application/x-protobuf').end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/FeatureServer/0`;
  return {
    read: async (given) => {
      body = given;
      return ((await queryFeatures({ url, f: 'pbf-as-arcgis' })) as IQueryFeaturesResponse).features;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Every coordinate of a geometry without heights and measures, in a fixed order; the client puts rings of several polygons one level deeper. */
export function numbersOf(geometry: object | null | undefined): number[] {
  const { x, y, rings, paths, points } = (geometry ?? {}) as { [part: string]: unknown };
  return [x, y, ...((rings ?? paths ?? points ?? []) as unknown[]).flat(5)].filter((value) => value !== undefined) as number[];
}

/** How many features a reply has, also of kinds that the client does not know: sets of points, rows of tables. */
export function featuresIn(body: Uint8Array): number {
  const within = (bytes: Uint8Array, tag: number): Uint8Array[] => {
    const reader = new PbfReader(bytes);
    const found: Uint8Array[] = [];
    while (reader.pos < reader.length) {
      const key = reader.readVarint();
      if (key === ((tag << 3) | 2)) found.push(reader.readBytes());
      else reader.skip(key);
    }
    return found;
  };
  const [result = new Uint8Array()] = within(body, 2).flatMap((bytes) => within(bytes, 1));
  return within(result, 15).length;
}
