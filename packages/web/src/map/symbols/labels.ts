// Label classes of a layer as symbol layers of the map library.
import type { LabelClass } from '@graticule/contract/documents/renderer';
import type { ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { FONT } from '../basemap/fonts.ts';
import { bothFilters } from './classes.ts';
import type { PaintContext } from './paint.ts';
import { cssColor, pixels, zoomOfScale } from './units.ts';
import { whereFilter } from './where-filter.ts';

/** A piece of a label: fixed text or the name of a field. */
export type LabelPart = { text: string } | { field: string };

const ARCADE_FIELD = /^\$feature(?:\.(\w+)|\[\s*["']([^"']+)["']\s*\])$/;

/** Reads the simple forms of a label expression; undefined for anything that must be computed. */
export function labelParts(label: LabelClass): LabelPart[] | undefined {
  const template = label.labelExpressionInfo?.value ?? label.labelExpression;
  const script = label.labelExpressionInfo?.expression;
  if (script !== undefined && script !== null) return scriptParts(script);
  if (!template) return undefined;
  return splitTemplate(template);
}

/** `$feature.NAME`, or several such and texts joined by `+`. */
function scriptParts(script: string): LabelPart[] | undefined {
  const parts = script
    .replace(/;\s*$/, '')
    .trim()
    .split(/\s*\+\s*(?=(?:[^"']*["'][^"']*["'])*[^"']*$)/);
  const read = parts.map((part): LabelPart | undefined => {
    const field = ARCADE_FIELD.exec(part.trim());
    if (field) return { field: field[1] ?? field[2] ?? '' };
    const text = /^(["'])(.*)\1$/.exec(part.trim());
    return text ? { text: text[2] ?? '' } : undefined;
  });
  return read.every((part): part is LabelPart => part !== undefined) ? read : undefined;
}

/** `{NAME}` or `[NAME]`, with texts between; the older form joins with CONCAT. */
function splitTemplate(template: string): LabelPart[] {
  const cleaned = template.replace(/\s+CONCAT\s+/gi, '').replace(/"/g, '');
  return cleaned
    .split(/(\{[^{}]+\}|\[[^[\]]+\])/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^[{[]/.test(piece) ? { field: piece.slice(1, -1).trim() } : { text: piece }));
}

/** Fields that the labels of a layer read. */
export function labelFields(classes: readonly LabelClass[]): string[] {
  return classes.flatMap((each) => (labelParts(each) ?? []).flatMap((part) => ('field' in part ? [part.field] : [])));
}

const ANCHORS: readonly [RegExp, SymbolLayerSpecification['layout']][] = [
  [/AboveRight/, { 'text-anchor': 'bottom-left', 'text-offset': [0.4, -0.3] }],
  [/AboveLeft/, { 'text-anchor': 'bottom-right', 'text-offset': [-0.4, -0.3] }],
  [/AboveCenter/, { 'text-anchor': 'bottom', 'text-offset': [0, -0.5] }],
  [/BelowRight/, { 'text-anchor': 'top-left', 'text-offset': [0.4, 0.3] }],
  [/BelowLeft/, { 'text-anchor': 'top-right', 'text-offset': [-0.4, 0.3] }],
  [/BelowCenter/, { 'text-anchor': 'top', 'text-offset': [0, 0.5] }],
  [/CenterRight/, { 'text-anchor': 'left', 'text-offset': [0.6, 0] }],
  [/CenterLeft/, { 'text-anchor': 'right', 'text-offset': [-0.6, 0] }],
];

function placement(label: LabelClass, context: PaintContext): SymbolLayerSpecification['layout'] {
  if (context.kind === 'line') return { 'symbol-placement': 'line' };
  if (context.kind === 'polygon') return { 'text-anchor': 'center' };
  const wanted = label.labelPlacement ?? '';
  const fixed = ANCHORS.find(([pattern]) => pattern.test(wanted))?.[1];
  return fixed ?? { 'text-variable-anchor': ['left', 'right', 'top', 'bottom'], 'text-radial-offset': 0.6, 'text-justify': 'auto' };
}

/** The label layers of a layer; classes that need a script are left out. */
export function labelLayers(classes: readonly LabelClass[], context: PaintContext): SymbolLayerSpecification[] {
  return classes.flatMap((label, i) => {
    const parts = labelParts(label);
    return parts ? [labelLayer(label, parts, i, context)] : [];
  });
}

function labelLayer(label: LabelClass, parts: LabelPart[], index: number, context: PaintContext): SymbolLayerSpecification {
  const symbol = label.symbol;
  const text = parts.map((part) => ('field' in part ? ['to-string', ['get', part.field]] : part.text));
  const filter = bothFilters(context.filter, label.where ? whereFilter(label.where) : undefined);
  return {
    id: `${context.id}:label-${index}`,
    type: 'symbol',
    source: context.source,
    ...(context.sourceLayer ? { 'source-layer': context.sourceLayer } : {}),
    ...(label.minScale ? { minzoom: Math.max(0, zoomOfScale(label.minScale)) } : {}),
    ...(label.maxScale ? { maxzoom: Math.min(24, zoomOfScale(label.maxScale)) } : {}),
    ...(filter ? { filter } : {}),
    layout: {
      'text-field': ['concat', ...text] as unknown as ExpressionSpecification,
      'text-font': [symbol?.font?.weight === 'bold' ? FONT.semiBold : symbol?.font?.style === 'italic' ? FONT.italic : FONT.regular],
      'text-size': pixels(symbol?.font?.size ?? 9),
      'text-max-width': 9,
      ...placement(label, context),
    },
    paint: {
      'text-color': cssColor(symbol?.color ?? [22, 32, 46, 255]),
      'text-opacity': context.opacity,
      ...(symbol?.haloColor && symbol.haloSize
        ? { 'text-halo-color': cssColor(symbol.haloColor), 'text-halo-width': pixels(symbol.haloSize) }
        : {}),
    },
  };
}
