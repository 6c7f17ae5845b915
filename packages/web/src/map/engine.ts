// The map engine: owns the MapLibre map, follows a web map document, reports clicks, views, loading and errors.
import { builtInKind } from '@graticule/contract/documents/basemaps';
import { type Bounds, viewpointBounds } from '@graticule/contract/documents/viewpoint';
import { flattenLayers, type WebMap } from '@graticule/contract/documents/web-map';
import { AttributionControl, type GeoJSONSource, Map as LibraryMap, ScaleControl, type StyleSpecification } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { BasemapScheme } from '@graticule/geo/basemap/palette';
import { basemapStyle, emptyStyle } from './basemap/style.ts';
import { Camera, reducedMotion, toLibrary } from './camera.ts';
import { composeStyle, type Marks, SKETCH } from './compose-style.ts';
import { type FeatureRef, withoutFeature } from './edit/hide-feature.ts';
import type { EditorOptions, ShapeEditor } from './edit/shape-editor.ts';
import type { EngineEvents, EngineOptions } from './engine-options.ts';
import { type Hit, hitsAt } from './hits.ts';
import type { LoadedFeature } from './layers/layer-adapter.ts';
import { canDrawMaps, keepInline, prepareLibrary } from './library.ts';
import { adaptResolutionWhileMoving } from './moving-resolution.ts';
import { type LayerState, layersBelow, OpenLayers } from './open-web-map.ts';
import { pictureOf } from './picture.ts';
import { drawImage, IMAGE_RATIO } from './symbols/images.ts';

/** Thrown when the browser cannot draw maps. */
export class MapsNotSupported extends Error {}

const WORLD: Bounds = [
  [-150, -52],
  [165, 72],
];

/** Owns one map on the page. `remove` ends it. */
export class MapEngine {
  private readonly map: LibraryMap;
  /** Moves the view. */
  readonly camera: Camera;
  private readonly layers: OpenLayers;
  private readonly options: EngineOptions;
  private readonly events: EngineEvents;
  private document: WebMap;
  private language: string;
  private marks: Marks = {};
  private isPending = false;
  private isStyleReady = false;
  private isRemoved = false;
  private clicked: [number, number] | undefined;
  private editor: ShapeEditor | undefined;
  private hidden: FeatureRef | undefined;
  private readonly tileErrors = new Map<string, number>();

  /** @throws MapsNotSupported when the browser has no WebGL 2 */
  constructor(options: EngineOptions) {
    if (!canDrawMaps()) throw new MapsNotSupported('This browser cannot draw maps: WebGL 2 is missing or switched off');
    prepareLibrary();
    this.options = options;
    this.events = options.events ?? {};
    this.document = options.document;
    this.language = options.language;
    this.layers = new OpenLayers(
      {
        portalOrigin: options.portalOrigin,
        localAddress: options.localAddress ?? ((url) => url),
        fetchLayer: options.fetchLayer,
        keepInline,
      },
      (id) => this.layerChanged(id),
    );
    const bounds = viewpointBounds(options.document.initialState?.viewpoint) ?? options.bounds ?? WORLD;
    this.map = new LibraryMap({
      container: options.container,
      style: this.style(),
      bounds: toLibrary(bounds),
      fitBoundsOptions: { padding: 0 },
      attributionControl: false,
      interactive: options.interactive ?? true,
      maxPitch: 0,
      dragRotate: false,
      pitchWithRotate: false,
      renderWorldCopies: true,
      maxZoom: 20,
      fadeDuration: reducedMotion() ? 0 : 150,
      ...(options.words ? { locale: options.words } : {}),
      ...(options.transformRequest ? { transformRequest: (url: string) => options.transformRequest?.(url) ?? { url } } : {}),
    });
    this.camera = new Camera(this.map);
    adaptResolutionWhileMoving(this.map);
    this.map.touchZoomRotate.disableRotation();
    this.map.keyboard.disableRotation();
    this.map.addControl(new AttributionControl({ compact: true }), 'bottom-right');
    this.map.addControl(new ScaleControl({ maxWidth: 110, unit: 'metric' }), 'bottom-left');
    this.map.setMissingStyleImageResolver(async (name) => {
      const image = await drawImage(name);
      if (image && !this.isRemoved && !this.map.hasImage(name)) this.map.addImage(name, image, { pixelRatio: IMAGE_RATIO });
    });
    this.map.once('style.load', () => {
      this.isStyleReady = true;
      this.refresh();
    });
    this.listen();
    this.layers.follow(this.document);
  }

  /** Shows another state of the document; only the differences are sent to the map. */
  setDocument(document: WebMap): void {
    this.document = document;
    this.layers.follow(document);
    this.refresh();
  }

  /** Names on the basemap in another language. */
  setLanguage(language: string): void {
    this.language = language;
    this.refresh();
  }

  /** How a layer is doing. */
  layerState(id: string): LayerState | undefined {
    return this.layers.state(id);
  }

  /** Opens a failed layer again. */
  retry(id: string): void {
    const layer = flattenLayers(this.document.operationalLayers).find((each) => each.id === id);
    this.tileErrors.delete(id);
    if (layer) this.layers.retry(layer);
  }

  /** The whole feature behind a hit. */
  async load(hit: Hit): Promise<LoadedFeature> {
    const state = this.layers.state(hit.layerId);
    const features = state?.status === 'ready' ? state.opened.features : undefined;
    return features ? features.load(hit.id, hit.drawn) : hit.drawn;
  }

  /** Draws a ring or an outline around a feature; nothing takes it away. */
  markFeature(geometry: Marks['feature']): void {
    this.marks = { ...this.marks, feature: geometry ?? null };
    this.refresh();
  }

  /** Puts a mark on a place, or takes it away. */
  markPlace(place: readonly [number, number] | undefined): void {
    const { place: _, ...rest } = this.marks;
    this.marks = place ? { ...rest, place } : rest;
    this.refresh();
  }

  /** Draws or reshapes a shape by hand, in place of the feature `instead`. The code for it is fetched when somebody begins. */
  async editShape(options: Omit<EditorOptions, 'show'>, instead?: FeatureRef): Promise<ShapeEditor> {
    const [{ ShapeEditor: Editor }, { sketchLayers }] = await Promise.all([
      import('./edit/shape-editor.ts'),
      import('./edit/sketch-style.ts'),
    ]);
    this.editor?.remove();
    this.hidden = instead;
    const layers = sketchLayers();
    this.editor = new Editor(this.map, {
      ...options,
      show: (data) => {
        const { sketch: _, ...rest } = this.marks;
        this.marks = data ? { ...rest, sketch: { data, layers } } : rest;
        const source = data && this.map.getSource<GeoJSONSource>(SKETCH);
        if (source && data) source.setData(data);
        else this.refresh();
      },
    });
    this.refresh();
    return this.editor;
  }

  /** Ends the drawing by hand. */
  endShape(): void {
    this.editor?.remove();
    this.editor = undefined;
    this.hidden = undefined;
    this.refresh();
  }

  /** Fetches a layer again that was changed; it stays as it is until the new state is there. */
  renew(id: string): void {
    const layer = flattenLayers(this.document.operationalLayers).find((each) => each.id === id);
    if (layer) this.layers.renew(layer);
  }

  /** Shows all of a layer; false when nobody knows where it is. */
  fitLayer(id: string): boolean {
    const state = this.layers.state(id);
    const bounds = state?.status === 'ready' ? state.opened.bounds : undefined;
    if (bounds) this.camera.fit(bounds);
    return bounds !== undefined;
  }

  /** The view the document opens at. */
  home(): void {
    this.camera.fit(viewpointBounds(this.document.initialState?.viewpoint) ?? this.options.bounds ?? WORLD, 0);
  }

  /** Moves the map so that the place clicked last is not behind a panel that lies over the map. */
  reveal(panel: Element): void {
    if (this.clicked) this.camera.reveal(this.clicked, panel);
  }

  /** Gives the map the focus, so that its keys work. */
  focus(): void {
    this.map.getCanvas().focus({ preventScroll: true });
  }

  /** Tells the map that its place on the page has changed. */
  resize(): void {
    this.map.resize();
  }

  /** A picture of the map as it is, cut to the shape asked for. @units pixels */
  picture(width: number, height: number): Promise<Blob | null> {
    return pictureOf(this.map, width, height);
  }

  /** Ends the map and frees what it holds. */
  remove(): void {
    this.isRemoved = true;
    this.map.remove();
  }

  private base(): StyleSpecification {
    const kind = builtInKind(this.document.baseMap);
    const scheme: BasemapScheme = kind === 'dark' ? 'dark' : 'light';
    if (kind === 'none' || kind === undefined) return emptyStyle(scheme);
    return basemapStyle({ scheme, language: this.language, archiveUrl: this.options.archiveUrl });
  }

  private style(): StyleSpecification {
    const below = layersBelow(this.document);
    const reference = below.filter((layer) => layer.isReference === true);
    const drawings = [
      ...this.layers.drawings(below.filter((layer) => layer.isReference !== true)),
      ...this.layers.drawings(this.document.operationalLayers),
      ...this.layers.drawings(reference),
    ];
    const { hidden } = this;
    const shown = hidden ? drawings.map((drawing) => withoutFeature(drawing, hidden)) : drawings;
    return composeStyle(this.base(), shown, this.marks);
  }

  /** Several changes of one moment make one new style; before the first style is there, none can be compared with it. */
  private refresh(): void {
    if (this.isPending || this.isRemoved || !this.isStyleReady) return;
    this.isPending = true;
    queueMicrotask(() => {
      this.isPending = false;
      if (!this.isRemoved) this.map.setStyle(this.style(), { diff: true, validate: false });
    });
  }

  private layerChanged(id: string): void {
    const state = this.layers.state(id);
    if (state) this.events.layerState?.(id, state);
    this.refresh();
  }

  private listen(): void {
    const { map, events } = this;
    map.on('click', (event) => {
      this.clicked = [event.lngLat.lng, event.lngLat.lat];
      // while a shape is drawn, clicks are its vertices
      if (!this.editor) events.click?.(hitsAt(map, this.document, [event.point.x, event.point.y]), this.clicked);
    });
    map.on('moveend', () => events.view?.(this.camera.bounds(), map.getZoom()));
    map.on('dataloading', () => events.loading?.(true));
    map.on('idle', () => {
      events.loading?.(false);
      events.idle?.();
    });
    map.on('error', (event) => this.sourceFailed((event as { sourceId?: string }).sourceId, event.error));
    let isWaiting = false;
    map.on('mousemove', (event) => {
      if (isWaiting || map.isMoving() || this.editor) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        if (this.isRemoved || this.editor) return;
        const isHit = hitsAt(map, this.document, [event.point.x, event.point.y]).some((hit) => !hit.isSilent);
        map.getCanvas().style.cursor = isHit ? 'pointer' : '';
      });
    });
  }

  /** A single tile may be missing; a layer of which several cannot be had is marked. */
  private sourceFailed(sourceId: string | undefined, error: unknown): void {
    if (!sourceId) return;
    const id = sourceId.split('/')[0] ?? sourceId;
    const count = (this.tileErrors.get(id) ?? 0) + 1;
    this.tileErrors.set(id, count);
    if (count >= 3) this.layers.fail(id, error instanceof Error ? error.message : String(error));
  }
}
