// What the legend shows for a layer, from its renderer.
import type { HeatmapRenderer, Renderer, StoredSymbol, VisualVariable } from '@graticule/contract/documents/renderer';
import type { LineSymbol, WireColor } from '@graticule/contract/documents/symbol';
import { classesOf, type SymbolClass } from './symbols/classes.ts';
import type { GeometryKind } from './symbols/paint.ts';
import { cssColor, pixels } from './symbols/units.ts';
import { variablesOf } from './symbols/visual-variables.ts';

/** One symbol as the legend draws it. @units sizes in CSS pixels */
export interface Swatch {
  shape: 'circle' | 'square' | 'diamond' | 'triangle' | 'cross' | 'x' | 'line' | 'fill' | 'picture';
  fill: string;
  stroke: string;
  strokeWidth: number;
  dashed: boolean;
  size: number;
  /** Address of the picture. */
  picture?: string;
}

/** A row of a legend. */
export interface LegendEntry {
  label: string;
  swatch: Swatch;
  /** Stands above the entries of a group. */
  heading?: string;
}

/** A band of colours from low to high. */
export interface LegendRamp {
  /** CSS colours at places from 0 to 1. */
  stops: { at: number; color: string }[];
  /** Values at the ends; none for a heat map. */
  low?: number;
  high?: number;
}

/** The legend of one layer. */
export interface Legend {
  /** The field shown, where the renderer has one. */
  field?: string;
  entries: LegendEntry[];
  ramp?: LegendRamp;
  /** Sizes that follow a number. */
  sizes?: { title?: string; entries: { value: number; swatch: Swatch }[] };
}

/** The legend of a renderer on features of a kind. */
export function legendOf(renderer: Renderer, kind: GeometryKind): Legend {
  if (renderer.type === 'heatmap') return { entries: [], ramp: heatRamp(renderer), ...(renderer.field ? { field: renderer.field } : {}) };
  const classes = classesOf(renderer);
  const variables = variablesOf(renderer);
  const color = variables.find((each) => each.type === 'colorInfo');
  const size = variables.find((each) => each.type === 'sizeInfo');
  const field = renderer.type === 'classBreaks' ? renderer.field : renderer.type === 'uniqueValue' ? renderer.field1 : undefined;
  const first = classes[0]?.symbol;
  const isRamped = color !== undefined && renderer.type !== 'uniqueValue';
  return {
    ...(field ? { field } : {}),
    entries: isRamped ? [] : classes.map((each) => entryOf(each, kind)),
    ...(color ? { ramp: colorRamp(color) } : {}),
    ...(size && first ? { sizes: sizeEntries(size, first, kind) } : {}),
  };
}

function entryOf({ label, heading, symbol }: SymbolClass, kind: GeometryKind): LegendEntry {
  return { label, swatch: swatchOf(symbol, kind), ...(heading === undefined ? {} : { heading }) };
}

const SHAPES: Readonly<Record<string, Swatch['shape']>> = {
  esriSMSSquare: 'square',
  esriSMSDiamond: 'diamond',
  esriSMSTriangle: 'triangle',
  esriSMSCross: 'cross',
  esriSMSX: 'x',
};

/** A symbol as the legend draws it. */
export function swatchOf(symbol: StoredSymbol, kind: GeometryKind): Swatch {
  const outline = symbol.outline as LineSymbol | null | undefined;
  const fill = symbol.style === 'esriSFSNull' ? 'none' : cssColor(symbol.color as WireColor | undefined);
  const stroke = outline?.color && outline.style !== 'esriSLSNull' ? cssColor(outline.color) : 'none';
  const swatch = {
    fill,
    stroke,
    strokeWidth: stroke === 'none' ? 0 : pixels(outline?.width ?? 1),
    dashed: isDashed(outline?.style),
    size: 16,
  };
  if (symbol.type === 'esriPMS') {
    const picture = symbol.imageData ? `data:${symbol.contentType ?? 'image/png'};base64,${symbol.imageData}` : String(symbol.url ?? '');
    return { ...swatch, shape: 'picture', picture, size: Math.min(28, pixels(Number(symbol.height ?? 16))) };
  }
  if (kind === 'line') {
    return {
      ...swatch,
      shape: 'line',
      fill: 'none',
      stroke: cssColor(symbol.color as WireColor | undefined),
      strokeWidth: pixels(Number(symbol.width ?? 1)),
      dashed: isDashed(symbol.style),
    };
  }
  if (kind === 'polygon') return { ...swatch, shape: 'fill' };
  return { ...swatch, shape: SHAPES[String(symbol.style)] ?? 'circle', size: Math.max(4, pixels(Number(symbol.size ?? 8))) };
}

const isDashed = (style: unknown): boolean => typeof style === 'string' && /Dash|Dot/.test(style);

function colorRamp(variable: VisualVariable): LegendRamp {
  const stops = variable.type === 'colorInfo' ? [...(variable.stops ?? [])].sort((a, b) => a.value - b.value) : [];
  const low = stops[0]?.value ?? 0;
  const high = stops.at(-1)?.value ?? 1;
  const span = high - low || 1;
  return { stops: stops.map((stop) => ({ at: (stop.value - low) / span, color: cssColor(stop.color) })), low, high };
}

function heatRamp(renderer: HeatmapRenderer): LegendRamp {
  return {
    stops: [...(renderer.colorStops ?? [])]
      .sort((a, b) => a.ratio - b.ratio)
      .map((stop) => ({ at: stop.ratio, color: cssColor(stop.color) })),
  };
}

/** Three sizes: the ends and a round number between. */
function sizeEntries(variable: VisualVariable, symbol: StoredSymbol, kind: GeometryKind): NonNullable<Legend['sizes']> {
  const swatch = (points: number): Swatch => {
    const sized = kind === 'line' ? { ...symbol, width: points } : { ...symbol, size: points };
    return { ...swatchOf(sized, kind), ...(kind === 'point' ? { fill: 'none', stroke: 'currentColor', strokeWidth: 1 } : {}) };
  };
  const title = variable.legendOptions?.title;
  return { ...(title ? { title } : {}), entries: sizeStops(variable).map(({ value, size }) => ({ value, swatch: swatch(size) })) };
}

function sizeStops(variable: VisualVariable): { value: number; size: number }[] {
  if (variable.type !== 'sizeInfo') return [];
  if (variable.stops) return variable.stops.map(({ value, size }) => ({ value, size }));
  const { minDataValue: low, maxDataValue: high, minSize, maxSize } = variable;
  if (low === undefined || high === undefined || typeof minSize !== 'number' || typeof maxSize !== 'number') return [];
  const between = roundNumber((low + high) / 2);
  const sizeAt = (value: number) => minSize + ((value - low) / (high - low || 1)) * (maxSize - minSize);
  return [low, between, high].map((value) => ({ value, size: sizeAt(value) }));
}

/** The number with one figure that is not zero. */
function roundNumber(value: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.abs(value) || 1));
  return Math.round(value / step) * step;
}
