// Label classes of a layer as symbol layers of the map library.
import { type FieldKind, type LabelPart, labelParts, labelPlacement, labelZooms } from '@graticule/contract/documents/labels';
import type { LabelClass } from '@graticule/contract/documents/renderer';
import { FONT } from '@graticule/geo/basemap/faces';
import type { ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { bothFilters } from './classes.ts';
import type { PaintContext } from './paint.ts';
import { cssColor, pixels } from './units.ts';
import { whereFilter } from './where-filter.ts';

/** Fields that the labels of a layer read. */
export function labelFields(classes: readonly LabelClass[], fieldKind: (field: string) => FieldKind): string[] {
  return classes.flatMap((each) => (labelParts(each, fieldKind) ?? []).flatMap((part) => ('field' in part ? [part.field] : [])));
}

/** The label layers of a layer; classes that need a script, or write dates, are left out. */
export function labelLayers(
  classes: readonly LabelClass[],
  context: PaintContext,
  fieldKind: (field: string) => FieldKind,
): SymbolLayerSpecification[] {
  return classes.flatMap((label, i) => {
    const parts = labelParts(label, fieldKind);
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
    ...labelZooms(label),
    ...(filter ? { filter } : {}),
    layout: {
      'text-field': ['concat', ...text] as unknown as ExpressionSpecification,
      'text-font': [symbol?.font?.weight === 'bold' ? FONT.semiBold : symbol?.font?.style === 'italic' ? FONT.italic : FONT.regular],
      'text-size': pixels(symbol?.font?.size ?? 9),
      'text-max-width': 9,
      ...labelPlacement(label.labelPlacement, context.kind),
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
