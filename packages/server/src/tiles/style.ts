// A vector tile style drawn from the renderers of the layers, for clients that read styles instead of renderers.
import { IS_NO_MERGED_SQUARE, mergedSquareLayers } from '@graticule/contract/services/merged-squares';
import { defaultDrawing, type HostedLayer } from '../features/index.ts';

type Members = Record<string, unknown>;
const members = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {});
const list = (value: unknown): Members[] => (Array.isArray(value) ? value.map(members) : []);
const number = (value: unknown, otherwise: number): number => (typeof value === 'number' && Number.isFinite(value) ? value : otherwise);

/** Points of the symbol's size are a third larger in pixels. */
const PIXELS_PER_POINT = 4 / 3;

interface Symbol {
  fill: string;
  line: string;
  width: number;
  radius: number;
}

/** The style layers of a hosted layer; `sourceLayer` is its name in the tiles. */
export function styleLayers(layer: HostedLayer, sourceLayer: string): Members[] {
  // As the description of the layer says: one that nobody styled is seen all the same.
  const drawing = layer.definition.drawingInfo ?? (layer.geometryType === null ? undefined : defaultDrawing(layer.geometryType, layer.id));
  const renderer = members(drawing?.renderer);
  const opacity = 1 - number(drawing?.transparency, 0) / 100;
  const pick = (read: (symbol: Symbol) => string | number): unknown => byClass(renderer, read);
  const base = { source: 'esri', 'source-layer': sourceLayer };
  const id = (kind: string): string => `${sourceLayer}/${kind}`;
  switch (layer.geometryType) {
    case 'esriGeometryPolygon': {
      const fill = { 'fill-color': pick((s) => s.fill), 'fill-opacity': opacity };
      const outline = { 'line-color': pick((s) => s.line), 'line-width': pick((s) => s.width), 'line-opacity': opacity };
      const widthPx = widestOutline(renderer);
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
          paint: { 'line-color': pick((s) => s.fill), 'line-width': pick((s) => s.width), 'line-opacity': opacity },
        },
      ];
    default:
      return [
        {
          id: id('circle'),
          type: 'circle',
          ...base,
          paint: {
            'circle-color': pick((s) => s.fill),
            'circle-radius': pick((s) => s.radius),
            'circle-stroke-color': pick((s) => s.line),
            'circle-stroke-width': pick((s) => s.width),
            'circle-opacity': opacity,
          },
        },
      ];
  }
}

function widestOutline(renderer: Members): number {
  const infos = [...list(renderer.uniqueValueInfos), ...list(renderer.classBreakInfos)];
  const symbols = [renderer.symbol, renderer.defaultSymbol, ...infos.map((info) => info.symbol)];
  return Math.max(...symbols.map((symbol) => readSymbol(members(symbol)).width));
}

/** One value for a simple renderer, an expression for classes. */
function byClass(renderer: Members, read: (symbol: Symbol) => string | number): unknown {
  const otherwise = read(readSymbol(members(renderer.defaultSymbol ?? renderer.symbol)));
  if (renderer.type === 'uniqueValue' && typeof renderer.field1 === 'string' && renderer.field1 !== '') {
    const classes = list(renderer.uniqueValueInfos).flatMap((info) => [String(info.value), read(readSymbol(members(info.symbol)))]);
    return classes.length === 0 ? otherwise : ['match', uniqueInput(renderer), ...classes, otherwise];
  }
  if (renderer.type === 'classBreaks' && typeof renderer.field === 'string') {
    const infos = list(renderer.classBreakInfos);
    const [first, ...rest] = infos;
    if (first === undefined) return otherwise;
    let limit = number(first.classMaxValue, 0);
    const steps = rest.flatMap((info) => {
      const step = [limit, read(readSymbol(members(info.symbol)))];
      limit = number(info.classMaxValue, limit);
      return step;
    });
    return ['step', classified(renderer), read(readSymbol(members(first.symbol))), ...steps];
  }
  return otherwise;
}

/** The number that is put into classes: the field's, or that in relation to others. What has none is in the first class. */
function classified({ field, normalizationType, normalizationField, normalizationTotal }: Members): unknown {
  const value = ['to-number', ['get', field], 0];
  const none = Number.MIN_SAFE_INTEGER;
  if (normalizationType === 'esriNormalizeByField' && typeof normalizationField === 'string') {
    const by = ['to-number', ['get', normalizationField], 0];
    return ['case', ['==', by, 0], none, ['/', value, by]];
  }
  if (normalizationType === 'esriNormalizeByLog') return ['case', ['>', value, 0], ['log10', value], none];
  const total = number(normalizationTotal, 0);
  return normalizationType === 'esriNormalizeByPercentOfTotal' && total !== 0 ? ['*', 100, ['/', value, total]] : value;
}

/** The text that unique values are compared with; several fields are joined by the delimiter. */
function uniqueInput({ field1, field2, field3, fieldDelimiter }: Members): unknown {
  const fields = [field1, field2, field3].filter((field) => typeof field === 'string' && field !== '');
  const [only, ...more] = fields.map((field) => ['to-string', ['get', field]]);
  const delimiter = typeof fieldDelimiter === 'string' ? fieldDelimiter : ',';
  return more.length === 0 ? only : ['concat', only, ...more.flatMap((text) => [delimiter, text])];
}

function readSymbol(symbol: Members): Symbol {
  const outline = members(symbol.outline);
  const isLine = symbol.type === 'esriSLS';
  return {
    fill: colour(symbol.color),
    line: colour(outline.color),
    width: number(isLine ? symbol.width : outline.width, isLine ? 1 : 0) * PIXELS_PER_POINT,
    radius: (number(symbol.size, 6) * PIXELS_PER_POINT) / 2,
  };
}

function colour(value: unknown): string {
  if (!Array.isArray(value)) return 'rgba(0,0,0,0)';
  const [r, g, b, a] = value.map((part) => number(part, 0));
  return `rgba(${r ?? 0},${g ?? 0},${b ?? 0},${Number(((a ?? 255) / 255).toFixed(3))})`;
}
