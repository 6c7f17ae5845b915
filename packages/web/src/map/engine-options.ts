// What the map engine is given, and what it tells.
import type { Bounds } from '@graticule/contract/documents/viewpoint';
import type { WebMap } from '@graticule/contract/documents/web-map';
import type { Hit } from './hits.ts';
import type { LayerState } from './open-web-map.ts';

/** What the engine tells. */
export interface EngineEvents {
  /** Features under a click, topmost first, those without pop-ups too; `[longitude, latitude]` of the click. */
  click?(hits: Hit[], at: [number, number]): void;
  /** The view has come to rest. */
  view?(bounds: Bounds, zoom: number): void;
  loading?(isLoading: boolean): void;
  layerState?(layerId: string, state: LayerState): void;
  /** Everything asked for is on the screen. */
  idle?(): void;
}

/** What the engine needs. */
export interface EngineOptions {
  container: HTMLElement;
  document: WebMap;
  /** Language tag for the names on the basemap. */
  language: string;
  /** Address of the archive of the basemap. */
  archiveUrl: string;
  portalOrigin: string;
  /** Other names of the portal become its origin here; without it, addresses stay as they are. */
  localAddress?(url: string): string;
  /** Fetches JSON from a service; gives the map no knowledge of tokens. */
  fetchLayer(url: string): Promise<unknown>;
  /** Headers or another address for requests of tiles. */
  transformRequest?(url: string): { url: string; headers?: Record<string, string> } | undefined;
  events?: EngineEvents;
  /** Where the map opens if the document does not say. */
  bounds?: Bounds;
  /** Words of the map's own controls. */
  words?: Record<string, string>;
  interactive?: boolean;
}
