// The built-in basemap as layers of a style, light and dark, over one source of vector tiles.
import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { labelLayers } from './labels.ts';
import { BASEMAP_PALETTES, type BasemapPalette, type BasemapScheme } from './palette.ts';

/** What the layers depend on. */
export interface BasemapOptions {
  scheme: BasemapScheme;
  /** Language tag of the reader; names fall back to English. */
  language: string;
  /** Name of the source of the tiles. */
  source: string;
  /** Name of a source of parallels and meridians, where there is one. */
  graticule?: string;
  /** Whether names stand on the right of their towns alone, for programs that look for no other place. */
  fixedNames?: boolean;
}

/** The last zoom level that there are tiles of. */
export const BASEMAP_MAX_ZOOM = 6;

/** Layers of the map are drawn above this one and below the labels. */
export const FIRST_LABEL_LAYER = 'base-water-labels';

/** Shown on every map that has the built-in basemap. */
export const BASEMAP_ATTRIBUTION = 'Natural Earth · GeoNames (CC BY 4.0)';

/** The layers of the built-in basemap, bottom first. */
export function basemapLayers(options: BasemapOptions): LayerSpecification[] {
  const { scheme, language, source, fixedNames = false } = options;
  const palette = BASEMAP_PALETTES[scheme];
  return [
    ...surfaceLayers(palette, options),
    ...lineLayers(palette, source),
    townDots(palette, source),
    ...labelLayers({ source, language, palette, fixedNames }),
  ];
}

function surfaceLayers(palette: BasemapPalette, { source, graticule }: BasemapOptions): LayerSpecification[] {
  const land = { source, 'source-layer': 'land' } as const;
  // Wide blurred outlines under the land make the shallows: what lies inside is covered by the land itself.
  const glow = (id: string, width: number, opacity: number, minzoom: number): LayerSpecification => ({
    id,
    type: 'line',
    ...land,
    minzoom,
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': palette.shallows,
      'line-width': ['interpolate', ['linear'], ['zoom'], 0, width * 0.4, 6, width],
      'line-blur': ['interpolate', ['linear'], ['zoom'], 0, width * 0.15, 6, width * 0.4],
      'line-opacity': opacity,
    },
  });
  return [
    { id: 'base-sea', type: 'background', paint: { 'background-color': palette.sea } },
    // From afar a coast has many corners within the width of the wide one: without a graphics card it took half of each frame.
    glow('base-shallows-wide', 26, 0.45, 4),
    glow('base-shallows-narrow', 12, 0.8, 0),
    ...(graticule === undefined ? [] : [graticuleLines(palette, graticule)]),
    {
      id: 'base-coast',
      type: 'line',
      ...land,
      paint: { 'line-color': palette.coast, 'line-width': ['interpolate', ['linear'], ['zoom'], 0, 0.9, 6, 2] },
    },
    { id: 'base-land', type: 'fill', ...land, paint: { 'fill-color': ['match', ['get', 'iso'], ['AQ', 'GL'], palette.ice, palette.land] } },
  ];
}

function lineLayers(palette: BasemapPalette, source: string): LayerSpecification[] {
  const borders = { source, 'source-layer': 'borders' } as const;
  return [
    {
      id: 'base-border-band',
      type: 'line',
      ...borders,
      minzoom: 1,
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': palette.relief,
        'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], 1, 2, 7, 14],
        'line-blur': ['interpolate', ['linear'], ['zoom'], 1, 0.8, 7, 4],
        'line-opacity': 0.75,
      },
    },
    {
      id: 'base-lakes',
      type: 'fill',
      source,
      'source-layer': 'lakes',
      paint: { 'fill-color': palette.water, 'fill-outline-color': palette.coast },
    },
    {
      id: 'base-rivers',
      type: 'line',
      source,
      'source-layer': 'rivers',
      minzoom: 2,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': palette.coast,
        'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.35, 8, 1.6],
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 2, 0.4, 5, 0.9],
      },
    },
    {
      id: 'base-state-borders',
      type: 'line',
      source,
      'source-layer': 'states',
      minzoom: 3,
      paint: {
        'line-color': palette.stateBorder,
        'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.4, 8, 1],
        'line-dasharray': [4, 2],
      },
    },
    {
      id: 'base-borders',
      type: 'line',
      ...borders,
      filter: ['!', ['has', 'disputed']],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': palette.border, 'line-width': ['interpolate', ['linear'], ['zoom'], 0, 0.35, 7, 1.3] },
    },
    {
      id: 'base-disputed-borders',
      type: 'line',
      ...borders,
      filter: ['has', 'disputed'],
      paint: { 'line-color': palette.border, 'line-width': 0.9, 'line-dasharray': [2, 2] },
    },
  ];
}

function townDots(palette: BasemapPalette, source: string): LayerSpecification {
  return {
    id: 'base-town-dots',
    type: 'circle',
    source,
    'source-layer': 'places',
    minzoom: 3,
    paint: {
      'circle-radius': [
        'interpolate',
        ['linear'],
        ['zoom'],
        3,
        ['match', ['get', 'capital'], 1, 2, 1.4],
        8,
        ['match', ['get', 'capital'], 1, 4, 3],
      ],
      'circle-color': ['match', ['get', 'capital'], 1, palette.label, palette.halo],
      'circle-stroke-color': ['match', ['get', 'capital'], 1, palette.halo, palette.label],
      'circle-stroke-width': 0.9,
    },
  };
}

function graticuleLines(palette: BasemapPalette, source: string): LayerSpecification {
  return {
    id: 'base-graticule',
    type: 'line',
    source,
    maxzoom: 7,
    paint: { 'line-color': palette.graticule, 'line-width': ['match', ['get', 'main'], 1, 0.9, 0.5], 'line-opacity': 0.75 },
  };
}
