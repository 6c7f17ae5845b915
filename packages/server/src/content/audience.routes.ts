// Endpoints that say who sees an item, and why.
import { explainAccess as explainEndpoint, itemAudience } from '@graticule/contract/content/audience';
import type { Routes } from '../platform/http/routes.ts';
import { describeAudience, explainAccess } from './audience.ts';

/** Binds the endpoints of this file. */
export function audienceRoutes(routes: Routes): void {
  routes.bind(itemAudience).to((portal, caller, input) => describeAudience(portal, caller, input));
  routes.bind(explainEndpoint).to((portal, caller, input) => explainAccess(portal, caller, input.id, input.username));
}
