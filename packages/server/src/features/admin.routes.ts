// Binds the addresses that change hosted services.
import * as contract from '@graticule/contract/services/service-admin';
import type { Routes } from '../platform/http/routes.ts';
import { administeredService, changeLayer, changeService, truncateLayer } from './admin.ts';
import { serviceView } from './service.view.ts';

const done = { success: true } as const;

/** The administration of services and layers. */
export function serviceAdminRoutes(routes: Routes): void {
  routes.bind(contract.describeServiceAdmin).to(async (portal, caller, { service: name }) => {
    const { service } = await administeredService(portal, caller, name);
    return {
      ...serviceView(service),
      adminServiceInfo: {
        name: service.name,
        type: 'FeatureServer',
        status: 'Started',
        database: { datasource: { name: 'hosted' } },
      },
    };
  });
  routes.bind(contract.updateServiceDefinition).to(async (portal, caller, { service, updateDefinition }) => {
    await changeService(portal, caller, service, updateDefinition);
    return done;
  });
  routes.bind(contract.updateLayerDefinition).to(async (portal, caller, { service, layer, updateDefinition }) => {
    await changeLayer(portal, caller, { service, layer }, updateDefinition);
    return done;
  });
  routes.bind(contract.truncateLayer).to(async (portal, caller, { service, layer, attachmentOnly }) => {
    if (attachmentOnly !== true) await truncateLayer(portal, caller, { service, layer });
    return done;
  });
}
