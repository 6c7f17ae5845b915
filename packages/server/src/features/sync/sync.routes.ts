// Binds the addresses of copies and of what changed.
import * as contract from '@graticule/contract/services/sync';
import { storedFileReply } from '../../platform/http/reply.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { describedReplica, forgetReplica, listedReplicas } from './replicas.ts';
import { answerSync, syncProgress, syncResultOf } from './sync-jobs.ts';

/** Copies of services that are brought up to date. */
export function syncRoutes(routes: Routes): void {
  routes.bind(contract.extractChanges).to((portal, caller, input) => answerSync(portal, caller, 'extractChanges', input));
  routes.bind(contract.createReplica).to((portal, caller, input) => answerSync(portal, caller, 'createReplica', input));
  routes.bind(contract.synchronizeReplica).to((portal, caller, input) => answerSync(portal, caller, 'synchronizeReplica', input));
  routes.bind(contract.syncJob).to((portal, caller, { service, job }) => syncProgress(portal, caller, service, job));
  routes.bind(contract.syncResult).to(async (portal, caller, { service, job }, http) => {
    const { key, size_bytes: sizeBytes } = await syncResultOf(portal, caller, service, job);
    return storedFileReply(portal.files, http, { key, sizeBytes, contentType: 'application/json', fileName: 'result.json', etag: key });
  });
  routes.bind(contract.unregisterReplica).to(async (portal, caller, { service, replicaID }) => {
    await forgetReplica(portal, caller, service, replicaID);
    return { success: true };
  });
  routes.bind(contract.listReplicas).to((portal, caller, { service }) => listedReplicas(portal, caller, service));
  routes.bind(contract.describeReplica).to((portal, caller, { service, replica }) => describedReplica(portal, caller, service, replica));
}
