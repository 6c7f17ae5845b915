// A vector tile style drawn from the renderers of the layers, for clients that read styles instead of renderers.
import type { GeometryType } from '@graticule/contract/services/layer';
import { IS_NO_MERGED_SQUARE, mergedSquareLayers } from '@graticule/contract/services/merged-squares';
import { defaultDrawing, type HostedLayer } from '../features/index.ts';
import { heatLayer } from './style-heat.ts';
import { type StyleSymbol, symbolChoice } from './style-symbols.ts';
import { fieldReader, type Members, members, number } from './style-values.ts';
import { followedValues } from './style-variables.ts';

const isOfPoints = (type: GeometryType): boolean => type === 'esriGeometryPoint' || type === 'esriGeometryMultipoint';

/** The style layers of a hosted layer; `sourceLayer` is its name in the tiles. */
export function styleLayers(layer: HostedLayer, sourceLayer: string): Members[] {
  const { geometryType } = layer;
  if (geometryType === null) return [];
  // As the description of the layer says: one that nobody styled is seen all the same.
  const drawing = layer.definition.drawingInfo ?? defaultDrawing(geometryType, layer.id);
  const renderer = members(drawing.renderer);
  const layerOpacity = Math.min(1, Math.max(0, 1 - number(drawing.transparency, 0) / 100));
  const field = fieldReader(layer);
  const base = { source: 'esri', 'source-layer': sourceLayer };
  const id = (kind: string): string => `${sourceLayer}/${kind}`;
  if (renderer.type === 'heatmap' && isOfPoints(geometryType)) {
    return [{ id: id('heat'), ...base, ...heatLayer(renderer, layerOpacity, field) }];
  }
  const choice = symbolChoice(renderer, { geometryType, seed: layer.id, field });
  const pick = (read: (symbol: StyleSymbol) => string | number): unknown => choice.pick(read);
  const { size, color, opacity: share } = followedValues(renderer, field);
  const opacity = share === undefined ? layerOpacity : ['*', share, layerOpacity];
  switch (geometryType) {
    case 'esriGeometryPolygon': {
      const fill = { 'fill-color': color ?? pick((s) => s.fill), 'fill-opacity': opacity };
      const outline = { 'line-color': pick((s) => s.line), 'line-width': pick((s) => s.width), 'line-opacity': opacity };
      const widthPx = Math.max(...choice.symbols.map(({ width }) => width));
      const outlines = widthPx > 0 ? { color: outline['line-color'], widthPx } : undefined;
      return [
        { id: id('fill'), type: 'fill', ...base, filter: IS_NO_MERGED_SQUARE, paint: fill },
        { id: id('outline'), type: 'line', ...base, filter: IS_NO_MERGED_SQUARE, paint: outline },
        ...mergedSquareLayers(id, base, { fill, opacity, outlines }),
      ];
    }
    case 'esriGeometryPolyline':
      return [
        {
          id: id('line'),
          type: 'line',
          ...base,
          layout: { 'line-join': 'round', 'line-cap': 'round' },
          paint: { 'line-color': color ?? pick((s) => s.fill), 'line-width': size ?? pick((s) => s.width), 'line-opacity': opacity },
        },
      ];
    default:
      return [
        {
          id: id('circle'),
          type: 'circle',
          ...base,
          paint: {
            'circle-color': color ?? pick((s) => s.fill),
            'circle-radius': size === undefined ? pick((s) => s.radius) : ['/', size, 2],
            'circle-stroke-color': pick((s) => s.line),
            'circle-stroke-width': pick((s) => s.width),
            'circle-opacity': opacity,
            'circle-stroke-opacity': opacity,
          },
        },
      ];
  }
}
