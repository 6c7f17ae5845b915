// Services whose views know their extent: measured when their sources changed since the last time.
import type { Portal } from '../../platform/context.ts';
import type { HostedLayer, HostedService } from '../layers.rules.ts';
import { measureView } from './view-table.store.ts';

/** The service with the extents of its views as they are now. */
export async function measuredService(portal: Portal, service: HostedService): Promise<HostedService> {
  if (!service.layers.some((layer) => layer.view?.stale)) return service;
  const layers: HostedLayer[] = [];
  for (const layer of service.layers) layers.push(await measuredLayer(portal, layer));
  return { ...service, layers };
}

/** The layer with its extent as it is now. */
export async function measuredLayer(portal: Portal, layer: HostedLayer): Promise<HostedLayer> {
  if (!layer.view?.stale) return layer;
  const { extent, rowCount } = await measureView(portal.db, layer);
  return { ...layer, extent: extent as HostedLayer['extent'], rowCount };
}
