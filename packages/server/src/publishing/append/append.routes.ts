// Binds the addresses that load rows into layers, and tell how far that is.
import * as contract from '@graticule/contract/services/append';
import { spokenRefusals } from '../../content/index.ts';
import { loadProgress } from '../../features/index.ts';
import { spokenFileReply } from '../../platform/http/reply.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { analyzeAppend } from './analyze-append.ts';
import { startAppend } from './append.ts';
import { layerHistory, refusedRowsOfJob, stopJob } from './layer-history.ts';

/** Append, replace, and their jobs. */
export function appendRoutes(routes: Routes): void {
  routes.bind(contract.appendFeatures).to((portal, caller, input) => startAppend(portal, caller, input));
  routes.bind(contract.analyzeAppend).to(analyzeAppend);
  routes.bind(contract.replaceFeatures).to((portal, caller, input) => startAppend(portal, caller, input, true));
  routes.bind(contract.listLoads).to((portal, caller, { num, ...address }) => layerHistory(portal, caller, address, num));
  routes.bind(contract.loadStatus).to((portal, caller, { job, ...address }) => loadProgress(portal, caller, address, job));
  routes.bind(contract.refusedRowsOfLoad).to(async (portal, caller, { job, ...address }, http) => {
    const { file, spoken } = await spokenRefusals(portal, caller, await refusedRowsOfJob(portal, caller, address, job));
    return spokenFileReply(portal.files, http, file, spoken);
  });
  routes.bind(contract.cancelLoad).to(async (portal, caller, { job, ...address }) => {
    await stopJob(portal, caller, address, job);
    return { success: true as const };
  });
}
