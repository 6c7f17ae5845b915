// What is measured when it is asked for: the extent of views and the span of time of layers once something changed, and extents in
// the reference systems that services and layers speak.
import type { Portal } from '../../platform/context.ts';
import { storeTimeInfo, timeExtent } from '../definition/definition.store.ts';
import { type Extent, fieldByName, type HostedLayer, type HostedService, sridOf, sridOfService } from '../layers.rules.ts';
import { extentIn } from '../references.ts';
import { boundsOfLayers } from '../service.view.ts';
import { measureView } from './view-table.store.ts';

/** The service with the extents of itself and its layers as they are now. */
export async function measuredService(portal: Portal, service: HostedService): Promise<HostedService> {
  const measured: HostedLayer[] = [];
  for (const layer of service.layers) measured.push(await withFacts(portal, layer));
  const initial = initialExtent(service, measured);
  const layers: HostedLayer[] = [];
  for (const layer of measured) layers.push(await withToldExtent(portal, layer, initial));
  const srid = sridOfService(service);
  const chosen = chosenExtent(service);
  const told = chosen === undefined ? {} : { toldInitialExtent: await extentIn(portal, chosen, srid) };
  return { ...service, layers, toldExtent: await extentIn(portal, wholeExtent(service, measured), srid), ...told };
}

/** Of all data; the initial extent while there is none, else the world. */
function wholeExtent({ settings }: HostedService, layers: readonly HostedLayer[]): Extent {
  return layers.some((layer) => layer.extent !== null) ? boundsOfLayers(layers) : (settings.initialExtent ?? boundsOfLayers([]));
}

/** Where maps begin, where somebody said so. */
function chosenExtent({ settings }: HostedService): Extent | undefined {
  return settings.initialExtentStays ? settings.initialExtent : undefined;
}

/** Where maps begin: where somebody said so, else with all data. */
function initialExtent(service: HostedService, layers: readonly HostedLayer[]): Extent {
  return chosenExtent(service) ?? wholeExtent(service, layers);
}

/** The layer with its extent and its span of time as they are now; those who do not see all features are told neither. */
export async function measuredLayer(portal: Portal, service: HostedService, layer: HostedLayer): Promise<HostedLayer> {
  const measured = await withFacts(portal, layer);
  if (measured.geometryType === null) return measured;
  if (measured.extent !== null || chosenExtent(service) !== undefined) return withToldExtent(portal, measured, initialExtent(service, []));
  // Without data of its own it is told the extent of the others, as they are now.
  const others: HostedLayer[] = [];
  for (const one of service.layers) if (one.id !== layer.id) others.push(await withPlace(portal, one));
  return withToldExtent(portal, measured, initialExtent(service, others));
}

/** `empty` is the extent that is told of a layer without data that has none of its own to begin with. */
async function withToldExtent(portal: Portal, layer: HostedLayer, empty: Extent): Promise<HostedLayer> {
  if (layer.geometryType === null) return layer;
  return { ...layer, toldExtent: await extentIn(portal, layer.extent ?? layer.definition.initialExtent ?? empty, sridOf(layer)) };
}

async function withFacts(portal: Portal, layer: HostedLayer): Promise<HostedLayer> {
  return isSeenWhole(layer) ? measuredTime(portal, await withPlace(portal, layer)) : withoutFacts(layer);
}

async function withPlace(portal: Portal, layer: HostedLayer): Promise<HostedLayer> {
  return isSeenWhole(layer) && layer.view?.stale ? measuredPlace(portal, layer) : layer;
}

function isSeenWhole(layer: HostedLayer): boolean {
  return layer.onlyOf === undefined && !layer.isClosed;
}

function withoutFacts(layer: HostedLayer): HostedLayer {
  const { timeInfo, ...definition } = layer.definition;
  const told = timeInfo === undefined ? definition : { ...definition, timeInfo: { ...timeInfo, timeExtent: null } };
  return { ...layer, extent: null, definition: told };
}

async function measuredPlace(portal: Portal, layer: HostedLayer): Promise<HostedLayer> {
  const { extent, rowCount } = await measureView(portal.db, layer);
  return { ...layer, extent: extent as HostedLayer['extent'], rowCount };
}

/** From when to when the features are; measured again after edits, when it is asked for. */
async function measuredTime(portal: Portal, layer: HostedLayer): Promise<HostedLayer> {
  const { timeInfo } = layer.definition;
  const edited = layer.dataEdited.getTime();
  // The time of the last edit alone does not tell: one that began earlier may be seen later.
  if (timeInfo === undefined || (timeInfo.measured === edited && timeInfo.version === layer.version)) return layer;
  const start = fieldByName(layer, timeInfo.startTimeField);
  const end = fieldByName(layer, timeInfo.endTimeField ?? timeInfo.startTimeField);
  if (start === undefined || end === undefined) return layer;
  const measured = { ...timeInfo, timeExtent: await timeExtent(portal.db, layer, start, end), measured: edited, version: layer.version };
  await storeTimeInfo(portal.db, layer, measured);
  return { ...layer, definition: { ...layer.definition, timeInfo: measured } };
}
