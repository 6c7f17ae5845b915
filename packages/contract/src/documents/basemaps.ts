// The basemaps that every portal has, as maps name them. The layers below are those of the portal's own vector tile service, so that other
// clients draw them too; the portal's pages draw them by themselves.

/** Ids of the basemaps that every portal has. */
export const BUILT_IN_BASEMAPS = { light: 'graticule-light', dark: 'graticule-dark', none: 'graticule-none' } as const;

export type BuiltInBasemap = keyof typeof BUILT_IN_BASEMAPS;

/** The vector tile service of the built-in basemap, and its path. */
export const BASEMAP_NAME = 'World_Basemap';
export const BASEMAP_SERVICE = `/rest/services/${BASEMAP_NAME}/VectorTileServer` as const;

const TITLES = { light: 'Light', dark: 'Dark', none: 'None' } as const;
const STYLES = { light: 'root.json', dark: 'dark/root.json' } as const;

/** A built-in basemap as maps and the description of the portal hold it. */
export interface BuiltInBasemapDocument {
  id: string;
  title: string;
  baseMapLayers: {
    id: string;
    title: string;
    layerType: 'VectorTileLayer';
    url: string;
    styleUrl: string;
    visibility: boolean;
    opacity: number;
    [more: string]: unknown;
  }[];
  [more: string]: unknown;
}

/** The basemap as a map holds it. `portalUrl` is the address of the portal, without a slash at its end. */
export function builtInBasemap(kind: BuiltInBasemap, portalUrl: string): BuiltInBasemapDocument {
  const [id, title] = [BUILT_IN_BASEMAPS[kind], TITLES[kind]];
  if (kind === 'none') return { id, title, baseMapLayers: [] };
  const url = `${portalUrl}${BASEMAP_SERVICE}`;
  const styleUrl = `${url}/resources/styles/${STYLES[kind]}`;
  return { id, title, baseMapLayers: [{ id, title, layerType: 'VectorTileLayer', url, styleUrl, visibility: true, opacity: 1 }] };
}

/** Which of them a map has below its layers; undefined for one of its own. Maps of other clients name their layers alone, and older ones have none. */
export function builtInKind({
  id,
  baseMapLayers,
}: {
  id?: string;
  baseMapLayers: readonly Readonly<Record<string, unknown>>[];
}): BuiltInBasemap | undefined {
  const [only, ...others] = baseMapLayers;
  const named = only === undefined ? (id ?? BUILT_IN_BASEMAPS.light) : only.id;
  const kind = KINDS.find((one) => BUILT_IN_BASEMAPS[one] === named);
  if (only === undefined) return kind ?? 'light';
  return others.length === 0 ? kind : undefined;
}

const KINDS = Object.keys(BUILT_IN_BASEMAPS) as BuiltInBasemap[];
