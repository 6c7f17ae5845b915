// A vector tile style drawn from the renderers of the layers, for clients that read styles instead of renderers.
import type { GeometryType } from '@graticule/contract/services/layer';
import { IS_NO_MERGED_SQUARE, mergedSquareLayers } from '@graticule/contract/services/merged-squares';
import { drawingOf, type HostedLayer } from '../features/index.ts';
import { heatLayer } from './style-heat.ts';
import { type StyleIcon, type SymbolChoice, symbolChoice } from './style-symbols.ts';
import { type Expression, fieldReader, layerOpacity, type Members, members } from './style-values.ts';
import { followedValues } from './style-variables.ts';

type Draw = (more: Members) => Members;

const isOfPoints = (type: GeometryType): boolean => type === 'esriGeometryPoint' || type === 'esriGeometryMultipoint';

const NO_PICTURES: ReadonlySet<string> = new Set();

/** The style layers of a hosted layer but for its labels; `sourceLayer` is its name in the tiles, `pictures` are those of the sprite. */
export function styleLayers(layer: HostedLayer, sourceLayer: string, pictures = NO_PICTURES): Members[] {
  const { geometryType } = layer;
  if (geometryType === null) return [];
  // As the description of the layer says: one that nobody styled is seen all the same.
  const drawing = drawingOf(layer);
  const renderer = members(drawing.renderer);
  const whole = layerOpacity(drawing);
  const field = fieldReader(layer);
  const base = { source: 'esri', 'source-layer': sourceLayer };
  const id = (kind: string): string => `${sourceLayer}/${kind}`;
  if (renderer.type === 'heatmap' && isOfPoints(geometryType)) {
    return [{ id: id('heat'), ...base, ...heatLayer(renderer, whole, field) }];
  }
  const choice = symbolChoice(renderer, { geometryType, seed: layer.id, field, pictures });
  const { pick } = choice;
  const { size, color, opacity: share } = followedValues(renderer, field);
  const opacity = share === undefined ? whole : ['*', share, whole];
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
      return pointLayers(
        choice,
        size,
        (more) => {
          const paint = {
            'circle-color': color ?? pick((s) => s.fill),
            'circle-radius': size === undefined ? pick((s) => s.radius) : ['/', size, 2],
            'circle-stroke-color': pick((s) => s.line),
            'circle-stroke-width': pick((s) => s.width),
            'circle-opacity': opacity,
            'circle-stroke-opacity': opacity,
          };
          return { id: id('circle'), type: 'circle', ...base, ...more, paint };
        },
        (more) => ({ id: id('icon'), type: 'symbol', ...base, ...more, paint: { 'icon-opacity': opacity } }),
      );
  }
}

/** Circles, pictures, or both with the features parted among them. */
function pointLayers({ symbols, pick }: SymbolChoice, size: Expression | undefined, circles: Draw, icons: Draw): Members[] {
  const drawn = symbols.flatMap(({ icon }) => icon ?? []);
  if (drawn.length === 0) return [circles({})];
  const name = pick(({ icon }) => icon?.name ?? '');
  const has = (test: (icon: StyleIcon) => boolean): boolean => drawn.some(test);
  const own = has(({ scale }) => scale !== 1) ? pick(({ icon }) => icon?.scale ?? 1) : undefined;
  const sizes = size === undefined ? own : ['/', size, pick(({ icon }) => icon?.side ?? 1)];
  const layout = {
    'icon-image': name,
    'icon-allow-overlap': true,
    'icon-ignore-placement': true,
    ...(sizes === undefined ? {} : { 'icon-size': sizes }),
    ...(has(({ angle }) => angle !== 0) ? { 'icon-rotate': pick(({ icon }) => icon?.angle ?? 0) } : {}),
    ...(has(({ offset: [x, y] }) => x !== 0 || y !== 0) ? { 'icon-offset': pick(({ icon }) => ['literal', icon?.offset ?? [0, 0]]) } : {}),
  };
  const isParted = symbols.some(({ icon, radius }) => icon === undefined && radius > 0);
  return isParted ? [circles({ filter: ['==', name, ''] }), icons({ filter: ['!=', name, ''], layout })] : [icons({ layout })];
}
