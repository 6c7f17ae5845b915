// Changes of a web map as pure functions: each gives a new document and shares the unchanged parts with the old one.
import { type BuiltInBasemap, builtInBasemap } from './basemaps.ts';
import { type Bounds, viewpointOf } from './viewpoint.ts';
import type { OperationalLayer, WebMap } from './web-map.ts';

type LayerChange = (layer: OperationalLayer) => OperationalLayer;

function changeIn(layers: readonly OperationalLayer[], id: string, change: LayerChange): OperationalLayer[] {
  return layers.map((layer) => {
    if (layer.id === id) return change(layer);
    return layer.layers ? { ...layer, layers: changeIn(layer.layers, id, change) } : layer;
  });
}

/** Changes one layer, also inside groups. */
export function changeLayer(map: WebMap, id: string, change: LayerChange): WebMap {
  return { ...map, operationalLayers: changeIn(map.operationalLayers, id, change) };
}

/** Puts a layer on top, or at a place counted from the bottom. Its id is made unique. */
export function addLayer(map: WebMap, layer: OperationalLayer, index = map.operationalLayers.length): WebMap {
  const taken = new Set(map.operationalLayers.map((each) => each.id));
  let id = layer.id;
  for (let n = 2; taken.has(id); n++) id = `${layer.id}-${n}`;
  const layers = [...map.operationalLayers];
  layers.splice(index, 0, { ...layer, id });
  return { ...map, operationalLayers: layers };
}

/** Takes a layer off the map, also out of a group. */
export function removeLayer(map: WebMap, id: string): WebMap {
  const without = (layers: readonly OperationalLayer[]): OperationalLayer[] =>
    layers.filter((layer) => layer.id !== id).map((layer) => (layer.layers ? { ...layer, layers: without(layer.layers) } : layer));
  return { ...map, operationalLayers: without(map.operationalLayers) };
}

/** Moves a top-level layer to a place counted from the bottom; beyond the ends is the end. */
export function moveLayer(map: WebMap, id: string, toIndex: number): WebMap {
  const layer = map.operationalLayers.find((each) => each.id === id);
  if (!layer) return map;
  const rest = map.operationalLayers.filter((each) => each !== layer);
  rest.splice(Math.max(0, Math.min(rest.length, toIndex)), 0, layer);
  return { ...map, operationalLayers: rest };
}

/** Shows or hides a layer. */
export const setVisibility = (map: WebMap, id: string, visibility: boolean): WebMap =>
  changeLayer(map, id, (layer) => ({ ...layer, visibility }));

/** @units 0 to 1 */
export const setOpacity = (map: WebMap, id: string, opacity: number): WebMap =>
  changeLayer(map, id, (layer) => ({ ...layer, opacity: Math.max(0, Math.min(1, opacity)) }));

/** Names a layer. */
export const setTitle = (map: WebMap, id: string, title: string): WebMap => changeLayer(map, id, (layer) => ({ ...layer, title }));

/** Draws a layer in another way. */
export function setRenderer(map: WebMap, id: string, renderer: Record<string, unknown>): WebMap {
  return changeLayer(map, id, (layer) => ({
    ...layer,
    layerDefinition: { ...layer.layerDefinition, drawingInfo: { ...layer.layerDefinition?.drawingInfo, renderer } },
  }));
}

/** Limits the scales a layer is drawn at. */
export const setScaleRange = (map: WebMap, id: string, minScale: number, maxScale: number): WebMap =>
  changeLayer(map, id, (layer) => ({ ...layer, minScale, maxScale }));

/** Puts a built-in basemap below the layers. `portalUrl` is the address of the portal, by which other clients find it. */
export function setBasemap(map: WebMap, kind: BuiltInBasemap, portalUrl: string): WebMap {
  return { ...map, baseMap: builtInBasemap(kind, portalUrl) };
}

/** The view the map opens at. */
export function setViewpoint(map: WebMap, bounds: Bounds): WebMap {
  return { ...map, initialState: { ...map.initialState, viewpoint: viewpointOf(bounds) } };
}
