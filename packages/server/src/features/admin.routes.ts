// Binds the addresses that make and change hosted services.
import * as contract from '@graticule/contract/services/service-admin';
import type { Routes } from '../platform/http/routes.ts';
import { administeredLayer, administeredService, recount, truncateLayer } from './admin.ts';
import { adminLayerView, adminServiceView } from './admin.view.ts';
import { changeLayer, changeService } from './definition/change.ts';
import { createEmptyService } from './definition/create-service.ts';
import { addToLayer, removeFromLayer } from './definition/layer-fields.ts';
import { addLayers, removeLayers } from './definition/service-layers.ts';
import { SPATIAL_RELATIONS } from './query/spatial-filter.ts';
import { jobOfService, jobsOfService } from './service-jobs.ts';

const done = { success: true } as const;

/** The administration of services and layers. */
export function serviceAdminRoutes(routes: Routes): void {
  for (const endpoint of [contract.createService, contract.createServiceInFolder]) {
    routes.bind(endpoint).to((portal, caller, input) => createEmptyService(portal, caller, input));
  }
  routes.bind(contract.describeServiceAdmin).to(async (portal, caller, { service: name }) => {
    const { service } = await administeredService(portal, caller, name);
    return adminServiceView(service);
  });
  routes
    .bind(contract.addToServiceDefinition)
    .to((portal, caller, { service, addToDefinition }) => addLayers(portal, caller, service, addToDefinition));
  routes.bind(contract.updateServiceDefinition).to(async (portal, caller, { service, updateDefinition }) => {
    await changeService(portal, caller, service, updateDefinition);
    return done;
  });
  routes.bind(contract.deleteFromServiceDefinition).to(async (portal, caller, { service, deleteFromDefinition }) => {
    await removeLayers(portal, caller, service, deleteFromDefinition);
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

function layerAdminRoutes(routes: Routes): void {
  routes.bind(contract.describeLayerAdmin).to(async (portal, caller, address) => {
    const { service, layer } = await administeredLayer(portal, caller, address);
    return adminLayerView(service, layer, SPATIAL_RELATIONS);
  });
  routes.bind(contract.addToLayerDefinition).to(async (portal, caller, { service, layer, addToDefinition }) => {
    await addToLayer(portal, caller, { service, layer }, addToDefinition);
    return done;
  });
  routes.bind(contract.updateLayerDefinition).to(async (portal, caller, { service, layer, updateDefinition }) => {
    await changeLayer(portal, caller, { service, layer }, updateDefinition);
    return done;
  });
  routes.bind(contract.deleteFromLayerDefinition).to(async (portal, caller, { service, layer, deleteFromDefinition }) => {
    await removeFromLayer(portal, caller, { service, layer }, deleteFromDefinition);
    return done;
  });
  routes.bind(contract.truncateLayer).to(async (portal, caller, { service, layer, attachmentOnly }) => {
    await truncateLayer(portal, caller, { service, layer }, attachmentOnly === true);
    return done;
  });
  routes.bind(contract.refreshLayer).to(async (portal, caller, address) => {
    const { layer } = await administeredLayer(portal, caller, address);
    await recount(portal, layer);
    return done;
  });
}
