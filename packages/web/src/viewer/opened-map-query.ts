// The cache entry of an opened map: opened once, never again behind the person's back.
import { type MapRequest, type OpenedMap, openMap, requestKey } from './open-map.ts';

/** An opened map under a number of its own: as long as it stays, the viewer keeps its state. */
export interface NumberedMap extends OpenedMap {
  openId: number;
}

let opened = 0;

/** The name of a map in the cache. */
export const openedMapKey = (request: Pick<MapRequest, 'webmap' | 'layers'>): readonly string[] => ['viewer', requestKey(request)];

/** How a map is opened. */
export function openedMapQuery(request: MapRequest) {
  return {
    queryKey: openedMapKey(request),
    queryFn: async (): Promise<NumberedMap> => ({ ...(await openMap(request)), openId: ++opened }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    retry: false,
  };
}
