// The built-in basemap as a MapLibre style, light and dark, from one archive of vector tiles.
import { BASEMAP_ATTRIBUTION, basemapLayers } from '@graticule/geo/basemap/layers';
import type { BasemapScheme } from '@graticule/geo/basemap/palette';
import type { GeoJSONSourceSpecification, StyleSpecification } from 'maplibre-gl';
import { FONT_FACES } from './fonts.ts';

/** What the built-in style depends on. */
export interface BasemapStyleOptions {
  scheme: BasemapScheme;
  /** Language tag of the reader; names fall back to English. */
  language: string;
  /** Address of the PMTiles archive, absolute. */
  archiveUrl: string;
}

const SOURCE = 'base';
const GRATICULE = 'base-graticule';

/** The style of the built-in basemap. */
export function basemapStyle({ scheme, language, archiveUrl }: BasemapStyleOptions): StyleSpecification {
  return {
    version: 8,
    'font-faces': FONT_FACES,
    sources: {
      [SOURCE]: { type: 'vector', url: `pmtiles://${archiveUrl}`, attribution: BASEMAP_ATTRIBUTION },
      [GRATICULE]: graticule(15),
    },
    layers: basemapLayers({ scheme, language, source: SOURCE, graticule: GRATICULE }),
  };
}

/** A style without any map below the layers: plain paper and the fonts. */
export function emptyStyle(scheme: BasemapScheme): StyleSpecification {
  return {
    version: 8,
    'font-faces': FONT_FACES,
    sources: {},
    layers: [{ id: 'base-paper', type: 'background', paint: { 'background-color': scheme === 'light' ? '#FBFAF7' : '#10161F' } }],
  };
}

/** Parallels and meridians; the equator and the prime meridian are marked. */
function graticule(stepDegrees: number): GeoJSONSourceSpecification {
  const line = (coordinates: number[][], main: boolean) => ({
    type: 'Feature' as const,
    properties: { main: main ? 1 : 0 },
    geometry: { type: 'LineString' as const, coordinates },
  });
  const features = [];
  for (let x = -180; x < 180; x += stepDegrees)
    features.push(
      line(
        [
          [x, -85],
          [x, 85],
        ],
        x === 0,
      ),
    );
  for (let y = -75; y <= 75; y += stepDegrees)
    features.push(
      line(
        [
          [-180, y],
          [0, y],
          [180, y],
        ],
        y === 0,
      ),
    );
  return { type: 'geojson', data: { type: 'FeatureCollection', features } };
}
