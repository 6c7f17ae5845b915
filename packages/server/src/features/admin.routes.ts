// Binds the addresses that make and change hosted services.
import * as contract from '@graticule/contract/services/service-admin';
import type { Portal } from '../platform/context.ts';
import type { Routes } from '../platform/http/routes.ts';
import { administeredLayer, administeredService, recount, truncateLayer } from './admin.ts';
import { adminLayerView, adminServiceView } from './admin.view.ts';
import { changeLayer, changeService } from './definition/change.ts';
import { createEmptyService } from './definition/create-service.ts';
import { addToLayer, removeFromLayer } from './definition/layer-fields.ts';
import { startChange } from './definition/service-change.ts';
import { addLayers, removeLayers } from './definition/service-layers.ts';
import type { HostedService } from './layers.rules.ts';
import { SPATIAL_RELATIONS } from './query/spatial-filter.ts';
import { jobOfService, jobsOfService } from './service-jobs.ts';
import { measuredLayer, measuredService } from './views/measured.ts';
import { sourcesOfView } from './views/view-parts.ts';

const done = { success: true } as const;

/** The administration of services and layers. */
export function serviceAdminRoutes(routes: Routes): void {
  for (const endpoint of [contract.createService, contract.createServiceInFolder]) {
    routes.bind(endpoint).to((portal, caller, input) => createEmptyService(portal, caller, input));
  }
  routes.bind(contract.describeServiceAdmin).to(async (portal, caller, { service: name }) => {
    const { service } = await administeredService(portal, caller, name);
    return adminServiceView(portal, await measuredService(portal, service), await sourceNames(portal, service));
  });
  routes.bind(contract.addToServiceDefinition).to((portal, caller, { service, addToDefinition: value, async }) => {
    if (async) return startChange(portal, caller, { operation: 'addLayers', service, value });
    return addLayers(portal, caller, service, value);
  });
  routes.bind(contract.updateServiceDefinition).to(async (portal, caller, { updateDefinition: value, async, ...address }) => {
    if (async) return startChange(portal, caller, { operation: 'changeService', ...address, value });
    await changeService(portal, caller, address, value);
    return done;
  });
  routes.bind(contract.deleteFromServiceDefinition).to(async (portal, caller, { service, deleteFromDefinition: value, async }) => {
    if (async) return startChange(portal, caller, { operation: 'removeLayers', service, value });
    await removeLayers(portal, caller, service, value);
    return done;
  });
  routes.bind(contract.refreshService).to(async (portal, caller, { service: name }) => {
    const { service } = await administeredService(portal, caller, name);
    for (const layer of service.layers) await recount(portal, layer);
    return done;
  });
  routes.bind(contract.serviceStatus).to(async (portal, caller, { service }) => {
    const jobs = await jobsOfService(portal, caller, service);
    const isBusy = jobs.some(({ status }) => status === 'Pending' || status === 'InProgress');
    return { configuredState: 'STARTED', realTimeState: isBusy ? 'BUSY' : 'STARTED', jobs };
  });
  routes.bind(contract.serviceJob).to((portal, caller, { service, job }) => jobOfService(portal, caller, service, job));
  layerAdminRoutes(routes);
}

/** The names of the services that a view shows layers of, by their items; of other services there are none to look up. */
async function sourceNames(portal: Portal, { itemId, settings }: HostedService): Promise<ReadonlyMap<string, string>> {
  if (settings.isView !== true) return new Map();
  return new Map((await sourcesOfView(portal, itemId)).map((one) => [one.itemId, one.name]));
}

function layerAdminRoutes(routes: Routes): void {
  routes.bind(contract.describeLayerAdmin).to(async (portal, caller, address) => {
    const { service, layer } = await administeredLayer(portal, caller, address);
    const sources = await sourceNames(portal, service);
    return adminLayerView(portal, service, await measuredLayer(portal, service, layer), { relations: SPATIAL_RELATIONS, sources });
  });
  routes.bind(contract.addToLayerDefinition).to(async (portal, caller, { service, layer, addToDefinition: value, async }) => {
    if (async) return startChange(portal, caller, { operation: 'addToLayer', service, layer, value });
    await addToLayer(portal, caller, { service, layer }, value);
    return done;
  });
  routes.bind(contract.updateLayerDefinition).to(async (portal, caller, { updateDefinition: value, async, ...address }) => {
    if (async) return startChange(portal, caller, { operation: 'changeLayer', ...address, value });
    await changeLayer(portal, caller, address, value);
    return done;
  });
  routes.bind(contract.deleteFromLayerDefinition).to(async (portal, caller, { service, layer, deleteFromDefinition: value, async }) => {
    if (async) return startChange(portal, caller, { operation: 'removeFromLayer', service, layer, value });
    await removeFromLayer(portal, caller, { service, layer }, value);
    return done;
  });
  routes.bind(contract.truncateLayer).to(async (portal, caller, { service, layer, attachmentOnly, async }) => {
    const value = attachmentOnly === true;
    if (async) return startChange(portal, caller, { operation: 'truncateLayer', service, layer, value });
    await truncateLayer(portal, caller, { service, layer }, value);
    return done;
  });
  routes.bind(contract.refreshLayer).to(async (portal, caller, address) => {
    const { layer } = await administeredLayer(portal, caller, address);
    await recount(portal, layer);
    return done;
  });
}
