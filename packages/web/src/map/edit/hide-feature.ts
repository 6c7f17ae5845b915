// Leaves one feature out of a drawing, while its shape is drawn by hand.
import type { LayerSpecification } from 'maplibre-gl';
import type { Drawing } from '../layers/layer-adapter.ts';

/** A feature of a layer of the map. */
export interface FeatureRef {
  layerId: string;
  id: number;
}

/** The drawing without the feature. */
export function withoutFeature(drawing: Drawing, { layerId, id }: FeatureRef): Drawing {
  const layers = drawing.layers.map((layer): LayerSpecification => {
    if (!('source' in layer) || layer.source !== layerId) return layer;
    const others = ['!=', ['id'], id];
    const filter = 'filter' in layer && layer.filter !== undefined ? ['all', layer.filter, others] : others;
    return { ...layer, filter } as LayerSpecification;
  });
  return { ...drawing, layers };
}
