// Prepares the map library once for the page: its worker, tile archives, and data kept in the page.
import type * as GeoJSON from 'geojson';
import { addProtocol, setWorkerUrl } from 'maplibre-gl';
// Named, because a production build would not find the worker by itself.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { Protocol } from 'pmtiles';

const INLINE = 'graticule-inline';
const inline = new Map<string, GeoJSON.FeatureCollection>();
let prepared = false;
let kept = 0;

/** Makes the library ready; calling it again does nothing. */
export function prepareLibrary(): void {
  if (prepared) return;
  prepared = true;
  setWorkerUrl(workerUrl);
  addProtocol('pmtiles', new Protocol().tile);
  addProtocol(INLINE, async ({ url }) => ({ data: inline.get(url) ?? { type: 'FeatureCollection', features: [] } }));
}

/** Keeps GeoJSON for sources and gives its address; each call has an address of its own. */
export function keepInline(key: string, data: GeoJSON.FeatureCollection): string {
  const url = `${INLINE}://${kept++}/${encodeURIComponent(key)}`;
  inline.set(url, data);
  return url;
}

/** Whether this browser can draw maps. */
export function canDrawMaps(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
}
