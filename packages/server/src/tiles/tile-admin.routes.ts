// Binds the addresses where whoever administers a service looks after its tiles.
import * as contract from '@graticule/contract/services/service-admin';
import type { Routes } from '../platform/http/routes.ts';
import { keptTilesOf, renewTilesOf } from './kept-tiles.ts';

/** What is kept of tiles, and making them anew. */
export function tileAdminRoutes(routes: Routes): void {
  routes.bind(contract.keptTiles).to(async (portal, caller, { service }) => ({ layers: await keptTilesOf(portal, caller, service) }));
  routes.bind(contract.renewTiles).to(async (portal, caller, { service }) => {
    await renewTilesOf(portal, caller, service);
    return { success: true };
  });
}
