// What every kind of layer gives to the map, whatever service it comes from.
import type { Renderer } from '@graticule/contract/documents/renderer';
import type { Bounds } from '@graticule/contract/documents/viewpoint';
import type { OperationalLayer } from '@graticule/contract/documents/web-map';
import type * as GeoJSON from 'geojson';
import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { GeometryKind } from '../symbols/paint.ts';

/** What adapters get from outside: nothing here knows how requests are made. */
export interface LayerContext {
  /** Origin of the portal, whose hosted layers come as tiles. */
  portalOrigin: string;
  /** The address as this page reaches it: the portal may be known under several names. */
  localAddress(url: string): string;
  /**
   * Fetches a JSON reply from a service.
   * @throws Error with a text for people
   */
  fetchLayer(url: string): Promise<unknown>;
  /** Keeps GeoJSON in the page and gives an address that a source can name. */
  keepInline(key: string, data: GeoJSON.FeatureCollection): string;
}

/** What is put on the map for one layer. */
export interface Drawing {
  sources: Record<string, SourceSpecification>;
  layers: LayerSpecification[];
  /** Pictures of the layers; names of these begin with the id and a colon. */
  sprite?: { id: string; url: string };
}

/** A field as pop-ups need it. */
export interface FeatureField {
  name: string;
  alias: string;
  type: string;
  /** Words for coded values. */
  codes?: ReadonlyMap<string, string>;
}

/** A feature in full. */
export interface LoadedFeature {
  attributes: Record<string, unknown>;
  geometry: GeoJSON.Geometry | null;
}

/** Features behind a drawing, for pop-ups. */
export interface FeatureAccess {
  fields: FeatureField[];
  objectIdField: string;
  displayField?: string;
  /** The whole feature; `drawn` is what the map knows of it. */
  load(id: string | number | undefined, drawn: LoadedFeature): Promise<LoadedFeature>;
}

/** A layer that is ready to be drawn, as often as its document changes. */
export interface OpenedLayer {
  draw(layer: OperationalLayer): Drawing;
  /** How the features are symbolised now; undefined for pictures. */
  renderer?(layer: OperationalLayer): Renderer | undefined;
  kind?: GeometryKind;
  bounds?: Bounds;
  attribution?: string;
  features?: FeatureAccess;
}

/** Opens layers of some types. */
export interface LayerAdapter {
  handles(layer: OperationalLayer, context: LayerContext): boolean;
  open(layer: OperationalLayer, context: LayerContext): Promise<OpenedLayer>;
}

/** A layer that the viewer does not know how to draw. */
export class UnsupportedLayer extends Error {
  readonly layerType: string;

  constructor(layerType: string) {
    super(`Layers of the type ${layerType} are not drawn`);
    this.layerType = layerType;
  }
}

/** Range of zooms a layer is drawn in. @units scales are denominators; 0 is no limit */
export interface ScaleRange {
  minScale?: number;
  maxScale?: number;
}
