// The endpoints that close an organisation, and say before what goes with it.
import { organisationContents as contentsEndpoint, closeOrganisation as endpoint } from '@graticule/contract/portals/organisations';
import type { Routes } from '../platform/http/routes.ts';
import { closeOrganisation, organisationContents } from './close-organisation.ts';

/** Binds the endpoints of this file. */
export function closingRoutes(routes: Routes): void {
  routes.bind(contentsEndpoint).to((portal, caller, { id }) => organisationContents(portal, caller, id));
  routes.bind(endpoint).to(async (portal, caller, input) => {
    await closeOrganisation(portal, caller, input);
    return { success: true, id: input.id };
  });
}
