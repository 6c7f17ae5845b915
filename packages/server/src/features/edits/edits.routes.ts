// Binds the addresses that edit features.
import { applyServiceEdits, calculateField } from '@graticule/contract/services/feature-operations';
import * as contract from '@graticule/contract/services/feature-server';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { type FoundLayer, findLayer } from '../services.ts';
import { calculateFeatures } from './calculate.ts';
import { deleteChosen } from './delete-chosen.ts';
import { withMoment } from './edit-moment.ts';
import { type EditsInput, editFeatures } from './edits.ts';
import { editProven } from './proven-edits.ts';
import { editGiven } from './service-edits.ts';

/** The address of an operation on the features of a layer as clients write it. */
const written = (operation: string): RegExp =>
  new RegExp(`^/rest/services/Hosted/(?<service>\\w{1,98})/FeatureServer/(?<layer>\\d{1,6})/${operation}$`);

/** The layer that an address names. */
const look = (portal: Portal, caller: Caller, { service = '', layer = '' }: Record<string, string>): Promise<FoundLayer> =>
  findLayer(portal, caller, { service, layer });

/** What calls that edit say beside what they edit. */
interface Flags {
  useGlobalIds?: boolean;
  rollbackOnFailure?: boolean;
}

// Written out: gathering what is left of an object costs more than reading a single edit.
const additions = ({ features, useGlobalIds, rollbackOnFailure }: Flags & { features: unknown }): EditsInput => ({
  adds: features,
  useGlobalIds,
  rollbackOnFailure,
  called: 'features',
});

const changes = ({
  features,
  ifUnchanged,
  useGlobalIds,
  rollbackOnFailure,
}: Flags & { features: unknown; ifUnchanged?: unknown }): EditsInput => ({
  updates: features,
  ifUnchanged,
  useGlobalIds,
  rollbackOnFailure,
  called: 'features',
});

const editsOf = ({ adds, updates, deletes, attachments, ifUnchanged, useGlobalIds, rollbackOnFailure }: EditsInput): EditsInput => ({
  adds,
  updates,
  deletes,
  attachments,
  ifUnchanged,
  useGlobalIds,
  rollbackOnFailure,
});

/** Adding, changing and deleting features. */
export function editRoutes(routes: Routes): void {
  routes
    .bind(contract.addFeatures)
    .ahead(look)
    .to(
      async (portal, caller, input, found) => {
        const { addResults } = await editFeatures(portal, caller, found, additions(input));
        return withMoment(portal, { addResults }, input.returnEditMoment);
      },
      {
        trial: async (portal, claim, input) => {
          const done = await editProven(portal, claim, input, additions(input));
          return done && withMoment(portal, { addResults: done.addResults }, input.returnEditMoment);
        },
        light: written('addFeatures'),
      },
    );
  routes
    .bind(contract.updateFeatures)
    .ahead(look)
    .to(
      async (portal, caller, input, found) => {
        const { updateResults } = await editFeatures(portal, caller, found, changes(input));
        return withMoment(portal, { updateResults }, input.returnEditMoment);
      },
      {
        trial: async (portal, claim, input) => {
          const done = await editProven(portal, claim, input, changes(input));
          return done && withMoment(portal, { updateResults: done.updateResults }, input.returnEditMoment);
        },
        light: written('updateFeatures'),
      },
    );
  routes
    .bind(contract.deleteFeatures)
    .ahead(look)
    .to(
      async (portal, caller, { service: _service, layer: _layer, returnEditMoment, ...input }, found) =>
        withMoment(portal, await deleteChosen(portal, caller, found, input), returnEditMoment),
      {
        trial: async (
          portal,
          claim,
          { service, layer, objectIds: deletes, where, geometry, ifUnchanged, rollbackOnFailure, returnEditMoment },
        ) => {
          if (deletes === undefined || where !== undefined || geometry !== undefined) return undefined;
          const done = await editProven(portal, claim, { service, layer }, { deletes, ifUnchanged, rollbackOnFailure });
          return done && withMoment(portal, { deleteResults: done.deleteResults }, returnEditMoment);
        },
        light: written('deleteFeatures'),
      },
    );
  routes
    .bind(contract.applyEdits)
    .ahead(look)
    .to(
      async (portal, caller, input, found) =>
        withMoment(portal, await editFeatures(portal, caller, found, editsOf(input)), input.returnEditMoment),
      {
        trial: async (portal, claim, input) => {
          const done = await editProven(portal, claim, input, editsOf(input));
          return done && withMoment(portal, done, input.returnEditMoment);
        },
        light: written('applyEdits'),
      },
    );
  routes.bind(applyServiceEdits).to((portal, caller, { service, ...input }) => editGiven(portal, caller, service, input));
  routes.bind(calculateField).to(async (portal, caller, { service, layer, returnEditMoment, ...input }) => {
    const updatedFeatureCount = await calculateFeatures(portal, caller, { service, layer }, input);
    return withMoment(portal, { success: true as const, updatedFeatureCount }, returnEditMoment);
  });
}
