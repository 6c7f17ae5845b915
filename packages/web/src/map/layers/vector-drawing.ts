// Draws features of any source: renderer, labels, filter, opacity and scales of the document over those of the service.
import { fieldKinds, zoomOfScale } from '@graticule/contract/documents/labels';
import { isDrawnRenderer, type LabelClass, type Renderer } from '@graticule/contract/documents/renderer';
import type { OperationalLayer } from '@graticule/contract/documents/web-map';
import type { FilterSpecification, LayerSpecification } from 'maplibre-gl';
import { labelFields, labelLayers } from '../symbols/labels.ts';
import { type GeometryKind, type PaintContext, rendererLayers } from '../symbols/paint.ts';
import { variableFields } from '../symbols/visual-variables.ts';
import type { ScaleRange } from './layer-adapter.ts';

const BLUE = [28, 91, 184, 255] as const;
const WHITE = [255, 255, 255, 230] as const;

/** Drawn when neither the map nor the service has a renderer that is understood. */
export function defaultRenderer(kind: GeometryKind): Renderer {
  const line = { type: 'esriSLS', style: 'esriSLSSolid', color: kind === 'line' ? BLUE : WHITE, width: kind === 'line' ? 1.5 : 0.75 };
  if (kind === 'line') return { type: 'simple', symbol: line };
  if (kind === 'point') return { type: 'simple', symbol: { type: 'esriSMS', style: 'esriSMSCircle', color: BLUE, size: 6, outline: line } };
  const outline = { ...line, color: BLUE };
  return { type: 'simple', symbol: { type: 'esriSFS', style: 'esriSFSSolid', color: [28, 91, 184, 70], outline } };
}

/** The kind of an Esri geometry type. */
export function kindOf(geometryType: string | undefined): GeometryKind {
  if (geometryType === 'esriGeometryPolyline') return 'line';
  return geometryType === 'esriGeometryPolygon' || geometryType === 'esriGeometryEnvelope' ? 'polygon' : 'point';
}

/** The renderer of the document, else of the service, else the plain one. */
export function rendererOf(layer: OperationalLayer, own: unknown, kind: GeometryKind): Renderer {
  const stored = layer.layerDefinition?.drawingInfo?.renderer;
  if (isDrawnRenderer(stored)) return stored;
  return isDrawnRenderer(own) ? own : defaultRenderer(kind);
}

function labelsOf(layer: OperationalLayer, own: unknown): LabelClass[] {
  if (layer.showLabels === false) return [];
  const stored = layer.layerDefinition?.drawingInfo?.labelingInfo;
  if (Array.isArray(stored)) return stored;
  return layer.showLabels === true && Array.isArray(own) ? (own as LabelClass[]) : [];
}

/** Fields of a layer, as its service describes them. */
type DescribedFields = Parameters<typeof fieldKinds>[0];

/** Fields that drawing a layer needs. */
export function drawnFields(layer: OperationalLayer, renderer: Renderer, ownLabels: unknown, fields: DescribedFields = []): string[] {
  const labels = labelFields(labelsOf(layer, ownLabels), fieldKinds(fields));
  const names = [...variableFields(renderer), ...labels, ...rendererFields(renderer)];
  return [...new Set(names)].sort();
}

function rendererFields(renderer: Renderer): string[] {
  if (renderer.type === 'uniqueValue')
    return [renderer.field1, renderer.field2, renderer.field3].filter((name): name is string => Boolean(name));
  if (renderer.type === 'classBreaks') return [renderer.field, renderer.normalizationField].filter((name): name is string => Boolean(name));
  return renderer.type === 'heatmap' && renderer.field ? [renderer.field] : [];
}

/** The zooms a layer is drawn at: the narrower of the document's and the service's. */
export function zoomRange(layer: OperationalLayer, own: ScaleRange = {}): { minzoom?: number; maxzoom?: number } {
  const smallest = layer.minScale ?? layer.layerDefinition?.minScale ?? own.minScale;
  const largest = layer.maxScale ?? layer.layerDefinition?.maxScale ?? own.maxScale;
  return {
    ...(smallest ? { minzoom: Math.min(24, Math.max(0, zoomOfScale(smallest))) } : {}),
    ...(largest ? { maxzoom: Math.min(24, Math.max(0, zoomOfScale(largest))) } : {}),
  };
}

interface VectorDrawing {
  source: string;
  sourceLayer?: string;
  kind: GeometryKind;
  renderer: Renderer;
  ownLabels?: unknown;
  /** Without them labels do not tell dates and numbers from texts. */
  fields?: DescribedFields | undefined;
  ownScales?: ScaleRange;
  filter?: FilterSpecification;
}

/** The layers of a vector source. */
export function vectorLayers(layer: OperationalLayer, drawing: VectorDrawing): LayerSpecification[] {
  const { source, sourceLayer, kind, renderer, filter } = drawing;
  const context: PaintContext = {
    id: layer.id,
    source,
    kind,
    opacity: layer.opacity ?? 1,
    ...(sourceLayer ? { sourceLayer } : {}),
    ...(filter ? { filter } : {}),
    ...zoomRange(layer, drawing.ownScales),
  };
  return [
    ...rendererLayers(renderer, context),
    ...labelLayers(labelsOf(layer, drawing.ownLabels), context, fieldKinds(drawing.fields ?? [])),
  ];
}
