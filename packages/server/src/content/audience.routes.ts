// Endpoints that tell owners about their items: who sees them, and why, and how much they are used.
import { explainAccess as explainEndpoint, itemAudience } from '@graticule/contract/content/audience';
import { itemUsage } from '@graticule/contract/content/usage';
import type { Routes } from '../platform/http/routes.ts';
import { describeAudience, explainAccess } from './audience.ts';
import { readUsage } from './usage.ts';

/** Binds the endpoints of this file. */
export function audienceRoutes(routes: Routes): void {
  routes.bind(itemAudience).to((portal, caller, input) => describeAudience(portal, caller, input));
  routes.bind(itemUsage).to((portal, caller, input) => readUsage(portal, caller, input.id, input.days));
  routes.bind(explainEndpoint).to((portal, caller, input) => explainAccess(portal, caller, input.id, input.username));
}
