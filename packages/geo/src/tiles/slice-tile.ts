// A part of a vector tile as a tile of its own: for places where a package has nothing finer.

import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { PbfReader } from 'pbf';

/** Where a tile stands. */
export interface TilePlace {
  z: number;
  x: number;
  y: number;
}

const EXTENT = 4096;
const BUFFER = 64;

/** The part of `bytes`, a tile at `from`, that the tile at `to` below it shows; empty when nothing lies there. @throws Error for bytes that are no tile */
export function sliceTile(bytes: Uint8Array, from: TilePlace, to: TilePlace): Uint8Array {
  const layers: Record<string, { features: unknown[] }> = {};
  for (const [name, layer] of Object.entries(new VectorTile(new PbfReader(bytes)).layers)) {
    const features = Array.from({ length: layer.length }, (_, i) => asGeoJson(layer.feature(i), from));
    const index = new GeoJSONVT(
      { type: 'FeatureCollection', features } as never,
      // Nothing is simplified: it was when the tile was made.
      { maxZoom: to.z, indexMaxZoom: 0, tolerance: 0, extent: EXTENT, buffer: BUFFER },
    );
    const tile = index.getTile(to.z, to.x, to.y);
    if (tile !== null && tile.features.length > 0) layers[name] = tile;
  }
  if (Object.keys(layers).length === 0) return new Uint8Array();
  return fromGeojsonVt(layers as never, { version: 2, extent: EXTENT });
}

function asGeoJson(feature: VectorTileFeature, { x, y, z }: TilePlace): object {
  return feature.toGeoJSON(x, y, z);
}
