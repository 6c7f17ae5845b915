// Layers that come as pictures: tile caches, web tiles, and map services that draw on request.
import type { OperationalLayer } from '@graticule/contract/documents/web-map';
import type { RasterSourceSpecification } from 'maplibre-gl';
import type { LayerAdapter } from './layer-adapter.ts';
import { zoomRange } from './vector-drawing.ts';

const PICTURE_TYPES: readonly string[] = [
  'ArcGISTiledMapServiceLayer',
  'ArcGISMapServiceLayer',
  'ArcGISImageServiceLayer',
  'WebTiledLayer',
  'OpenStreetMap',
];

/** Addresses of the pictures of a layer; undefined when it names none. */
export function pictureAddresses(layer: Pick<OperationalLayer, 'layerType' | 'url' | 'templateUrl' | 'subDomains'>): string[] | undefined {
  if (layer.layerType === 'OpenStreetMap') return ['https://tile.openstreetmap.org/{z}/{x}/{y}.png'];
  const url = layer.url?.replace(/\/+$/, '');
  if (layer.layerType === 'WebTiledLayer') {
    const template = (layer.templateUrl ?? layer.url)
      ?.replace(/\{level\}/gi, '{z}')
      .replace(/\{col\}/gi, '{x}')
      .replace(/\{row\}/gi, '{y}');
    if (!template) return undefined;
    if (!/\{subDomain\}/i.test(template)) return [template];
    return (layer.subDomains ?? ['a']).map((name) => template.replace(/\{subDomain\}/gi, name));
  }
  if (!url) return undefined;
  if (layer.layerType === 'ArcGISTiledMapServiceLayer') return [`${url}/tile/{z}/{y}/{x}`];
  const picture = 'bbox={bbox-epsg-3857}&bboxSR=3857&imageSR=3857&size=512,512&format=png32&transparent=true&f=image';
  return [layer.layerType === 'ArcGISImageServiceLayer' ? `${url}/exportImage?${picture}` : `${url}/export?${picture}`];
}

/** Layers drawn by a server. */
export const rasterAdapter: LayerAdapter = {
  handles: (layer) => PICTURE_TYPES.includes(layer.layerType ?? ''),
  async open(layer) {
    const tiles = pictureAddresses(layer);
    if (!tiles) throw new Error('The layer does not say where its pictures are');
    const drawnWhole = layer.layerType === 'ArcGISMapServiceLayer' || layer.layerType === 'ArcGISImageServiceLayer';
    const source: RasterSourceSpecification = { type: 'raster', tiles, tileSize: drawnWhole ? 512 : 256, maxzoom: 19 };
    const attribution = layer.layerType === 'OpenStreetMap' ? '© OpenStreetMap contributors' : layer.copyright;
    return {
      ...(attribution ? { attribution } : {}),
      draw: (now) => ({
        sources: { [now.id]: source },
        layers: [
          { id: `${now.id}:raster`, type: 'raster', source: now.id, ...zoomRange(now), paint: { 'raster-opacity': now.opacity ?? 1 } },
        ],
      }),
    };
  },
};
