// The endpoint that closes an organisation.
import { closeOrganisation as endpoint } from '@graticule/contract/portals/organisations';
import type { Routes } from '../platform/http/routes.ts';
import { closeOrganisation } from './close-organisation.ts';

/** Binds the endpoints of this file. */
export function closingRoutes(routes: Routes): void {
  routes.bind(endpoint).to(async (portal, caller, input) => {
    await closeOrganisation(portal, caller, input);
    return { success: true, id: input.id };
  });
}
