// The labels of a layer as layers of a vector tile style: classes whose text and condition a style can tell from what tiles hold.
import { fieldKinds, labelParts, labelPlacement, labelZooms } from '@graticule/contract/documents/labels';
import { readWhere } from '@graticule/contract/documents/where-filter';
import type { GeometryType } from '@graticule/contract/services/layer';
import { IS_NO_MERGED_SQUARE } from '@graticule/contract/services/merged-squares';
import { drawingOf, type HostedLayer } from '../features/index.ts';
import { FACES } from './glyphs.ts';
import {
  colour,
  type Expression,
  fieldReader,
  layerOpacity,
  list,
  type Members,
  members,
  number,
  PIXELS_PER_POINT,
} from './style-values.ts';

/** Each class is a layer of its own. */
const MOST_CLASSES = 100;
const LONGEST_WHERE = 2000;
const DEFAULT_POINTS = 9;
const LARGEST_POINTS = 200;
const INK = [22, 32, 46, 255];

/** The style layers that draw the labels of a hosted layer; `sourceLayer` is its name in the tiles. */
export function labelLayers(layer: HostedLayer, sourceLayer: string): Members[] {
  const { geometryType } = layer;
  if (geometryType === null) return [];
  const drawing = members(drawingOf(layer));
  // What stands for many features at once has no name.
  if (members(drawing.renderer).type === 'heatmap') return [];
  return list(drawing.labelingInfo)
    .slice(0, MOST_CLASSES)
    .flatMap((label, index) => {
      const text = labelText(label, layer);
      const filter = labelFilter(label, layer);
      if (text === undefined || filter === undefined) return [];
      return [
        {
          id: `${sourceLayer}/label-${index}`,
          type: 'symbol',
          source: 'esri',
          'source-layer': sourceLayer,
          ...labelZooms(label),
          ...filter,
          layout: { 'text-field': text, ...textLayout(label), ...labelPlacement(label.labelPlacement, kindOf(geometryType)) },
          paint: textPaint(members(label.symbol), layerOpacity(drawing)),
        },
      ];
    });
}

function kindOf(type: GeometryType): 'point' | 'line' | 'polygon' {
  if (type === 'esriGeometryPolygon') return 'polygon';
  return type === 'esriGeometryPolyline' ? 'line' : 'point';
}

/** The text; undefined where it has to be computed, or reads what tiles do not hold. */
function labelText(label: Members, layer: HostedLayer): Expression | undefined {
  const parts = labelParts(label, fieldKinds(layer.fields));
  if (parts === undefined) return undefined;
  const read = fieldReader(layer);
  const pieces: (string | Expression)[] = [];
  for (const part of parts) {
    const field = 'field' in part ? read(part.field) : undefined;
    if ('field' in part && field === undefined) return undefined;
    pieces.push('text' in part ? part.text : ['to-string', field]);
  }
  const [only, ...more] = pieces;
  return more.length === 0 && typeof only === 'object' ? only : ['concat', ...pieces];
}

/** Which features have the label; undefined where that cannot be told. */
function labelFilter({ where }: Members, layer: HostedLayer): { filter?: unknown } | undefined {
  const clause = typeof where === 'string' ? where : '';
  if (clause.length > LONGEST_WHERE) return undefined;
  const condition = readWhere(clause, fieldReader(layer));
  if (condition === null) return undefined;
  const tests = [
    ...(layer.geometryType === 'esriGeometryPolygon' ? [IS_NO_MERGED_SQUARE] : []),
    ...(condition === undefined ? [] : [condition]),
  ];
  const [only] = tests;
  return only === undefined ? {} : { filter: tests.length === 1 ? only : ['all', ...tests] };
}

function textLayout({ symbol, deconflictionStrategy }: Members): Members {
  const { size, weight, style } = members(members(symbol).font);
  const face =
    weight === 'bold' || weight === 'bolder' ? FACES.semiBold : style === 'italic' || style === 'oblique' ? FACES.italic : FACES.regular;
  return {
    'text-font': [face],
    'text-size': Math.min(LARGEST_POINTS, Math.max(1, number(size, DEFAULT_POINTS))) * PIXELS_PER_POINT,
    'text-max-width': 9,
    ...(deconflictionStrategy === 'none' ? { 'text-allow-overlap': true } : {}),
  };
}

function textPaint({ color, haloColor, haloSize }: Members, opacity: number): Members {
  const haloPoints = number(haloSize, 0);
  return {
    'text-color': colour(Array.isArray(color) ? color : INK),
    'text-opacity': opacity,
    ...(Array.isArray(haloColor) && haloPoints > 0
      ? { 'text-halo-color': colour(haloColor), 'text-halo-width': haloPoints * PIXELS_PER_POINT }
      : {}),
  };
}
