// Fetches the features around what is drawn, so that its vertices can fall on theirs.
import type { Bounds } from '@graticule/contract/documents/viewpoint';
import type { OperationalLayer, WebMap } from '@graticule/contract/documents/web-map';
import type { GeometryType, WireFeature } from '@graticule/contract/services/layer';
import { type Frame, shapeOf } from '../../map/edit/esri-shape.ts';
import { countOf, MOST_SNAP_VERTICES, type SnapShapes } from '../../map/edit/snap-index.ts';
import type { Nearby } from '../../map/edit/snapper.ts';
import { layerAddress } from '../../map/layers/feature-service.ts';
import { fetchLayer, localAddress, TooLargeAnswer } from '../fetch-layer.ts';

/** More features of one layer in sight are too close together to be aimed at. */
const MOST_FEATURES = 500;
/** An answer beyond this holds more vertices than are kept, however few its features are; a vertex takes some forty bytes. */
const MOST_BYTES = 64 * MOST_SNAP_VERTICES;
/** Layers that are asked; the topmost first. */
const MOST_LAYERS = 8;

/** Which features are looked for, and how. */
export interface NearbyQuery {
  /** Layers in sight. */
  layers: readonly OperationalLayer[];
  /** The reference system in which the drawn shape is sent: vertices that are shared are the same to the last digit. */
  frame: Pick<Frame, 'wkid'>;
  portalHostname: string | undefined;
  /** The feature in hand, which is nothing to fall on. */
  own: { layerId: string; objectId: number } | undefined;
}

/** Feature layers that are shown, the topmost first. */
export function shownFeatureLayers({ operationalLayers }: Pick<WebMap, 'operationalLayers'>): OperationalLayer[] {
  const shown = (layers: readonly OperationalLayer[]): OperationalLayer[] =>
    layers.flatMap((layer) => {
      if (layer.visibility === false) return [];
      if (layer.layerType === 'GroupLayer') return shown(layer.layers ?? []);
      return layer.layerType === 'ArcGISFeatureLayer' && layer.url ? [layer] : [];
    });
  return shown(operationalLayers).reverse();
}

/** The features of a rectangle. A layer that cannot be had has none. */
export async function findNearby(query: NearbyQuery, bounds: Bounds, signal: AbortSignal): Promise<Nearby> {
  const asked = query.layers.slice(0, MOST_LAYERS);
  const answers = await Promise.all(
    asked.map((layer) =>
      featuresOf(layer, query, bounds, signal).catch((error): Answer => ({ shapes: [], isTooMany: error instanceof TooLargeAnswer })),
    ),
  );
  const layers: SnapShapes[] = [];
  const tooMany: string[] = [];
  let count = 0;
  for (const [i, { shapes, isTooMany }] of answers.entries()) {
    const title = asked[i]?.title ?? '';
    count += countOf(shapes);
    if (isTooMany || count > MOST_SNAP_VERTICES) tooMany.push(title);
    else layers.push({ title, shapes });
  }
  return { layers, tooMany };
}

interface Answer {
  shapes: SnapShapes['shapes'];
  isTooMany: boolean;
}

/** What is read of the answer of a service. */
interface Reply {
  geometryType?: GeometryType;
  objectIdFieldName?: string;
  exceededTransferLimit?: boolean;
  features?: WireFeature[];
}

async function featuresOf(layer: OperationalLayer, query: NearbyQuery, bounds: Bounds, signal: AbortSignal): Promise<Answer> {
  const url = `${layerAddress(localAddress(layer.url ?? '', query.portalHostname))}/query`;
  const shapes: SnapShapes['shapes'][number][] = [];
  for (const [[west, south], [east, north]] of boxesOf(bounds)) {
    const parameters = new URLSearchParams({
      f: 'json',
      where: layer.layerDefinition?.definitionExpression || '1=1',
      geometry: [west, south, east, north].join(','),
      geometryType: 'esriGeometryEnvelope',
      inSR: '4326',
      spatialRel: 'esriSpatialRelIntersects',
      returnGeometry: 'true',
      outSR: String(query.frame.wkid),
      resultRecordCount: String(MOST_FEATURES),
    });
    const reply = (await fetchLayer(`${url}?${parameters}`, signal, MOST_BYTES)) as Reply;
    const { features = [], geometryType } = reply;
    if (reply.exceededTransferLimit || features.length > MOST_FEATURES) return { shapes: [], isTooMany: true };
    if (!geometryType) continue;
    const frame: Frame = { geometryType, wkid: query.frame.wkid, hasZ: false, hasM: false };
    for (const { geometry, attributes } of features) {
      const isOwn = query.own?.layerId === layer.id && Number(attributes[reply.objectIdFieldName ?? '']) === query.own.objectId;
      const shape = isOwn ? undefined : shapeOf(geometry, frame);
      if (shape) shapes.push(shape);
    }
  }
  return { shapes, isTooMany: false };
}

/** The rectangle on the turn of the earth where layers are: two where it reaches across the 180th meridian. */
export function boxesOf([[west, south], [east, north]]: Bounds): Bounds[] {
  const [low, high] = [Math.max(-90, south), Math.min(90, north)];
  const box = (from: number, to: number): Bounds => [
    [from, low],
    [to, high],
  ];
  if (east - west >= 360) return [box(-180, 180)];
  const from = west - 360 * Math.floor((west + 180) / 360);
  const to = from + east - west;
  return to <= 180 ? [box(from, to)] : [box(from, 180), box(-180, to - 360)];
}
