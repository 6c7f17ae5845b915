// Vector tile layers with a style of their own, laid into the style of the map.
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { FONT } from '../basemap/fonts.ts';
import type { LayerAdapter, LayerContext } from './layer-adapter.ts';

interface TileService {
  tiles?: string[];
  minzoom?: number;
  maxzoom?: number;
  copyrightText?: string;
}

/** Vector tile layers by the address of their style or of their service. */
export const vectorTileAdapter: LayerAdapter = {
  handles: (layer) => layer.layerType === 'VectorTileLayer',
  async open(layer, context) {
    const styleUrl = layer.styleUrl ?? (layer.url ? `${layer.url.replace(/\/+$/, '')}/resources/styles/root.json` : undefined);
    if (!styleUrl) throw new Error('The layer does not say where its style is');
    const style = (await context.fetchLayer(styleUrl)) as StyleSpecification;
    if (!Array.isArray(style.layers)) throw new Error('The style of the layer cannot be read');
    const sources = await openSources(style, styleUrl, context);
    return {
      draw: (now) => ({
        sources: Object.fromEntries(Object.entries(sources).map(([name, source]) => [`${now.id}/${name}`, source])),
        layers: style.layers.flatMap((each) => adopt(each, now.id, now.opacity ?? 1)),
      }),
    };
  },
};

async function openSources(
  style: StyleSpecification,
  styleUrl: string,
  context: LayerContext,
): Promise<Record<string, SourceSpecification>> {
  const entries = await Promise.all(
    Object.entries(style.sources).map(async ([name, source]): Promise<[string, SourceSpecification]> => {
      if (source.type !== 'vector' || !source.url) return [name, source];
      const service = new URL(source.url, styleUrl).href;
      const info = (await context.fetchLayer(`${service.replace(/\/?(\?.*)?$/, '')}?f=json`)) as TileService;
      const base = service.endsWith('/') ? service : `${service}/`;
      const tiles = (info.tiles ?? []).map((tile) => (/^https?:/i.test(tile) ? tile : base + tile.replace(/^\//, '')));
      return [name, { type: 'vector', tiles, minzoom: info.minzoom ?? 0, maxzoom: Math.min(info.maxzoom ?? 14, 22) }];
    }),
  );
  return Object.fromEntries(entries);
}

const OPACITY: Readonly<Partial<Record<LayerSpecification['type'], string[]>>> = {
  fill: ['fill-opacity'],
  line: ['line-opacity'],
  circle: ['circle-opacity', 'circle-stroke-opacity'],
  symbol: ['text-opacity'],
  raster: ['raster-opacity'],
};

/** A layer of the foreign style under our ids, in our fonts and without its sprite, which a map has only one of. */
function adopt(layer: LayerSpecification, id: string, opacity: number): LayerSpecification[] {
  if (layer.type === 'background') return [];
  const paint: Record<string, unknown> = { ...layer.paint };
  for (const name of OPACITY[layer.type] ?? [])
    if (opacity < 1 && (paint[name] === undefined || typeof paint[name] === 'number')) paint[name] = Number(paint[name] ?? 1) * opacity;
  const layout: Record<string, unknown> = { ...layer.layout };
  if (paint['fill-pattern'] !== undefined || paint['line-pattern'] !== undefined) return [];
  if (layer.type === 'symbol') {
    if (layout['text-field'] === undefined) return [];
    delete layout['icon-image'];
    layout['text-font'] = [FONT.regular];
  }
  const source = 'source' in layer ? `${id}/${layer.source}` : undefined;
  return [{ ...layer, id: `${id}:${layer.id}`, ...(source ? { source } : {}), paint, layout } as LayerSpecification];
}
