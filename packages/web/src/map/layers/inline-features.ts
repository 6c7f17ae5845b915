// Features that the map document holds itself, and GeoJSON files.
import type { FeatureCollectionLayer, OperationalLayer } from '@graticule/contract/documents/web-map';
import { esriToShape } from '@graticule/geo/convert/esri-json';
import { shapeToGeoJson } from '@graticule/geo/convert/geojson';
import type { EsriGeometry } from '@graticule/geo/esri/geometry';
import { fromWebMercator } from '@graticule/geo/project/web-mercator';
import type * as GeoJSON from 'geojson';
import type { SourceSpecification } from 'maplibre-gl';
import type { GeometryKind } from '../symbols/paint.ts';
import { readWhere } from '../symbols/where-filter.ts';
import { boundsOf } from './data-bounds.ts';
import { popupFields } from './feature-service.ts';
import type { LayerAdapter, LayerContext, OpenedLayer } from './layer-adapter.ts';
import { kindOf, rendererOf, vectorLayers } from './vector-drawing.ts';

/** Layers whose features are stored in the document. */
export const featureCollectionAdapter: LayerAdapter = {
  handles: (layer) => Boolean(layer.featureCollection?.layers?.length),
  async open(layer, context) {
    const stored = layer.featureCollection?.layers?.[0] ?? {};
    const data = { type: 'FeatureCollection' as const, features: storedFeatures(stored) };
    const kind = kindOf(stored.layerDefinition?.geometryType ?? stored.featureSet?.geometryType);
    return openData(layer, data, context, {
      kind,
      ownRenderer: stored.layerDefinition?.drawingInfo?.renderer,
      fields: stored.layerDefinition?.fields,
    });
  },
};

/** GeoJSON by its address. */
export const geoJsonAdapter: LayerAdapter = {
  handles: (layer) => layer.layerType === 'GeoJSON' && Boolean(layer.url),
  async open(layer, context) {
    const reply = (await context.fetchLayer(layer.url ?? '')) as GeoJSON.FeatureCollection | GeoJSON.Feature;
    const features = reply.type === 'Feature' ? [reply] : reply.features;
    if (!Array.isArray(features)) throw new Error('The file does not hold GeoJSON features');
    const numbered = features.map((feature, i) => ({ ...feature, id: typeof feature.id === 'number' ? feature.id : i + 1 }));
    const names = Object.keys(features[0]?.properties ?? {});
    return openData(layer, { type: 'FeatureCollection', features: numbered }, context, {
      kind: geoJsonKind(features[0]?.geometry?.type),
      fields: names.map((name) => ({ name })),
    });
  },
};

function geoJsonKind(type: string | undefined): GeometryKind {
  if (type?.includes('Polygon')) return 'polygon';
  return type?.includes('LineString') ? 'line' : 'point';
}

function storedFeatures(stored: FeatureCollectionLayer): GeoJSON.Feature[] {
  const set = stored.featureSet;
  const reference = (set?.spatialReference ?? { wkid: 102100 }) as { wkid?: number };
  return (set?.features ?? []).flatMap((feature, i): GeoJSON.Feature[] => {
    if (!feature.geometry) return [];
    const own = (feature.geometry as { spatialReference?: { wkid?: number } }).spatialReference ?? reference;
    const geometry = shapeToGeoJson(esriToShape(feature.geometry as EsriGeometry));
    if (!geometry) return [];
    const inDegrees = own.wkid === 4326 ? geometry : { ...geometry, coordinates: unproject(geometry.coordinates) };
    return [
      {
        type: 'Feature',
        id: i + 1,
        properties: (feature.attributes ?? {}) as GeoJSON.GeoJsonProperties,
        geometry: inDegrees as GeoJSON.Geometry,
      },
    ];
  });
}

type Nested = number[] | Nested[];

function unproject(coordinates: unknown): Nested {
  const list = coordinates as Nested;
  if (typeof list[0] === 'number') return fromWebMercator(list[0], Number(list[1]));
  return (list as Nested[]).map(unproject);
}

interface DataOptions {
  kind: GeometryKind;
  ownRenderer?: unknown;
  fields?: Parameters<typeof popupFields>[0];
}

function openData(
  layer: OperationalLayer,
  data: GeoJSON.FeatureCollection,
  context: LayerContext,
  { kind, ownRenderer, fields }: DataOptions,
): OpenedLayer {
  const address = context.keepInline(layer.id, data);
  const bounds = boundsOf(data);
  return {
    kind,
    ...(bounds ? { bounds } : {}),
    renderer: (now) => rendererOf(now, ownRenderer, kind),
    draw(now) {
      const source: SourceSpecification = { type: 'geojson', data: address };
      const filter = readWhere(now.layerDefinition?.definitionExpression ?? '') ?? undefined;
      const drawing = { source: now.id, kind, renderer: rendererOf(now, ownRenderer, kind), fields, ...(filter ? { filter } : {}) };
      return { sources: { [now.id]: source }, layers: vectorLayers(now, drawing) };
    },
    features: {
      fields: popupFields(fields),
      objectIdField: 'id',
      async load(id, drawn) {
        const feature = data.features.find((each) => each.id === id);
        return feature ? { attributes: feature.properties ?? {}, geometry: feature.geometry } : drawn;
      },
    },
  };
}
