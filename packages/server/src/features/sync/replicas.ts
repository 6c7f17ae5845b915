// Copies of services: made, brought up to date in both directions, listed and forgotten.
import { randomUUID } from 'node:crypto';
import type { ServerInput } from '@graticule/contract/endpoint';
import { refuse } from '@graticule/contract/refusals/refusal';
import type * as contract from '@graticule/contract/services/sync';
import { mayDo } from '../../content/index.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import { untilGone } from '../../platform/db/held-connection.ts';
import { begunAgain } from '../../platform/db/untangled.ts';
import { saysReplaced } from '../layer-facts.store.ts';
import { type HostedLayer, type HostedService, hasCapability, keepsChanges } from '../layers.rules.ts';
import { withPlace } from '../query/near-places.ts';
import { objectIdsOf } from '../query/query.store.ts';
import { momentOf } from '../query/query.ts';
import { readQuery } from '../query/read-query.ts';
import { findService, type VisibleService } from '../services.ts';
import { givenEdits } from '../uploads/uploaded-edits.ts';
import {
  changesOf,
  currentGenerations,
  type FoundChanges,
  featuresByIds,
  type KnownLayer,
  NoRoom,
  notKept,
  replyRoom,
  requireTellable,
  tooLarge,
} from './changes.ts';
import { closeCopy, replicaNumber, sameClosing } from './closed-copies.ts';
import { filesOfFeatures } from './copied-files.ts';
import * as store from './replicas.store.ts';
import { type Sent, type Taken, takeEdits } from './sent-edits.ts';
import { chosenLayers, knownGenerations, layerConditions } from './sync-parameters.rules.ts';

/** Features and files of a new copy, of all its layers. */
const MAX_FEATURES = 50_000;
const MAX_REPLICAS = 100;

/** A service whose changes the caller may be told. @throws INVALID_REQUEST, FORBIDDEN where people see only a part of the features */
export async function synchronisedService(portal: Portal, caller: Caller, name: string, needs?: 'Sync'): Promise<VisibleService> {
  const found = await findService(portal, caller, name);
  if (!keepsChanges(found.service) || (needs !== undefined && !hasCapability(found.service, needs))) throw notKept();
  // What was deleted has no owner any more: its ids would tell of the features of others.
  if (found.service.layers.some((layer) => layer.onlyOf !== undefined || layer.isClosed)) throw refuse('changes-of-own-only');
  return found;
}

/** What this portal cannot do is refused instead of left out. @throws INVALID_PARAMETER */
export function requireJson({ transportType, dataFormat }: { transportType?: string; dataFormat?: string }): void {
  if (transportType !== undefined && !/^esriTransportType(Embedded|Url)$/i.test(transportType))
    throw refuse('transport-type', { value: transportType.slice(0, 60) });
  if (dataFormat !== undefined && !/^json$/i.test(dataFormat)) throw refuse('data-format', { value: dataFormat.slice(0, 40) });
}

/** What changed since the generations that the caller knows. */
export async function extractedChanges(
  portal: Portal,
  caller: Caller,
  input: ServerInput<typeof contract.extractChanges> & { service: string },
): Promise<contract.ExtractedChanges> {
  requireJson(input);
  const wanted = {
    adds: input.returnInserts !== false,
    updates: input.returnUpdates !== false,
    deletes: input.returnDeletes !== false,
    idsOnly: input.returnIdsOnly === true,
    files: input.returnAttachments === true,
    ...(input.outSR === undefined ? {} : { outSR: input.outSR }),
  };
  const found = await begunAgain(async () => {
    const { service } = await synchronisedService(portal, caller, input.service);
    return changesOf(portal, caller, service, knownGenerations(service, input), wanted);
  }, saysReplaced);
  return {
    layerServerGens: found.generations,
    transportType: 'esriTransportTypeEmbedded',
    responseType: 'esriDataChangesResponseTypeEdits',
    edits: found.edits,
    ...(found.exceeded ? { exceededTransferLimit: true as const } : {}),
  };
}

type CreateInput = ServerInput<typeof contract.createReplica> & { service: string };

/** Makes a copy: its features, and unless `syncModel` is `none` a memory of what it knows. */
export async function makeReplica(portal: Portal, caller: Caller, input: CreateInput): Promise<contract.CreatedReplica> {
  requireJson(input);
  // The memory is kept last, in one statement: an attempt that fails has kept nothing.
  return begunAgain(() => copyOf(portal, caller, input), saysReplaced);
}

async function copyOf(portal: Portal, caller: Caller, input: CreateInput): Promise<contract.CreatedReplica> {
  const { service } = await synchronisedService(portal, caller, input.service, 'Sync');
  const owner = caller.username ?? '';
  const model = /^none$/i.test(input.syncModel ?? '') ? 'none' : 'perLayer';
  if (input.syncModel !== undefined && !/^(none|perLayer)$/i.test(input.syncModel))
    throw refuse('sync-model', { value: input.syncModel.slice(0, 40) });
  if (model === 'perLayer' && (await store.countReplicas(portal.db, service.itemId, owner)) >= MAX_REPLICAS) {
    throw refuse('replicas-many', { most: MAX_REPLICAS });
  }
  const layers = chosenLayers(service, input.layers);
  // Before the features: what changes meanwhile is told once more with the next synchronisation.
  const generations = await currentGenerations(portal, layers);
  const copied = await copiedFeatures(portal, caller, { service, layers }, input);
  const id = randomUUID().toUpperCase();
  const name = input.replicaName?.trim().slice(0, 250) || `${service.name}_${id.slice(0, 8)}`;
  if (model === 'perLayer') {
    const known = generations.map((one) => ({ id: one.id, serverGen: one.serverGen }));
    await store.insertReplica(portal.db, { id, item_id: service.itemId, owner, name, layers: known });
  }
  return {
    replicaName: name,
    replicaID: id,
    transportType: 'esriTransportTypeEmbedded',
    responseType: 'esriReplicaResponseTypeData',
    syncModel: model,
    replicaServerGen: Math.max(0, ...generations.map((one) => one.serverGen)),
    layerServerGens: generations,
    layers: copied,
  };
}

async function copiedFeatures(
  portal: Portal,
  caller: Caller,
  { service, layers }: { service: HostedService; layers: readonly HostedLayer[] },
  input: CreateInput,
): Promise<contract.CreatedReplica['layers']> {
  const conditionOf = layerConditions(input.layerQueries);
  const output = input.replicaSR === undefined ? {} : { outSR: input.replicaSR };
  const { geometry, geometryType, inSR } = input;
  const place = Object.fromEntries(Object.entries({ geometry, geometryType, inSR }).filter(([, value]) => value !== undefined));
  const copied: contract.CreatedReplica['layers'] = [];
  const room = replyRoom();
  let count = 0;
  for (const layer of layers) {
    const condition = conditionOf(layer.id);
    if (condition === undefined) {
      copied.push({ id: layer.id, features: [] });
      continue;
    }
    const where = { where: condition.where, ...(condition.useGeometry ? place : {}), returnIdsOnly: true };
    const query = {
      ...(await withPlace({ database: untilGone(portal.database, caller.gone) }, readQuery(service, layer, where, 'json'))),
      limit: MAX_FEATURES + 1,
    };
    const ids = await objectIdsOf(untilGone(portal.database, caller.gone), layer, query, momentOf(portal, caller));
    count += ids.length;
    if (count > MAX_FEATURES) throw tooLarge();
    const features = await featuresByIds(portal, caller, { service, layer, room }, ids, output).catch(asTooLarge);
    const withFiles = input.returnAttachments === true && layer.definition.hasAttachments === true;
    const chosen = { objectIds: ids, most: MAX_FEATURES - count };
    const attachments = withFiles ? await filesOfFeatures(portal, caller, { service, layer }, chosen) : undefined;
    count += attachments?.length ?? 0;
    if (count > MAX_FEATURES) throw tooLarge();
    copied.push({ id: layer.id, features, ...(attachments === undefined ? {} : { attachments }) });
  }
  return copied;
}

function asTooLarge(error: unknown): never {
  throw error instanceof NoRoom ? tooLarge() : error;
}

/** A copy that the caller made, or that somebody made of a service that the caller administers. @throws INVALID_REQUEST */
async function requireReplica(portal: Portal, caller: Caller, { service, item }: VisibleService, id: string): Promise<store.ReplicaRow> {
  const replica = await store.replicaById(portal.db, service.itemId, replicaNumber(id));
  const mayKnow = replica?.owner === caller.username || mayDo(caller, { ...item, group_update: false }, 'update');
  if (replica === undefined || !mayKnow) throw refuse('replica-unknown', { id: id.slice(0, 60) });
  return replica;
}

type SyncInput = ServerInput<typeof contract.synchronizeReplica> & { service: string };

/** Applies the edits of a copy, then gives what changed since it was last brought up to date. Its own edits come back with it. */
export async function synchronise(portal: Portal, caller: Caller, input: SyncInput): Promise<contract.SynchronizedReplica> {
  requireJson(input);
  let taken: Taken | undefined;
  // Edits are noted with what they change, so that also those whose results got lost on the way here are made once.
  const take = async (sent: Sent): Promise<Taken> => {
    taken ??= await takeEdits(portal, caller, sent);
    return taken;
  };
  return begunAgain(() => synchronised(portal, caller, input, take), saysReplaced);
}

async function synchronised(
  portal: Portal,
  caller: Caller,
  input: SyncInput,
  take: (sent: Sent) => Promise<Taken>,
): Promise<contract.SynchronizedReplica> {
  const found = await synchronisedService(portal, caller, input.service, 'Sync');
  const { service } = found;
  const direction = (input.syncDirection ?? 'bidirectional').toLowerCase();
  if (!/^(download|upload|bidirectional)$/.test(direction)) throw refuse('sync-direction', { value: direction.slice(0, 40) });
  const edits = await givenEdits(portal, caller, input);
  const call = { ...input, edits };
  const generationsOf = (layers: unknown): KnownLayer[] => knownGenerations(service, { layerServerGens: layers });
  const rightOf = (layers: readonly store.ReplicaRow['layers'][number][]): KnownLayer[] =>
    generationsOf(layers.filter(({ id }) => service.layers.some((layer) => layer.id === id)));
  const answerFrom = async (
    id: string,
    known: KnownLayer[],
    results?: contract.LayerEditResults[],
  ): Promise<contract.SynchronizedReplica> => {
    const wanted = { adds: true, updates: true, deletes: true, idsOnly: false, files: input.returnAttachments === true };
    const down = direction === 'upload' ? undefined : await changesOf(portal, caller, service, known, wanted);
    return answered(id, { generations: down?.generations ?? known.map(generationOf), down, results });
  };
  const before = input.closeReplica
    ? await sameClosing(portal, caller, { itemId: service.itemId, replicaID: input.replicaID }, call)
    : undefined;
  if (before !== undefined) return answerFrom(replicaNumber(input.replicaID), rightOf(before.known), before.results);
  const replica = await requireReplica(portal, caller, found, input.replicaID);
  const said = input.syncLayers === undefined ? rightOf(replica.layers) : generationsOf(input.syncLayers);
  const sent = direction !== 'download' && edits !== undefined;
  // Edits that are made although the answer is a refusal would be sent again.
  if (sent && direction !== 'upload') await requireTellable(portal, said);
  const taken = sent
    ? await take({
        service: service.name,
        replicaId: replica.id,
        edits: flattened(edits),
        ...(input.rollbackOnFailure === undefined ? {} : { rollbackOnFailure: input.rollbackOnFailure }),
        known: said.map(generationOf),
        isTold: input.syncLayers !== undefined,
        down: direction !== 'upload',
      })
    : undefined;
  const known = taken === undefined ? said : rightOf(taken.known);
  const answer = await answerFrom(replica.id, known, taken?.results);
  // Whoever has not been told everything asks again from there.
  if (input.closeReplica && !answer.exceededTransferLimit)
    await closeCopy(portal, caller, replica, call, { known: known.map(generationOf), results: taken?.results });
  else await store.updateReplica(portal.db, replica.id, merged(replica.layers, answer.layerServerGens), portal.clock.now());
  return answer;
}

const generationOf = ({ layer, serverGen }: KnownLayer): { id: number; serverGen: number } => ({ id: layer.id, serverGen });

function answered(
  id: string,
  told: { generations: contract.LayerGeneration[]; down: FoundChanges | undefined; results: contract.LayerEditResults[] | undefined },
): contract.SynchronizedReplica {
  const { generations, down, results } = told;
  return {
    replicaID: id,
    transportType: 'esriTransportTypeEmbedded',
    responseType: 'esriReplicaResponseTypeEdits',
    replicaServerGen: Math.max(0, ...generations.map((one) => one.serverGen)),
    layerServerGens: generations,
    edits: down?.edits ?? [],
    ...(results === undefined ? {} : { editsResults: results }),
    ...(down?.exceeded ? { exceededTransferLimit: true as const } : {}),
  };
}

function merged(
  before: readonly { id: number; serverGen: number }[],
  now: readonly contract.LayerGeneration[],
): store.ReplicaRow['layers'] {
  const gens = new Map([...before, ...now].map(({ id, serverGen }) => [id, serverGen]));
  return [...gens].map(([id, serverGen]) => ({ id, serverGen }));
}

/** Edits as copies send them, `{id, features: {adds, updates, deleteIds}}`, in the form of `applyEdits`; that form passes as it is. */
function flattened(edits: unknown): unknown {
  if (!Array.isArray(edits)) return edits;
  return edits.map((one: unknown) => {
    const { features, ...rest } = (typeof one === 'object' && one !== null ? one : {}) as Record<string, unknown>;
    if (typeof features !== 'object' || features === null) return one;
    const { adds, updates, deleteIds } = features as Record<string, unknown>;
    return { ...rest, adds, updates, deletes: deleteIds };
  });
}

/** The copies of a service that the caller may know of. */
export async function listedReplicas(portal: Portal, caller: Caller, name: string): Promise<contract.ReplicaSummary[]> {
  const { service, item } = await synchronisedService(portal, caller, name);
  const all = mayDo(caller, { ...item, group_update: false }, 'update');
  const rows = await store.replicasOf(portal.db, service.itemId, all ? null : caller.username, 1_000);
  return rows.map((row) => ({ replicaName: row.name, replicaID: row.id }));
}

/** One copy. */
export async function describedReplica(portal: Portal, caller: Caller, name: string, id: string): Promise<contract.ReplicaInfo> {
  const found = await synchronisedService(portal, caller, name);
  const row = await requireReplica(portal, caller, found, id);
  return {
    replicaName: row.name,
    replicaID: row.id,
    replicaOwner: row.owner,
    syncModel: 'perLayer',
    creationDate: row.created.getTime(),
    lastSyncDate: row.synchronized.getTime(),
    layerServerGens: row.layers,
  };
}

/** Forgets a copy. */
export async function forgetReplica(portal: Portal, caller: Caller, name: string, id: string): Promise<void> {
  const found = await synchronisedService(portal, caller, name);
  const replica = await requireReplica(portal, caller, found, id);
  await store.deleteReplica(portal.db, replica.id);
}
