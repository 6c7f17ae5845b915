// A renderer as layers of the map library: fills with outlines, lines, circles, icons or a heat map.
import type { Renderer, StoredSymbol } from '@graticule/contract/documents/renderer';
import type { LineSymbol, MarkerSymbol, WireColor } from '@graticule/contract/documents/symbol';
import { IS_NO_MERGED_SQUARE, mergedSquareLayers } from '@graticule/contract/services/merged-squares';
import type {
  CircleLayerSpecification,
  DataDrivenPropertyValueSpecification,
  ExpressionSpecification,
  FillLayerSpecification,
  FilterSpecification,
  LayerSpecification,
  LineLayerSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import { bothFilters, byClass, classesOf, classFilter, type SymbolClass } from './classes.ts';
import { heatmapPaint } from './heatmap.ts';
import { imageName, markerSize } from './images.ts';
import { cssColor, pixels } from './units.ts';
import { type VariableExpressions, variableExpressions } from './visual-variables.ts';

/** The three kinds of geometry that are drawn differently. */
export type GeometryKind = 'point' | 'line' | 'polygon';

/** What a renderer is drawn on. */
export interface PaintContext {
  /** Prefix of the ids of the layers. */
  id: string;
  source: string;
  sourceLayer?: string;
  kind: GeometryKind;
  /** 0 to 1, of the whole layer. */
  opacity: number;
  filter?: FilterSpecification;
  minzoom?: number;
  maxzoom?: number;
}

type Base = Pick<FillLayerSpecification, 'source' | 'minzoom' | 'maxzoom' | 'filter'> & { 'source-layer'?: string };

/** The layers that draw the features of a source as the renderer says. */
export function rendererLayers(renderer: Renderer, context: PaintContext): LayerSpecification[] {
  const classes = classesOf(renderer);
  const base = baseOf(context, bothFilters(context.filter, classFilter(classes)));
  if (renderer.type === 'heatmap') {
    if (context.kind !== 'point') return [];
    // a weight of nothing has no kernel, and the library would draw it without an end
    const filter = bothFilters(base.filter, renderer.field ? ['>', ['to-number', ['get', renderer.field], 0], 0] : undefined);
    return [
      { id: `${context.id}:heat`, type: 'heatmap', ...base, ...(filter ? { filter } : {}), paint: heatmapPaint(renderer, context.opacity) },
    ];
  }
  if (classes.length === 0) return [];
  const variables = variableExpressions(renderer);
  if (context.kind === 'line') return [lineLayer(`${context.id}:line`, base, classes, variables, context.opacity)];
  if (context.kind === 'polygon') return polygonLayers(context, base, classes, variables);
  return classes.every((each) => isCircle(each.symbol))
    ? [circleLayer(context, base, classes, variables)]
    : [iconLayer(context, base, classes, variables)];
}

function baseOf({ source, sourceLayer, minzoom, maxzoom }: PaintContext, filter: FilterSpecification | undefined): Base {
  return {
    source,
    ...(sourceLayer ? { 'source-layer': sourceLayer } : {}),
    ...(minzoom !== undefined ? { minzoom } : {}),
    ...(maxzoom !== undefined ? { maxzoom } : {}),
    ...(filter ? { filter } : {}),
  };
}

const isCircle = (symbol: StoredSymbol): boolean =>
  symbol.type === 'esriSMS' && (symbol.style === undefined || symbol.style === 'esriSMSCircle');
const colorOf = (symbol: StoredSymbol | null | undefined): string => cssColor(symbol?.color as WireColor | undefined);
const outlineOf = (symbol: StoredSymbol): LineSymbol | undefined => (symbol.outline as LineSymbol | null | undefined) ?? undefined;
const isNone = (symbol: StoredSymbol | undefined): boolean =>
  symbol === undefined || symbol.style === 'esriSLSNull' || symbol.style === 'esriSFSNull';

const times = (value: ExpressionSpecification, factor: number): ExpressionSpecification => ['*', value, factor];

function opacityOf(variables: VariableExpressions, opacity: number): DataDrivenPropertyValueSpecification<number> {
  return variables.opacity ? times(variables.opacity, opacity) : opacity;
}

function circleLayer(context: PaintContext, base: Base, classes: SymbolClass[], variables: VariableExpressions): CircleLayerSpecification {
  const opacity = opacityOf(variables, context.opacity);
  return {
    id: `${context.id}:circle`,
    type: 'circle',
    ...base,
    ...(variables.sortKey ? { layout: { 'circle-sort-key': variables.sortKey } } : {}),
    paint: {
      'circle-color': variables.color ?? byClass(classes, colorOf, 'rgba(0, 0, 0, 0)'),
      'circle-radius': variables.size ? times(variables.size, 0.5) : byClass(classes, (symbol) => markerSize(symbol) / 2, 0),
      'circle-stroke-color': byClass(classes, (symbol) => colorOf(outlineOf(symbol)), 'rgba(0, 0, 0, 0)'),
      'circle-stroke-width': byClass(classes, (symbol) => outlineWidth(symbol), 0),
      'circle-opacity': opacity,
      'circle-stroke-opacity': opacity,
    },
  };
}

function outlineWidth(symbol: StoredSymbol): number {
  const outline = outlineOf(symbol);
  return !outline || isNone(outline) || !outline.color ? 0 : pixels(outline.width ?? 1);
}

function iconLayer(context: PaintContext, base: Base, classes: SymbolClass[], variables: VariableExpressions): SymbolLayerSpecification {
  const size = variables.size ? (['/', variables.size, byClass(classes, markerSize, 10)] as ExpressionSpecification) : undefined;
  const offsets = classes.map(
    ({ symbol }) => [pixels(Number(symbol.xoffset ?? 0)), -pixels(Number(symbol.yoffset ?? 0))] as [number, number],
  );
  const offset = offsets[0] ?? [0, 0];
  return {
    id: `${context.id}:icon`,
    type: 'symbol',
    ...base,
    layout: {
      'icon-image': byClass(classes, (symbol) => imageName(symbol as MarkerSymbol), ''),
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'icon-rotate': byClass(classes, (symbol) => Number(symbol.angle ?? 0), 0),
      ...(offset[0] !== 0 || offset[1] !== 0 ? { 'icon-offset': offset } : {}),
      ...(size ? { 'icon-size': size } : {}),
    },
    paint: { 'icon-opacity': opacityOf(variables, context.opacity) },
  };
}

const DASHES: Readonly<Record<string, number[]>> = {
  esriSLSDash: [4, 3],
  esriSLSDot: [1, 2],
  esriSLSDashDot: [4, 2, 1, 2],
  esriSLSDashDotDot: [4, 2, 1, 2, 1, 2],
  esriSLSLongDash: [8, 3],
  esriSLSShortDash: [3, 2],
};

/** Dashes by class; nothing when every line is solid. */
function dashes(
  classes: SymbolClass[],
  pick: (symbol: StoredSymbol) => StoredSymbol | undefined,
): number[] | ExpressionSpecification | undefined {
  const patterns = classes.map(({ symbol }) => DASHES[String(pick(symbol)?.style)]);
  if (patterns.every((pattern) => pattern === undefined)) return undefined;
  const [first] = patterns;
  if (patterns.every((pattern) => pattern === first)) return first;
  const index = new Map(classes.map((each, i) => [each.symbol, i]));
  const choice = byClass(classes, (symbol) => index.get(symbol) ?? 0, 0);
  const cases = patterns.flatMap((pattern, i) => [i, ['literal', pattern ?? [1, 0]]]);
  return ['match', choice, ...cases, ['literal', [1, 0]]] as unknown as ExpressionSpecification;
}

function lineLayer(
  id: string,
  base: Base,
  classes: SymbolClass[],
  variables: VariableExpressions,
  opacity: number,
): LineLayerSpecification {
  const dash = dashes(classes, (symbol) => symbol);
  return {
    id,
    type: 'line',
    ...base,
    layout: {
      'line-join': 'round',
      'line-cap': dash ? 'butt' : 'round',
      ...(variables.sortKey ? { 'line-sort-key': variables.sortKey } : {}),
    },
    paint: {
      'line-color': variables.color ?? byClass(classes, colorOf, 'rgba(0, 0, 0, 0)'),
      'line-width': variables.size ?? byClass(classes, (symbol) => (isNone(symbol) ? 0 : pixels(Number(symbol.width ?? 1))), 0),
      'line-opacity': opacityOf(variables, opacity),
      ...(dash ? { 'line-dasharray': dash } : {}),
    },
  };
}

function polygonLayers(context: PaintContext, base: Base, classes: SymbolClass[], variables: VariableExpressions): LayerSpecification[] {
  const opacity = opacityOf(variables, context.opacity);
  const hatched = classes.some(
    ({ symbol }) => symbol.style !== undefined && !['esriSFSSolid', 'esriSFSNull'].includes(String(symbol.style)),
  );
  const color = (symbol: StoredSymbol) => (isNone(symbol) ? 'rgba(0, 0, 0, 0)' : colorOf(symbol));
  const paint: FillLayerSpecification['paint'] = hatched
    ? { 'fill-pattern': byClass(classes, (symbol) => imageName(symbol as MarkerSymbol), ''), 'fill-opacity': opacity }
    : { 'fill-color': variables.color ?? byClass(classes, color, 'rgba(0, 0, 0, 0)'), 'fill-opacity': opacity };
  const isOutlined = classes.some(({ symbol }) => outlineWidth(symbol) > 0);
  const outlineColor = byClass(classes, (symbol) => colorOf(outlineOf(symbol)), 'rgba(0, 0, 0, 0)');
  // Tiles have squares that stand for several polygons, other sources have not.
  const isTiled = context.sourceLayer !== undefined;
  const own = isTiled
    ? { ...base, filter: bothFilters(base.filter, IS_NO_MERGED_SQUARE as unknown as FilterSpecification) as FilterSpecification }
    : base;
  const outlines = isOutlined
    ? { color: outlineColor, widthPx: Math.max(...classes.map(({ symbol }) => outlineWidth(symbol))) }
    : undefined;
  const drawn = { fill: { ...paint }, opacity, outlines };
  const squares = (isTiled
    ? mergedSquareLayers((kind) => `${context.id}:${kind}`, { ...base }, drawn)
    : []) as unknown as LayerSpecification[];
  const fill: FillLayerSpecification = { id: `${context.id}:fill`, type: 'fill', ...own, paint };
  if (!isOutlined) return [fill, ...squares];
  const dash = dashes(classes, outlineOf);
  const outline: LineLayerSpecification = {
    id: `${context.id}:outline`,
    type: 'line',
    ...own,
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': outlineColor,
      'line-width': byClass(classes, outlineWidth, 0),
      'line-opacity': opacity,
      ...(dash ? { 'line-dasharray': dash } : {}),
    },
  };
  return [fill, outline, ...squares];
}
