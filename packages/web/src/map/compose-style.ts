// Puts basemap, layers and marks into one style; the map library works out what changed.

import { FIRST_LABEL_LAYER } from '@graticule/geo/basemap/layers';
import type * as GeoJSON from 'geojson';
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import type { Drawing } from './layers/layer-adapter.ts';

/** What the map marks: the chosen feature, and a place that was found. */
export interface Marks {
  feature?: GeoJSON.Geometry | null;
  place?: readonly [number, number];
  /** What is being drawn by hand, and how it looks. */
  sketch?: { data: GeoJSON.FeatureCollection; layers: LayerSpecification[] };
}

/** Begins the names of layers that mark something. */
export const MARKS = 'marks';
/** The source of what is drawn by hand. */
export const SKETCH = 'marks/sketch';
const VERMILION = '#C8402A';
const CYAN = '#00B8D9';

/** Ids of layers that never answer clicks. */
export const isMark = (layerId: string): boolean => layerId.startsWith(`${MARKS}:`);

/** The whole style. Layers lie below the names of the basemap, bottom first. */
export function composeStyle(base: StyleSpecification, drawings: readonly Drawing[], marks: Marks): StyleSpecification {
  const at = base.layers.findIndex((layer) => layer.id === FIRST_LABEL_LAYER);
  const split = at < 0 ? base.layers.length : at;
  const sources: Record<string, SourceSpecification> = { ...base.sources };
  const between: LayerSpecification[] = [];
  for (const drawing of drawings) {
    Object.assign(sources, drawing.sources);
    between.push(...drawing.layers);
  }
  sources[MARKS] = { type: 'geojson', data: marksData(marks) };
  if (marks.sketch) sources[SKETCH] = { type: 'geojson', data: marks.sketch.data };
  const above = [...markLayers(), ...(marks.sketch?.layers ?? [])];
  const sprites = drawings.flatMap(({ sprite }) => sprite ?? []);
  const sprite = sprites.length > 0 ? { sprite: sprites } : {};
  return { ...base, ...sprite, sources, layers: [...base.layers.slice(0, split), ...between, ...base.layers.slice(split), ...above] };
}

function marksData(marks: Marks): GeoJSON.FeatureCollection {
  const features: GeoJSON.Feature[] = [];
  if (marks.feature) features.push({ type: 'Feature', properties: { mark: 'feature' }, geometry: marks.feature });
  if (marks.place)
    features.push({ type: 'Feature', properties: { mark: 'place' }, geometry: { type: 'Point', coordinates: [...marks.place] } });
  return { type: 'FeatureCollection', features };
}

function markLayers(): LayerSpecification[] {
  const isFeature = ['==', ['get', 'mark'], 'feature'] as const;
  const ofKind = (kind: string) => ['==', ['geometry-type'], kind] as const;
  return [
    {
      id: `${MARKS}:line`,
      type: 'line',
      source: MARKS,
      filter: ['all', isFeature, ['!', ofKind('Point')]] as never,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': CYAN, 'line-width': 2.5 },
    },
    {
      id: `${MARKS}:point`,
      type: 'circle',
      source: MARKS,
      filter: ['all', isFeature, ofKind('Point')] as never,
      paint: { 'circle-radius': 11, 'circle-color': 'rgba(0, 184, 217, 0.18)', 'circle-stroke-color': CYAN, 'circle-stroke-width': 2.5 },
    },
    {
      id: `${MARKS}:place`,
      type: 'circle',
      source: MARKS,
      filter: ['==', ['get', 'mark'], 'place'],
      paint: { 'circle-radius': 7, 'circle-color': VERMILION, 'circle-stroke-color': '#FFFFFF', 'circle-stroke-width': 2.5 },
    },
  ];
}
