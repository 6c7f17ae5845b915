// Which features of the map's layers lie under a point of the screen.
import { flattenLayers, type WebMap } from '@graticule/contract/documents/web-map';
import type { Map as LibraryMap, MapGeoJSONFeature } from 'maplibre-gl';
import { isMark } from './compose-style.ts';
import type { LoadedFeature } from './layers/layer-adapter.ts';

/** A drawn feature under the pointer. */
export interface Hit {
  layerId: string;
  id: string | number | undefined;
  drawn: LoadedFeature;
  /** The map's author wants no pop-up for it. */
  isSilent?: boolean;
}

const CLICK_SLACK_PX = 4;
const MOST_HITS = 20;

/** The features, topmost first, each once. */
export function hitsAt(map: LibraryMap, document: WebMap, [x, y]: [number, number]): Hit[] {
  if (!map.isStyleLoaded()) return [];
  const found = map.queryRenderedFeatures([
    [x - CLICK_SLACK_PX, y - CLICK_SLACK_PX],
    [x + CLICK_SLACK_PX, y + CLICK_SLACK_PX],
  ]);
  const hits: Hit[] = [];
  const seen = new Set<string>();
  for (const feature of found) {
    const hit = hitOf(document, feature);
    if (!hit) continue;
    const key = `${hit.layerId}\n${hit.id ?? JSON.stringify(hit.drawn.attributes)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    hits.push(hit);
    if (hits.length >= MOST_HITS) break;
  }
  return hits;
}

function hitOf(document: WebMap, feature: MapGeoJSONFeature): Hit | undefined {
  if (isMark(feature.layer.id)) return undefined;
  const layer = flattenLayers(document.operationalLayers).find(
    (each) => feature.layer.id.startsWith(`${each.id}:`) && feature.source.split('/')[0] === each.id,
  );
  if (!layer) return undefined;
  const isSilent = layer.disablePopup === true || layer.popupEnabled === false;
  const drawn = { attributes: feature.properties, geometry: feature.geometry };
  return { layerId: layer.id, id: feature.id, drawn, ...(isSilent ? { isSilent } : {}) };
}
