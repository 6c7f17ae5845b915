// Endpoints for the operator of several organisations.
import { createOrganisation, listOrganisations } from '@graticule/contract/portals/organisations';
import type { Routes } from '../platform/http/routes.ts';
import { addTenant, listTenants } from './tenants.ts';

/** Binds the endpoints of this file. */
export function tenantRoutes(routes: Routes): void {
  routes.bind(listOrganisations).to(async (portal, caller) => ({ organizations: await listTenants(portal, caller) }));
  routes.bind(createOrganisation).to(async (portal, caller, input) => ({ success: true, ...(await addTenant(portal, caller, input)) }));
}
