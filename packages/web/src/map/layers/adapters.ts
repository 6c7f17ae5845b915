// Every kind of layer the map draws; a new kind is one file and one line here.
import type { OperationalLayer } from '@graticule/contract/documents/web-map';
import { featureServiceAdapter } from './feature-service.ts';
import { featureCollectionAdapter, geoJsonAdapter } from './inline-features.ts';
import { type LayerAdapter, type LayerContext, type OpenedLayer, UnsupportedLayer } from './layer-adapter.ts';
import { rasterAdapter } from './raster-tiles.ts';
import { vectorTileAdapter } from './vector-tile-layer.ts';

const ADAPTERS: readonly LayerAdapter[] = [
  featureCollectionAdapter,
  featureServiceAdapter,
  vectorTileAdapter,
  rasterAdapter,
  geoJsonAdapter,
];

/**
 * Opens a layer by the first adapter that handles it.
 * @throws UnsupportedLayer when none does; Error when the service fails
 */
export async function openLayer(layer: OperationalLayer, context: LayerContext): Promise<OpenedLayer> {
  const adapter = ADAPTERS.find((each) => each.handles(layer, context));
  if (!adapter) throw new UnsupportedLayer(layer.layerType ?? 'unknown');
  return adapter.open(layer, context);
}
