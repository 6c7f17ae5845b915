// What changed in layers since a generation.
import { refuse } from '@graticule/contract/refusals/refusal';
import type { WireFeature } from '@graticule/contract/services/layer';
import type { LayerChanges, LayerGeneration } from '@graticule/contract/services/sync';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import { untilGone } from '../../platform/db/held-connection.ts';
import { wireGlobalId } from '../edits/edit.ts';
import { replaced } from '../layer-facts.store.ts';
import type { HostedLayer, HostedService } from '../layers.rules.ts';
import { featureRows, isKnownSrid } from '../query/query.store.ts';
import { momentOf } from '../query/query.ts';
import { unknownSystem } from '../query/query-fault.rules.ts';
import { type QueryInput, readQuery } from '../query/read-query.ts';
import { featureSetView } from '../query/replies.view.ts';
import { changesBetween, type FeatureChange, fileChangesBetween, trackingOfLayers } from './change-tracking.store.ts';
import { fileChanges } from './copied-files.ts';

/** Changes of one layer in one reply. */
const MAX_CHANGES = 10_000;

/** Characters of all features of a reply. */
const MAX_REPLY = 64 * 1024 * 1024;
/** Features that are read at once. */
const PAGE = 2_000;

/** The room that all layers of a reply share. */
export interface ReplyRoom {
  left: number;
  whole: number;
}

/** The room of a new reply. */
export function replyRoom(whole = MAX_REPLY): ReplyRoom {
  return { left: whole, whole };
}

/** Layers of a service that are read for a reply. */
export interface ReadTarget {
  service: HostedService;
  layer: HostedLayer;
  room: ReplyRoom;
}

/** A layer and the generation that the caller knows. */
export interface KnownLayer {
  layer: HostedLayer;
  serverGen: number;
}

/** Which changes are wanted, and how. */
export interface ChangesWanted {
  adds: boolean;
  updates: boolean;
  deletes: boolean;
  idsOnly: boolean;
  /** Files of features too. */
  files?: boolean;
  /** Characters of all features of the reply; as many as replies hold without it. */
  mostCharacters?: number;
  outSR?: string;
}

/** Changes of layers, with the generations that the caller knows then. */
export interface FoundChanges {
  generations: LayerGeneration[];
  edits: LayerChanges[];
  exceeded: boolean;
}

/** The generations of the layers that keep their changes, as they are now. */
export async function knownToServer(portal: Portal, layers: readonly HostedLayer[]): Promise<Required<LayerGeneration>[]> {
  const rows = new Map((await trackingOfLayers(portal.db, layers)).map((row) => [row.table_name, row]));
  return layers.flatMap((layer) => {
    const row = rows.get(layer.table);
    return row === undefined ? [] : [{ id: layer.id, serverGen: Number(row.gen), minServerGen: Number(row.since) }];
  });
}

/** The same for layers that must keep them. @throws UNABLE_TO_COMPLETE for a layer that keeps none any more, or those of other rows, since it was looked up */
export async function currentGenerations(portal: Portal, layers: readonly HostedLayer[]): Promise<Required<LayerGeneration>[]> {
  const known = await knownToServer(portal, layers);
  if (known.length < layers.length) throw replaced();
  return known;
}

/** Said where the service does not keep changes. */
export function notKept(): Error {
  return refuse('changes-not-kept');
}

/**
 * The changes since the generations that the caller knows.
 * @throws INVALID_REQUEST when they cannot be told any more, or not in one reply
 */
export async function changesOf(
  portal: Portal,
  caller: Caller,
  service: HostedService,
  known: readonly KnownLayer[],
  wanted: ChangesWanted,
): Promise<FoundChanges> {
  const layers = known.map((one) => one.layer);
  const now = new Map((await currentGenerations(portal, layers)).map((one) => [one.id, one]));
  const found: FoundChanges = { generations: [], edits: [], exceeded: false };
  const room = replyRoom(wanted.mostCharacters);
  for (const { layer, serverGen } of known) {
    const { serverGen: gen = 0, minServerGen = 0 } = now.get(layer.id) ?? {};
    requireBetween(layer, serverGen, now.get(layer.id));
    const { edits, upTo } = await fittingChanges(portal, caller, { service, layer, room }, { after: serverGen, gen }, wanted);
    if (upTo < gen) found.exceeded = true;
    found.generations.push({ id: layer.id, serverGen: upTo, minServerGen });
    found.edits.push(edits);
  }
  await requireKept(portal, known);
  return found;
}

/** Says before anything is done that the changes can be told. @throws INVALID_REQUEST */
export async function requireTellable(portal: Portal, known: readonly KnownLayer[]): Promise<void> {
  const layers = known.map((one) => one.layer);
  const now = new Map((await currentGenerations(portal, layers)).map((one) => [one.id, one]));
  for (const { layer, serverGen } of known) requireBetween(layer, serverGen, now.get(layer.id));
}

function requireBetween(layer: HostedLayer, known: number, now: Required<LayerGeneration> | undefined): void {
  const { serverGen = 0, minServerGen = 0 } = now ?? {};
  if (known < minServerGen || known > serverGen) throw outOfDate(layer, known, minServerGen);
}

/** Says after the changes were read that none of them went meanwhile: whoever forgets some, or empties the layer, says so before they go. */
async function requireKept(portal: Portal, known: readonly KnownLayer[]): Promise<void> {
  const since = new Map(
    (
      await knownToServer(
        portal,
        known.map((one) => one.layer),
      )
    ).map((one) => [one.id, one.minServerGen]),
  );
  for (const { layer, serverGen } of known) {
    const from = since.get(layer.id);
    if (from === undefined) throw replaced();
    if (serverGen < from) throw outOfDate(layer, serverGen, from);
  }
}

/** The changes of as many whole generations as there is room for; none when other layers have taken it. */
async function fittingChanges(
  portal: Portal,
  caller: Caller,
  target: ReadTarget,
  { after, gen }: { after: number; gen: number },
  wanted: ChangesWanted,
): Promise<{ edits: LayerChanges; upTo: number }> {
  const { layer, room } = target;
  const before = room.left;
  const withFiles = wanted.files === true && layer.definition.hasAttachments === true;
  const files = withFiles ? await wholeGenerations(fileChangesBetween, portal, layer, { after, gen, most: MAX_CHANGES }) : undefined;
  if (withFiles && files === undefined) throw changedAtOnce(layer);
  const last = files?.upTo ?? gen;
  for (let most = MAX_CHANGES; ; ) {
    const part = await wholeGenerations(changesBetween, portal, layer, { after, gen: last, most });
    if (part === undefined && most === MAX_CHANGES) throw changedAtOnce(layer);
    if (part === undefined && before === room.whole) throw tooLarge();
    const { changes, upTo } = part ?? { changes: [], upTo: after };
    try {
      const edits = await layerChanges(portal, caller, target, changes, wanted);
      const told = files?.changes.filter((change) => change.gen <= upTo);
      return { edits: told === undefined ? edits : { ...edits, attachments: await fileChanges(portal, caller, target, told) }, upTo };
    } catch (error) {
      if (!(error instanceof NoRoom)) throw error;
      room.left = before;
      most = Math.floor(changes.length / 2);
    }
  }
}

function changedAtOnce(layer: HostedLayer): Error {
  return refuse('changes-at-once', { most: MAX_CHANGES, layer: layer.id });
}

function outOfDate(layer: HostedLayer, serverGen: number, minServerGen: number): Error {
  return refuse('changes-forgotten', { layer: layer.id, generation: serverGen, least: minServerGen });
}

/** Changes of whole generations, at most so many, and the last of these generations; undefined when the first has more. */
async function wholeGenerations<C extends { gen: number }>(
  between: (db: Portal['db'], table: string, after: number, upTo: number, limit: number) => Promise<C[]>,
  portal: Portal,
  layer: HostedLayer,
  { after, gen, most }: { after: number; gen: number; most: number },
): Promise<{ changes: C[]; upTo: number } | undefined> {
  const changes = await between(portal.db, layer.table, after, gen, most + 1);
  if (changes.length <= most) return { changes, upTo: gen };
  const cut = changes[most]?.gen ?? gen;
  const whole = changes.filter((change) => change.gen < cut);
  return whole.length === 0 ? undefined : { changes: whole, upTo: cut - 1 };
}

async function layerChanges(
  portal: Portal,
  caller: Caller,
  target: ReadTarget,
  changes: readonly FeatureChange[],
  { idsOnly, outSR, files: _files, mostCharacters: _most, ...kinds }: ChangesWanted,
): Promise<LayerChanges> {
  const of = (kind: FeatureChange['kind'], isWanted: boolean): FeatureChange[] =>
    isWanted ? changes.filter((change) => change.kind === kind) : [];
  const [adds, updates, deletes] = [of('add', kinds.adds), of('update', kinds.updates), of('delete', kinds.deletes)];
  const { id } = target.layer;
  if (idsOnly) {
    const ids = (some: readonly FeatureChange[]): number[] => some.map((change) => change.objectId).toSorted((a, b) => a - b);
    return { id, objectIds: { adds: ids(adds), updates: ids(updates), deletes: ids(deletes) } };
  }
  const input = outSR === undefined ? {} : { outSR };
  const features = (some: readonly FeatureChange[]): Promise<WireFeature[]> =>
    featuresByIds(
      portal,
      caller,
      target,
      some.map((change) => change.objectId),
      input,
    );
  return {
    id,
    features: {
      adds: await features(adds),
      updates: await features(updates),
      deleteIds: deletes.map(({ globalId }) => wireGlobalId(globalId)),
    },
  };
}

/** Thrown where features do not fit the room that a reply has left. */
export class NoRoom extends Error {}

/** Features with all their fields, in the order of their ids. @throws NoRoom when they do not fit the reply */
export async function featuresByIds(
  portal: Portal,
  caller: Caller,
  { service, layer, room }: ReadTarget,
  objectIds: readonly number[],
  input: QueryInput,
): Promise<WireFeature[]> {
  const features: WireFeature[] = [];
  const ids = objectIds.toSorted((a, b) => a - b);
  for (let at = 0; at < ids.length; at += PAGE) {
    const query = {
      ...readQuery(service, layer, { ...input, outFields: '*', returnZ: layer.hasZ, returnM: layer.hasM }, 'json'),
      spatial: null,
      objectIds: ids.slice(at, at + PAGE),
      limit: null,
    };
    if (!(await isKnownSrid(portal.database, query.outSrid))) throw unknownSystem('outSR', query.outSrid);
    const found = await featureRows(untilGone(portal.database, caller.gone), layer, query, momentOf(portal, caller));
    if (found.cut) throw new NoRoom();
    const page = featureSetView(layer, query, { rows: found.rows, exceeded: false }).features;
    room.left -= JSON.stringify(page).length;
    if (room.left < 0) throw new NoRoom();
    features.push(...page);
  }
  return features;
}

/** Said where a reply would not fit the memory of server and client. */
export function tooLarge(): Error {
  return refuse('copy-large');
}
