// Renderers of the public web map format: which feature gets which symbol.
import type { TextSymbol, WireColor } from './symbol.ts';

/** A symbol as stored; `isDrawnSymbol` tells whether the portal draws it. */
export type StoredSymbol = Record<string, unknown>;

/** Changes size, colour or opacity by a number. */
export type VisualVariable = SizeVariable | ColorVariable | OpacityVariable;

interface ByNumber {
  field?: string;
  normalizationField?: string;
  legendOptions?: { title?: string; showLegend?: boolean };
  [more: string]: unknown;
}

/** @units sizes in points */
export interface SizeVariable extends ByNumber {
  type: 'sizeInfo';
  minDataValue?: number;
  maxDataValue?: number;
  minSize?: number | Record<string, unknown>;
  maxSize?: number | Record<string, unknown>;
  stops?: { value: number; size: number; label?: string | null }[];
}

export interface ColorVariable extends ByNumber {
  type: 'colorInfo';
  stops?: { value: number; color: WireColor; label?: string | null }[];
}

/** Transparency runs from 0 (opaque) to 100, the other way round than opacity. */
export interface OpacityVariable extends ByNumber {
  type: 'transparencyInfo';
  stops?: { value: number; transparency: number; label?: string | null }[];
}

interface WithVariables {
  visualVariables?: VisualVariable[];
  [more: string]: unknown;
}

export interface SimpleRenderer extends WithVariables {
  type: 'simple';
  symbol: StoredSymbol;
  label?: string;
}

export interface UniqueValueInfo {
  value: string | number;
  label?: string;
  symbol: StoredSymbol;
  [more: string]: unknown;
}

/** Classes with several values each; newer clients may write only these. `uniqueValueClasses` reads either. */
export interface UniqueValueGroup {
  heading?: string;
  classes: { label?: string; symbol: StoredSymbol; values: (string | number | null)[][]; [more: string]: unknown }[];
  [more: string]: unknown;
}

export interface UniqueValueRenderer extends WithVariables {
  type: 'uniqueValue';
  field1?: string;
  field2?: string | null;
  field3?: string | null;
  fieldDelimiter?: string | null;
  defaultSymbol?: StoredSymbol | null;
  defaultLabel?: string | null;
  uniqueValueInfos?: UniqueValueInfo[];
  uniqueValueGroups?: UniqueValueGroup[];
}

export interface ClassBreakInfo {
  classMinValue?: number;
  classMaxValue: number;
  label?: string;
  symbol: StoredSymbol;
  [more: string]: unknown;
}

export interface ClassBreaksRenderer extends WithVariables {
  type: 'classBreaks';
  field?: string;
  minValue?: number;
  normalizationType?: string | null;
  normalizationField?: string | null;
  normalizationTotal?: number;
  defaultSymbol?: StoredSymbol | null;
  defaultLabel?: string | null;
  classBreakInfos?: ClassBreakInfo[];
}

export interface HeatmapRenderer {
  type: 'heatmap';
  field?: string | null;
  /** @units points */
  radius?: number;
  blurRadius?: number;
  minDensity?: number;
  maxDensity?: number;
  minPixelIntensity?: number;
  maxPixelIntensity?: number;
  colorStops?: { ratio: number; color: WireColor }[];
  [more: string]: unknown;
}

/** A renderer that the portal draws. */
export type Renderer = SimpleRenderer | UniqueValueRenderer | ClassBreaksRenderer | HeatmapRenderer;

const DRAWN: readonly string[] = ['simple', 'uniqueValue', 'classBreaks', 'heatmap'];

/** Whether the portal draws renderers like this value. */
export function isDrawnRenderer(value: unknown): value is Renderer {
  return typeof value === 'object' && value !== null && DRAWN.includes(String((value as { type?: unknown }).type));
}

/** One class of labels. */
export interface LabelClass {
  labelExpression?: string;
  labelExpressionInfo?: { expression?: string; value?: string };
  labelPlacement?: string;
  symbol?: TextSymbol;
  minScale?: number;
  maxScale?: number;
  where?: string | null;
  [more: string]: unknown;
}

/** How a layer is drawn. */
export interface WebMapDrawingInfo {
  renderer?: Record<string, unknown>;
  labelingInfo?: LabelClass[] | null;
  /** 0 opaque to 100 */
  transparency?: number;
  [more: string]: unknown;
}
