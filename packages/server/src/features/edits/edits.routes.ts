// Binds the addresses that edit features.

import { applyServiceEdits, calculateField } from '@graticule/contract/services/feature-operations';
import * as contract from '@graticule/contract/services/feature-server';
import type { Routes } from '../../platform/http/routes.ts';
import { calculateFeatures } from './calculate.ts';
import { deleteChosen, editFeatures } from './edits.ts';
import { editLayers } from './service-edits.ts';

/** Adding, changing and deleting features. */
export function editRoutes(routes: Routes): void {
  routes.bind(contract.addFeatures).to(async (portal, caller, { features, service, layer, ...flags }) => ({
    addResults: (await editFeatures(portal, caller, { service, layer }, { ...flags, adds: features })).addResults,
  }));
  routes.bind(contract.updateFeatures).to(async (portal, caller, { features, service, layer, ...flags }) => ({
    updateResults: (await editFeatures(portal, caller, { service, layer }, { ...flags, updates: features })).updateResults,
  }));
  routes.bind(contract.deleteFeatures).to(async (portal, caller, { service, layer, ...input }) => ({
    deleteResults: await deleteChosen(portal, caller, { service, layer }, input),
  }));
  routes.bind(contract.applyEdits).to(async (portal, caller, { service, layer, returnEditMoment, ...input }) => {
    const outcome = await editFeatures(portal, caller, { service, layer }, input);
    return { ...outcome, ...(returnEditMoment ? { editMoment: portal.clock.now().getTime() } : {}) };
  });
  routes.bind(applyServiceEdits).to((portal, caller, { service, ...input }) => editLayers(portal, caller, service, input));
  routes.bind(calculateField).to(async (portal, caller, { service, layer, ...input }) => ({
    success: true as const,
    updatedFeatureCount: await calculateFeatures(portal, caller, { service, layer }, input),
  }));
}
