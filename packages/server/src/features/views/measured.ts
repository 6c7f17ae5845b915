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
  const layers: HostedLayer[] = [];
  for (const layer of service.layers) layers.push(await measuredLayer(portal, service, layer));
  const srid = sridOfService(service);
  const { initialExtent, initialExtentStays } = service.settings;
  const chosen = initialExtentStays && initialExtent ? { toldInitialExtent: await extentIn(portal, initialExtent, srid) } : {};
  return { ...service, layers, toldExtent: await extentIn(portal, wholeExtent(service, layers), srid), ...chosen };
}

/** Of all data; the initial extent while there is none, else the world. */
function wholeExtent({ settings }: HostedService, layers: readonly HostedLayer[]): Extent {
  return layers.some((layer) => layer.extent !== null) ? boundsOfLayers(layers) : (settings.initialExtent ?? boundsOfLayers([]));
}

/** The layer with its extent and its span of time as they are now; those who do not see all features are told neither. */
export async function measuredLayer(portal: Portal, service: HostedService, layer: HostedLayer): Promise<HostedLayer> {
  const whole = layer.onlyOf === undefined && !layer.isClosed;
  const measured = whole ? await measuredTime(portal, layer.view?.stale ? await measuredPlace(portal, layer) : layer) : withoutFacts(layer);
  if (measured.geometryType === null) return measured;
  const extent = measured.extent ?? layer.definition.initialExtent ?? wholeExtent(service, service.layers);
  return { ...measured, toldExtent: await extentIn(portal, extent, sridOf(layer)) };
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
