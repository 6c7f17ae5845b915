// Binds the addresses of copies and of what changed.
import * as contract from '@graticule/contract/services/sync';
import type { Routes } from '../../platform/http/routes.ts';
import { describedReplica, extractedChanges, forgetReplica, listedReplicas, makeReplica, synchronise } from './replicas.ts';

/** Copies of services that are brought up to date. */
export function syncRoutes(routes: Routes): void {
  routes.bind(contract.extractChanges).to((portal, caller, input) => extractedChanges(portal, caller, input));
  routes.bind(contract.createReplica).to((portal, caller, input) => makeReplica(portal, caller, input));
  routes.bind(contract.synchronizeReplica).to((portal, caller, input) => synchronise(portal, caller, input));
  routes.bind(contract.unregisterReplica).to(async (portal, caller, { service, replicaID }) => {
    await forgetReplica(portal, caller, service, replicaID);
    return { success: true };
  });
  routes.bind(contract.listReplicas).to((portal, caller, { service }) => listedReplicas(portal, caller, service));
  routes.bind(contract.describeReplica).to((portal, caller, { service, replica }) => describedReplica(portal, caller, service, replica));
}
