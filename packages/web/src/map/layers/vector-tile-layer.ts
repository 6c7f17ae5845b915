// Vector tile layers with a style of their own, laid into the style of the map.
import { type Bounds, extentBounds } from '@graticule/contract/documents/viewpoint';
import { FONT } from '@graticule/geo/basemap/faces';
import type { LayerSpecification, SourceSpecification, StyleSpecification, VectorSourceSpecification } from 'maplibre-gl';
import type { LayerAdapter, LayerContext } from './layer-adapter.ts';
import { scaledOpacity } from './scaled-opacity.ts';
import { imagesOfSprite } from './sprite-images.ts';

/** The root of a service, as far as it matters here. */
interface TileService {
  tiles?: string[];
  /** Levels there are tiles of. */
  minzoom?: number;
  maxzoom?: number;
  minLOD?: number;
  maxLOD?: number;
  /** Of `indexedVector`, tiles are left out where those above them hold all there is. */
  type?: string;
  fullExtent?: unknown;
  tileInfo?: { spatialReference?: { wkid?: number; latestWkid?: number } };
}

/** Vector tile layers by the address of their style or of their service. */
export const vectorTileAdapter: LayerAdapter = {
  handles: (layer) => layer.layerType === 'VectorTileLayer',
  async open(layer, context) {
    const named = layer.styleUrl ?? (layer.url ? `${layer.url.replace(/\/+$/, '')}/resources/styles/root.json` : undefined);
    if (!named) throw new Error('The layer does not say where its style is');
    const styleUrl = new URL(context.localAddress(named), context.portalOrigin).href;
    const style = (await context.fetchLayer(styleUrl)) as StyleSpecification;
    if (!Array.isArray(style.layers)) throw new Error('The style of the layer cannot be read');
    const opened = await Promise.all(
      Object.entries(style.sources ?? {}).map(async ([name, source]) => [name, await openSource(source, styleUrl, context)] as const),
    );
    const spriteUrl = await openSprite(style, styleUrl, context);
    const bounds = opened.find(([, each]) => each.bounds)?.[1].bounds;
    return {
      ...(bounds ? { bounds } : {}),
      draw: (now) => ({
        sources: Object.fromEntries(opened.map(([name, { source }]) => [`${now.id}/${name}`, source])),
        layers: style.layers.flatMap((each) => adopt(each, now.id, now.opacity ?? 1, spriteUrl !== undefined)),
        ...(spriteUrl === undefined ? {} : { sprite: { id: now.id, url: spriteUrl } }),
      }),
    };
  },
};

/** A source of the style, ready for the map, and where it has anything. */
interface OpenedSource {
  source: SourceSpecification;
  bounds?: Bounds | undefined;
}

async function openSource(source: SourceSpecification, styleUrl: string, context: LayerContext): Promise<OpenedSource> {
  if (source.type !== 'vector' || !source.url) {
    if (!('tiles' in source) || !source.tiles) return { source };
    return { source: { ...source, tiles: source.tiles.map((tile) => tileAddress(tile, styleUrl, context)) } };
  }
  const root = new URL(context.localAddress(new URL(source.url, styleUrl).href));
  const service = `${root.origin}${root.pathname.replace(/\/+$/, '')}`;
  const info = (await context.fetchLayer(`${service}?f=json`)) as TileService;
  const { wkid, latestWkid } = info.tileInfo?.spatialReference ?? {};
  if (wkid !== undefined && ![wkid, latestWkid].some((id) => WEB_MERCATOR_IDS.includes(id)))
    throw new Error('The tiles of the layer are in another reference system than the map');
  const bounds = extentBounds(info.fullExtent);
  // the types of styles do not know `sparse` yet
  const opened: VectorSourceSpecification & { sparse: boolean } = {
    type: 'vector',
    // most services name the tiles from their own address, some of these with a slash before them
    tiles: (info.tiles ?? ['tile/{z}/{y}/{x}.pbf']).map((tile) => tileAddress(tile.replace(/^\/+/, ''), `${service}/`, context)),
    minzoom: info.minzoom ?? info.minLOD ?? 0,
    // beyond it, the map draws the tiles of the last level larger
    maxzoom: Math.min(info.maxzoom ?? info.maxLOD ?? 14, 22),
    sparse: info.type === 'indexedVector',
    ...(bounds && bounds[0][0] < bounds[1][0] ? { bounds: [...bounds[0], ...bounds[1]] } : {}),
  };
  return { source: opened, bounds };
}

/** The address of the pictures of the style; none where they cannot be had, because one sprite that fails takes the others with it. */
async function openSprite({ sprite }: StyleSpecification, styleUrl: string, context: LayerContext): Promise<string | undefined> {
  if (typeof sprite !== 'string' || sprite === '') return undefined;
  const url = context.localAddress(new URL(sprite, styleUrl).href);
  // as the map asks for it
  const index = new URL(url);
  index.pathname += `${globalThis.devicePixelRatio > 1 ? '@2x' : ''}.json`;
  return context.fetchLayer(index.href).then(
    () => url,
    () => undefined,
  );
}

const WEB_MERCATOR_IDS: readonly unknown[] = [102100, 3857, 102113, 900913];

/** The whole address of tiles; what the map fills in stays as it is. */
function tileAddress(tile: string, base: string, context: LayerContext): string {
  const isWhole = /^[a-z][a-z\d+.-]*:/i.test(tile);
  const whole = isWhole ? tile : new URL(tile, base).href.replace(/%7B/gi, '{').replace(/%7D/gi, '}');
  return whole.replace(/^https?:\/\/[^/]+/i, (server) => context.localAddress(`${server}/`).replace(/\/$/, ''));
}

const OPACITY: Readonly<Partial<Record<LayerSpecification['type'], string[]>>> = {
  fill: ['fill-opacity'],
  line: ['line-opacity'],
  circle: ['circle-opacity', 'circle-stroke-opacity'],
  symbol: ['text-opacity', 'icon-opacity'],
  raster: ['raster-opacity'],
  heatmap: ['heatmap-opacity'],
  'fill-extrusion': ['fill-extrusion-opacity'],
};

const PATTERNS = ['fill-pattern', 'line-pattern', 'fill-extrusion-pattern'];

/** Styles of the portal's own layers name fonts that the map has; others are written in the plain one. */
function ownFont(named: unknown): string {
  const [first] = Array.isArray(named) ? named : [];
  return Object.values(FONT).find((font) => font === first) ?? FONT.regular;
}

/** A layer of the foreign style under our ids and in our fonts; what is only pictures is left out where these cannot be had. */
function adopt(layer: LayerSpecification, id: string, opacity: number, hasSprite: boolean): LayerSpecification[] {
  if (layer.type === 'background') return [];
  const paint: Record<string, unknown> = { ...layer.paint };
  if (opacity < 1) for (const name of OPACITY[layer.type] ?? []) paint[name] = scaledOpacity(paint[name], opacity);
  const layout: Record<string, unknown> = { ...layer.layout };
  for (const name of PATTERNS) {
    if (paint[name] === undefined) continue;
    if (!hasSprite) return [];
    paint[name] = imagesOfSprite(paint[name], id);
  }
  if (layer.type === 'symbol') {
    if (hasSprite && layout['icon-image'] !== undefined) layout['icon-image'] = imagesOfSprite(layout['icon-image'], id);
    else delete layout['icon-image'];
    if (layout['text-field'] === undefined && layout['icon-image'] === undefined) return [];
    layout['text-font'] = [ownFont(layout['text-font'])];
  }
  const source = 'source' in layer ? `${id}/${layer.source}` : undefined;
  return [{ ...layer, id: `${id}:${layer.id}`, ...(source ? { source } : {}), paint, layout } as LayerSpecification];
}
